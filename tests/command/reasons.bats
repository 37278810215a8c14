#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Why a name is refused: the name, the rule, the character and its position, and the remedy.

load common
load ../common/terminal

# rows of: name, label and rule, what is said of the character, remedy
reasons() {
    printf '%b|%s|%s|%s\n' \
        '☃ a.ü' 'label 1 contains a character no host name has (HOST)' \
        ': U+0020 SPACE (character 2, column 2)' 'Of ASCII write only letters, digits' \
        '日 x' 'label 1 contains a character no host name has (HOST)' \
        ': U+0020 SPACE (character 2, column 3)' 'Of ASCII write only letters, digits' \
        'ü.℀' 'label 2 contains a character no host name has (HOST)' \
        ': U+002F / SOLIDUS, which comes from U+2100 ℀ ACCOUNT OF (character 3, column 3)' \
        'Leave it out: no host name can hold what it stands for' \
        'ü.xn--a-ecp' 'label 2 contains a character that is not allowed (V7)' \
        ': U+2488 ⒈ DIGIT ONE FULL STOP (character 2 of the decoded label, which begins at character 3, column 3)' \
        'Leave the character out, or write another one' \
        'ü\r' 'label 1 contains a character no host name has (HOST)' \
        ': U+000D CARRIAGE RETURN (character 2, column 2)' 'Write the host name alone, "ü"' \
        'https://bücher.example:80/a?b' 'label 1 contains a character no host name has (HOST)' \
        ': U+003A : COLON (character 6, column 6)' \
        'Write the host name alone, "bücher.example"' \
        'https://me:x@bücher.example' 'label 1 contains a character no host name has (HOST)' \
        ': U+003A : COLON (character 6, column 6)' \
        'Write the host name alone, "bücher.example"' \
        'me@bücher.example' 'label 1 contains a character no host name has (HOST)' \
        ': U+0040 @ COMMERCIAL AT (character 3, column 3)' \
        'Write the host name alone, "bücher.example"' \
        'bücher:80' 'label 1 contains a character no host name has (HOST)' \
        ': U+003A : COLON (character 7, column 7)' \
        'Write the host name alone, "bücher"' \
        'bücher.de/a' 'label 2 contains a character no host name has (HOST)' \
        ': U+002F / SOLIDUS (character 10, column 10)' \
        'Write the host name alone, "bücher.de"' \
        ' ü' 'label 1 contains a character no host name has (HOST)' \
        ': U+0020 SPACE (character 1, column 1)' 'Write the host name alone, "ü"' \
        'ü\t' 'label 1 contains a character no host name has (HOST)' \
        ': U+0009 CHARACTER TABULATION (character 2, column 2)' \
        'Write the host name alone, "ü"' \
        '*.ü' 'label 1 contains a character no host name has (HOST)' \
        ': U+002A * ASTERISK (character 1, column 1)' 'Of ASCII write only letters, digits' \
        'ü..b' 'label 2 is empty (A4_2)' ', from character 3, column 3' \
        'Leave out the dot beside it' \
        "$(repeat 60 ü).b" 'label 1 has 66 octets in ASCII form, and 63 is the most (A4_2)' '' \
        'Shorten the label' \
        "$(repeat 100 ü.)b" 'the name has 801 octets in ASCII form, and 253 is the most (A4_1)' '' \
        'Shorten the name' \
        '👩\u200D👩\u200D👧.ws' \
        'label 1 contains a zero width joiner where no host name can hold it (C2)' \
        ': U+200D ZERO WIDTH JOINER (character 2, column 3)' \
        'Leave it out: it cannot be seen here' \
        'a\u200Dü' 'label 1 contains a zero width joiner where no host name can hold it (C2)' \
        ': U+200D ZERO WIDTH JOINER (character 2, column 2)' 'Leave it out' \
        'b\xFCcher' 'label 1 is not well-formed UTF-8 (UTF8)' \
        ': octet FC (character 2, column 2)' 'Write the name in UTF-8' \
        'ü.①' 'label 2 would become a number, and the name an address (NUMBER)' \
        ', from character 3, column 3' 'If an address is meant, write it in plain ASCII' \
        'ab.אa' 'label 2 is right-to-left but contains left-to-right characters (B2)' \
        ': U+0061 a LATIN SMALL LETTER A (character 5, column 5)' 'Write the label in one direction'
}

