#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx to-ascii --json and to-unicode --json: one object per line, whatever the name.

load common

@test "a name is an object, whose members are null or 0 where no rule is broken" {
    run -0 idnx to-ascii --json bücher.example
    message=$(jq -r .message <<<"$output")
    [ -n "$message" ]
    expected='{"input":"bücher.example","output":"xn--bcher-kva.example"'
    expected+=',"status":"OK","label":0,"position":0,"column":0,"message":"'$message'"'
    expected+=',"character":null,"rule":null,"fix":null}'
    [ "$output" = "$expected" ]
}

@test "of a rejected name output is null, or ToUnicode's string, and nothing goes to standard error" {
    run -1 --separate-stderr idnx to-ascii --json 'www.bü cher'
    [ "$(jq -c '[.[]][:6]' <<<"$output")" = '["www.bü cher",null,"HOST",2,7,7]' ]
    [ -n "$(jq -r .message <<<"$output")" ]
    # shellcheck disable=SC2154 # set by run
    [ "$stderr" = '' ]
    run -1 --separate-stderr idnx to-unicode --json 'www.BÜ cher'
    [ "$(jq -c '[.output, .status, .label]' <<<"$output")" = '["www.bü cher","HOST",2]' ]
    [ "$stderr" = '' ]
}

@test "message and status are what stands in a reason" {
    names=('a b' ab--ü -a xn--999999999 $'\xff')
    run -1 --separate-stderr idnx to-ascii --profile=uts46 -- "${names[@]}"
    mapfile -t reasons < <(sed 's/^idnx: argument [0-9]*: "[^"]*": //' <<<"$stderr")
    run -1 idnx to-ascii --profile=uts46 --json -- "${names[@]}"
    for i in {0..4}; do
        told=$(jq -r '"label \(.label) \(.message) (\(.status))"' <<<"${lines[i]}")
        [[ ${reasons[i]} == "$told"[:.]*"$(jq -r .fix <<<"${lines[i]}")" ]]
    done
    [ "${#reasons[@]}" = 5 ]
}

@test "lines of standard input are objects too, one each" {
    printf 'bücher\n\n\xff\na\r\nb\0c\nlast' >"$BATS_TEST_TMPDIR/in"
    run -1 idnx to-ascii --json <"$BATS_TEST_TMPDIR/in"
    [ "$(jq -c '[.input, .output]' <<<"$output")" = '["bücher","xn--bcher-kva"]
["",null]
["�",null]
["a\r",null]
["b\u0000c",null]
["last","last"]' ]
}

@test "jq parses the object of every octet, which is the input where it is ASCII" {
    for ((octet = 0; octet < 256; octet++)); do
        [ "$octet" -eq 10 ] || printf '%b\n' "\x$(printf %x "$octet")"
    done >"$BATS_TEST_TMPDIR/in"
    expected=$(seq 0 9; seq 11 127; for _ in {1..128}; do echo 65533; done)
    for subcommand in to-ascii to-unicode; do
        run -1 idnx $subcommand --json --no-host-name <"$BATS_TEST_TMPDIR/in"
        [ "$(jq '.input | explode[]' <<<"$output")" = "$expected" ]
    done
}

@test "jq parses the object of every line of random octets" {
    random_octets 3 200000 >"$BATS_TEST_TMPDIR/in"
    ends=$(tr -cd '\n' <"$BATS_TEST_TMPDIR/in" | wc -c)
    run -1 idnx to-unicode --json <"$BATS_TEST_TMPDIR/in"
    jq -c keys <<<"$output" | sort | uniq -c |
        grep -x " *$((ends + 1)) \[\"character\",\"column\",\"fix\",\"input\",\"label\",\"message\",\"output\",\"position\",\"rule\",\"status\"\]"
}

squeeze() {
    sed 's/\xEF\xBF\xBD\(\xEF\xBF\xBD\)*/\xEF\xBF\xBD/g'
}

# rows of: what, octets, expected input
ill_formed() {
    printf '%s|%b|%b\n' \
        'an octet of no sequence'          'a\xFFb'             'a\uFFFDb' \
        'an octet of Latin-1'              'b\xFCcher'          'b\uFFFDcher' \
        'continuations without a first'    'a\x80\xBF'          'a\uFFFD\uFFFD' \
        'a sequence cut short by another'  '\xE2\x82a'          '\uFFFDa' \
        'a sequence cut short by the end'  '\xF0\x9F\x98'       '\uFFFD' \
        'overlong'                         '\xC0\xAF\xE0\x80'   '\uFFFD\uFFFD\uFFFD\uFFFD' \
        'a surrogate'                      '\xED\xA0\x80'       '\uFFFD\uFFFD\uFFFD' \
        'beyond U+10FFFF'                  '\xF4\x90\x80\x80'   '\uFFFD\uFFFD\uFFFD\uFFFD' \
        'the first of each form'  '\uA0\u800\u1000\uE000\U10000\U40000\U100000' \
                                  '\uA0\u800\u1000\uE000\U10000\U40000\U100000' \
        'the last of each form'   '\u7FF\uFFF\uCFFF\uD7FF\uFFFD\U3FFFD\UFFFFD\U10FFFD' \
                                  '\u7FF\uFFF\uCFFF\uD7FF\uFFFD\U3FFFD\UFFFFD\U10FFFD'
}

# How many U+FFFD stand side by side depends on the version of libunistring.
@test "what is not UTF-8 is U+FFFD, and what is stays" {
    while IFS='|' read -r what octets expected; do
        echo "$what"
        run idnx to-unicode --json "$octets"
        [ "$(jq -r .input <<<"$output" | squeeze)" = "$(squeeze <<<"$expected")" ]
    done < <(LC_ALL=C.UTF-8 ill_formed)
}

@test "control characters are escaped, C1 and DEL too" {
    run -1 idnx to-unicode --json $'\x01\e[31m\x7F\xC2\x80\xC2\x9B\xC2\xA0"\\'
    [[ $output == '{"input":"\u0001\u001b[31m\u007f\u0080\u009b'$'\xC2\xA0''\"\\",'* ]]
    [ "$(LC_ALL=C tr -d '\040-\176\240-\377\302' <<<"$output" | hex)" = 0a ]
}

@test "what changes the direction or ends a line for some reader is escaped" {
    run -1 idnx to-unicode --json $'\u202E\u2066\u200D\u2028\u2029ü'
    [[ $output == '{"input":"\u202e\u2066\u200d\u2028\u2029ü",'* ]]
    run -0 python3 -c 'import sys; print(len(sys.argv[1].splitlines()))' "$output"
    [ "$output" = 1 ]
}

@test "input is cut at IDNX_INPUT_MAX, between characters" {
    for spaces in 0 1 2 3; do
        name=$(repeat $spaces ' ')$(repeat 2000 $'\xF0\x9F\x98\x80')
        run -1 idnx to-ascii --json "$name"
        argument=$output
        run -1 idnx to-ascii --json <<<"$name"
        for object in "$argument" "$output"; do
            [ "$(jq -r .status <<<"$object")" = TOO_LONG ]
            [ "$(jq '.input | length' <<<"$object")" = $((spaces + (4096 - spaces) / 4)) ]
            [ "$(jq '.input | test("\uFFFD")' <<<"$object")" = false ]
        done
    done
}
