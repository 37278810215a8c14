#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What tests/run does with a test program that hangs, and with processes it leaves running.

setup() {
    run="$BATS_TEST_DIRNAME/../run"
    cd "$BATS_TEST_TMPDIR" || return
    unset MAKEFLAGS MFLAGS MAKELEVEL TEST_TIME_FACTOR
    export TEST_TIME_LIMIT=1
}

# program LINE...: makes the shell script ./program.
program() {
    { echo '#!/bin/sh'; printf '%s\n' "$@"; } >program
    chmod +x program
}

# Checks that each process listed in ./left has ended; process ids are not reused so soon.
nothing_is_left() {
    [ -s left ]
    while read -r process; do
        ! kill -0 "$process"
    done <left
}

# Has a separate session, group and parent.
daemon='setsid sh -c "sleep 1000 & echo \$! >>left; echo \$\$ >>left; wait" &
    until [ -s left ]; do sleep 0.01; done'

@test "a program that hangs is a failure, with its name and its last output" {
    program 'echo "ok 1 - the one before"' 'echo "why" >&2' 'echo $$ >left' \
        'printf "half a line"' 'exec sleep 1000'
    mkdir -p tests/some
    run timeout 30 "$run" tests/some/program.tap ./program
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'FAIL  some/program                 1 failed, 1 passed' ]
    [[ $output == *"limit: still running: sleep 1000"* ]]
    [[ $output == *"why"* ]]
    [[ $output == *"ok 1 - the one before"*"half a line"* ]]
    [[ $output == *"not ok - some/program was ended: it still ran after 1 s"* ]]
    grep -qx 'not ok - some/program was ended: it still ran after 1 s' tests/some/program.tap
    nothing_is_left
}

@test "files of a test are for its user alone to write, whatever the umask was" {
    program 'echo "ok 1 - $(umask)"'
    umask 002
    run "$run" program.tap ./program
    grep -qx 'ok 1 - 0022' program.tap
}

@test "a test that cmocka skips is a skipped one" {
    program 'echo "ok 1 - one"' 'echo "not ok 2 # SKIP another"'
    run "$run" program.tap ./program
    [ "$output" = $'ok    program                      1 passed\nSKIP  another # SKIP' ]
    grep -qx 'ok 2 - another # SKIP' program.tap
}

@test "the time is multiplied by TEST_TIME_FACTOR" {
    program 'sleep 2' 'echo "ok 1 - in time"'
    TEST_TIME_FACTOR=10 run "$run" program.tap ./program
    [ "$output" = 'ok    program                      1 passed' ]
}

@test "nothing is left of a program that hangs in a grandchild after setsid" {
    program "$daemon" 'wait'
    run timeout 30 "$run" program.tap ./program
    [[ $output == *"was ended: it still ran after 1 s"* ]]
    nothing_is_left
}

@test "nothing is left of a program that ignores SIGTERM, nor of its orphan" {
    program "trap '' TERM HUP INT" "($daemon)" 'echo $$ >>left' \
        'while :; do sleep 1000; done'
    run timeout 30 "$run" program.tap ./program
    [[ $output == *"was ended: it still ran after 1 s"* ]]
    [ "$(wc -l <left)" -eq 3 ]
    nothing_is_left
}

@test "nothing is left of a daemon of a program that passes" {
    program "trap '' TERM HUP INT" "($daemon)" 'echo "ok 1 - passed"'
    run timeout 30 "$run" program.tap ./program
    [ "$output" = 'ok    program                      1 passed' ]
    [ "$(wc -l <left)" -eq 2 ]
    nothing_is_left
}

# interrupted SIGNAL WHOM: prints what SIGNAL to "$run" leaves; WHOM is "-" for the group.
interrupted() {
    export TEST_TIME_LIMIT=1000
    rm -f left
    env --default-signal setsid "$run" program.tap ./program &
    until [ -s left ]; do sleep 0.01; done
    kill -s "$1" -- "$2$!"
    wait $! || :
    for ((i = 0; i < 500; i++)); do
        nothing_is_left 2>/dev/null && return
        sleep 0.01
    done
    nothing_is_left
}

@test "^C ends all, and so does an end of tests/run alone" {
    program "($daemon)" 'exec sleep 1000'
    interrupted INT -
    interrupted TERM ''
    interrupted KILL ''
}

@test "a program that ends by a signal, or cannot be started, is a failure" {
    program 'kill -KILL $$'
    run "$run" program.tap ./program
    [[ $output == *"not ok - program ended with status 137"* ]]
    run "$run" program.tap ./nonexistent
    [[ $output == *"limit: ./nonexistent: No such file or directory"* ]]
    [[ $output == *"not ok - program ended with status 127"* ]]
}

@test "the program has the standard input, the signals and the descriptors of the caller" {
    # shellcheck disable=SC2016 # of the program itself
    program 'read -r word' '[ "$word" = word ] && echo "ok 1 - input"' \
        'grep "^Sig[BI]" /proc/self/status' \
        'read -r word <&7 && [ "$word" = seven ] && echo "ok 2 - descriptor"'
    expected=$(env --default-signal ./program <<<word 7<<<seven)
    env --default-signal "$run" program.tap ./program <<<word 7<<<seven
    diff <(echo "$expected") program.tap
    [[ $expected == *"ok 1"*SigIgn*"ok 2"* ]]
}

@test "make goes on with the others, with its jobs, and gives slow builds more time" {
    cp -r "$BATS_TEST_DIRNAME/../../"{Makefile,libcore,nss_idnx,tests} .
    folder=build/tests/engine
    mkdir -p $folder
    program 'exec sleep 1000'
    cp program $folder/hangs
    # shellcheck disable=SC2016 # of the program itself
    program 'echo "ok 1 - factor $TEST_TIME_FACTOR"'
    cp program $folder/passes
    taps="$folder/hangs.tap $folder/passes.tap"
    run timeout 60 make -s -j2 BUILD=build check-taps TAPS="$taps" \
        TEST_ENGINE='tests/engine/hangs.c tests/engine/passes.c' \
        -o $folder/hangs -o $folder/passes
    [ "$status" -ne 0 ]
    [ "${lines[-2]}" = '1 passed, 1 failed, 0 skipped' ]
    [ "$(cat $folder/passes.tap)" = 'ok 1 - factor 1' ]
    for words in 'SAN=address 5' 'RUNNER=env 20'; do
        rm $folder/passes.tap
        make -s "${words% *}" BUILD=build TEST_ENGINE=tests/engine/passes.c \
            -o $folder/passes $folder/passes.tap
        [ "$(cat $folder/passes.tap)" = "ok 1 - factor ${words#* }" ]
    done
}
