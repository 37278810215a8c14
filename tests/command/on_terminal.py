# SPDX-License-Identifier: LGPL-2.1-or-later
"""on_terminal.py IDNX DIRECTORY CHARSET: runs each subcommand on a terminal.

The names contain each character of Cc, Cf, Zl and Zp, raw and in Punycode, and octets that
are not UTF-8.  DIRECTORY is empty.  Prints each of these that reached the terminal unescaped,
decoded from CHARSET; each line that is too long, or is not broken between words; and finally the
number of runs.
"""

import os
import re
import sys
import tempfile
import unicodedata

sys.path.insert(0, os.path.dirname(__file__) + '/../common')
import terminal  # noqa: E402

IDNX, DIRECTORY, CHARSET = sys.argv[1:]
UNWANTED = ('Cc', 'Cf', 'Zl', 'Zp')
CHARACTERS = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) in UNWANTED]
ILL_FORMED = [bytes([c]) for c in range(0x80, 0x100)] + [
    b'\xc0\x9b', b'\xe2\x80', b'\xed\xa0\x80', b'\xf4\x90\x80\x80', b'\xf0\x9f\x98']
LAX = ['--no-host-name', '--no-check-joiners', '--no-check-bidi', '--ignore-invalid-punycode']
os.environ.update(TERM='dumb', NO_COLOR='1')

asked = 0


def on_terminal(arguments, names=b'', columns=0):
    """Returns what the command writes to standard output and standard error, unchanged."""
    with tempfile.TemporaryFile() as file:
        file.write(names)
        file.seek(0)
        return terminal.on_terminal([IDNX, *arguments], columns, file=file.fileno())[0]


def faults(written, ends):
    try:
        text = written.decode(CHARSET)
    except UnicodeDecodeError as error:
        yield f'ill-formed: {written[error.start:error.end].hex()}'
        return
    for character in sorted(set(text)):
        if unicodedata.category(character) in UNWANTED and character not in ends:
            yield f'U+{ord(character):04X}'
    # The names have the character between these letters, where no line of output ends.
    yield from (f'U+{ord(end):04X}' for end in ends if re.search(f'qa{end}bq', text))


def check(arguments, names=b'', ends='\n'):
    global asked
    asked += 1
    found = list(faults(on_terminal(arguments, names), ends))
    if found:
        print(' '.join(repr(argument) for argument in arguments), *found[:8], len(found))


def subcommands(ace, raw, plain):
    """Runs the subcommands that take names: one per line, and with -0 ended by NUL."""
    lines = b''.join(b'qa' + r + b'bq.example\n' for r in raw if r != b'\n')
    raw = b''.join(b'qa' + r + b'bq.example\0' for r in raw if r != b'\0')
    for command in (['to-ascii'], ['to-unicode'], ['to-unicode', *LAX], ['to-ascii', *LAX],
                    ['check'], ['check', '--set=protection=browser'], ['compare'], ['explain'], ['resolve']):
        for json in ([], ['--json']):
            check(command + json, ace)
            check(command + json, lines)
            check(command + json + ['-0'], raw, '\n\0')
    check(['punycode', '-e'], lines)
    check(['punycode', '-e', '-0'], raw, '\n\0')
    check(['punycode', '-d'], plain)
    check(['punycode', '-d', '-0'], plain.replace(b'\n', b'\0'), '\n\0')


def arguments(octets):
    """Runs subcommands with arguments that a message may quote."""
    word = b'qa' + octets + b'bq'
    for command in ([word], ['to-ascii', b'--' + word], ['to-ascii', b'-' + word],
                    ['to-ascii', b'--profile=' + word], ['compare', word],
                    ['check', b'--set=scripts=' + word], ['check', b'--set', word],
                    ['compare', 'a', 'b', word], ['to-unicode', 'a', word],
                    ['doctor', word], ['enable', word], ['disable', b'--root=/nowhere/' + word],
                    ['doctor', b'--root=/nowhere/' + word]):
        check(command)


def files(octets):
    """Runs subcommands with a path, file contents and a link target that a message may quote."""
    root = os.fsencode(DIRECTORY) + b'/qa' + octets + b'bq'
    os.makedirs(root + b'/etc')
    with open(root + b'/etc/nsswitch.conf', 'wb') as file:
        file.write(b'# qa' + octets + b'bq\nhosts:\tfiles [qa' + octets + b'bq] dns\n')
    with open(root + b'/etc/resolv.conf', 'wb') as file:
        file.write(b'search qa' + octets + b'bq.b\xc3\xbccher.example\n')
    for command in ('enable', 'disable', 'doctor'):
        check([command, b'--root=' + root])
    with open(root + b'/etc/nsswitch.conf', 'wb') as file:
        file.write(b'hosts: files dns # qa' + octets + b'bq\r\n')
    if octets != b'\t':  # shown as the file has it
        check(['enable', '--dry-run', b'--root=' + root])
        check(['enable', b'--root=' + root])
    os.rename(root + b'/etc/nsswitch.conf', root + b'/etc/away')
    os.symlink(b'/qa' + octets + b'bq/nsswitch.conf', root + b'/etc/nsswitch.conf')
    for command in ('enable', 'doctor'):
        check([command, b'--root=' + root])


# What a person reads.
SPOKEN = ['--help', 'to-ascii --help', 'check --help', 'enable --help', 'doctor --root={}',
          'disable --root={}', 'explain Ｂücher.日本語.مثال.раypal.example', 'explain a☃.b_ü',
          'check a..b раypal.example яндекс.☃_ 👩\u200d👩.ws https://bücher.de:80/',
          'to-ascii ☃_a ü.℀', 'nonsense', 'to-ascii --nonsense']


def width(line):
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in 'WF')
               for c in line)


def lines():
    """Checks that lines break between words, but for single words and commands to be pasted."""
    global asked
    root = f'{DIRECTORY}/root'
    os.makedirs(f'{root}/etc')
    with open(f'{root}/etc/nsswitch.conf', 'w') as file:
        file.write('hosts:\tfiles [NOTFOUND=return] dns\n')
    broken = 0
    for words in SPOKEN:
        words = words.format(root).encode().split(b' ')
        wide = on_terminal(words, columns=500).decode(CHARSET)
        for columns in 40, 80:
            asked += 1
            text = on_terminal(words, columns=columns).decode(CHARSET)
            broken += text != wide
            if re.split('[ \n]+', text) != re.split('[ \n]+', wide):
                print(columns, words, 'other words')
            found = text.splitlines()
            for before, line in zip([''] + found, found):
                if width(line) > columns and ' ' in line.strip() and not before.endswith(('un:', 'root:')):
                    print(columns, words, ascii(line))
    if broken <= 9:
        print('nothing is broken')


def main():
    lines()
    raw = [c.encode() for c in CHARACTERS] + ILL_FORMED
    plain = [f'qa{c}bq'.encode('punycode') for c in CHARACTERS if c != '\n']
    subcommands(b''.join(b'xn--' + p + b'.example\n' for p in plain), raw,
                b''.join(p + b'\n' for p in plain))
    for octets in (b'\n', b'\t', b'\r', b'\033[31m', b'\177', b'\xc2\x9b', b'\xc2\xad', b'\x9b',
                   b'\xe2\x80\xae', b'\xe2\x80\x8d', b'\xe2\x80\xa8', b'\xf3\xa0\x80\x81'):
        arguments(octets)
        files(octets)
    print(asked)


main()
