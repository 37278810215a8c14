#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What tests/run and tests/summary say of test programs that fail, hang and leave processes.

bats_require_minimum_version 1.5.0

setup() {
    tests=$(realpath "$BATS_TEST_DIRNAME/..")
    cd "$BATS_TEST_TMPDIR" || return
    unset MAKEFLAGS MFLAGS MAKELEVEL TEST_TIME_FACTOR
    export TEST_TIME_LIMIT=1
    name=$(printf '%-28s' some/program)
}

# runs LINE...: runs a shell script of these lines as the test program some/program.
runs() {
    printf '%s\n' '#!/bin/sh' "$@" >program
    chmod +x program
    run -0 timeout 300 "$tests/run" tests/some/program.tap ./program
}

# Checks that each process listed in ./left has ended; process ids are not reused so soon.
nothing_is_left() {
    [ "$(wc -l <left)" -eq "$1" ]
    while read -r process; do
        ! kill -0 "$process" 2>/dev/null
    done <left
}

# An orphan with a session and group of its own, which ignores SIGTERM.
daemon="(setsid sh -c \"trap '' TERM HUP INT; sleep 1000 & echo \\\$! >>left; echo \\\$\\\$ >>left; wait\" &)
    until [ -s left ]; do sleep 0.01; done"

@test "a program that hangs fails, with the test before, and nothing of it is left" {
    runs 'echo "ok 1 - the one before"' 'echo why >&2' "trap '' TERM" "$daemon" \
        'echo $$ >>left' 'printf "half a line"; sleep 1000; sleep 1000'
    nothing_is_left 3
    # Before it, where the load grows meanwhile, tests/run says how long it waits.
    grep -qx "FAIL  $name 1 failed, 1 passed" <<<"$output"
    [[ $output == *$'\nwhy\n'*'still runs: sleep 1000'*'last output: ok 1 - the one before'* ]]
    grep -qx 'not ok - some/program was ended: it still ran after [0-9]* s' tests/some/program.tap
    [ "$("$tests/summary" tests/some/program.tap)" = '1 passed, 1 failed, 0 skipped' ]
}

@test "each way to fail, to skip and to pass has its line" {
    while IFS='|' read -r script expected; do
        runs "$script"
        [ "$output" = "${expected//\\n/$'\n'}" ] || { echo "$script: $output"; false; }
    done <<END
kill -KILL \$\$|FAIL  $name 1 failed, 0 passed\nnot ok - some/program ended with status -9
echo ok 1; exit 3|FAIL  $name 1 failed, 1 passed\nnot ok - some/program ended with status 3
true|FAIL  $name 1 failed, 0 passed\nnot ok - some/program ran no test
test \$(umask) = 0022 && echo ok 1|ok    $name 1 passed
echo 'not ok 1 a'; echo '# why'; exit 1|FAIL  $name 1 failed, 0 passed\nnot ok 1 a\n# why
echo ok 1; echo 'not ok 2 # SKIP two'|ok    $name 1 passed\nSKIP  two # SKIP
echo 'ok 1 # skip one'; echo '# note: said'|ok    $name 0 passed\n      said\nSKIP  # skip one
END
    run -0 "$tests/run" program.tap ./nonexistent
    [[ $output == *'program could not be started: No such file or directory' ]]
    TEST_TIME_FACTOR=5 runs 'sleep 1.2; echo ok 1'
    [ "$output" = "ok    $name 1 passed" ]
}

@test "the sum fails if a test failed or none passed, and what did not pass is run again" {
    while read -r status skip text; do
        printf '%b' "$text" >some.tap
        run -"$status" "$tests/summary" ${skip#no} some.tap
        [ -e some.tap ] || echo again >>sums
        echo "$output" >>sums
    done <<'END'
0 no ok 1\nok 2\n
1 no ok 1 # SKIP root\n
0 --can-skip ok 1 # SKIP root\n
1 --can-skip ok 1\nnot ok 2\n
1 --can-skip
END
    diff sums - <<'END'
2 passed, 0 failed, 0 skipped
again
0 passed, 0 failed, 1 skipped
again
0 passed, 0 failed, 1 skipped
again
1 passed, 1 failed, 0 skipped
0 passed, 0 failed, 0 skipped
END
}
