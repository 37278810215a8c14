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
    python3 -ISB "$BATS_TEST_DIRNAME/../common/terminal.py" "$@"
}

# in_latin1: builds a locale of ISO 8859-1, for all that runs from now on.
in_latin1() {
    localedef -c -i de_DE -f ISO-8859-1 "$BATS_TEST_TMPDIR/de_DE.ISO-8859-1" ||
        skip 'localedef cannot make de_DE.ISO-8859-1 here: install locales'
    export LOCPATH=$BATS_TEST_TMPDIR LC_ALL=de_DE.ISO-8859-1
}
