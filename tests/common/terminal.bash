# SPDX-License-Identifier: LGPL-2.1-or-later
#
# For tests of output on a terminal.
# shellcheck shell=bash

needs_terminal() {
    python3 -c 'import pty; pty.openpty()' 2>/dev/null ||
        skip 'no terminal can be opened here: mount /dev/pts'
}

# on_terminal COLUMNS COMMAND...: prints what reaches a terminal that wide (terminal.py).
on_terminal() {
    python3 -B "$BATS_TEST_DIRNAME/../common/terminal.py" "$@"
}
