#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make demo: its answers are right, and what it shows fits a terminal.

bats_require_minimum_version 1.5.0

# Prints the lines of more than 80 columns.
too_wide() {
    python3 -c '
import sys, unicodedata

def width(c):
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1

for line in sys.stdin.buffer.read().decode().splitlines():
    if sum(map(width, line)) > 80:
        print(line)'
}

@test "make demo shows the building in one line, right answers, and no line of more than 80 columns" {
    unshare -rmn true 2>/dev/null || unshare -mn true 2>/dev/null || skip 'no namespaces here'
    run -0 env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory BUILD="$BUILD" demo
    echo "$output"
    [ "${lines[0]}" = 'Building ...' ]
    [[ ${lines[1]} == 'DNS knows names of '* ]]
    [ "$(too_wide <<<"$output")" = '' ]
    [ "$(printf '%081d' 0 | too_wide | wc -l)" -eq 1 ]
}
