#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# How .ci/run counts its steps.  A fake make prints what the test wants.

setup() {
    unset MAKEFLAGS MFLAGS MAKELEVEL UNICODE_DIR
    mkdir -p "$BATS_TEST_TMPDIR"/{checkout/libcore/gen,bin}
    cp -r .ci "$BATS_TEST_TMPDIR/checkout"
    cp libcore/gen/unicode_version "$BATS_TEST_TMPDIR/checkout/libcore/gen"
    cd "$BATS_TEST_TMPDIR" || return
    # As root, it would install packages.
    printf '#!/bin/sh\necho 1000\n' >bin/id
    # shellcheck disable=SC2016 # for the fake itself
    printf '%s\n' '#!/bin/sh' 'for goal; do :; done' 'case $goal in *=*) goal=check-fresh ;; esac' \
        'echo "made $goal"' \
        '[ ! -e "$SAID/$goal" ] || . "$SAID/$goal"' >bin/make
    chmod +x bin/*
    export SAID=$PWD PATH=$PWD/bin:$PATH
    echo 'echo 12 passed, 0 failed, 0 skipped' >check-speed
    echo 'echo 900 passed, 0 failed, 3 skipped' >check
    echo 'echo 800 passed, 0 failed, 40 skipped' >check-fresh
}

# Prints the lines in the form of a sum: only the last line may be one.
sum() {
    grep -xE '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' <<<"$output"
}

@test "all steps run, each with its seconds, and the last line is their sum" {
    run checkout/.ci/run
    [ "$status" -eq 0 ]
    [ "$(grep -c '^made ' <<<"$output")" -eq 7 ]
    [ "$(grep -cE '^ci: .*status 0, [0-9]+ s$' <<<"$output")" -eq 7 ]
    [ "$(sum)" = '1712 passed, 0 failed, 43 skipped' ]
    [ "${lines[-1]}" = "$(sum)" ]
}

@test "a failed test fails, and does not stop what comes after" {
    echo 'echo 11 passed, 1 failed, 0 skipped; exit 2' >check-speed
    run checkout/.ci/run
    [ "$status" -eq 1 ]
    [ "$(sum)" = '1711 passed, 1 failed, 43 skipped' ]
}

@test "a step that fails without a failed test counts as one" {
    echo 'exit 2' >demo
    echo 'echo 900 passed, 0 failed, 3 skipped; exit 2' >check
    run checkout/.ci/run
    [ "$status" -eq 1 ]
    [ "$(sum)" = '1712 passed, 2 failed, 43 skipped' ]
}

@test "a step that is not done in time fails" {
    echo 'sleep 20' >check
    run env LIMIT=2 checkout/.ci/run
    [ "$status" -eq 1 ]
    [ "$(grep -c 'status 124' <<<"$output")" -ge 1 ]
    [[ $(sum) != *' 0 failed'* ]]
}

@test "where packages cannot be had there is no sum, and that fails" {
    echo 'echo MIRROR apt-get: no answer in three tries; exit 75' >check-fresh
    run checkout/.ci/run
    [ "$status" -eq 75 ]
    [[ ${lines[-1]} == 'MIRROR '* ]]
    run sum
    [ "$output" = '' ]
}
