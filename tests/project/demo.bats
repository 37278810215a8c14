#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make demo: its answers are right, and what it shows fits a terminal.

bats_require_minimum_version 1.5.0

@test "make demo shows the building in one line, right answers, and no line of more than 80 columns" {
    unshare -rmn true 2>/dev/null || unshare -mn true 2>/dev/null || skip 'no namespaces here'
    run -0 env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory BUILD="$BUILD" demo
    echo "$output"
    [ "${lines[0]}" = 'Building ...' ]
    [[ ${lines[1]} == 'DNS knows names of '* ]]
    [ "$(LC_ALL=C.UTF-8 wc -L <<<"$output")" -le 80 ]
}
