#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# make demo: its answers are right, and what it shows fits a terminal.

bats_require_minimum_version 1.5.0

shows_all() {
    run -0 env -u MAKEFLAGS -u MAKELEVEL make --no-print-directory BUILD="$BUILD" demo
    echo "$output"
    [ "${lines[0]}" = 'Building ...' ]
    [[ ${lines[1]} == 'DNS knows names of '* ]]
    [[ $output == *'4. What one line of /etc/idnx.conf changes'* ]]
    [ "$(LC_ALL=C.UTF-8 wc -L <<<"$output")" -le 80 ]
}

@test "make demo shows the building in one line, right answers, and no line of more than 80 columns" {
    shows_all
}

@test "so it does without namespaces" {
    printf '%s\n' '#!/bin/sh' 'echo forbidden; exit 1' >"$BATS_TEST_TMPDIR/unshare"
    chmod +x "$BATS_TEST_TMPDIR/unshare"
    PATH=$BATS_TEST_TMPDIR:$PATH shows_all
    [[ $output == *'There are no namespaces here'* ]]
}
