#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/everywhere/processors/known: failures that skips.tsv lists are skipped, no others.

setup() {
    known=$BATS_TEST_DIRNAME/processors/known
    export SKIPS=$BATS_TEST_TMPDIR/skips.tsv
    printf '%s\t%s\t%s\n' \
        'arm64|s390x' 'module/some: it traces' 'no ptrace' \
        s390x 'module/other: *' 'it never ends' >"$SKIPS"
}

# program STATUS LINE...: a test program, in a shell.
# shellcheck disable=SC2016 # the variables are of that shell
program() {
    program=(sh -c 'status=$1; shift; printf "%s\n" "$@"; exit "$status"' sh "$@")
}

@test "a failure in the list is a skipped test, with its reason" {
    program 1 1..2 'ok 1 - it runs' 'not ok 2 - it traces'
    run "$known" s390x module/some "${program[@]}"
    [ "$status" -eq 0 ]
    [ "$output" = $'1..2\nok 1 - it runs\nok 2 - it traces # SKIP no ptrace' ]
}

@test "so it is with the names that bats gives" {
    program 1 1..1 'not ok 1 it traces'
    run "$known" arm64 module/some "${program[@]}"
    [ "$output" = $'1..1\nok 1 it traces # SKIP no ptrace' ]
}

@test "another failure is one, and so is the same on another processor or of another program" {
    program 1 1..2 'not ok 1 - it walks' 'not ok 2 - it traces'
    run "$known" s390x module/some "${program[@]}"
    [ "$status" -eq 1 ]
    [[ $output == *'not ok 1 - it walks'* ]]
    program 1 1..1 'not ok 1 - it traces'
    run "$known" i386 module/some "${program[@]}"
    [ "$status" -eq 1 ]
    [ "$output" = $'1..1\nnot ok 1 - it traces' ]
    run "$known" arm64 module/somewhere "${program[@]}"
    [ "$status" -eq 1 ]
    [ "$output" = $'1..1\nnot ok 1 - it traces' ]
}

@test "a program that ends early, after a failure in the list, has failed" {
    program 139 1..3 'not ok 1 - it traces' 'ok 2 - it runs'
    run "$known" s390x module/some "${program[@]}"
    [[ $output == *'not ok - the program ran 2 of its 3 tests' ]]
}

@test "a program that fails without a failed test has failed" {
    program 139 1..1 'ok 1 - it runs'
    run "$known" s390x module/some "${program[@]}"
    [ "$status" -eq 139 ]
}

@test "what is in the list as a whole is not run" {
    program 0 'ok 1 - it runs'
    run "$known" s390x module/other "${program[@]}"
    [ "$output" = $'1..1\nok 1 - * # SKIP it never ends' ]
    run "$known" arm64 module/other "${program[@]}"
    [ "$output" = 'ok 1 - it runs' ]
}

@test "every row of the list names a processor, a test that there is, and a reason" {
    while IFS=$'\t' read -r architectures test reason; do
        [[ $architectures =~ ^(arm64|s390x|i386)(\|(arm64|s390x|i386))*$ ]]
        file=tests/${test%%: *} name=${test#*: }
        [[ $test == *': '* && -n $reason ]]
        [ "$name" = '*' ] || [[ $file == tests/everywhere/processors/* ]] ||
            grep -qrF -e "$name" "$file".* || { echo "no such test: $test"; false; }
    done < <(grep -v '^#' "$BATS_TEST_DIRNAME/processors/skips.tsv")
}
