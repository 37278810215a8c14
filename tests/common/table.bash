# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The rows of a table, a .tsv file.  In C this is table.h, in Python table.py.
# shellcheck shell=bash

# rows FILE: prints those of a table beside the test, without comments.
rows() {
    LC_ALL=C grep -v '^#' "$BATS_TEST_DIRNAME/$1"
}
