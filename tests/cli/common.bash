# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the tests of the idnx command share.  BUILD is the build folder.
# shellcheck shell=bash

bats_require_minimum_version 1.5.0

# A sanitizer's finding ends the run, with a status that is none of the command's.
export ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=halt_on_error=1:exitcode=99

idnx() {
    "${BUILD:?the build folder}/idnx" "$@"
}

# repeat N CHARACTER: the character N times, without a newline.
repeat() {
    perl -e 'print $ARGV[1] x $ARGV[0]' "$@"
}

# The octets of standard input in hexadecimal, in one line.
hex() {
    od -An -v -tx1 | tr -d ' \n'
}
