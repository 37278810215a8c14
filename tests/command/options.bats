#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The options of idnx to-ascii and to-unicode: each flag, profiles, their order.

load common
load ../common/terminal

none='--profile=uts46 --no-check-hyphens --no-check-bidi --no-check-joiners
      --no-use-std3-ascii-rules --no-verify-dns-length'

# status OPTIONS NAME: prints the status code of NAME.
status() {
    # shellcheck disable=SC2086 # several words
    idnx to-ascii --json $1 -- "$2" | sed 's/.*"status":"\([A-Z0-9_]*\)".*/\1/'
}

# rows of: flag, name, status with it, status without it
flags() {
    printf '%s|%s|%s|%s\n' \
        check-hyphens           'ab--ü'          V2        OK \
        check-hyphens           '-a'             V3        OK \
        check-bidi              'אa'             B2        OK \
        check-joiners           $'a\xE2\x80\x8Db' C2       OK \
        use-std3-ascii-rules    'a_b'            U1        OK \
        verify-dns-length       'a..b'           A4_2      OK \
        verify-dns-length       'a.'             A4_2      OK \
        ignore-invalid-punycode 'xn--999999999'  OK        P4 \
        host-name               'a b'            HOST      OK \
        host-name               '１.２.３.４'    NUMBER    OK \
        host-name               'ｌocalhost'     LOCALHOST OK
}

@test "every flag has its effect with --X and loses it with --no-X, and the last one wins" {
    while IFS='|' read -r flag name with without; do
        echo "$flag $name"
        [ "$(status "$none --$flag" "$name")" = "$with" ]
        [ "$(status "$none --no-$flag" "$name")" = "$without" ]
        [ "$(status "$none --no-$flag --$flag" "$name")" = "$with" ]
        [ "$(status "$none --$flag --no-$flag" "$name")" = "$without" ]
    done < <(flags)
    [ "$(idnx to-ascii --transitional-processing faß.de)" = fass.de ]
    [ "$(idnx to-ascii --no-transitional-processing faß.de)" = xn--fa-hia.de ]
    [ "$(idnx to-ascii --transitional-processing --no-transitional-processing ß)" = xn--zca ]
    [ "$(idnx to-ascii --no-transitional-processing --transitional-processing ß)" = ss ]
}

# rows of: name, status in the profile lookup, status in the profile uts46
profiles() {
    printf '%s|%s|%s\n' \
        'ab--ü'           OK     V2 \
        'אa'              B2     B2 \
        $'a\xE2\x80\x8Db' C2     C2 \
        '_sip.bücher'     OK     U1 \
        'a b'             HOST   U1 \
        'bücher.example.' OK     A4_2 \
        'a..b'            A4_2   A4_2 \
        'xn--999999999'   P4     P4 \
        '１.２.３.４'     NUMBER OK
}

@test "--profile=lookup is what a lookup does, and the default; uts46 is what IdnaTestV2 assumes" {
    while IFS='|' read -r name lookup uts46; do
        echo "$name"
        [ "$(status '' "$name")" = "$lookup" ]
        [ "$(status --profile=lookup "$name")" = "$lookup" ]
        [ "$(status '--profile=uts46 --profile=lookup' "$name")" = "$lookup" ]
        [ "$(status --profile=uts46 "$name")" = "$uts46" ]
        [ "$(status '--profile lookup --profile uts46' "$name")" = "$uts46" ]
    done < <(profiles)
    [ "$(idnx to-ascii ß)" = xn--zca ]
    [ "$(idnx to-ascii --profile=uts46 ß)" = xn--zca ]
}

@test "a profile counts in its order with the flags" {
    [ "$(status '--check-hyphens --profile=lookup' -a)" = OK ]
    [ "$(status '--profile=lookup --check-hyphens' -a)" = V3 ]
    [ "$(status '--no-check-hyphens --profile=uts46' -a)" = V3 ]
    [ "$(status '--profile=uts46 --no-check-hyphens' -a)" = OK ]
    [ "$(idnx to-ascii --transitional-processing --profile=uts46 ß)" = xn--zca ]
}

@test "to-unicode has the same options" {
    run -0 idnx to-unicode --transitional-processing --no-host-name 'faß. '
    [ "$output" = 'fass. ' ]
    run -1 idnx to-unicode --profile=uts46 ab--ü
    run -0 idnx to-unicode --profile=lookup ab--ü
    # Options may follow names.
    run -0 idnx to-ascii faß --transitional-processing bücher
    [ "$output" = $'fass\nxn--bcher-kva' ]
}

@test "every option that is listed exists, and every flag is among them" {
    run -0 idnx help --list to-ascii
    list=$output
    while IFS=$'\t' read -r option _ values; do
        echo "$option"
        [[ $option != -[hV] && $option != --help && $option != --version ]] || continue
        run -0 idnx to-ascii "$option${values%% *}" a
    done <<<"$list"
    for flag in $(flags | cut -d '|' -f 1) transitional-processing; do
        grep -q "^--$flag"$'\t' <<<"$list"
        grep -q "^--no-$flag"$'\t' <<<"$list"
    done
}

