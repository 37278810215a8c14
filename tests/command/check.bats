#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx check: what a lookup on this machine does with a name.

load common

# check [OPTION]... NAME...: on a machine without idnx.conf.
check() {
    configured - "$BUILD/idnx" check "$@"
}

# check_under CONFIGURATION ARGUMENT...
check_under() {
    printf '%s\n' "$1" >"$BATS_TEST_TMPDIR/conf"
    shift
    configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" check "$@"
}

# asked CONF: prints, of each row of names.tsv with that idnx.conf, the verdict expected and that
# of check, one file for each.
asked() {
    local draft=$BATS_TEST_TMPDIR/draft rows name status ace options=()

    if [ "$1" != - ]; then
        printf '%b' "$1" >"$draft"
        options=(--config="$draft")
    fi
    rows=$(conf=$1 awk -F '\t' '$2 == ENVIRON["conf"] && !/^#/' "$NAMES")
    while IFS=$'\t' read -r name _ status ace _; do
        printf '%b\0' "$name" >&3
        echo "$name: $status $ace"
    done <<<"$rows" 3>"$BATS_TEST_TMPDIR/names" >"$BATS_TEST_TMPDIR/expected"
    check "${options[@]}" --json -0 <"$BATS_TEST_TMPDIR/names" 2>/dev/null |
        tee "$BATS_TEST_TMPDIR/answers" | jq -r '
        if .verdict == "converted" then "converted " + .output elif .verdict == "ascii" then
        "unchanged -" elif .verdict == "excluded" then "excluded -" else .status + " -" end' |
        paste -d ' ' <(cut -f 1 <<<"$rows" | sed 's/$/:/') - >"$BATS_TEST_TMPDIR/said"
}

