# SPDX-License-Identifier: LGPL-2.1-or-later
"""in_zsh.py DIRECTORY LINE: prints, on one line, what an interactive zsh shows for LINE and Tab.

DIRECTORY has the completion.  Sequences for the terminal become blanks."""

import os
import pty
import re
import select
import sys
import time

SETUP = """PS1='READY> '; unsetopt zle_bracketed_paste; stty cols 150 rows 500
fpath=({} $fpath); autoload -U compinit; compinit -u -D; compdef _idnx idnx; LISTMAX=0
"""


def read_until(terminal, is_enough, seconds):
    """Returns the octets that arrive until is_enough() says so, or nothing more comes."""
    octets, end = b"", time.monotonic() + seconds
    while not is_enough(octets) and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            octets += os.read(terminal, 65536)
    return octets


def is_quiet(terminal):
    """Returns whether nothing comes for a second."""
    return not select.select([terminal], [], [], 1)[0]


def main(directory, line):
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm"
        os.execlp("zsh", "zsh", "-f", "-i")
    os.write(terminal, SETUP.format(os.path.abspath(directory)).encode())
    os.write(terminal, b"print -n DO; print NE\n")
    read_until(terminal, lambda octets: b"DONE\r" in octets, 60)
    os.write(terminal, line.encode() + b"\t")
    shown = read_until(
        terminal, lambda octets: len(octets) > len(line) + 10 and is_quiet(terminal), 30)
    os.close(terminal)
    os.waitpid(process, 0)
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.decode(errors="replace"))
    print("", *re.sub(r"[\x00-\x1f]", " ", text).split(), "")


main(*sys.argv[1:])
