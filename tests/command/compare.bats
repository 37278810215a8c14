#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# idnx compare: whether two names are the same.

load common

compare() {
    configured - "$BUILD/idnx" compare "$@"
}

# rows of: what, name, name
equal() {
    printf '%s|%s|%s\n' \
        'the same'                         bücher.example   bücher.example \
        'capitals'                         BÜCHER.Example   bücher.eXAMPLE \
        'its ASCII form'                   bücher.example   xn--bcher-kva.example \
        'its ASCII form in capitals'       bücher.example   XN--BCHER-KVA.Example \
        'decomposed'                       bücher           $'bu\u0308cher' \
        'another full stop'                bücher。example  bücher.example \
        'full-width letters'               ａ.ü             a.ü \
        'with the root dot'                bücher.example.  bücher.example \
        'ASCII'                            Example.com      EXAMPLE.COM \
        'ASCII that is not valid'          xn--0000h.x      XN--0000H.x \
        'the root'                         .                .
}

different() {
    printf '%s|%s|%s\n' \
        'another name'                     bücher.example   bucher.example \
        'a deviation and its mapping'      faß.de           fass.de \
        'a longer name'                    bücher.example   bücher.example.com \
        'two root dots'                    a..              a \
        'the root and nothing'             .                ''
}

@test "names whose ASCII forms match are equal, others are different" {
    while IFS='|' read -r what a b; do
        echo "$what"
        run -0 compare "$a" "$b"
        [ "$output" = equal ]
        run -0 compare "$b" "$a"
    done < <(equal)
    while IFS='|' read -r what a b; do
        echo "$what"
        run -1 --separate-stderr compare "$a" "$b"
        [ "$output" = different ]
    done < <(different)
}

@test "a name that is longer than any is not comparable" {
    for length in 2049 4096 4097 60000; do
        run -1 --separate-stderr compare ü "$(repeat "$length" ü)"
        [ "$output" = 'not comparable' ]
        # shellcheck disable=SC2154 # set by run
        [[ $stderr =~ ^'idnx: argument 2: "'.+'...": the name '.+' (TOO_LONG). '.+ ]]
    done
}

@test "a rejected name is not comparable, and its reason is told" {
    run -1 --separate-stderr compare ü 'ü b'
    [ "$output" = 'not comparable' ]
    [[ $stderr =~ ^'idnx: argument 2: "ü b": label 1 '.+' (HOST): U+0020 SPACE '.+ ]]
    run -1 --separate-stderr compare 'ü b' 'ü b'
    [ "$output" = 'not comparable' ]
    [ "$(wc -l <<<"$stderr")" = 2 ]
}

@test "different names that read alike are told, and no others" {
    for pair in 'раypal.example paypal.example' 'xn--ypal-43d9g.example. paypal.example' \
            'аррӏе.com apple.com' 'xn--80ak6aa92e.com apple.com'; do
        run -1 --separate-stderr compare ${pair% *} ${pair#* }
        [ "$output" = different ]
        [ "$stderr" = "idnx: argument 1: warning: \"${pair% *}\": reads like the other name, but is a different one" ]
        run -1 compare --json ${pair% *} ${pair#* }
        [ "$(jq -c '[.result, .reads_alike]' <<<"$output")" = '["different",true]' ]
    done
    for pair in 'bücher.example bucher.example' 'paypal.example paypa1.com' 'ü.example ö.example'; do
        run -1 --separate-stderr compare ${pair% *} ${pair#* }
        [ "$output" = different ]
        [ "$stderr" = '' ]
    done
    run -0 --separate-stderr compare раypal.example xn--ypal-43d9g.example
    [ "$stderr" = '' ]
}

@test "lines of standard input are compared two by two" {
    run -1 --separate-stderr compare <<<$'Ü\nxn--tda\nü\nö\nü b\nü\na\nA'
    [ "$output" = $'equal\ndifferent\nnot comparable\nequal' ]
    [[ $stderr == 'idnx: line 5: '* ]]
}

@test "other than two names are wrong usage" {
    run -2 compare ü
    [[ $output == *'compare needs two names'* ]]
    run -2 compare ü ö ä
    [[ $output == *'"ä"'* ]]
    run -2 compare <<<ü
    [[ $output == *'compare needs two names'* ]]
}

@test "idnx.conf decides: deviations that are mapped are equal" {
    needs_etc
    echo 'deviations = map' >"$BATS_TEST_TMPDIR/conf"
    run -0 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" compare faß.de fass.de
    echo 'exclude = .de' >"$BATS_TEST_TMPDIR/conf"
    run -0 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" compare faß.de FAß.de
    run -1 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" compare faß.de xn--fa-hia.de
    echo 'wrong' >"$BATS_TEST_TMPDIR/conf"
    run -3 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" compare faß.de fass.de
    run -0 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" compare a A
}

@test "--json tells the result and both names" {
    run -1 compare --json Ü 'ü b'
    [ "$(jq -c '[.result, .names[0].output, .names[1].output, .names[1].status]' <<<"$output")" = \
        '["not comparable","xn--tda",null,"HOST"]' ]
    run -0 compare --json A a
    [ "$(jq -c '[.result, .names[].output]' <<<"$output")" = '["equal","A","a"]' ]
}
