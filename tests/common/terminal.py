# SPDX-License-Identifier: LGPL-2.1-or-later
"""terminal.py COLUMNS COMMAND...: runs a command on a terminal that wide.

Prints what reached it and ends as a shell would.  A newline stays one: no carriage return is
added.  KEYS in the environment are typed once the command has written something: "^C" is the
interrupt key.
"""

import fcntl
import os
import pty
import signal
import struct
import sys
import termios
import threading

# Follows the last output.  The kernel checks for data first, and then whether any process has
# the terminal open: what a command writes in between would be lost.
END = b'\0the command has ended\0'


def become(command, slave, file):
    """Starts the command on the terminal, in a session of its own."""
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for descriptor in 0, 1, 2:
        os.dup2(slave, descriptor)
    if file is not None:
        os.dup2(file, 0)
    # Under nohup, or in the background of a script, one of them is ignored.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    os.execvp(command[0], command)


def set_up(slave, columns):
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    mode = termios.tcgetattr(slave)
    mode[1] &= ~termios.ONLCR
    termios.tcsetattr(slave, termios.TCSANOW, mode)


def on_terminal(command, columns, keys=b'', file=None):
    """Returns what reached the terminal, and the status; file: standard input, if not the terminal."""
    master, slave = pty.openpty()
    set_up(slave, columns)
    child = os.fork()
    if child == 0:
        become(command, slave, file)
    status = []

    def wait():
        status.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        os.write(slave, END)

    thread = threading.Thread(target=wait)
    thread.start()
    output = b''
    while not output.endswith(END):
        output += os.read(master, 65536)
        if keys:
            os.write(master, keys)
            keys = b''
    thread.join()
    os.close(slave)
    os.close(master)
    return output[:-len(END)], status[0]


def main():
    columns, *command = sys.argv[1:]
    keys = os.environ.pop('KEYS', '').replace('^C', '\3').encode()
    output, status = on_terminal(command, int(columns), keys)
    sys.stdout.buffer.write(output)
    sys.stdout.flush()
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == '__main__':
    main()
