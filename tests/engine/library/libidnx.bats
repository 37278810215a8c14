#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# libidnx.so.0 and libidnx.a as programs get them: what they export, how large a program becomes,
# the recorded ABI, and the examples.

bats_require_minimum_version 1.5.0

setup() {
    program=$BATS_TEST_TMPDIR/program
    if nm -D "$BUILD/libidnx.so.0" | grep -qE ' U __(a|t|ub)san_|gcov'; then
        skip 'a sanitizer or gcov brings its own symbols and libraries'
    fi
}

# Prints the functions that the public headers declare.
declared() {
    cat libcore/idnx.h nss_idnx/libidnx/idnx_policy.h | grep -o '\bidnx_[a-z0-9_]*(' |
        tr -d '(' | LC_ALL=C sort -u
}

# compile EXAMPLE LIBRARY...: builds a program.
# shellcheck disable=SC2086 # a compiler may be two words
compile() {
    ${CC:-cc} -O2 -Wall -Wextra -Wpedantic -Werror -Ilibcore -Inss_idnx/libidnx \
        "nss_idnx/libidnx/examples/$1.c" "${@:2}" -o "$program"
}

# octets PROGRAM: prints the size of its code and constants.
octets() {
    size "$1" | awk 'NR == 2 { print $1 }'
}

@test "libidnx.so.0 exports the functions of its headers, at a version, and nothing else" {
    [ "$(declared | wc -l)" -gt 15 ]
    diff <(declared | sed 's/$/@@LIBIDNX_0.1/') \
        <(nm -D --defined-only "$BUILD/libidnx.so.0" | awk '$2 == "T" { print $3 }' |
            LC_ALL=C sort)
    [ "$(nm -D --defined-only "$BUILD/libidnx.so.0" | grep -vc ' T idnx_')" -eq 1 ] # the node
}

@test "its soname is libidnx.so.0, and it needs libc alone" {
    readelf -dW "$BUILD/libidnx.so.0" | grep -q '(SONAME).*\[libidnx\.so\.0\]'
    [ "$(readelf -dW "$BUILD/libidnx.so.0" | grep '(NEEDED)' |
        grep -vcE '\[(libc\.so\.6|libdl\.so\.2|libpthread\.so\.0|ld-linux.*)\]')" -eq 0 ]
}

@test "Debian's symbols file lists the same functions" {
    diff <(declared) <(sed -n 's/^ \(idnx_[a-z0-9_]*\)@LIBIDNX_0\.1 0\.1\.0$/\1/p' \
        conf/debian/libidnx0.symbols | LC_ALL=C sort)
}

@test "the ABI is the recorded one" {
    command -v abidiff >/dev/null || skip 'abidiff is missing: install abigail-tools (libabigail)'
    [ "$(uname -m)" = x86_64 ] && readelf -hW "$BUILD/libidnx.so.0" | grep -q X86-64 &&
        readelf -hW "$BUILD/libidnx.so.0" | grep -q ELF64 || skip 'the record is of x86-64'
    readelf -SW "$BUILD/libidnx.so.0" | grep -q debug_info || skip 'built without -g'
    run -0 abidiff nss_idnx/libidnx/libidnx.abi "$BUILD/libidnx.so.0"
    # A value, a member and a function that change are found.
    for change in "/IDNX_\(INVALID_CHARACTER\|V7\)'/s/'7'/'77'/" \
        "/class-decl name='idnx_verdict'/,/class-decl>/s/'128'/'192'/" \
        "/elf-symbol name='idnx_check'/d"; do
        sed "$change" nss_idnx/libidnx/libidnx.abi >"$BATS_TEST_TMPDIR/changed.abi"
        run abidiff "$BATS_TEST_TMPDIR/changed.abi" "$BUILD/libidnx.so.0"
        [ $((status & 4)) -ne 0 ] || { echo "$change is not found"; return 1; }
    done
}

