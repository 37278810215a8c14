#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# libidnx from each language: the programs of examples/ give the same answers to the names of its
# convert.tsv.

bats_require_minimum_version 1.5.0

setup() {
    include=$PWD/libcore
    pages=$PWD/nss_idnx/libidnx
    examples=$pages/examples
    library=$(realpath "$BUILD/libidnx.so.0")
    ! nm -D "$library" | grep -qE ' U __(a|t|ub)san_' || skip 'other languages have no sanitizer'
    cd "$BATS_TEST_TMPDIR"
    ln -s "$library" libidnx.so
    ln -s "$library" libidnx.so.0
    export LD_LIBRARY_PATH=$PWD LC_ALL=C.UTF-8
}

# needs PROGRAM PACKAGE
needs() {
    command -v "$1" >/dev/null || skip "$1 is missing: install $2"
}

# answers COMMAND...: checks what it writes of the names that are its arguments.
answers() {
    mapfile -t names < <(sed '/^#/d; s/\t.*//' "$examples/convert.tsv")
    [ "${#names[@]}" -eq 20 ]
    diff <(sed '/^#/d; s/.*\t//' "$examples/convert.tsv") <("$@" "${names[@]}")
}

# sentences PROGRAM NAME...: writes the ASCII form, or the code that ends the sentence.
sentences() {
    for name in "${@:2}"; do
        "$1" "$name" 2>&1 | sed 's/^.*: label [0-9] .* (\(.*\))$/\1/'
    done
}

@test "from C" {
    for library in "-L. -lidnx" "${library%.so*}.a"; do
        # shellcheck disable=SC2086 # two words, as a compiler may be
        ${CC:-cc} -Wall -Wextra -Wpedantic -Werror -I"$include" -o convert "$examples/convert.c" $library
        answers sentences ./convert
        grep -qxF "$(./convert ℀ 2>&1)" "$pages/libidnx.3"
    done
}

@test "from C++" {
    needs g++ g++
    g++ -Wall -Wextra -Wpedantic -Werror -I"$include" -o convert "$examples/convert.cc" -L. -lidnx
    answers ./convert
}

@test "from Python" {
    answers python3 "$examples/convert.py"
}

@test "from Go" {
    needs go golang-go
    printf '%s\n' 'Name: libidnx' 'Description: as built' 'Version: 0' "Cflags: -I$include" \
        "Libs: -L$PWD -lidnx" >libidnx.pc
    PKG_CONFIG_PATH=$PWD GOCACHE=$PWD go build -o convert "$examples/convert.go"
    answers ./convert
}

@test "from Rust" {
    needs rustc rustc
    rustc -D warnings --edition 2021 -L . -o convert "$examples/convert.rs"
    answers ./convert
}

@test "from Java" {
    needs java openjdk-25-jdk-headless
    version=$(java --version 2>/dev/null | sed -n '1s/^[^0-9]*\([0-9]*\).*/\1/p')
    [ "${version:-0}" -ge 22 ] || skip "java is too old: Java 22 has java.lang.foreign"
    answers java --enable-native-access=ALL-UNNAMED "$examples/Convert.java"
}

@test "from PHP" {
    needs php php-cli
    php -m | grep -qx FFI || skip 'php has no FFI here'
    answers php "$examples/convert.php"
}
