#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the Makefile promises besides its products, in a copy of the checkout with almost
# nothing built.

bats_require_minimum_version 1.5.0

setup() {
    # Settings of the make that may have started this do not apply here.
    unset MAKEFLAGS MFLAGS MAKELEVEL UNICODE_DIR SAN BUILD CPPFLAGS CFLAGS LDFLAGS
    cp -r Makefile .clang-format REUSE.toml CHANGELOG.md libcore nss_idnx conf tests "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR" || return
}

@test "the directory of Unicode's files may have a blank in its name" {
    mkdir 'two words'
    for tables in tables look_alike_tables; do
        printf 'print("%s of", __import__("sys").argv[1:])\n' $tables >libcore/gen/$tables.py
    done
    make -s tables UNICODE_DIR='two words'
    for tables in tables look_alike_tables; do
        [ "$(find libcore -name $tables.c -exec cat {} +)" = "$tables of ['two words']" ]
    done
}

@test "make tables that fails changes nothing beside build/" {
    cp -r libcore before
    run make -s tables UNICODE_DIR=/nonexistent
    [ "$status" -ne 0 ]
    diff -r before libcore
}

@test "make clean removes build/ and \$(BUILD)" {
    mkdir -p build other
    make -s clean BUILD=other
    [ ! -e build ]
    [ ! -e other ]
}

# Targets that only other targets run are not listed.
@test "make help lists the usual targets, at most 25, and make help-all each target once" {
    own='FORCE|cross-objects|foreign-programs|(fuzz|replay)-programs|check-taps|check-processor-.*'
    make -pnq help | sed -n 's/^\.PHONY: //p' | tr ' ' '\n' | grep -vxE "$own" | sort >targets
    run -0 make -s help-all
    sed -n 's/^  \([a-z-]*\) .*/\1/p' <<<"$output" | sort | diff targets -
    run -0 make -s help
    [ "$(grep -c '^  [a-z]' <<<"$output")" -le 25 ]
    [ "$(grep '^[^ ]' <<<"$output" | paste -sd ' ')" = 'Build: Test: Install: Maintain:' ]
    # shellcheck disable=SC2016 # a variable of make's
    [[ $output != *'$('* ]]
    rm -r tests # as in a source package
    run -0 make -s help-all
    [[ $output == *test-deps* && $output != *check-fast* ]]
}

@test "without companions the core is built and tested, and nothing else" {
    make -n COMPANIONS=no all check >without
    rm -r nss_idnx/companions tests/companions
    make -n all check | diff without -
    grep -q 'libnss_idnx\.so\.2' without && grep -q 'tests/command/doctor' without
    run -1 grep -E 'companions|libidn2\.so|_idnx\.abi3' without
}

# The compiler warns of two definitions of _FORTIFY_SOURCE.
@test "the user's _FORTIFY_SOURCE is the only one" {
    for flags in CPPFLAGS=-D_FORTIFY_SOURCE=3 'CFLAGS=-O2 -D_FORTIFY_SOURCE=1' \
            'CPPFLAGS=-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=1'; do
        rm -rf build
        make -s WERROR=-Werror "$flags" build/nss_idnx/module/outcome.o build/libcore/status.o
    done
}

@test "without its packages make check names the target that installs them" {
    # shellcheck disable=SC2016 # for the compiler
    printf '%s\n' '#!/bin/sh' \
        'case " $* " in *" -E "*) ! grep -q unicode/uchar.h ;; *) exec cc "$@" ;; esac' >without-icu
    chmod +x without-icu
    run make -s CC="$PWD/without-icu" build/tests/engine/conformance/skeletons.o \
        build/tests/engine/punycode.o
    [[ $output = *'unicode/uchar.h is missing: run make test-deps'* ]]
    [[ $output != *'fatal error'* ]]
}
