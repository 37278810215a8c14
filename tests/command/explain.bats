#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx explain: what it tells a reader, and that none of its output disturbs a terminal.

load common
load ../common/terminal

explain() {
    configured - "$BUILD/idnx" explain "$@"
}

# explain_under CONFIGURATION ARGUMENT...
explain_under() {
    printf '%s\n' "$1" >"$BATS_TEST_TMPDIR/conf"
    shift
    configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" explain "$@"
}

@test "characters are told label by label, with code, script and name" {
    run -0 explain Bücher.example
    [ "$output" = "Result: DNS is asked for xn--bcher-kva.example
Configuration: /etc/idnx.conf does not exist: the defaults

Label 1: Bücher
  U+0042 B LATIN CAPITAL LETTER B (Latin) becomes U+0062 b
  U+00FC ü LATIN SMALL LETTER U WITH DIAERESIS (Latin)
  Unchanged: cher
  ASCII form: xn--bcher-kva

Label 2: example
  ASCII: nothing to map
  ASCII form: example" ]
}

@test "a mark stands on a circle" {
    run -0 explain $'日q\u0323ｱ'
    [ "$(grep -c '^  U+.... ' <<<"$output")" = 3 ]
    [[ $output == *$'\n  U+65E5 日 CJK UNIFIED IDEOGRAPH-65E5 (Han)\n'* ]]
    [[ $output == *$'\n  U+0323 \u25CC\u0323 COMBINING DOT BELOW ('[1-9]$' scripts)\n'* ]]
    [[ $output == *$'\n  U+FF71 ｱ HALFWIDTH KATAKANA LETTER A (Katakana) becomes U+30A2 ア\n'* ]]
    [[ $output == *$'\n  Unchanged: q\n'* ]]
}

@test "ASCII letters that stay as they are take one row together, and how a label reads is told" {
    run -0 explain $'pöst-office_2.рф' xn--80ak6aa92e.xn--p1ai
    [[ $output == *$'\n  U+00F6 ö '*$'\n  Unchanged: pst-office_2\n'* ]]
    [[ $output == *'Decoded from Punycode: аррӏе'*$'\n  Reads as: "apple"\n'* ]]
    run -0 explain xn--80ak6aa92e.com
    [[ $output == *$'\nWarning: label 1 reads as "apple"; '* ]]
}

# rows KIND: prints the rows of explain.tsv of that kind, with "|" between columns.
rows() {
    printf '%b' "$(sed -n "s/^$1\t//p" "$BATS_TEST_DIRNAME/explain.tsv" | tr '\t' '|')\n"
}

@test "what each step has done is told" {
    while IFS='|' read -r name expected what; do
        echo "$what: $expected"
        run explain "$name"
        [[ $output == *"$expected"* ]]
    done < <(LC_ALL=C.UTF-8 rows told)
}

# Newest version first.  Which of them is assigned depends on the tables' version of Unicode;
# which has a name, on libunistring's.
@test "a character that libunistring does not know is newer, and has its script" {
    for row in $'\u0558 Armenian' $'\u088F Arabic' $'\u0897 Arabic' $'\u0CF3 Kannada'; do
        run explain "${row% *}"
        [[ $output == *' newer than libunistring '* ]] || continue
        [[ $output =~ newer\ than\ libunistring\ \(${row#* }\) ]]
        return
    done
    skip "libunistring knows every character of the tables"
}

@test "a broken rule is told with its code, place, section and remedy" {
    while IFS='|' read -r name code where rule; do
        echo "$code"
        run -1 explain "$name"
        words=$(tr -s '\n ' ' ' <<<"$output")
        [[ $output == *$'\n  Rejected: '*$'\n    Rule: '*"$rule"* && $words == *"($code)"*"$where"* ]]
        [[ $words == "Result: rejected: "*"($code)"*"; no query is sent "* ]]
    done < <(LC_ALL=C.UTF-8 rows broken
        echo "ü$(repeat 5000 a)|TOO_LONG|Rejected: the name|RFC 1035")
}

@test "every rule broken is told, not only the first, and what is not UTF-8 once, not as U+FFFD again" {
    run -1 explain 'a b.ü.c/d'
    [ "$(grep -c 'Rejected:' <<<"$output")" = 2 ]
    run -1 explain $'b\xFCcher'
    [ "$(grep -c 'Rejected:' <<<"$output")" = 1 ]
}

@test "a character of a decoded label does not come of the one its label begins with" {
    run -1 explain $'ü.Xn--a-ecp'
    [[ $output == *'U+2488 ⒈ DIGIT ONE'* && $output != *'which comes from'* ]]
}

@test "deviations are told where they matter, and only there" {
    needs_etc
    run -0 explain faß.de
    [[ $output == *'Deviations: transitional lookups (IDNA2003) ask for fass.de instead'* ]]
    run -1 explain $'pay\u200Dpal.example'
    [[ $output == *'ask for paypal.example instead'* ]]
    run -0 explain Bücher
    [[ $output != *Deviations* ]]
    run -0 explain_under 'deviations = map' faß.de
    [[ $output == *'DNS is asked for fass.de'*'today ask for xn--fa-hia.de instead'* ]]
}

@test "the section of idnx.conf that applied is told" {
    needs_etc
    conf=$'deviations = map\n[.straße.example]\ndeviations = keep\n[.מ.example]\n'
    run -0 explain_under "$conf" faß.a.straße.example.
    [[ $output == *$'\nConfiguration: /etc/idnx.conf, line 2, section [.straße.example]'* ]]
    run -0 explain_under "$conf" ü.מ.example
    [[ $output == *$'\nConfiguration: /etc/idnx.conf, line 4, section [.מ.example]\n'* ]]
    run -0 explain_under "$conf" faß.example
    [[ $output == *$'\nConfiguration: /etc/idnx.conf, no section for this name'* ]]
}

@test "idnx.conf decides as in a lookup: excluded, scripts, wrong, another charset" {
    needs_etc
    run -0 explain_under 'exclude = .example' 'ß b.example'
    [[ $output == 'Result: passed through unchanged: excluded in /etc/idnx.conf'*'  Not valid: '* ]]
    [[ $output != *Deviations* && $output != *Rejected* ]]
    run -0 explain_under 'exclude = .example' faß.example
    [[ $output == *'Result: passed through unchanged: '* && $output != *Deviations* ]]
    run -1 explain_under 'script-policy = highly-restrictive' раypal.example
    [[ $(tr -s '\n ' ' ' <<<"$output") == *'(SCRIPTS)'*'U+0079 y LATIN SMALL LETTER Y (Latin)'*'UTS #39 section 5.2'* ]]
    run -1 explain_under 'script-policy = single-script' ক৪-8
    [[ $(tr -s '\n ' ' ' <<<"$output") == *'(NUMBERS)'*'U+09EA ৪ BENGALI DIGIT FOUR (3 scripts), U+0038 8 DIGIT EIGHT (Common)'*'UTS #39 section 5.3'* ]]
    run -1 explain_under 'script-policy = ascii-only' québec
    [[ $(tr -s '\n ' ' ' <<<"$output") == *'(SCRIPTS): U+00E9 é LATIN SMALL LETTER E WITH ACUTE (Latin), from '* ]]
    run -3 explain_under $'\nwrong' ü.example
    [[ $output == 'Result: not looked up: /etc/idnx.conf, line 2: '*'xn--tda'* ]]
    run -0 explain_under 'charset = ISO-8859-15' $'b\xFCcher'
    [[ $output == *'asked for xn--bcher-kva'*'Charset: ISO-8859-15, not UTF-8'*'WITH DIAERESIS'* ]]
}

@test "of several names each has a heading, and lines their number" {
    run -0 explain ü ö
    [ "$(grep -A 1 '^argument' <<<"$output")" = $'argument 1\nResult: DNS is asked for xn--tda\n--\nargument 2\nResult: DNS is asked for xn--nda' ]
    run -1 explain <<<$'ü b\nö'
    [ "$(grep '^line' <<<"$output")" = $'line 1\nline 2' ]
}

# Prints the lines with a control character except newline, a direction control, or an
# invisible or blank (U+2800) character.
disturbing() {
    controls='\x00-\x09\x0B-\x1F\x7F-\x9F\p{Cf}\p{Zl}\p{Zp}'
    blanks='\x{115F}\x{1160}\x{2800}\x{3164}\x{FE00}-\x{FE0F}\x{E0100}-\x{E01EF}'
    LC_ALL=C.UTF-8 grep -P "[$controls$blanks]"
}

@test "no character that controls a terminal or cannot be seen is written" {
    for range in 1-9 B-1F 7F-A0 AD 34F 61C 115F-1160 180E 200B-200F 2028-202E 2060-206F 2800 \
            3164 FE00-FE0F FEFF FFF9-FFFB E0001 E0020-E007F; do
        for ((c = 0x${range%-*}; c <= 0x${range#*-}; c++)); do
            printf '%b\n' "ä\U$(printf %08X "$c")b"
        done
    done >"$BATS_TEST_TMPDIR/in"
    disturbing <"$BATS_TEST_TMPDIR/in" | wc -l | grep -qx '[12].[0-9]'
    run configured - "$BUILD/idnx" explain <"$BATS_TEST_TMPDIR/in"
    [ "$(grep -c '^line ' <<<"$output")" -gt 150 ]
    [ "$(disturbing <<<"$output")" = '' ]
    run configured - "$BUILD/idnx" explain --json <"$BATS_TEST_TMPDIR/in"
    [ "$(LC_ALL=C.UTF-8 grep -P '[\x00-\x09\x0B-\x1F\x7F-\x9F]' <<<"$output")" = '' ]
}

# Each is a letter alone between Latin text, or text at the end of its line.
@test "right-to-left text cannot move what stands beside it" {
    run -1 explain $'\u0645\u062B\u0627\u0644.\uFEDF\uFEB5.a\u05D0.xn--4db'
    LC_ALL=C.UTF-8 grep -P '[\x{590}-\x{8FF}\x{FB1D}-\x{FDFF}\x{FE70}-\x{FEFC}]' \
        <<<"$output" >"$BATS_TEST_TMPDIR/rtl"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/rtl")" -ge 10 ]
    r='[\x{590}-\x{8FF}\x{FB1D}-\x{FDFF}\x{FE70}-\x{FEFC}]'
    ascii='[\x00-\x7F]*'
    at_end="(Label \d+|  Decoded from Punycode): $ascii$r*"
    alone="(${ascii}[A-F0-9] +$r( +[A-Z]|, U|\$))*$ascii"
    run -1 env LC_ALL=C.UTF-8 grep -vP "^($at_end|$alone)\$" "$BATS_TEST_TMPDIR/rtl"
    [ "$output" = '' ]
}

@test "output is UTF-8 whatever the locale, where it is no terminal" {
    expected=$(explain ü日)
    for locale in C C.UTF-8 de_DE.ISO-8859-1 ja_JP.EUC-JP; do
        [ "$(LC_ALL=$locale explain ü日)" = "$expected" ]
    done
}

@test "a terminal gets UTF-8 if it has that, and U+XXXX if not" {
    needs_terminal
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C.UTF-8 "$BUILD/idnx" explain ü日
    [[ $output == *$'\nLabel 1: ü日'*'U+00FC ü LATIN'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" explain ü日
    [[ $output == *$'\nLabel 1: <U+00FC><U+65E5>'*'U+00FC LATIN'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" explain $'\u0301bü'
    [[ $output == *$'\nLabel 1: <U+0301>b<U+00FC>'* ]]
}

@test "colours are for terminals, unless NO_COLOR is set or the terminal has none" {
    needs_terminal
    run on_terminal 80 env -u NO_COLOR TERM=xterm "$BUILD/idnx" explain 'ü b'
    [[ $output == *$'\e[31m  Rejected: '*$'\e[0m'* ]]
    run on_terminal 80 env NO_COLOR= TERM=xterm "$BUILD/idnx" explain 'ü b'
    [[ $output == *$'\e[31m'* ]]
    for environment in NO_COLOR=1 TERM=dumb; do
        run on_terminal 80 env -u NO_COLOR TERM=xterm "$environment" "$BUILD/idnx" explain 'ü b'
        [[ $output == *Rejected* && $output != *$'\e'* ]]
    done
    run on_terminal 80 env -u NO_COLOR -u TERM "$BUILD/idnx" explain 'ü b'
    [[ $output == *Rejected* && $output != *$'\e'* ]]
    run -1 explain 'ü b'
    [[ $output != *$'\e'* ]]
}

@test "--json is an object a name: labels, and steps in their order" {
    run -1 explain --json Ü.a 'ü b'
    [ "$(jq -c '[.input, .output, .verdict, .status, (.labels | length)]' <<<"$output")" = \
        '["Ü.a","xn--tda.a","converted","OK",2]
["ü b",null,"rejected","HOST",1]' ]
    steps='.labels[].steps[]'
    told='"\(.label) \(.step) \(.octet) \(.position) \(.ascii)"'
    [ "$(jq -r "$steps | $told" <<<"${lines[0]}")" = \
        '1 mapped 1 1 null
1 kept 3 2 null
1 encoded 1 1 xn--tda
2 kept 4 3 null
2 encoded 4 3 a' ]
    [ "$(jq -c '.labels[0].steps[0].before[0] | [.code_point, .scripts]' <<<"${lines[0]}")" = \
        '["U+00DC",["Latin"]]' ]
    broken='select(.step == "broken") | [.status, .octet, .octets, .rule]'
    [ "$(jq -c "$steps | $broken" <<<"${lines[1]}")" = \
        '["HOST",3,1,"RFC 1123 section 2.1, and _"]' ]
}

@test "--json tells deviations, section and scripts" {
    needs_etc
    run -0 explain_under '[.de]' --json faß.de
    [ "$(jq -c '[.other_deviations, .section, .configuration.section_line]' <<<"$output")" = \
        '["fass.de","[.de]",1]' ]
    run -1 explain_under 'script-policy = single-script' --json раypal
    [ "$(jq -c '[.status, .finding.characters[].code_point]' <<<"$output")" = \
        '["SCRIPTS","U+0440","U+0430","U+0079"]' ]
    run -1 explain_under 'script-policy = single-script' --json ক৪-8
    [ "$(jq -c '[.status, .finding.characters[].code_point]' <<<"$output")" = \
        '["NUMBERS","U+09EA","U+0038"]' ]
}

@test "jq parses what is told of every random line" {
    random_octets 5 20000 >"$BATS_TEST_TMPDIR/in"
    ends=$(tr -cd '\n' <"$BATS_TEST_TMPDIR/in" | wc -c)
    run configured - "$BUILD/idnx" explain --json <"$BATS_TEST_TMPDIR/in"
    [ "$(jq -c '.labels | type' <<<"$output" | wc -l)" = $((ends + 1)) ]
}

@test "the longest names are told" {
    for character in a . 'ü' $'\u0301' '。' 'ﷺ' $'\xFF'; do
        run explain --json "$(repeat 4096 "$character" | head -c 4096)"
        [ "$(jq -r 'type' <<<"$output")" = object ]
        run explain "$(repeat 1000 "$character" | head -c 1000)"
        [[ $output == 'Result: '* ]]
    done
}
