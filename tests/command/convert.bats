#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx to-ascii and idnx to-unicode: which names they accept, and what they write.

load common

@test "names come from arguments or standard input, and out one a line, in their order" {
    run -0 idnx to-ascii bücher.example example.com faß.example
    [ "$output" = $'xn--bcher-kva.example\nexample.com\nxn--fa-hia.example' ]
    run -0 idnx to-ascii <<<$'bücher.example\nexample.com'
    [ "$output" = $'xn--bcher-kva.example\nexample.com' ]
    run -0 idnx to-unicode xn--bcher-kva.example BÜCHER.example
    [ "$output" = $'bücher.example\nbücher.example' ]
    run -0 idnx to-ascii </dev/null
    [ "$output" = '' ]
}

@test "with arguments standard input is not read" {
    { idnx to-ascii example.com; cat; } <<<rest | diff - <(printf 'example.com\nrest\n')
}

@test "of a rejected argument to-ascii writes only the reason, of a rejected line an empty one, too" {
    run -1 --separate-stderr --keep-empty-lines idnx to-ascii <<<$'a\nbü/cher.example\nb'
    [ "$output" = $'a\n\nb\n' ]
    run -1 --separate-stderr idnx to-ascii bücher.example bü/cher.example example.com
    [ "$output" = $'xn--bcher-kva.example\nexample.com' ]
    # shellcheck disable=SC2154 # set by run
    [[ $stderr =~ ^'idnx: argument 2: "bü/cher.example": label 1 '[^$'\n']+' (HOST): U+002F / SOLIDUS (character 3, column 3). '[^$'\n']+$ ]]
}

@test "of a rejected name to-unicode writes ToUnicode's string, and the reason" {
    run -1 --separate-stderr idnx to-unicode BÜ/CHER.example xn--999999999.ＡＢＣ example.com
    [ "$output" = $'bü/cher.example\nxn--999999999.abc\nexample.com' ]
    [[ $stderr =~ ^'idnx: argument 1: "BÜ/CHER.example": label 1 '.+' (HOST)'.+'idnx: argument 2: "xn--999999999.ＡＢＣ": label 1 '.+' (P4)'.+ ]]
}

@test "a reason tells the line, the name, the label or none, the rule and its code" {
    run -1 --separate-stderr idnx to-ascii <<<$'example.com\nwww.bü/cher.example'
    [[ $stderr =~ ^'idnx: line 2: "www.bü/cher.example": label 2 '[a-zA-Z].+' (HOST): '.+ ]]
    run -1 --separate-stderr idnx to-ascii "$(repeat 5000 a)"
    [[ $stderr =~ ^'idnx: argument 1: "'a+'...": the name '[a-zA-Z].+' (TOO_LONG). '.+ ]]
}

@test "a rejected name's control characters do not reach standard error" {
    name=$'\e]0;title\a.\xC2\x9B31m'
    run -1 --separate-stderr idnx to-ascii "$name" "b${name}" "--" "-$name"
    [ "$(tr -d '\040-\176\n' <<<"$stderr")" = '' ]
}

@test "names are UTF-8 whatever the locale" {
    for locale in C POSIX C.UTF-8 de_DE.ISO-8859-1 ja_JP.EUC-JP; do
        [ "$(LC_ALL=$locale idnx to-ascii bücher.example)" = xn--bcher-kva.example ]
        [ "$(LC_ALL=$locale idnx to-unicode xn--bcher-kva.example)" = bücher.example ]
    done
}

@test "ill-formed UTF-8 is rejected and keeps its line" {
    run -1 --separate-stderr idnx to-ascii <<<$'a\nb\xfcc.\xf0\x9f\nd'
    [ "$output" = $'a\n\nd' ]
    [[ $stderr =~ ^'idnx: line 2: "b<FC>c.<F0><9F>": label 1 '.+' (UTF8): byte FC '.+ ]]
    run -1 --separate-stderr idnx to-unicode <<<$'a\nb\xfcc.\xf0\x9f\nd'
    [ "$output" = $'a\nb\xEF\xBF\xBDc.\xEF\xBF\xBD\nd' ]
}

@test "a NUL octet is part of its line, which is rejected and keeps its place" {
    printf 'a\nb\0c\n\0\nd\n' >"$BATS_TEST_TMPDIR/in"
    run -1 --separate-stderr idnx to-ascii <"$BATS_TEST_TMPDIR/in"
    [ "$output" = $'a\n\n\nd' ]
    [[ $stderr == 'idnx: line 2: "b<U+0000>c": '*'(UTF8)'*'idnx: line 3: "<U+0000>": '*'(UTF8)'* ]]
    run -1 --separate-stderr idnx to-unicode <"$BATS_TEST_TMPDIR/in"
    [ "$output" = $'a\nb\xEF\xBF\xBDc\n\xEF\xBF\xBD\nd' ]
}

