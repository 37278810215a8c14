#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What make check-fresh finds in the output of commands on empty systems.  The systems here are
# fake: a folder with the output that the test wants.

# Makes a checkout with the script in question, README.md and a fake tests/everywhere/system.
setup() {
    unset MAKEFLAGS MFLAGS MAKELEVEL RELEASES WAYS USERS
    export BUILD=$BATS_TEST_TMPDIR/build SAID=$BATS_TEST_TMPDIR/said
    export SKIPS=$BATS_TEST_TMPDIR/skips.tsv
    fresh=$BATS_TEST_TMPDIR/tests/everywhere/fresh
    mkdir -p "$fresh" "$SAID"
    cp tests/everywhere/fresh/* "$fresh"
    cp README.md "$BATS_TEST_TMPDIR"
    cp tests/progress.sh "$BATS_TEST_TMPDIR/tests"
    : >"$SKIPS"
    for where in bookworm-{pivot,chroot}-{root,plain}; do
        says "$where" '10 passed, 0 failed, 0 skipped'
    done
    # system pivot|run NAME env VARIABLE=VALUE .../inside USER COMMAND
    # shellcheck disable=SC2016 # for the fake itself
    printf '%s\n' '#!/bin/sh' 'echo "$*" >>"$SAID/asked"' 'case $1 in run | pivot) ;; *) exit ;; esac' \
        'way=$1; [ $way = pivot ] || way=chroot' \
        'cat "$SAID/${2%%-*}-$way-$6"; [ ! -e "$SAID/slow" ] || sleep 1.5' \
        '[ ! -e "$SAID/${2%%-*}-$way-$6.status" ] || exit "$(cat "$SAID/${2%%-*}-$way-$6.status")"' \
        >"$fresh/../system"
    chmod +x "$fresh/../system"
}

# says WHERE LINE...: sets what the commands of that user print there.
says() {
    printf '%s\n' "${@:2}" >"$SAID/$1"
}

# check [VARIABLE=VALUE]...: runs the check with these settings.
check() {
    run env RELEASES=bookworm "$@" "$fresh/check"
}

@test "the commands are README.md's, word for word" {
    cat >"$BATS_TEST_TMPDIR/README.md" <<'END'
```sh
not this
```
## Try it
```sh
one && two  three
```
``` 
nor that
```
```sh
four
```
## Install
```sh
nor this
```
END
    check WAYS=pivot
    [ "$status" -eq 0 ]
    diff - <(sed "s|^\([a-z]* bookworm-fresh-pivot\) .*/inside|\1|" "$SAID/asked") <<'END'
possible
fresh bookworm-fresh-pivot
copy bookworm-fresh-pivot
pivot bookworm-fresh-pivot root one && two  three
pivot bookworm-fresh-pivot root four
pivot bookworm-fresh-pivot plain four
remove bookworm-fresh-pivot
END
}

@test "the two commands are there, and the second passes the tests" {
    check WAYS=chroot
    grep -q ' root apt-get update && .* make deps && make demo$' "$SAID/asked"
    grep -q ' plain make [a-z-]*deps && make check$' "$SAID/asked"
}

@test "each run of the tests has its line, and the last is their sum" {
    check
    [ "$status" -eq 0 ]
    [ "$(grep -c '^ok  .* 10 passed    0 failed    0 skipped' <<<"$output")" -eq 4 ]
    [ "${lines[-1]}" = '40 passed, 0 failed, 0 skipped' ]
}

@test "what is done, and what was said last, is told meanwhile" {
    says bookworm-pivot-root 'Unpacking gcc' '10 passed, 0 failed, 0 skipped' 'ok  last line'
    touch "$SAID/slow"
    PROGRESS_SECONDS=1 check WAYS=pivot USERS=root
    [ "$status" -eq 0 ]
    grep -qE '^bookworm, pivot, root: apt-get update .* make demo, [12] s: ok  last line$' \
        <<<"$output"
    grep -qE '^bookworm, pivot, root: make test-deps && make check, [12] s: ok  last line$' \
        <<<"$output"
    [ "${lines[-1]}" = '10 passed, 0 failed, 0 skipped' ]
}

@test "the download is what apt-get says it fetched" {
    says bookworm-pivot-root 'Fetched 9,500 kB in 1s (9 MB/s)' 'Fetched 58.3 MB in 2s (1 B/s)' \
        '10 passed, 0 failed, 0 skipped'
    check WAYS=pivot USERS=root
    # Both commands print both lines.
    [[ ${lines[0]} == *' 136 MB' ]]
}

@test "a failed test fails" {
    says bookworm-chroot-plain '9 passed, 1 failed, 0 skipped'
    echo 2 >"$SAID/bookworm-chroot-plain.status"
    check
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = '39 passed, 1 failed, 0 skipped' ]
    [ "$(grep -c '^FAIL ' <<<"$output")" -eq 1 ]
}

