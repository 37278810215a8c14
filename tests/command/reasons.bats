#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Why a name is rejected: the name, the rule, the character and its position, and the remedy.

load common

# safe TEXT: prints it as a message shows it.
safe() {
    LC_ALL=C sed -e $'s/\u200D/<U+200D>/g; s/\r/<U+000D>/g; s/\t/<U+0009>/g; s/b\xFC/b<FC>/' \
        <<<"$1"
}

@test "a reason names the name, the rule, the character, its place, and what to do" {
    while IFS=$'\t' read -r name rule where remedy; do
        echo "$name"
        name=$(printf '%bx' "$name")
        name=${name%x} where=${where#-}
        shown=$(safe "$name")
        run -1 --separate-stderr idnx to-ascii "$name"
        # shellcheck disable=SC2154 # set by run
        [[ $stderr == "idnx: argument 1: \"$shown\": $rule$where. $remedy"*. ]]
        [ "$(wc -l <<<"$stderr")" -eq 1 ]
        run -1 --separate-stderr idnx to-unicode <<<"$name"
        [[ $stderr == "idnx: line 1: \"$shown\": $rule$where. $remedy"*. ]]
        run -1 configured - "$BUILD/idnx" check "$name"
        [[ $output == "rejected: \"$shown\": $rule$where. $remedy"*. ]]
        run -1 --separate-stderr configured - "$BUILD/idnx" compare ü "$name"
        [[ $stderr == "idnx: argument 2: \"$shown\": $rule$where. $remedy"*. ]]
        run -1 configured - "$BUILD/idnx" explain "$name"
        output=$(tr -s '\n ' ' ' <<<"$output")
        [[ $output == "Result: rejected: $rule$where; no query is sent"*" Rejected: $rule$where. $remedy"* ]]
    done < <(grep -v '^#' "$BATS_TEST_DIRNAME/reasons.tsv")
}

@test "an IPv6 address is told from a name" {
    run -1 idnx to-ascii fe80::1
    [[ $output == *'This is an IPv6 address: '* ]]
    for address in '[fe80::1%eth0]' '[fe80::1%eth0]:80'; do
        run -1 idnx to-ascii "$address"
        [[ $output == *'This is an IPv6 address: programs take it as it is, without brackets.'* ]]
    done
    run -1 idnx to-ascii '[fe80::1'
    [[ $output != *'IPv6 address'* ]]
}

@test "a long name is shown by its beginning, no character cut" {
    run -1 idnx to-ascii "$(repeat 2000 ü) b"
    [ "$output" != "${output#*"\"$(repeat 30 ü)...\": "}" ]
}

@test "a character that is shown by its code does not run into the next letter" {
    run -1 configured - "$BUILD/idnx" explain $'a\u200Db'
    [[ $output == *$'\nLabel 1: a<U+200D>b\n'* ]]
    [[ $output != *'aU+200Db'* ]]
}
