# SPDX-License-Identifier: LGPL-2.1-or-later
"""record.py COMMAND...: runs each command on a terminal of 80 columns.

Prints what a screen would show: "$ " and each command, and below it what the command wrote.
"""

import fcntl
import os
import pty
import struct
import sys
import termios


def run(command):
    """Returns what the command writes on its terminal, as text."""
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
        os.execlp('sh', 'sh', '-c', command)
    written = b''
    while True:
        try:
            octets = os.read(terminal, 65536)
        except OSError:  # EIO: every process has closed it
            break
        if not octets:
            break
        written += octets
    os.waitpid(child, 0)
    return written.decode().replace('\r\n', '\n')


for command in sys.argv[1:]:
    print('$', command)
    print(run(command).rstrip('\r\n'))