@test "a run that fails has its skipped tests judged, too" {
    says bookworm-pivot-root 'ok    unit/one                      4 passed' \
        'SKIP  a test # skip' '9 passed, 1 failed, 1 skipped'
    echo 2 >"$SAID/bookworm-pivot-root.status"
    check WAYS=pivot USERS=root
    [ "$(grep -c FAIL: <<<"$output")" -eq 2 ]
}

@test "a command that fails counts as a failed test" {
    echo 2 >"$SAID/bookworm-chroot-plain.status"
    check
    [ "$status" -eq 1 ]
    [ "${lines[-1]}" = '40 passed, 1 failed, 0 skipped' ]
}

@test "tests that do not run at all fail" {
    says bookworm-pivot-root 'nothing'
    check
    [ "$status" -eq 1 ]
    [[ $output == *'FAIL: no test has run'* ]]
    [ "${lines[-1]}" = '30 passed, 1 failed, 0 skipped' ]
}

@test "a skipped test that is not in the list fails, by its name" {
    for where in bookworm-{pivot,chroot}-{root,plain}; do
        says "$where" 'ok    unit/one                      4 passed' \
            'SKIP  a test # SKIP no fish today' 'ok    unit/two                      6 passed' \
            'SKIP  a test # skip' 'ok    unit/three                    4 passed' \
            'SKIP  some test # skip' '10 passed, 0 failed, 2 skipped'
    done
    printf '%s\n' $'*-chroot-*|bookworm-pivot-plain\tunit/one: a test\tthe reason' \
        $'*\tunit/two: a test\tthe reason' $'*\tunit/three: *\tthe reason' >"$SKIPS"
    check
    [ "$status" -eq 1 ]
    [ "$(grep FAIL: <<<"$output")" = \
        '        FAIL: skipped, and not in skips.tsv: unit/one: a test' ]
    grep -q '^FAIL *bookworm *pivot *root ' <<<"$output"
    [ "${lines[-1]}" = '40 passed, 1 failed, 8 skipped' ]
}

@test "a listed test that is not skipped any more is said" {
    printf '%s\n' '# a comment' $'*-pivot-root\tunit/one: a test\tthe reason' >"$SKIPS"
    check
    [ "$status" -eq 0 ]
    [ "$(grep -c 'note: in skips.tsv, but not skipped: unit/one: a test' <<<"$output")" -eq 1 ]
}

@test "fewer passed tests than on the release before fail, way by way" {
    for where in trixie-{pivot,chroot}-{root,plain}; do
        says "$where" '11 passed, 0 failed, 0 skipped'
    done
    says trixie-chroot-root '9 passed, 0 failed, 0 skipped'
    check RELEASES='bookworm trixie'
    [ "$status" -eq 1 ]
    grep -A 1 '^FAIL  *trixie *chroot *root' <<<"$output" |
        grep -q 'FAIL: 9 passed, but 10 on the release before'
    [ "$(grep -c '^ok' <<<"$output")" -eq 7 ]
}

@test "a mirror that does not answer is a word of its own, and no sum" {
    says bookworm-pivot-root 'MIRROR apt-get update: no answer in three tries'
    echo 75 >"$SAID/bookworm-pivot-root.status"
    check
    [ "$status" -eq 75 ]
    [ "$(grep -c '^MIRROR' <<<"$output")" -eq 2 ]
    [[ $output != *FAIL* ]]
    [[ $output != *' passed, '* ]]
    [ "$(grep -c ' plain ' <<<"$output")" -eq 1 ] # of the other way
}

@test "the tests of a plain user alone take root's packages first" {
    says bookworm-pivot-root 'Fetched 58.3 MB in 2s (1 B/s)'
    check WAYS=pivot USERS=plain
    [ "$status" -eq 0 ]
    [ "$(grep -c 'root make test-deps$' "$SAID/asked")" -eq 1 ]
    [ "${lines[-1]}" = '10 passed, 0 failed, 0 skipped' ]
}

# --- apt-get ------------------------------------------------------------------

# apt_get STATUS LINE: runs ours, with a fake that prints LINE and returns STATUS; no pauses.
apt_get() {
    local bin=$BATS_TEST_TMPDIR/bin

    mkdir -p "$bin"
    printf '#!/bin/sh\necho "$*" >>%s/tried\necho "%s"\nexit %s\n' "$bin" "$2" "$1" >"$bin/apt-get"
    printf '#!/bin/sh\n' >"$bin/sleep"
    chmod +x "$bin"/*
    run env PATH="$PWD/tests/everywhere:$bin:$PATH" apt-get install it
    tries=$(wc -l <"$bin/tried")
    rm "$bin/tried"
}

@test "apt-get tries a mirror three times" {
    apt_get 0 'E: Failed to fetch http://mirror.example/it'
    [ "$status $tries" = '0 1' ]
    apt_get 100 'E: Unable to locate package it'
    [ "$status $tries" = '100 1' ]
    apt_get 100 'E: Failed to fetch http://mirror.example/it  Could not connect'
    [ "$status $tries" = '75 3' ]
    [ "${lines[-1]}" = 'MIRROR apt-get install: no answer in three tries' ]
}