@test "a last line without a newline is a name" {
    printf 'a\nbücher' | idnx to-ascii | cmp - <(printf 'a\nxn--bcher-kva\n')
    run -1 --separate-stderr idnx to-ascii < <(printf 'a\nb c')
    [[ $stderr == 'idnx: line 2:'* ]]
}

@test "an empty line or argument is an empty name" {
    [ "$(printf '\na\n\n' | idnx to-ascii --no-host-name | hex)" = 0a610a0a ]
    run -1 --separate-stderr idnx to-ascii < <(printf '\na\n\n')
    [ "$output" = $'\na' ]
    [[ $stderr == 'idnx: line 1'*'idnx: line 3'* ]]
    run -1 --separate-stderr idnx to-ascii a '' b
    [ "$output" = $'a\nb' ]
    [[ $stderr == 'idnx: argument 2'* ]]
}

@test "CR is part of the name" {
    run -1 --separate-stderr idnx to-ascii <<<$'example.com\r'
    [[ $stderr == *' (HOST): U+000D CARRIAGE RETURN (character 12, column 12). Write the host name alone, "example.com".'* ]]
    [ "$(printf 'example.com\r\n' | idnx to-ascii --no-host-name | hex)" = 6578616d706c652e636f6d0d0a ]
}

@test "an argument with a newline is wrong usage, before anything is written" {
    run -2 --separate-stderr idnx to-ascii a $'b\nc'
    [ "$output" = '' ]
    [[ $stderr == *'cannot have a newline'*'"b\u000ac"'* ]]
}

@test "names beginning with a hyphen may follow --, and - alone is a name" {
    run -0 idnx to-ascii - -- -a.bücher --json
    [ "$output" = $'-\n-a.xn--bcher-kva\n--json' ]
}

@test "a name of IDNX_INPUT_MAX octets is looked at, one octet more is TOO_LONG" {
    longest=$(repeat 1024 $'\xF0\x90\x90\xA8')
    run -0 idnx to-unicode --no-host-name "$longest"
    [ "$output" = "$longest" ]
    run -0 idnx to-unicode --no-host-name <<<"$longest"
    [ "$output" = "$longest" ]
    run -1 idnx to-unicode --no-host-name "${longest}a"
    [[ $output == *'(TOO_LONG)'* ]]
    run -1 idnx to-unicode --no-host-name <<<"${longest}a"
    [[ $output == *'(TOO_LONG)'* ]]
}

@test "lines of a megabyte are TOO_LONG and keep their place" {
    { echo a; repeat 1000000 b; echo; echo c; repeat 1000000 d; } >"$BATS_TEST_TMPDIR/in"
    run -1 --separate-stderr idnx to-ascii <"$BATS_TEST_TMPDIR/in"
    [ "$output" = $'a\n\nc' ]
    [[ $stderr =~ ^'idnx: line 2: "bbb'.+'...": the name '.+' (TOO_LONG)'.+'idnx: line 4: "ddd'.+'...": the name '.+' (TOO_LONG)'.+ ]]
    [ "$(idnx to-ascii <"$BATS_TEST_TMPDIR/in" 2>/dev/null | hex)" = 610a0a630a0a ]
}

@test "lines lie across the blocks of a read in every way" {
    awk 'BEGIN {
        srand(1)
        for (a = "a"; length(a) < 60;) a = a "a"
        for (i = 0; i < 30000; i++)
            print substr(a, 1, rand() * 60) "." substr("bbbbbbbb", 1, rand() * 9)
    }' |
        tee "$BATS_TEST_TMPDIR/in" |
        idnx to-ascii --no-host-name >"$BATS_TEST_TMPDIR/out"
    cmp "$BATS_TEST_TMPDIR/in" "$BATS_TEST_TMPDIR/out"
}

@test "lines just below and above the limit lie across reads in every way" {
    # Each letter takes four octets, so that 1024 of them are IDNX_INPUT_MAX.
    for ((i = 0; i < 300; i++)); do
        repeat $((1015 + i * 7919 % 20)) 𐐨
        echo
    done >"$BATS_TEST_TMPDIR/in"
    LC_ALL=C awk '{ print (length($0) > 4096 ? "" : $0) }' <"$BATS_TEST_TMPDIR/in" >"$BATS_TEST_TMPDIR/expected"
    grep -q '^$' "$BATS_TEST_TMPDIR/expected"
    run -1 --separate-stderr --keep-empty-lines idnx to-unicode --no-host-name <"$BATS_TEST_TMPDIR/in"
    cmp "$BATS_TEST_TMPDIR/expected" <(printf %s "$output")
}