@test "a program that only encodes Punycode gets less than 12 KiB of the library" {
    compile punycode "$BUILD/libidnx.a"
    [ "$("$program")" = bcher-kva ]
    nm "$program" | grep -q ' T idnx_punycode_encode'
    run -1 grep -E 'ucd_|tables|idnx_to_ascii' <(nm "$program")
    echo 'int main(void) { return 0; }' | ${CC:-cc} -x c -O2 -o "$program.empty" -
    size=$(($(octets "$program") - $(octets "$program.empty")))
    echo "# $size octets" >&3
    [ "$size" -gt 500 ] && [ "$size" -lt 12288 ]
}

@test "a static program with the handle links without a warning that it needs shared libraries" {
    echo 'int main(void) { return 0; }' | ${CC:-cc} -x c -static -o "$program" - 2>/dev/null ||
        skip 'no static program can be made here (libc.a)'
    run -0 compile policy "$BUILD/libidnx.a" -static
    [ "$output" = '' ]
    [ "$(id -u)" -eq 0 ] || skip 'only root can own an idnx.conf'
    printf 'charset = ISO-8859-1\n' >"$BATS_TEST_TMPDIR/conf"
    [ "$(IDNX_CONF=$BATS_TEST_TMPDIR/conf "$program" bücher.example)" = \
        'query for xn--bcher-kva.example' ]
}

@test "the headers are C99 and C11, C++98 and C++11" {
    command -v g++ >/dev/null || skip 'g++ is missing: install it to compile the headers as C++'
    for standard in c99 c11 c++98 c++11; do
        echo '#include "idnx_policy.h"
            int main(void) { idnx_policy_close(0);
                return idnx_to_ascii("", 0, 0, 0, IDNX_LOOKUP).status == IDNX_OK; }' |
            g++ -x "${standard%%[0-9]*}" -std="$standard" -Wall -Wextra -Wpedantic -Werror -Ilibcore \
                -Inss_idnx/libidnx -c -o /dev/null -
    done
}

# warns CODE: tells whether the compiler rejects the body of a function.
warns() {
    ! printf '#include "idnx_policy.h"\nvoid f(const char *s, size_t n) { %s }\n' "$1" |
        gcc -x c -O2 -Wall -Werror -Ilibcore -Inss_idnx/libidnx -c -o /dev/null - 2>/dev/null
}

@test "a compiler warns of a result ignored, a NULL, and a buffer that is too small" {
    [ "$(gcc -dumpversion 2>/dev/null | cut -d. -f1)" -ge 10 ] || skip 'needs gcc 10'
    run -1 warns 'char d[9]; if (idnx_to_ascii(s, n, d, sizeof d, IDNX_URL).status) f(d, 0);'
    warns 'char d[9]; if (idnx_to_ascii(s, n, d, 10, IDNX_URL).status) f(d, 0);'
    warns 'char d[9]; idnx_to_ascii(s, n, d, sizeof d, IDNX_URL);'
    warns 'if (idnx_letters("abc", 9)) f(s, n);'
    warns 'struct idnx_file file; (void)s, (void)n; idnx_policy_file(NULL, &file);'
    run -1 warns '(void)s, (void)n; idnx_policy_close(idnx_policy_parse(NULL, 0));'
}

@test "the handle works with either library" {
    for library in a so.0; do
        compile policy "$BUILD/libidnx.$library" -ldl
        [ "$(LD_LIBRARY_PATH=$BUILD IDNX_CONF=/nonexistent "$program" Bücher.example example.org ℀)" = \
            "query for xn--bcher-kva.example
query for example.org
no query: ℀ contains a character that is not allowed in host names" ]
    done
}

@test "the version macros are those of the library" {
    [ "$(printf '#include "idnx.h"\nIDNX_VERSION_MAJOR.IDNX_VERSION_MINOR.IDNX_VERSION_PATCH\n' |
        ${CC:-cc} -E -P -Ilibcore - | tail -n 1 | tr -d ' ')" = \
        "$(sed -n 's/^IDNX_VERSION = //p' Makefile)" ]
}
