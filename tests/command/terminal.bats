#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What is written to a terminal: nothing that it would obey, that would reorder or hide text,
# or that is not in its charset.  This holds for any subcommand, standard output and standard
# error.

load common
load ../common/terminal

# nothing_raw CHARSET: runs this in this locale, with names for which no query is sent.
nothing_raw() {
    run -0 configured - unshare -n python3 -B "$BATS_TEST_DIRNAME/on_terminal.py" \
        "$BUILD/idnx" "$BATS_TEST_TMPDIR" "$1"
    echo "$output"
    [ "${#lines[@]}" -eq 1 ]
    [ "$output" -gt 700 ]
}

setup() {
    needs_terminal
}

@test "in UTF-8 nothing is raw, whatever the subcommand is given" {
    needs_etc
    LC_ALL=C.UTF-8 nothing_raw UTF-8
}

@test "in the C locale, whose charset is ASCII" {
    needs_etc
    LC_ALL=C nothing_raw ASCII
}

# In ISO 8859-1 the octets 80 to 9F are controls; in UTF-8 they are part of many letters.
@test "in ISO 8859-1" {
    needs_etc
    in_latin1
    nothing_raw ISO-8859-1
}

@test "the joiners of a valid name are written, and those of no other" {
    export LC_ALL=C.UTF-8
    [ "$(on_terminal 80 "$BUILD/idnx" to-unicode xn--mgba3gch31f060k)" = $'نامه\u200cای' ]
    [ "$(on_terminal 80 "$BUILD/idnx" to-unicode --no-check-joiners xn--mgba3gch31f060k)" = \
        'نامه<U+200C>ای' ]
    [ "$(on_terminal 80 "$BUILD/idnx" to-unicode --no-check-joiners xn--paypal-rf0c)" = \
        'pay<U+200D>pal' ]
    [[ $(on_terminal 80 "$BUILD/idnx" to-unicode xn--paypal-rf0c) == 'pay<U+200D>pal'$'\n'* ]]
}

@test "in a charset other than UTF-8 a letter is written by its number" {
    [ "$(LC_ALL=C.UTF-8 on_terminal 80 "$BUILD/idnx" to-unicode xn--bcher-kva)" = bücher ]
    [ "$(LC_ALL=C on_terminal 80 "$BUILD/idnx" to-unicode xn--bcher-kva)" = 'b<U+00FC>cher' ]
    [ "$(LC_ALL=C on_terminal 80 "$BUILD/idnx" to-unicode --json xn--bcher-kva | jq -r .output)" = \
        bücher ]
    in_latin1
    [ "$(on_terminal 80 "$BUILD/idnx" to-unicode bücher.日)" = 'b<U+00FC>cher.<U+65E5>' ]
}

@test "a pipe gets the Unicode form of a rejected name octet for octet" {
    [ "$(idnx to-unicode xn--a31mRED-hga.example 2>/dev/null | hex)" = \
        "$(printf 'a\xC2\x9B31mred.example\n' | hex)" ]
    [[ $(idnx to-unicode --json xn--a31mRED-hga.example) == *'"output":"a\u009b31mred.example"'* ]]
    [ "$(idnx punycode -d a31mRED-hga | hex)" = "$(printf 'a\xC2\x9B31mRED\n' | hex)" ]
}

@test "a pipe gets a path as it is" {
    run -5 idnx enable --root /nowhere/$'a\e[31m'
    [[ $output == *$'/nowhere/a\e[31m'* ]]
}

@test "JSON has no character of Cf, also beyond U+FFFF, and reads as what it was" {
    [[ $(idnx to-unicode --json $'a\U000E0001b\U0001D173c') == *'"input":"a\udb40\udc01b\ud834\udd73c"'* ]]
    [ "$(idnx to-unicode --json $'a\U000E0001b' | jq -r .input)" = $'a\U000E0001b' ]
}

@test "a text keeps its lines and tabs, and nothing that a terminal would obey" {
    export LC_ALL=C.UTF-8
    printf 'a\txn--bcher-kva\033[2J\nxn--mgba3gch31f060k \xff\0\n' >"$BATS_TEST_TMPDIR/text"
    # shellcheck disable=SC2016 # $0 and $1 are of that shell
    run -0 on_terminal 20 sh -c '"$0" to-unicode --in-text <"$1"' "$BUILD/idnx" "$BATS_TEST_TMPDIR/text"
    [ "$output" = $'a\tbücher<U+001B>[2J\nنامه\u200cای <FF><U+0000>' ]
}
