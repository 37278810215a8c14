#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/progress.sh shows the progress of long work: on a terminal in one line that is renewed,
# elsewhere in a plain line now and then.

load ../common/terminal

bats_require_minimum_version 1.5.0

setup() {
    tests=$(realpath "$BATS_TEST_DIRNAME/..")
    cd "$BATS_TEST_TMPDIR" || return
    unset MAKEFLAGS MFLAGS MAKELEVEL TEST_TIME_FACTOR TEST_TIME_LIMIT PROGRESS_SECONDS
}

# script LINE...: makes the shell script ./script, which has show_progress and a far().
script() {
    printf '%s\n' ". '$tests/progress.sh'" "far() { printf '%s\n' begun 'half of it'; }" "$@" \
        >script
}

@test "elsewhere there is a plain line now and then, and the output is that of the command" {
    script 'show_progress "some work" far sh -c "echo one; sleep 3.5; echo two; exit 3"'
    for shell in sh bash; do
        PROGRESS_SECONDS=1 run -3 --separate-stderr "$shell" script
        [ "$output" = $'one\ntwo' ]
        # shellcheck disable=SC2154 # set by run
        grep -qx 'some work, [12] s: half of it' <<<"$stderr"
        [ "$(grep -cvx 'some work, [0-9] s: half of it' <<<"$stderr")" -eq 0 ]
        [ "$(wc -l <<<"$stderr")" -ge 2 ]
    done
}

@test "elsewhere the first line comes after a minute: short work says nothing" {
    script 'show_progress "some work" far sleep 2.2'
    run -0 sh script
    [ "$output" = '' ]
    grep -q 'PROGRESS_SECONDS:-60' "$tests/progress.sh"
}

@test "on a terminal a line is renewed each second, and goes away" {
    needs_terminal
    script 'show_progress "some work" far sleep 3.5; echo the end'
    run -0 on_terminal 80 sh script
    erase=$'\e[K'
    [[ $output == $'\rsome work, '[12]" s: half of it$erase"$'\r'*$'\r'"${erase}the end" ]]
    [ "$(grep -o 'some work, [0-9] s' <<<"$output" | sort -u | wc -l)" -ge 2 ]
}

@test "on a terminal the line is not longer than that, and nothing in it is obeyed" {
    needs_terminal
    # shellcheck disable=SC2016 # the script's
    script 'far() { printf "\033[31m\302\233%070d\n" 0; }' 'show_progress work far sleep 1.5'
    for columns in 40 80 200; do
        run -0 on_terminal "$columns" sh script
        line=$(tr '\r' '\n' <<<"${output//$'\e[K'/}" | grep -m 1 work)
        [ "${#line}" -lt "$columns" ]
        [[ $line == 'work, '?' s: [31m00000000'* ]]
    done
}

@test "a minute is told as one" {
    printf '%s\n' ". '$tests/progress.sh'" 'progress_now=185' 'progress_line work true' >script
    run -0 sh script
    [ "$output" = 'work, 3 min 5 s' ]
}

@test "the command is interrupted as without it, and the line stays whole" {
    needs_terminal
    script 'echo begun; show_progress "some work" far sleep 30; echo not reached'
    for shell in sh bash; do
        KEYS=^C run -130 on_terminal 80 "$shell" script
        [[ $output != *'not reached'* ]]
    done
}

# A reader that waits for the end of the output would wait for this process.
@test "nothing is left of it where the shell that started it is killed" {
    # shellcheck disable=SC2016 # the script's
    script 'work() { echo "$progress_teller" >teller; exec sleep 3; }' \
        'show_progress "some work" far work'
    sh script 3>&- &
    shell=$!
    timeout 10 sh -c 'until [ -s teller ]; do sleep 0.1; done'
    kill -KILL "$shell"
    wait "$shell" || true
    timeout 5 sh -c 'while kill -0 "$(cat teller)" 2>/dev/null; do sleep 0.1; done'
}

@test "tests/run says which test was the last" {
    printf '%s\n' '#!/bin/sh' 'echo preparing >&2; sleep 1.5; echo "ok 1 - the first one"' \
        'sleep 2' 'echo "ok 2 - the second one"' >program
    chmod +x program
    PROGRESS_SECONDS=1 run -0 "$tests/run" tests/some/program.tap ./program
    [ "${lines[0]}" = 'some/program, 1 s: preparing' ]
    [[ $output == *'some/program, '?' s: 1 passed, the last: the first one'* ]]
    [ "${lines[-1]}" = 'ok    some/program                 2 passed' ]
    needs_terminal
    run -0 on_terminal 80 "$tests/run" tests/some/program.tap ./program
    [[ $output == *$'\rsome/program, '?' s: 1 passed, the last: the first one'* ]]
    [[ $output == *$'\r\e[Kok    some/program                 2 passed' ]]
}

@test "make fuzz says which target it is at, and what libFuzzer says" {
    mkdir -p build/tests/fuzz
    printf '%s\n' '#!/bin/sh' 'echo "INFO: Seed: 1" >&2; echo "#12	NEW    cov: 3" >&2; sleep 2.5' \
        'echo "#34	DONE   cov: 45" >&2; echo "stat::number_of_executed_units: 34" >&2' \
        >build/tests/fuzz/one
    chmod +x build/tests/fuzz/one
    cp build/tests/fuzz/one build/tests/fuzz/other
    PROGRESS_SECONDS=1 run -0 "$tests/fuzz/fuzz" build corpora 7 one other
    [[ $output == *'fuzz one, 1 of 2, of 7 s, '?' s: #12 NEW    cov: 3'* ]]
    [[ $output == *'fuzz other, 2 of 2, of 7 s, '* ]]
    [ "$(grep -c '34 inputs in 0 s of CPU, 45 edges' <<<"$output")" -eq 2 ]
}

@test "make soak says how many lookups it has done" {
    unshare "-m$([ "$(id -u)" -eq 0 ] || echo r)" true 2>/dev/null || skip 'no namespaces here'
    soak=build/tests/evidence/soak/soak
    cp -r "$tests/../Makefile" "$tests/../libcore" "$tests/../nss_idnx" "$tests" .
    mkdir -p "${soak%/*}"
    printf '%s\n' '#!/bin/sh' 'echo "$1 asked"; sleep 2.5; echo done; exit 1' >$soak
    chmod +x $soak
    PROGRESS_SECONDS=1 run -2 make -s -o $soak soak SOAK=99
    [[ $output == 'soak, 99 lookups, '?' s: 99 asked'* ]]
    [[ $output == *$'\n99 asked\ndone\n'* ]]
}