# safe TEXT: prints it as a message shows it.
safe() {
    LC_ALL=C sed -e $'s/\u200D/<U+200D>/g; s/\r/<U+000D>/g; s/\t/<U+0009>/g; s/b\xFC/b<FC>/' \
        <<<"$1"
}

@test "a reason names the name, the rule, the character, its place, and what to do" {
    while IFS='|' read -r name rule where remedy; do
        echo "$name"
        shown=$(safe "$name")
        run -1 --separate-stderr idnx to-ascii "$name"
        # shellcheck disable=SC2154 # set by run
        [[ $stderr == "idnx: argument 1: \"$shown\": $rule$where. $remedy"*. ]]
        [ "$(wc -l <<<"$stderr")" -eq 1 ]
        run -1 --separate-stderr idnx to-unicode <<<"$name"
        [[ $stderr == "idnx: line 1: \"$shown\": $rule$where. $remedy"*. ]]
        run -1 configured - "$BUILD/idnx" check "$name"
        [[ $output == "refused: \"$shown\": $rule$where. $remedy"*. ]]
        run -1 --separate-stderr configured - "$BUILD/idnx" compare ü "$name"
        [[ $stderr == "idnx: argument 2: \"$shown\": $rule$where. $remedy"*. ]]
        run -1 configured - "$BUILD/idnx" explain "$name"
        output=$(tr -s '\n ' ' ' <<<"$output")
        [[ $output == "Result: refused: $rule$where; no query is sent"*" Refused: $rule$where. $remedy"* ]]
    done < <(LC_ALL=C.UTF-8 reasons)
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

# --- Terminals -----------------------------------------------------------------------

NAMES=('☃ a.ü' 'ü.℀' 'https://bücher.de:80/' $'👩\u200D👩.ws' $'ü\r')

# Joins the words in one line.
words() {
    LC_ALL=C tr -s '\n ' '  '
}

# breaks CHARSET: checks that at each width lines fit, and have the words of the widest.
breaks() {
    needs_terminal
    for name in "${NAMES[@]}"; do
        for subcommand in check to-unicode to-ascii; do
            whole=$(on_terminal 1000 "$BUILD/idnx" $subcommand "$name") || true # refused
            for columns in 40 80 200; do
                run on_terminal "$columns" "$BUILD/idnx" $subcommand "$name"
                echo "$columns: $output"
                [ "$(iconv -f "$1" -t UTF-8 <<<"$output" | LC_ALL=C.UTF-8 wc -L)" -le "$columns" ]
                [ "$(words <<<"$output")" = "$(words <<<"$whole")" ]
            done
        done
    done
}

@test "lines of a terminal break between words, in UTF-8" {
    export LC_ALL=C.UTF-8
    breaks UTF-8
    [[ $whole == 'idnx: argument 1: "ü<U+000D>": label 1 '* ]]
}

@test "lines of a terminal break between words, in the C locale" {
    export LC_ALL=C
    breaks ASCII
    [[ $whole == 'idnx: argument 1: "<U+00FC><U+000D>": label 1 '* ]]
}

@test "lines of a terminal break between words, in ISO 8859-1" {
    localedef -c -i de_DE -f ISO-8859-1 "$BATS_TEST_TMPDIR/de_DE.ISO-8859-1" ||
        skip 'localedef cannot make de_DE.ISO-8859-1 here: install locales'
    export LOCPATH=$BATS_TEST_TMPDIR LC_ALL=de_DE.ISO-8859-1
    breaks ISO-8859-1
    [[ $whole == 'idnx: argument 1: "<U+00FC><U+000D>": label 1 '* ]]
}
