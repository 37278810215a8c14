# SPDX-License-Identifier: LGPL-2.1-or-later
"""fields.py IDNX: compares the members of the subcommands' JSON objects for 500 names: valid names,
names that break each rule, and junk.  Prints what differs, and how many values were compared.
"""

import json
import subprocess
import sys

LABELS = [
    'example', 'EXAMPLE', 'bücher', 'BÜCHER', 'faß', 'βόλος', 'bu\u0308cher', 'ＡＢＣ', '日本語',
    '한국어', 'مثال', 'अनुवाद', 'نامه\u200cای', 'क्\u200dष', '☃', 'i♥you', '👩\u200d👩\u200d👧',
    'pay\u200dpal', 'ä\u200cb', 'раypal', 'аррӏе', '\u0301a', '\u05d01\u0661', 'אa', 'a١', '1א',
    'ab--ü', '-ü', 'ü-', '_sip', 'a b', 'ü b', 'ü/x', '℀', 'a\u2488', '\u0378', '\u2028', 'a\u00adü',
    '１２７', '①', '0x7f', 'ｌocalhost', 'xn--bcher-kva', 'XN--BCHER-KVA', 'xn--a', 'xn--999999999',
    'xn--a-ecp', 'xn--ü', 'ü' * 70, 'a' * 64,
]
PATTERNS = ['{}', '{}.', '{}.test', 'www.ü.{}', '{}.{}', '{}..de', 'https://{}/x', 'me@{}',
            '{}:80', ' {}\r']
SPECIAL = {0: b'', 1: b'.', 2: b'b\xfccher', 3: b'a.\xff.b', 4: b'a\0b', 5: b'*.example.com',
           6: b'fe80::1', 7: b'x' * 5000, 8: 'ü.'.encode() * 100, 9: '\ufdfa'.encode() * 60}

REASON = ['status', 'label', 'position', 'column', 'message', 'character', 'rule', 'fix']
LOOKUP = ['output', 'verdict', 'configuration', 'finding', 'warning']

compared = 0


def names():
    found = [pattern.format(label, label).encode() for label in LABELS for pattern in PATTERNS]
    for place, name in SPECIAL.items():
        found[place * 11] = name
    assert len(set(found)) == 500
    return b''.join(name + b'\n' for name in found)


def objects(subcommand):
    done = subprocess.run([sys.argv[1], subcommand, '--json'], input=names(),
                          stdout=subprocess.PIPE)
    if done.returncode not in (1, 4):
        print(subcommand, 'ended with status', done.returncode)
    for line in done.stdout.splitlines():
        value = json.loads(line)
        yield from value['names'] if subcommand == 'compare' else [value]


def agree(name, member, one, other, who):
    global compared
    compared += 1
    if one != other:
        print(f'{name!r}: {member}: {one!r}, but of {who}: {other!r}')


def same(members, subcommands):
    told = {subcommand: list(objects(subcommand)) for subcommand in subcommands}
    first = told[subcommands[0]]
    for subcommand in subcommands[1:]:
        agree('', 'names', len(first), len(told[subcommand]), subcommand)
        for one, other in zip(first, told[subcommand]):
            for member in members:
                agree(one['input'], member, one[member], other[member], subcommand)


def true_of_one(checked):
    """Checks that the members of one object agree."""
    name, valid = checked['input'], checked['status'] == 'OK'
    agree(name, 'no query', checked['output'] is None,
          checked['verdict'] in ('rejected', 'configuration', 'converter'), 'verdict')
    agree(name, 'nothing broken', valid, checked['fix'] is None, 'fix')
    agree(name, 'a place', valid, checked['position'] == 0, 'position')
    if checked['character'] and not checked['input'].isascii():
        agree(name, 'column', True, checked['column'] > 0, 'column')
    if checked['verdict'] == 'converted':
        agree(name, 'valid', True, valid, 'verdict')


same(['input'] + REASON, ['check', 'to-ascii', 'to-unicode', 'compare', 'resolve'])
same(LOOKUP, ['check', 'compare', 'resolve'])
for one, ascii_form in zip(objects('check'), objects('to-ascii')):
    true_of_one(one)
    if one['verdict'] == 'converted':
        agree(one['input'], 'output', one['output'], ascii_form['output'], 'to-ascii')
print(compared)
