#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What is written to a terminal: nothing that it would obey, that would reorder or hide text, or that
# is not in its charset; a message while idnx waits, and lines that break between words.

load common
load ../common/terminal

# nothing_raw CHARSET: runs this in this locale, with names for which no query is sent.
nothing_raw() {
    run -0 configured - unshare -n python3 -B "$BATS_TEST_DIRNAME/on_terminal.py" \
        "$BUILD/idnx" "$BATS_TEST_TMPDIR" "$1"
    echo "$output"
    [ "${#lines[@]}" -eq 1 ]
    [ "$output" -gt 250 ]
}

setup() {
    needs_terminal
}

@test "in UTF-8 nothing is raw, whatever the subcommand is given, and lines break between words" {
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
    # A rejected name is written as it is.
    [[ $(on_terminal 80 "$BUILD/idnx" to-unicode $'pay\u200dpal') == 'pay<U+200D>pal'$'\n'* ]]
    # shellcheck disable=SC2016 # $0 is of that shell
    [ "$(on_terminal 80 sh -c 'echo xn--mgba3gch31f060k | "$0" to-unicode --in-text --no-check-joiners' \
        "$BUILD/idnx")" = 'نامه<U+200C>ای' ]
}

@test "characters that are blank are not written, though a name with them is valid" {
    export LC_ALL=C.UTF-8
    [ "$(on_terminal 80 "$BUILD/idnx" to-unicode $'x\u2800y.\U13441.\U00013442a.\U1D159')" = \
        'x<U+2800>y.<U+13441>.<U+13442>a.<U+1D159>' ]
    run on_terminal 80 "$BUILD/idnx" explain $'x\u2800y\U1D159'
    [[ $output != *$'\u2800'* && $output != *$'\U1D159'* ]]
}

@test "in a charset other than UTF-8 a letter is written by its number" {
    [ "$(LC_ALL=C.UTF-8 on_terminal 80 "$BUILD/idnx" to-unicode xn--bcher-kva)" = bücher ]
    [ "$(LC_ALL=C on_terminal 80 "$BUILD/idnx" to-unicode xn--bcher-kva)" = 'b<U+00FC>cher' ]
    [ "$(LC_ALL=C on_terminal 80 "$BUILD/idnx" to-unicode --json xn--bcher-kva | jq -r .output)" = \
        bücher ]
    in_latin1
    [ "$(on_terminal 80 "$BUILD/idnx" to-unicode bücher.日)" = 'b<U+00FC>cher.<U+65E5>' ]
}

@test "a text keeps its lines and tabs, and nothing that a terminal would obey" {
    export LC_ALL=C.UTF-8
    printf 'a\txn--bcher-kva\033[2J\nxn--mgba3gch31f060k \xff\0\n' >"$BATS_TEST_TMPDIR/text"
    # shellcheck disable=SC2016 # $0 and $1 are of that shell
    run -0 on_terminal 20 sh -c '"$0" to-unicode --in-text <"$1"' "$BUILD/idnx" "$BATS_TEST_TMPDIR/text"
    [ "$output" = $'a\tbücher<U+001B>[2J\nنامه\u200cای <FF><U+0000>' ]
}

