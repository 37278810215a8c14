#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx punycode: RFC 3492 applied to whole strings.

load common

# rows of: text, code points, Punycode; some of RFC 3492 section 7.1
# shellcheck disable=SC2016 # a dollar is a dollar
samples() {
    printf '%s|%s|%s\n' \
        'bücher'      'u+0062 u+00FC u+0063 u+0068 u+0065 u+0072'      bcher-kva \
        'ü'           'u+00FC'                                         tda \
        '他们为什么不说中文' \
        'u+4ED6 u+4EEC u+4E3A u+4EC0 u+4E48 u+4E0D u+8BF4 u+4E2D u+6587' \
        ihqwcrb4cv8a8dqg056pqjye \
        '3年B組金八先生' \
        'u+0033 u+5E74 u+0042 u+7D44 u+91D1 u+516B u+5148 u+751F' \
        3B-ww4c5e180e575a65lsy2b \
        '-> $1.00 <-'  'u+002D u+003E u+0020 u+0024 u+0031 u+002E u+0030 u+0030 u+0020 u+003C u+002D' \
        '-> $1.00 <--' \
        'xn--tda'     'u+0078 u+006E u+002D u+002D u+0074 u+0064 u+0061' xn--tda-
}

@test "text and code points become Punycode, nothing mapped" {
    while IFS='|' read -r text code_points punycode; do
        echo "$text"
        [ "$(idnx punycode -e -- "$text")" = "$punycode" ]
        [ "$(idnx punycode --encode "$code_points")" = "$punycode" ]
        [ "$(idnx punycode -e "${code_points,,}")" = "$punycode" ]
        [ "$(idnx punycode -e "${code_points^^}")" = "$punycode" ]
    done < <(samples)
    [ "$(idnx punycode -e Ü)" = wca ]
}

@test "Punycode becomes text, or code points" {
    while IFS='|' read -r text code_points punycode; do
        echo "$text"
        [ "$(idnx punycode -d -- "$punycode")" = "$text" ]
        [ "$(idnx punycode --decode --code-points -- "$punycode")" = "$code_points" ]
        [ "$(idnx punycode -du -- "$punycode")" = "$code_points" ]
    done < <(samples)
}

@test "each argument or line is a string" {
    run -0 idnx punycode -e ü bücher
    [ "$output" = $'tda\nbcher-kva' ]
    run -0 idnx punycode -d <<<$'tda\nbcher-kva'
    [ "$output" = $'ü\nbücher' ]
}

@test "what only looks like code points is text" {
    run -0 idnx punycode -d -u "$(idnx punycode -e 'u+')" "$(idnx punycode -e 'u+fg u+62')" \
        "$(idnx punycode -e 'u+000000062')"
    [ "${lines[0]}" = 'u+0075 u+002B' ]
    [ "$(wc -w <<<"${lines[1]}")" = 9 ]
    [ "$(wc -w <<<"${lines[2]}")" = 11 ]
    for text in 'u+ 62' 'u-62' 'u+62 63'; do
        [ "$(idnx punycode -d "$(idnx punycode -e "$text")")" = "$text" ]
    done
}

# rows of: what, direction, string, code
rejected() {
    printf '%s|%s|%b|%s\n' \
        'an octet that is no digit'    -d 'a-!'            P4 \
        'not ASCII'                    -d 'ü'              P4 \
        'an overflow'                  -d '99999999999'    P4 \
        'a surrogate'                  -e 'u+D800'         A3 \
        'beyond U+10FFFF'              -e 'u+110000'       A3 \
        '32 bits'                      -e 'u+FFFFFFFF'     A3 \
        'ill-formed UTF-8'             -e 'b\xFCcher'      UTF8 \
        'more than 1024 code points'   -e "$(repeat 1025 a)" TOO_LONG \
        'more than that, as u+...'     -e "$(repeat 1030 'u+FC ')" TOO_LONG \
        'far more than that'           -e "$(repeat 1500 ü)" TOO_LONG
}

@test "a rejected argument has no line, a rejected line an empty one, and both a reason" {
    while IFS='|' read -r what direction string code; do
        echo "$what"
        run -1 --separate-stderr --keep-empty-lines idnx punycode "$direction" "$string" tda
        [[ $output != $'\n'* && $(wc -l <<<"$output") -eq 2 ]]
        # shellcheck disable=SC2154 # set by run
        [[ $stderr =~ ^'idnx: argument 1: "'.+'": the string '.+" ($code)" ]]
        run -1 --separate-stderr --keep-empty-lines idnx punycode "$direction" <<<"$string"
        [ "$output" = $'\n' ]
    done < <(rejected)
}

@test "the longest string has room" {
    longest=$(repeat 512 'u+FF u+10FFFF ')
    longest=${longest% }
    punycode=$(idnx punycode -e "$longest")
    [ "$(idnx punycode -d -u <<<"$punycode")" = "${longest//u+FF /u+00FF }" ]
}