@test "--help of to-ascii has --profile, and says where the flags are and what follows idnx.conf" {
    run -0 idnx to-ascii --help
    [[ $output == *'--profile=lookup|uts46'*  ]]
    output=$(tr -s '\n ' ' ' <<<"$output")
    [[ $output == *'--check-hyphens or --no-check-hyphens; idnx(1) has all eight'* ]]
    [[ $output == *'no idnx.conf: idnx check shows what a lookup'* ]]
}

@test "every --help has an example that works, or only lacks a network" {
    for subcommand in $(idnx --help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p'); do
        example=$(idnx "$subcommand" --help | sed -n 's/^Example: //p')
        echo "$example"
        case $subcommand in
        resolve | run | log | doctor | enable | disable) [[ $example == "idnx $subcommand"* ]] ;;
        *)
            echo раypal.example >"$BATS_TEST_TMPDIR/names"
            run bash -c "cd '$BATS_TEST_TMPDIR'; ${example/idnx/$PWD/$BUILD/idnx}"
            [[ $status -le 1 && $output != '' ]]
            ;;
        esac
    done
}

@test "an option or a value that is mistyped is answered by the one that is meant" {
    while read -r words; do
        IFS='|' read -r command meant <<<"$words"
        echo "$command"
        # shellcheck disable=SC2086 # several words
        run -2 idnx $command
        [ "${lines[1]}" = "Did you mean $meant?" ]
        [ "${lines[2]}" = "Try idnx ${command%% *} --help." ]
    done <<'END'
check --qiuet|--quiet
check --jsno ü|--json
to-ascii --chek-bidi ü|--check-bidi
to-ascii --no-chekc-bidi ü|--no-check-bidi
to-ascii --profile=lokup ü|lookup
to-ascii --profile=uts ü|uts46
explain --color=alwyas ü|always
doctor --rot=/|--root
END
    run -2 idnx check -x ü
    [ "$output" = $'idnx: unknown option: "-x"\nTry idnx check --help.' ]
}

@test "options before the subcommand are its own" {
    diff <(idnx --json to-ascii ü) <(idnx to-ascii --json ü)
    diff <(idnx -q --json check ü) /dev/null
    diff <(idnx --help check) <(idnx check --help)
    run -2 idnx --json run true
    [ "${lines[0]}" = 'idnx: unknown option: "--json"' ]
    run -2 idnx --json ü.example
    [ "${lines[0]}" = 'idnx: unknown option: "--json"' ]
}

@test "--quiet writes nothing but a fault of the run" {
    for subcommand in check compare resolve; do
        run -1 idnx $subcommand -q 'ü b' 'ü c'
        [ "$output" = '' ]
    done
    run idnx doctor -q
    [[ $output == '' && ( $status -eq 0 || $status -eq 3 ) ]]
    run -2 idnx compare -q ü
    [ "${lines[0]}" = 'idnx: compare needs two names' ]
    run -0 idnx check -q --help
    [[ $output == Usage* ]]
}

@test "--color colours a file, or not even a terminal" {
    [[ $(idnx explain --color=always ü) == *$'\e['* ]]
    [[ $(idnx explain --color=auto ü) != *$'\e['* ]]
    [[ $(NO_COLOR=1 idnx explain --color=always ü) == *$'\e['* ]]
    needs_terminal
    [[ $(TERM=xterm on_terminal 80 "$BUILD/idnx" explain --color=never ü) != *$'\e['* ]]
    [[ $(TERM=xterm on_terminal 80 "$BUILD/idnx" explain ü) == *$'\e['* ]]
}

@test "with --null names end in NUL, in and out, and may hold newlines" {
    [ "$(printf 'bücher\0b\nc\0faß' | idnx to-ascii --null --no-host-name | tr '\0' '|')" = \
        $'xn--bcher-kva|b\nc|xn--fa-hia|' ]
    [ "$(idnx to-unicode -0 --no-host-name xn--tda $'b\nc' | tr '\0' '|')" = $'ü|b\nc|' ]
    [ "$(idnx punycode -0e ü $'\n' | tr '\0' '|')" = $'tda|\n-|' ]
    [ "$(printf 'ü\0a\nb\0' | idnx check -0 | tr '\0' '|')" = 'xn--tda|a<U+000A>b|' ]
    [ "$(printf 'ü\0Ü\0' | idnx compare -0 | tr '\0' '|')" = 'equal|' ]
    [ "$(printf 'ü\0ö' | idnx explain -0 | grep -c '^Result: ')" = 2 ]
}

@test "with --null and --json objects are lines" {
    run -1 idnx to-ascii --null --json < <(printf 'ü\0b\nc\0')
    [ "$(jq -c .input <<<"$output")" = $'"ü"\n"b\\nc"' ]
    [ "$(wc -l <<<"$output")" = 2 ]
}