@test "a terminal gets UTF-8 if it has that, and U+XXXX if not" {
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C.UTF-8 "$BUILD/idnx" explain ü日
    [[ $output == *$'\nLabel 1: ü日'*'U+00FC ü LATIN'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" explain ü日
    [[ $output == *$'\nLabel 1: <U+00FC><U+65E5>'*'U+00FC LATIN'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" explain $'\u0301bü'
    [[ $output == *$'\nLabel 1: <U+0301>b<U+00FC>'* ]]
}

@test "colours are for terminals, unless NO_COLOR is set or the terminal has none" {
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
    [[ $(TERM=xterm on_terminal 80 "$BUILD/idnx" explain --color=never ü) != *$'\e'* ]]
}

@test "a terminal gets the warning in its charset" {
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C.UTF-8 "$BUILD/idnx" check --set look-alikes=allow раypal.com
    [[ $output == *'mixes Cyrillic р а with Latin'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" check --set look-alikes=allow раypal.com
    output=$(tr -s '\n ' ' ' <<<"$output") # its lines break between words
    [[ $output == *'mixes Cyrillic U+0440 U+0430 with Latin'* ]]
    run on_terminal 80 env NO_COLOR=1 LC_ALL=C "$BUILD/idnx" check --set protection=browser раypal.com
    output=$(tr -s '\n ' ' ' <<<"$output")
    [[ $output == *'mixes Cyrillic U+0440 U+0430 with Latin'*'(SCRIPTS)'* ]]
}

# --- People ---------------------------------------------------------------------

# at_width COLUMNS ARGUMENT...: prints what idnx writes on a terminal that wide.
at_width() {
    on_terminal "$1" "$BUILD/idnx" "${@:2}"
}

@test "on a terminal, without names, it says what it waits for, and the interrupt key ends it" {
    for subcommand in to-ascii to-unicode explain check compare resolve 'punycode -e'; do
        # shellcheck disable=SC2086 # several words
        KEYS=^C run -130 at_width 80 $subcommand
        [ "$output" = $'idnx: waiting for names, one a line, until Control-D\n^C' ]
    done
    KEYS=^C run -130 at_width 80 to-ascii -0
    [ "${lines[0]}" = 'idnx: waiting for names, a NUL after each, until Control-D' ]
    KEYS=^C run -130 at_width 40 to-ascii
    [ "${lines[0]}" = 'idnx: waiting for names, one a line,' ]
    [ "${lines[1]}" = '  until Control-D^C' ] || [ "${lines[1]}" = '  until Control-D' ]
}

@test "it says so only where standard input and standard error are terminals" {
    in_shell() {
        on_terminal 80 sh -c "$1"
    }
    run -0 in_shell "$BUILD/idnx to-ascii </dev/null"
    [ "$output" = '' ]
    run -0 in_shell "$BUILD/idnx to-ascii a"
    [ "$output" = a ]
    KEYS=$'\4' run -0 in_shell "echo ready; $BUILD/idnx to-ascii 2>/dev/null"
    [[ $output != *waiting* ]]
    KEYS=$'\4' run -0 in_shell "$BUILD/idnx to-ascii >/dev/null"
    [[ $output == *'waiting for names'* ]]
}

# --- Lines -----------------------------------------------------------------------

@test "a colour has no width" {
    unset NO_COLOR
    colours=$(TERM=xterm at_width 40 explain 'раypal☃.example' | sed 's/\x1B\[[0-9]*m//g')
    [ "$colours" = "$(TERM=dumb at_width 40 explain 'раypal☃.example')" ]
}

@test "what enable says breaks between words, and the lines of the file do not" {
    mkdir "$BATS_TEST_TMPDIR/etc"
    line="hosts:  files myhostname mdns4_minimal [NOTFOUND=return] dns"
    echo "$line" >"$BATS_TEST_TMPDIR/etc/nsswitch.conf"
    run at_width 40 enable --root="$BATS_TEST_TMPDIR"
    [[ $output == *"-$line"$'\n'* ]]
    [[ $'\n'$output$'\n' == *$'\n'"+${line/ dns/ idnx [!UNAVAIL=return] dns}"$'\n'* ]]
    run -3 at_width 40 enable --root="$BATS_TEST_TMPDIR"
    [ "$(xargs <<<"$output")" = "$(at_width 500 enable --root="$BATS_TEST_TMPDIR" | xargs)" ]
    [ "${#lines[@]}" -gt 1 ]
}

@test "a narrower terminal than 40 columns gets lines for 40, one without a width lines for 80" {
    [ "$(at_width 10 check --help)" = "$(at_width 40 check --help)" ]
    [ "$(at_width 0 check --help)" = "$(at_width 80 check --help)" ]
}

@test "JSON is one line on a terminal, too, and so is an answer" {
    [ "$(at_width 40 check --json b☃_.example | wc -l)" -eq 1 ]
    [ "$(at_width 40 doctor --json | wc -l)" = "$(idnx doctor --json | wc -l)" ]
    [ "$(at_width 40 to-unicode --no-host-name "$(repeat 30 'ab ')" | wc -l)" -eq 1 ]
}