@test "of each name of names.tsv it says what the module does, unless the file is broken" {
    NAMES=$BATS_TEST_DIRNAME/../common/names.tsv
    number=0
    while read -r conf; do
        asked "$conf"
        if [ ! -s "$BATS_TEST_TMPDIR/answers" ]; then # broken: only ASCII names are answered
            ! grep -v ': unchanged -$' "$BATS_TEST_TMPDIR/expected"
            continue
        fi
        diff "$BATS_TEST_TMPDIR/expected" "$BATS_TEST_TMPDIR/said"
        number=$((number + $(wc -l <"$BATS_TEST_TMPDIR/said")))
    done < <(grep -v '^#' "$NAMES" | awk -F '\t' '
        { confs[$2] } $3 ~ /^(config|charset)$/ || /KLINGON/ { broken[$2] }
        END { for (conf in confs) if (conf != "" && !(conf in broken)) print conf }')
    [ "$number" -gt 100 ]
}

@test "of a rejected name the reason is written, in its place" {
    run -1 check a 'ü b' c
    [ "$output" = 'a
rejected: "ü b": label 1 contains a character that is not allowed in host names (HOST): U+0020 SPACE (character 2, column 2). Use only letters, digits, hyphens and _ among ASCII characters.
c' ]
}

@test "names come from standard input, and a rejected one does not end them" {
    run -1 check <<<$'ü\n１.２.３.４\nö'
    [ "${lines[0]}" = xn--tda ]
    [[ ${lines[1]} == 'rejected: "１.２.３.４": label 4 '*'(NUMBER)'* ]]
    [ "${lines[2]}" = xn--nda ]
}

@test "--quiet writes nothing, and the exit status tells" {
    run -0 check --quiet ü
    [ "$output" = '' ]
    run -1 check -q ü 'ü b'
    [ "$output" = '' ]
}

@test "what no program can look up is rejected: a NUL, and too many octets" {
    printf 'a\0b\n%s\n' "$(repeat 5000 a)" >"$BATS_TEST_TMPDIR/in"
    run -1 check <"$BATS_TEST_TMPDIR/in"
    [[ ${lines[0]} == 'rejected: '*'(UTF8): byte 00 '* ]]
    [[ ${lines[1]} == 'rejected: "aaa'*'aaa...": the name has more than 4096 bytes (TOO_LONG). '* ]]
    [ "${#lines[1]}" -lt 250 ]
    run -1 check --json <"$BATS_TEST_TMPDIR/in"
    [ "$(jq -c .configuration <<<"$output")" = $'null\nnull' ] # it is not asked
    run -1 idnx explain <"$BATS_TEST_TMPDIR/in"
    [[ $output == *'(TOO_LONG); no query is sent'* && $output != *Configuration* ]]
}

@test "no control character of an ASCII name is written" {
    run -0 check $'\e[31m\x7F'
    [ "$output" = '<U+001B>[31m<U+007F>' ]
}

@test "a wrong idnx.conf is exit status 3, with its line, for names that are not ASCII" {
    needs_etc
    run -3 check_under $'CheckBidi = true\ncheckbidi = true' ü
    [ "$output" = 'not looked up: /etc/idnx.conf, line 2: unknown key: "checkbidi"; did you mean "CheckBidi"?' ]
    run -0 check_under 'wrong' example.com
    run -3 check_under 'wrong' example.com ü 'example.com'
}

@test "a wrong idnx.conf is told: what was there first, what is wrong with a name, what failed" {
    needs_etc
    run -3 check_under $'CheckBidi = true\n\nCheckBidi = true' ü
    [ "$output" = 'not looked up: /etc/idnx.conf, line 3: repeated key: "CheckBidi", first in line 1' ]
    run -3 check_under '[.a..b]' ü
    [[ $output == 'not looked up: /etc/idnx.conf, line 1: not a domain name: "a..b": label 2 is empty (A4_2), from character 3, column 3' ]]
    # shellcheck disable=SC2016 # $0 is of that shell
    run -3 unshare_mounts sh -ec 'mount -t tmpfs none /etc
        ln -s idnx.conf /etc/idnx.conf
        exec "$0" check ü' "$BUILD/idnx"
    [[ $output == 'not looked up: /etc/idnx.conf: '*': Too many levels of symbolic links' ]]
}

@test "an empty idnx.conf is wrong, with the way out, and a masked one is none" {
    needs_etc
    : >"$BATS_TEST_TMPDIR/empty"
    run -3 configured "$BATS_TEST_TMPDIR/empty" "$BUILD/idnx" check ü
    [ "$output" = 'not looked up: /etc/idnx.conf: empty; remove it for the defaults' ]
    # shellcheck disable=SC2016 # $0 is of that shell
    run -0 unshare_mounts sh -ec 'mount -t tmpfs none /etc
        ln -s /dev/null /etc/idnx.conf
        "$0" check ü
        "$0" explain ü | grep Configuration
        "$0" check --json ü' "$BUILD/idnx"
    [ "${lines[0]}" = xn--tda ]
    [ "${lines[1]}" = 'Configuration: /etc/idnx.conf is /dev/null: the defaults' ]
    [ "$(jq -c .configuration <<<"${lines[2]}")" = null ]
}

@test "a charset without a converter is exit status 4" {
    needs_etc
    run -4 check_under 'charset = NO-SUCH-CHARSET' $'b\xFCcher'
    [ "$output" = 'not looked up: /etc/idnx.conf: charset NO-SUCH-CHARSET: there is no converter' ]
    run -4 check_under 'charset = UTF-16' $'b\xFCcher'
    [[ $output == *': charset UTF-16: it has shift states, or its ASCII is not ASCII' ]]
    run -0 check_under 'charset = NO-SUCH-CHARSET' bücher
}

@test "--config checks by a draft of idnx.conf, whoever owns it, and ends with totals" {
    conf=$BATS_TEST_TMPDIR/draft
    printf '# ours\n[.com]\nprotection = browser\n' >"$conf"
    chmod 666 "$conf"
    run -1 --separate-stderr check --config="$conf" раypal.com раypal.org a
    [[ ${lines[0]} == *"; protection = browser ($conf, line 3, in [.com]). "* ]]
    [ "${lines[1]}" = xn--ypal-43d9g.org ]
    [[ $stderr == *'; protection = browser would reject it'*$'\nnames                 3\nconverted             1\n'* ]]
    run -0 check -q --config="$conf" ü
    [ "$output" = '' ]
    run -1 --separate-stderr check --json --config="$conf" раypal.com
    [ "$(jq -r '.finding.setting.line, .configuration.file' <<<"$output")" = "3
$conf" ]
}

@test "--config tells all errors of the draft, the charset included, and checks no name" {
    conf=$BATS_TEST_TMPDIR/draft
    printf 'protecton = browser\n[straße.example]\nscripts = \e\n' >"$conf"
    run -3 --separate-stderr check --config="$conf" ü
    [ "$output" = '' ]
    [[ $stderr == "idnx: $conf, line 1: unknown key"*$'\n'"idnx: $conf, line 2: "*$'\n'"idnx: $conf, line 3: "* ]]
    [[ $stderr != *$'\e'* ]]
    echo 'charset = NO-SUCH-CHARSET' >"$conf"
    run -3 check --config="$conf" ü
    [ "$output" = "idnx: $conf: names in its charset cannot be decoded here" ]
    : >"$conf"
    run -3 check --config="$conf" ü
    [[ $output == "idnx: $conf: empty"* ]]
    run -3 check --config="$conf.none" ü
    [ "$output" = "idnx: $conf.none: No such file or directory" ]
    run -2 check --config="$conf" --set=protection=off ü
}

@test "--json tells the same of each name" {
    needs_etc
    run -1 check --json Bücher www.example 'ü b'
    [ "$(jq -c '[.input, .output, .verdict, .status, .label]' <<<"$output")" = \
'["Bücher","xn--bcher-kva","converted","OK",0]
["www.example","www.example","ascii","OK",0]
["ü b",null,"rejected","HOST",1]' ]
    run -3 check_under $'[.a]\n[.a]' --json ü.a
    [ "$(jq -c '[.verdict, .configuration.file]' <<<"$output")" = \
        '["configuration","/etc/idnx.conf"]' ]
    [ "$(jq -c '.configuration | [.error_line, .error]' <<<"$output")" = '[2,"repeated section"]' ]
    run -0 check_under $'[.a]' --json ü.a
    [ "$(jq -c .configuration.section_line <<<"$output")" = 1 ]
}
