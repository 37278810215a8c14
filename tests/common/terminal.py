# SPDX-License-Identifier: LGPL-2.1-or-later
"""terminal.py COLUMNS COMMAND...: runs a command on a terminal that wide.

Prints what the command wrote, and exits with the status a shell would report.  The terminal adds
no carriage return to a newline.  KEYS in the environment are typed once the command has written
something; "^C" is the interrupt key.
"""

import fcntl
import os
import pty
import signal
import struct
import sys
import termios


def read_some(terminal):
    try:
        return os.read(terminal, 65536)
    except OSError:  # EIO: every process has closed it
        return b''


def main():
    columns, *command = sys.argv[1:]
    keys = os.environ.pop('KEYS', '').replace('^C', '\3').encode()
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, int(columns), 0, 0))
        mode = termios.tcgetattr(0)
        mode[1] &= ~termios.ONLCR
        termios.tcsetattr(0, termios.TCSANOW, mode)
        # One of them is ignored under nohup, or in the background of a script.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.execvp(command[0], command)
    while octets := read_some(terminal):
        sys.stdout.buffer.write(octets)
        if keys:
            os.write(terminal, keys)
            keys = b''
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    sys.stdout.flush()
    sys.exit(status if status >= 0 else 128 - status)


main()
