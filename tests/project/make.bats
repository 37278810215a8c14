#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What the Makefile promises besides its products, in a copy of the checkout with almost
# nothing built.

setup() {
    # Settings of the make that may have started this do not apply here.
    unset MAKEFLAGS MFLAGS MAKELEVEL UNICODE_DIR SAN BUILD CPPFLAGS CFLAGS LDFLAGS
    cp -r Makefile libcore nss_idnx tests "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR" || return
}

# Makes a bats that records where it was to look for Unicode's files.
fake_bats() {
    mkdir bin
    # shellcheck disable=SC2016 # for the fake itself
    printf '#!/bin/sh\n%s\n%s\n' 'echo "$UNICODE_DIR" >>asked' \
        'printf "1..1\nok 1 - a test\n"' >bin/bats
    chmod +x bin/bats
    PATH=$PWD/bin:$PATH
}

# check_tables [UNICODE_DIR=...]: runs make check-tables without building the products.
check_tables() {
    make -s -o build/idnx -o build/libnss_idnx.so.2 check-tables "$@"
}

@test "what was found in one UNICODE_DIR does not count for another" {
    fake_bats
    mkdir one two
    check_tables UNICODE_DIR=one
    check_tables UNICODE_DIR=one
    [ "$(cat asked)" = one ]
    check_tables UNICODE_DIR=two
    [ "$(cat asked)" = "one
two" ]
    check_tables UNICODE_DIR=/nonexistent
    [ "$(sed -n 3p asked)" = /nonexistent ]
}

@test "nor does it for a program" {
    program=build/tests/engine/conformance/mapping
    mkdir -p one two "${program%/*}"
    # shellcheck disable=SC2016 # for the fake itself
    printf '#!/bin/sh\necho "ok 1 - $UNICODE_DIR"\n' >"$program"
    chmod +x "$program"
    for folder in one two; do
        make -s -o "$program" "$program.tap" UNICODE_DIR="$folder"
        [ "$(cat "$program.tap")" = "ok 1 - $folder" ]
    done
}

@test "nor does it count once that is gone" {
    fake_bats
    mkdir one
    check_tables UNICODE_DIR=one
    rmdir one
    check_tables UNICODE_DIR=one
    [ "$(wc -l <asked)" -eq 2 ]
}

@test "without UNICODE_DIR what make unicode fetches counts, for the tables' version" {
    fake_bats
    check_tables
    check_tables
    [ "$(wc -l <asked)" -eq 1 ]
    mkdir -p "build/unicode/$(libcore/gen/unicode_version)"
    check_tables
    [ "$(wc -l <asked)" -eq 2 ]
    sed -i 's/^\(const char ucd_version\[\] = "\).*"/\199.0.0"/' libcore/tables.c
    touch -d 1970-01-02 libcore/tables.c
    check_tables
    [ "$(wc -l <asked)" -eq 3 ]
    [ "$(tests/unicode_dir)" = build/unicode/99.0.0 ]
    [ "$(UNICODE_DIR=one tests/unicode_dir)" = one ]
}

@test "the folder of Unicode's files may have a blank in its name" {
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
@test "make help lists each target in one group, in words" {
    own='FORCE|cross-objects|foreign-programs|(fuzz|replay)-programs|check-taps|check-processor-.*'
    make -pnq help | sed -n 's/^\.PHONY: //p' | tr ' ' '\n' | grep -vxE "$own" | sort >targets
    run make -s help
    [ "$status" -eq 0 ]
    # shellcheck disable=SC2016 # a variable of make's
    [[ $output != *'$('* ]]
    [ "$(grep '^[^ ]' <<<"$output")" = "Build:
Test:
Test more:
Measure:
Install:
Maintain:" ]
    sed -n 's/^  \([a-z-]*\) .*/\1/p' <<<"$output" | sort | diff targets -
}

@test "make help lists what there is in a source package, without the tests" {
    rm -r tests
    run make -s help
    [ "$(grep '^[^ ]' <<<"$output")" = "Build:
Test:
Install:
Maintain:" ]
}

# The five missing steps are parts of check-everywhere.
@test "make check-all runs what make help lists to test more, whatever fails" {
    run make -s check-all MAKE=false
    [ "$status" -ne 0 ]
    [[ $output == *'check-all: failed: check '* ]]
    sed -n 's/^\(SKIP  \)\?make \([a-z-]*\):.*/\2/p' <<<"$output" | sort >steps
    make -s help | sed -n '/^Test more:/,/^Measure:/s/^  \([a-z-]*\) .*/\1/p' | sort >more
    [ "$(comm -13 steps more | xargs)" = 'check-converters check-glibc check-programs check-python check-sources' ]
}

@test "make bench prints its figures where gnuplot is missing" {
    mkdir -p tools build/tests/evidence/bench
    for tool in make sh cat cp mkdir sed; do
        ln -s "$(command -v "$tool")" tools
    done
    printf '#!/bin/sh\necho figures\n' >build/tests/evidence/bench/bench
    chmod +x build/tests/evidence/bench/bench
    cp tests/evidence/bench/chart.svg before.svg
    PATH=$PWD/tools run -0 make -s bench BUILD=build -o build/tests/evidence/bench/bench
    [ "$output" = 'figures
make bench: gnuplot is missing: tests/evidence/bench/chart.svg stays as it was' ]
    cmp before.svg tests/evidence/bench/chart.svg
}

# The compiler warns of two definitions of _FORTIFY_SOURCE.
@test "the user's _FORTIFY_SOURCE is the only one" {
    for flags in CPPFLAGS=-D_FORTIFY_SOURCE=3 'CFLAGS=-O2 -D_FORTIFY_SOURCE=1' \
            'CPPFLAGS=-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=1'; do
        rm -rf build
        make -s WERROR=-Werror "$flags" build/nss_idnx/outcome.o build/libcore/status.o
    done
}

@test "without its packages make check names the target that installs them" {
    # shellcheck disable=SC2016 # for the compiler
    printf '%s\n' '#!/bin/sh' \
        'case " $* " in *" -E "*) ! grep -q unicode/uchar.h ;; *) exec cc "$@" ;; esac' >without-icu
    chmod +x without-icu
    run make -s CC="$PWD/without-icu" build/tests/engine/conformance/icu.o \
        build/tests/engine/punycode.o
    [[ $output = *'unicode/uchar.h is missing: run make test-deps'* ]]
    [[ $output != *'fatal error'* ]]
}

@test "where nothing passed make check fails, and what needs root does not" {
    echo 'ok 1 - a test # SKIP needs root' >skipped.tap
    cp skipped.tap skipped-too.tap
    run tests/summary skipped.tap
    [ "$status" -eq 1 ]
    [ "$output" = '0 passed, 0 failed, 1 skipped' ]
    run tests/summary --can-skip skipped-too.tap
    [ "$status" -eq 0 ]
    [ "$output" = '0 passed, 0 failed, 1 skipped' ]
    echo 'not ok 1 - a test' >failed.tap
    run tests/summary --can-skip failed.tap
    [ "$status" -eq 1 ]
    : >empty.tap
    run tests/summary --can-skip empty.tap
    [ "$status" -eq 1 ]
}
