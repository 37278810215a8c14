#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx.h in the languages its users compile.

# shellcheck disable=SC2086 # a compiler may be two words
# compiles COMPILER LANGUAGE STANDARD: a program that includes it and calls it.
compiles() {
    printf '%s\n' '#include "idnx.h"' \
        'int main(void) { return idnx_to_ascii("", 0, 0, 0, IDNX_LOOKUP).status == IDNX_OK; }' |
        $1 -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Werror -Ilibcore -c -o /dev/null -
}

@test "idnx.h is C99 and C11" {
    for standard in c99 c11; do
        compiles "${CC:-cc}" c "$standard"
    done
}

@test "idnx.h is C++98 and C++11" {
    command -v g++ >/dev/null || skip 'g++ is missing: install it to compile idnx.h as C++'
    for standard in c++98 c++11; do
        compiles g++ c++ "$standard"
    done
}
