#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Names that look like others: which ones explain and check warn of, what they say of a setting
# that rejects a name, and how idnx check --set checks names.

load common
load ../common/terminal

# check [OPTION]... NAME..., explain [OPTION]... NAME...: runs it without an idnx.conf.
check() {
    configured - "$BUILD/idnx" check "$@"
}

explain() {
    configured - "$BUILD/idnx" explain "$@"
}

# under CONFIGURATION SUBCOMMAND ARGUMENT...
under() {
    printf '%b\n' "$1" >"$BATS_TEST_TMPDIR/conf"
    shift
    configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" "$@"
}

# --- Warnings -------------------------------------------------------------------

# rows KIND: prints the settings, names, rules and texts of a kind of row, one "|" between them.
rows() {
    printf '%b' "$(awk -F '\t' -v OFS='|' -v kind="$1" '$1 == kind { print $2, $3, $4, $5 }' \
        "$BATS_TEST_DIRNAME/look_alikes.tsv")\n"
}

@test "check warns of a name that protection = browser would reject, with the characters" {
    while IFS='|' read -r setting name rule text; do
        echo "$name"
        run -0 --separate-stderr check "$name"
        [[ $output == *xn--* && ${#lines[@]} -eq 1 ]]
        # shellcheck disable=SC2154 # bats sets it
        equal "idnx: argument 1: warning: \"$name\": label 1 $text; $setting would reject it" \
            "$stderr"
        run -0 check --json "$name"
        equal "$rule 1 null converted" \
            "$(jq -r '.warning.status, .warning.label, .finding, .verdict' <<<"$output" | paste -sd ' ')"
        run -1 check --set "$setting" "$name"
        [[ ${lines[0]} == *"($rule): "* ]]
    done < <(LC_ALL=C.UTF-8 rows warning)
}

# equal EXPECTED FOUND
equal() {
    diff <(echo "$1") <(echo "$2")
}

@test "of no other name there is a warning, and none with --quiet" {
    for name in bücher.de яндекс.ru 例え.jp paypal.com xn--bcher-kva.de xn--999.com 'раypal .com'; do
        run --separate-stderr check "$name"
        [ "$stderr" = '' ]
        run check --json "$name"
        [ "$(jq -c .warning <<<"$output")" = null ]
        run explain "$name"
        [[ $output != *Warning* ]]
    done
    run -0 check -q раypal.com
    [ "$output" = '' ]
}

@test "what is excluded, or not converted for idnx.conf, has no warning" {
    needs_etc
    run -0 under 'exclude = .com' check раypal.com
    [ "$output" = 'passed through unchanged: excluded in /etc/idnx.conf' ]
    run -3 under 'wrong' check раypal.com
    [[ $output != *warning* ]]
    run -0 under 'script-policy = off' check раypal.com
    [[ $output == *warning* ]]
}

@test "a name in another charset is warned of as well" {
    needs_etc
    run -0 under 'charset = KOI8-R' check $'\xD2\xC1ypal.com'
    [[ $output == *'mixes Cyrillic р а with Latin'* ]]
    run -1 under 'charset = KOI8-R\nprotection = strict' check $'\xD2\xC1ypal.com'
    [[ $output == *'U+0440 р CYRILLIC SMALL LETTER ER'*'; protection = strict (/etc/idnx.conf, line 2,'* ]]
}

@test "explain warns after the result" {
    run -0 explain раypal.com
    [[ $output == *$'DNS is asked for xn--ypal-43d9g.com\nWarning: label 1 mixes Cyrillic р а with Latin and reads as "paypal";\n         protection = browser would reject it\n'* ]]
    run -0 explain --json раypal.com
    [ "$(jq -c '.warning | [keys_unsorted, .label, .reads_as]' <<<"$output")" = \
        '[["status","label","characters","reads_as"],1,"paypal"]' ]
    [ "$(jq -c '.warning.characters[] | [.code_point, .name, .scripts[0]]' <<<"$output")" = \
'["U+0440","CYRILLIC SMALL LETTER ER","Cyrillic"]
["U+0430","CYRILLIC SMALL LETTER A","Cyrillic"]
["U+0079","LATIN SMALL LETTER Y","Latin"]' ]
}

@test "a letter that is written from right to left is told by its number" {
    run -0 check $'\u05D0\u0639\u0639.com'
    [[ $output == *'label 1 mixes Hebrew U+05D0 with Arabic; '* ]]
}

# --- Rejected names ----------------------------------------------------------------

@test "look-alikes = reject does with each example what idnx.conf(5) says" {
    page=$(sed -n '/^.It Ic look-alikes/,/^.It Ic scripts/p' nss_idnx/policy/idnx.conf.5)
    while IFS='|' read -r setting name code _; do
        echo "$name"
        [[ $page == *$'\n.Li '"$name"* ]]
        [ "$code" = OK ] || [[ $page == *$'\n.It Li '"$code"$'\n'* ]]
        run check --json --set "$setting" "$name"
        [ "$(jq -r 'select(.input).status' <<<"$output")" = "$code" ]
    done < <(rows example)
}

@test "a rejected name: the characters, the setting with its line, the rule and what to do" {
    needs_etc
    while IFS='|' read -r setting name rule told; do
        echo "$setting $name"
        reading=
        [[ $told != *'; '* ]] || reading="; ${told#*; }"
        run -1 under "# a comment\n$setting # another\n[.other.example]\nprotection = off" \
            check "$name"
        [[ $output == "rejected: \"$name\": label "*" ($rule): ${told%%; *}"*"$reading"* ]]
        [[ $output == *"; $setting (/etc/idnx.conf, line 2, global). "[A-Z]*. ]]
        run -1 under "protection = off\n[.com]\n[.ru]\n[.jp]\n$setting" check --json "$name.jp"
        [ "$(jq -r '.status, .finding.status, .finding.setting.text, .finding.setting.line,
            .finding.setting.section, .warning' <<<"$output" | paste -sd '|')" = \
            "$rule|$rule|$setting|5|[.jp]|null" ]
        run -1 check --set "$setting" "$name"
        [[ ${lines[0]} == *"($rule): ${told%%; *}"*"$reading; $setting (--set). "* ]]
        run -1 under "$setting" explain "$name"
        [ "$(grep -c '  Rejected:' <<<"$output")" = 1 ]
        output=$(tr -s '\n ' ' ' <<<"$output")
        [[ $output == *" Rejected: label "*" ($rule): U+"*"; $setting (/etc/idnx.conf, line 1,"*'. '[A-Z]*" Rule: "* ]]
        [[ $output == *"Result: rejected: label "*" ($rule): U+"*"; no query is sent"* ]]
    done < <(LC_ALL=C.UTF-8 rows rejection)
}

@test "explain in 80 columns" {
    needs_etc
    run -1 under '[.example]\nscript-policy = highly-restrictive' explain раypal.example
    [[ $output == *'
  Rejected: label 1 contains characters of scripts beyond the restriction level
            (SCRIPTS): U+0440 р CYRILLIC SMALL LETTER ER (Cyrillic), U+0430 а
            CYRILLIC SMALL LETTER A (Cyrillic), U+0079 y LATIN SMALL LETTER Y
            (Latin), from character 1, column 1; reads as "paypal";
            script-policy = highly-restrictive (/etc/idnx.conf, line 2, in
            [.example]). Write the label in one script. If the name is right,
            let it pass by protection = off in a section of its own.
    Rule: UTS #39 section 5.2
'* ]]
}

# Also where the name breaks several criteria, of which relaxing one would not help.
@test "the remedy for a name that a setting rejects lets it pass" {
    needs_etc
    while IFS='|' read -r conf name; do
        echo "$conf $name"
        run -1 under "$conf" check --json "$name"
        [[ $(jq -r .fix <<<"$output") == *'let it pass by protection = off in a section of its own.' ]]
        run -0 under "$conf\n[.${name%.}]\nprotection = off" check "$name"
        [[ $output == *xn--* ]]
    done < <(printf '%s\n' 'protection = browser|раypal.com' 'protection = strict|eコマース.jp' \
        'protection = browser\n[.com]\nscript-policy = single-script|раypal.com.' \
        'protection = browser|аррӏе.com' 'look-alikes = reject|google一.com' \
        'repertoire = idna2008|i♥you.com' 'ace-names = check\nprotection = browser|xn--80ak6aa92e.com')
}

@test "the setting that counts is told: the key, or protection in its place" {
    needs_etc
    while IFS='|' read -r conf line section; do
        echo "$conf"
        run -1 under "$conf" check --json раypal.example
        [ "$(jq -c '.finding.setting | [.line, .section]' <<<"$output")" = "[$line,$section]" ]
    done <<'ROWS'
protection = browser\nscript-policy = single-script|2|null
script-policy = single-script\nprotection = browser|1|null
script-policy = single-script\n[.example]\nprotection = browser|3|"[.example]"
script-policy = single-script\n[.example]\nrepertoire = idna2008|1|null
script-policy = off\n[.example]\nprotection = strict\nscript-policy = highly-restrictive|4|"[.example]"
\uFEFF[.EXAMPLE]\t# all\r\n protection = browser \r|2|"[.EXAMPLE]"
ROWS
}

@test "a name that reads as a protected one: which line protects which" {
    needs_etc
    conf='protect = bank.example\nprotect = .google.com paypal.com # ours'
    run -1 under "$conf" check www.раypal.com
    [[ $output == 'rejected: "www.раypal.com": the name reads as a protected name (PROTECTED): U+0440 р '*', from character 5, column 5; protect = paypal.com (/etc/idnx.conf, line 2, global). '* ]]
    run -1 under "$conf" explain gооgle.com
    [[ $(tr -s '\n ' ' ' <<<"$output") == *'Rejected: the name reads as a protected name (PROTECTED): U+043E о CYRILLIC'*'; protect = .google.com '*'Rule: UTS #39 section 4'* ]]
    run -1 under "$conf" check --json раypal.com
    [ "$(jq -c '.finding | [.status, .label, .reads_as, .setting.text]' <<<"$output")" = \
        '["PROTECTED",0,null,"protect = paypal.com"]' ]
}

@test "a name that contains a protected word in disguise: which name has it, and the way out" {
    conf='protect = bank.example\nprotect = apple.com paypal.com'
    run -1 under "$conf" check my-pаypal.test
    [[ $output == *'the name contains a protected name in disguise (PROTECTED_WORD): U+0430 а '*'; protect = paypal.com (/etc/idnx.conf, line 2, global). If the name is right, add it to protect, or set protected-words = allow.' ]]
    run -0 under "$conf my-pаypal.test" check my-pаypal.test
    run -0 under "$conf\n[.test]\nprotected-words = allow" check my-pаypal.test
    run -0 under "$conf" check my-paypal-ü.test
}

@test "ACE names are explained if protection is set, and valid or not if ace-names leaves them" {
    needs_etc
    conf='protection = browser'
    run -1 under "$conf" explain xn--ypal-43d9g.xn--999.com
    [[ $output == 'Result: rejected: label 1 '*'Decoded from Punycode: раypal'*'Rejected: label 1 '*'Not valid: label 2 '*'(P4)'* ]]
    run -1 under "$conf" check --json xn--ypal-43d9g.com
    [ "$(jq -c '[.status, .finding.reads_as]' <<<"$output")" = '["SCRIPTS","paypal"]' ]
    run -1 under "$conf" check --json '\120n--ypal-43d9g.com'
    [ "$(jq -c '[.status, .verdict]' <<<"$output")" = '["HOST","rejected"]' ]
    run -0 --separate-stderr under "$conf\nace-names = leave" check xn--ypal-43d9g.com
    [ "$output" = xn--ypal-43d9g.com ]
    equal 'idnx: argument 1: warning: "xn--ypal-43d9g.com": label 1 mixes Cyrillic р а with Latin and reads as "paypal"; ace-names = leave lets it pass' \
        "$stderr"
}

@test "an error in idnx.conf is told with its word" {
    needs_etc
    run -3 under 'scripts = Latin Grek\nscripts= x' check ü
    [[ $output == 'not looked up: /etc/idnx.conf, line 2: repeated key: "scripts", first in line 1' ]]
    run -3 under '  scripts = Latin Greek1' check ü
    [ "$output" = 'not looked up: /etc/idnx.conf, line 1: not a script: "Greek1"; did you mean "Greek"?' ]
    run -3 under 'protect = a.example b..c' check ü
    [[ $output == *'line 1: not a domain name: "b..c": label 2 is empty (A4_2), from character 3, column 3' ]]
}

# --- idnx check --set --------------------------------------------------------------

@test "--set checks by these settings alone; totals go to standard error, not among answers" {
    needs_etc
    run -1 --separate-stderr under 'deviations = map\nexclude = .com' check \
        --set protection=browser --set 'protect = müller.example' \
        faß.de раypal.com paypal.com google一.com раypal.org
    equal 'xn--fa-hia.de
rejected: "раypal.com": label 1 contains characters of scripts beyond the restriction level (SCRIPTS): U+0440 р CYRILLIC SMALL LETTER ER (Cyrillic), U+0430 а CYRILLIC SMALL LETTER A (Cyrillic), U+0079 y LATIN SMALL LETTER Y (Latin), from character 1, column 1; reads as "paypal"; protection=browser (--set). Write the label in one script. If the name is right, let it pass by protection = off in a section of its own.
paypal.com
rejected: "google一.com": label 1 contains letters of another script that look like ASCII (LONE_LETTER): U+4E00 一 CJK UNIFIED IDEOGRAPH-4E00 (Han), from character 7, column 7; reads as "google-"; protection=browser (--set). Write the letters in the script of the others. If the name is right, let it pass by protection = off in a section of its own.' \
        "$(head -n 4 <<<"$output")"
    equal 'names                 5
converted             1
ascii                 1
rejected              3
SCRIPTS               2
LONE_LETTER           1' "$stderr"
}

@test "--set: totals in JSON, none with --quiet or without --set, also of nothing" {
    run -1 --separate-stderr check --json --set look-alikes=reject аррӏе.com a ü
    [ "${#lines[@]}" -eq 3 ]
    [ "$stderr" = '{"totals":{"names":3,"converted":1,"ascii":1,"excluded":0,"rejected":1,"configuration":0,"converter":0,"reported":0,"rules":{"READS_AS_ASCII":1}}}' ]
    [ "$(jq -c .configuration <<<"${lines[0]}")" = null ]
    run -1 check -q --set look-alikes=reject аррӏе.com
    [ "$output" = '' ]
    run -0 check a
    [ "$output" = a ]
    run -0 check --set protection=browser </dev/null
    [ "${lines[*]}" = 'names                 0' ]
}

@test "mode = report: check, explain, resolve and doctor say what it lets pass, and that it protects nobody" {
    local conf='protection = browser\n[.com]\nmode = report' said='would be rejected; mode = report, which protects nobody, lets it pass: '
    local name=раypal.com why='label 1 contains characters of scripts beyond the restriction level (SCRIPTS)'

    run -1 --separate-stderr under "$conf" check $name xn--ypal-43d9g.com 'xn--\a.com' bücher.com
    [[ ${lines[*]} == 'xn--ypal-43d9g.com xn--ypal-43d9g.com rejected: '*'(HOST)'*' xn--bcher-kva.com' ]]
    [[ $stderr == "idnx: argument 1: warning: \"$name\": $said$why"*'protection = browser'*', line 1, global)'* ]]
    [ "$(grep -c "$said" <<<"$stderr")" -eq 2 ]
    run -1 under "$conf" check раypal.test
    run -0 --separate-stderr under 'mode = report\nprotect = a' check 'a\\b'
    [[ $stderr == *"$said"*'(HOST)'* ]]

    run -0 under "$conf" check --json $name
    [ "$(jq -r '.verdict, .output, .status, .finding.setting.text, .warning' <<<"$output" | xargs)" = \
        'converted xn--ypal-43d9g.com SCRIPTS protection = browser null' ]
    run -0 under "$conf" explain $name
    [[ ${lines[0]} == 'Result: DNS is asked for xn--ypal-43d9g.com' && ${lines[1]} == 'Warning: would be rejected'* ]]
    [[ $output == *'  Would be rejected: label 1'* ]]
    run under "$conf" resolve $name
    [[ $output == *'  warning     would be rejected; mode = report'* ]]

    printf 'mode = report\n%b\n' "$conf" >"$BATS_TEST_TMPDIR/draft"
    run -0 --separate-stderr check --config="$BATS_TEST_TMPDIR/draft" $name bücher.com
    [ "$(tail -n 4 <<<"$stderr" | xargs)" = 'names 2 converted 2 reported 1 SCRIPTS 1' ]
    run "$BUILD/idnx" doctor --config="$BATS_TEST_TMPDIR/draft"
    [[ $(xargs <<<"$output") == *'mode = report protects nobody'*'log = rejected'* ]]
}

@test "--set: exclude, charset and ACE names" {
    run -0 check --set exclude=.example ü.example
    [ "${lines[0]}" = 'passed through unchanged: excluded in --set' ]
    run -4 check --set charset=NO-SUCH-CHARSET $'b\xFCcher'
    [ "${lines[0]}" = 'not looked up: --set: charset NO-SUCH-CHARSET: there is no converter' ]
    [ "${lines[-1]}" = 'converter             1' ]
    run -1 check --set protection=browser xn--ypal-43d9g.com
    [[ ${lines[0]} == *'(SCRIPTS)'* ]]
    run -0 --separate-stderr check --set protection=browser --set ace-names=leave \
        xn--ypal-43d9g.com
    [ "${lines[0]}" = xn--ypal-43d9g.com ]
    [[ $stderr == *'; ace-names = leave lets it pass'* ]]
    run -0 --separate-stderr check --set protection=off xn--ypal-43d9g.com
    [[ $stderr == *'; protection = browser would reject it'* ]]
}

@test "--set: many names, in lines" {
    yes раypal.com | head -n 3000 >"$BATS_TEST_TMPDIR/names"
    run -1 --separate-stderr check --set protection=browser <"$BATS_TEST_TMPDIR/names"
    [ "${#lines[@]}" -eq 3000 ]
    [ "$(tail -n 1 <<<"$stderr")" = 'SCRIPTS            3000' ]
    run -0 check --set protection=off -0 < <(printf 'ü\0ö')
    [[ $output == *$'\nconverted             2' ]]
}

@test "--set: an error is wrong usage, and names the argument" {
    while IFS='|' read -r argument text; do
        echo "$argument"
        run -2 check --set protection=off --set "$argument" ü
        [ "${lines[0]}" = "idnx: $text" ]
        [[ ${lines[1]} == 'Try idnx check --help'* ]]
    done <<'ROWS'
look-alikes=no|--set: invalid value for this key: "no"; values are allow, reject
nosuch = 1|--set: unknown key: "nosuch"
scripts=Latin Grek1|--set: not a script: "Grek1"
protect=a b..c|--set: not a domain name: "b..c": label 2 is empty (A4_2), from character 3, column 3
protection=strict|--set: repeated key: "protection"
protecton=off|--set: unknown key: "protecton"; did you mean "protection"?
protection|--set needs KEY=VALUE: "protection"
[.a=b]|--set needs KEY=VALUE: "[.a=b]"
exclude=a # b|--set needs KEY=VALUE: "exclude=a # b"
ROWS
    run -2 check --set $'protection=off\nscripts=Latin' ü
    [ "${lines[0]}" = 'idnx: --set needs KEY=VALUE: "protection=off\u000ascripts=Latin"' ]
    run -2 check --set "protect=$(seq -s ' ' 513 | sed 's/[0-9]*/a&/g')" ü
    [[ ${lines[0]} == *': more than 512 protected names: "a513"' ]]
}

# --- Terminals -----------------------------------------------------------------------

@test "a terminal gets the warning in its charset" {
    needs_terminal
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C.UTF-8 "$BUILD/idnx" check --set look-alikes=allow раypal.com
    [[ $output == *'mixes Cyrillic р а with Latin'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" check --set look-alikes=allow раypal.com
    output=$(tr -s '\n ' ' ' <<<"$output") # its lines break between words
    [[ $output == *'mixes Cyrillic U+0440 U+0430 with Latin'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" check --set protection=browser раypal.com
    output=$(tr -s '\n ' ' ' <<<"$output")
    [[ $output == *': U+0440 CYRILLIC SMALL LETTER ER (Cyrillic), U+0430 '* ]]
}

# fits TEXT: checks that TEXT is not empty and that no line has more than 80 columns.
fits() {
    [ -n "$1" ] && [ "$(LC_ALL=C.UTF-8 wc -L <<<"$1")" -le 80 ]
}

@test "what explain adds fits into 80 columns, and --help does" {
    needs_etc
    needs_terminal
    for name in раypal.com аррӏе.com google一.com i♥you.com ꟼa.com $'q\u0323\u0323.com'; do
        run -0 on_terminal 80 env NO_COLOR=1 LC_ALL=C.UTF-8 "$BUILD/idnx" explain "$name"
        fits "$(sed -n '/^Warning/,/^Configuration/p' <<<"$output")"
        run -1 under 'protection = browser' explain "$name"
        fits "$(sed -n '/^    [A-Z]/,/^    Remedy/p' <<<"$output")"
    done
    fits "$(idnx check --help)"
}
