#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# How the command serves people at a terminal: short options, help, suggestions for mistyped
# words, a message while it waits, the interrupt key, and lines that break between words.

load common
load ../common/terminal

# at_width COLUMNS ARGUMENT...: prints what idnx writes on a terminal that wide.
at_width() {
    on_terminal "$1" "$BUILD/idnx" "${@:2}"
}

@test "-h is --help and -V is --version, after a subcommand, too" {
    for subcommand in '' to-ascii check compare punycode run doctor enable; do
        # shellcheck disable=SC2086 # "" is no word
        diff <(idnx $subcommand -h) <(idnx $subcommand --help)
        # shellcheck disable=SC2086
        [ "$(idnx $subcommand -V)" = "$(idnx --version)" ]
    done
}

@test "help shows the subcommands, help SUBCOMMAND its options" {
    diff <(idnx help) <(idnx --help)
    diff <(idnx help --help) <(idnx --help)
    diff <(idnx help help) <(idnx --help)
    for subcommand in to-unicode explain run doctor disable; do
        diff <(idnx help "$subcommand") <(idnx "$subcommand" --help)
    done
    [ "$(idnx help -V)" = "$(idnx --version)" ]
    run -2 idnx help chekc
    [ "${lines[1]}" = 'Did you mean check?' ]
}

# Rows of: a word, the subcommand that is meant; -: nobody can tell.
meant() {
    printf '%s %s\n' to-asci to-ascii toascii to-ascii to_unicode to-unicode to-ascci to-ascii \
        chekc check compair compare resovle resolve expl explain d - doc doctor e - en enable \
        to - to-u to-unicode hlep help docter doctor xyzzy - ab - nslookup - CHECK check \
        punycoding punycode unresolvable -
}

@test "a mistyped subcommand is answered by the one that is meant" {
    while read -r word subcommand; do
        echo "$word"
        run -2 idnx "$word" name
        [ "${lines[0]}" = "idnx: unknown subcommand: \"$word\"" ]
        if [ "$subcommand" = - ]; then
            [ "${#lines[@]}" -eq 2 ]
        else
            [ "${lines[1]}" = "Did you mean $subcommand?" ]
        fi
    done < <(meant)
}

@test "a name without a subcommand is answered by where names stand" {
    for name in bücher.example example.com bücher; do
        run -2 idnx "$name"
        [ "${lines[1]}" = 'Write names after a subcommand: idnx to-ascii NAME' ]
    done
}

@test "a name with a leading hyphen that is taken for an option is answered by --" {
    for name in -ü.example -example --ü.example; do
        for subcommand in to-ascii check compare punycode; do
            run -2 idnx "$subcommand" a "$name"
            [ "${lines[0]}" = "idnx: unknown option: \"$name\"" ]
            [ "${lines[1]}" = \
                "Write names that begin with a hyphen after --: idnx $subcommand -- NAME" ]
        done
    done
    run -0 idnx to-ascii -- -ü.example
    [ "$output" = xn----eha.example ]
    for option in -x --xyzzy; do
        run -2 idnx to-ascii "$option"
        [ "${#lines[@]}" -eq 2 ]
    done
    run -2 idnx doctor -ü.example
    [ "${#lines[@]}" -eq 2 ]
}

@test "on a terminal, without names, it says what it waits for, and the interrupt key ends it" {
    needs_terminal
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
    needs_terminal
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

# Prints commands whose output a person reads.
spoken() {
    local root=$BATS_TEST_TMPDIR/root

    mkdir -p "$root/etc"
    printf 'hosts:\tfiles [NOTFOUND=return] dns\n' >"$root/etc/nsswitch.conf"
    printf '%s\n' --help "doctor --root=$root" 'to-ascii --help' 'check --help' \
        'enable --help' "disable --root=$root" \
        'explain Ｂücher.日本語.مثال.раypal.example' 'explain a☃.b_ü' \
        $'check a..b раypal.example яндекс.☃_ 👩\u200D👩.ws https://bücher.de:80/' \
        'to-ascii ☃_a ü.℀' 'nonsense' 'to-ascii --nonsense'
}

# wrong_lines COLUMNS CHARSET: prints the lines of standard input that are too long for the
# terminal, except for single words and command lines, which have to be pasted whole.
wrong_lines() {
    python3 -c 'import sys, unicodedata
lines = sys.stdin.buffer.read().decode(sys.argv[2]).splitlines()
for before, line in zip([""] + lines, lines):
    width = sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
                for c in line)
    if width > int(sys.argv[1]) and " " in line.strip() and not before.endswith(("un:", "root:")):
        print(width, line.encode("utf-8"))' "$@"
}

words() {
    tr -s ' ' '\n' | sed '/^$/d'
}

# lines_break_between_words CHARSET
lines_break_between_words() {
    local columns command broken=0

    while read -r command; do
        # shellcheck disable=SC2086 # several words
        at_width 500 $command >"$BATS_TEST_TMPDIR/wide" || true
        for columns in 40 80; do
            echo "$columns: $command"
            # shellcheck disable=SC2086
            at_width "$columns" $command >"$BATS_TEST_TMPDIR/lines" || true
            [ "$(wrong_lines "$columns" "$1" <"$BATS_TEST_TMPDIR/lines")" = '' ]
            cmp <(words <"$BATS_TEST_TMPDIR/wide") <(words <"$BATS_TEST_TMPDIR/lines")
            cmp -s "$BATS_TEST_TMPDIR/wide" "$BATS_TEST_TMPDIR/lines" || broken=$((broken + 1))
        done
    done < <(spoken)
    [ "$broken" -gt 9 ]
}

@test "lines break between words, whatever the width, in UTF-8 and in the locale C" {
    needs_terminal
    LC_ALL=C.UTF-8 NO_COLOR=1 lines_break_between_words UTF-8
    LC_ALL=C NO_COLOR=1 lines_break_between_words ASCII
}

@test "lines break between words, whatever the width: ISO-8859-1" {
    needs_terminal
    in_latin1
    NO_COLOR=1 lines_break_between_words ISO-8859-1
}

@test "a colour has no width" {
    needs_terminal
    unset NO_COLOR
    colours=$(TERM=xterm at_width 40 explain 'раypal☃.example' | sed 's/\x1B\[[0-9]*m//g')
    [ "$colours" = "$(TERM=dumb at_width 40 explain 'раypal☃.example')" ]
}

@test "what enable says breaks between words, and the lines of the file do not" {
    needs_terminal
    mkdir "$BATS_TEST_TMPDIR/etc"
    line="hosts:  files myhostname mdns4_minimal [NOTFOUND=return] dns"
    echo "$line" >"$BATS_TEST_TMPDIR/etc/nsswitch.conf"
    run at_width 40 enable --root="$BATS_TEST_TMPDIR"
    [[ $output == *"-$line"$'\n'* ]]
    [[ $'\n'$output$'\n' == *$'\n'"+${line/ dns/ idnx [!UNAVAIL=return] dns}"$'\n'* ]]
    run -0 at_width 40 enable --root="$BATS_TEST_TMPDIR"
    [ "$(wrong_lines 40 UTF-8 <<<"$output")" = '' ]
    [ "$(words <<<"$output")" = "$(at_width 500 enable --root="$BATS_TEST_TMPDIR" | words)" ]
    [ "${#lines[@]}" -gt 1 ]
}

@test "a narrower terminal than 40 columns gets lines for 40, one without a width lines for 80" {
    needs_terminal
    [ "$(at_width 10 check --help)" = "$(at_width 40 check --help)" ]
    [ "$(at_width 0 check --help)" = "$(at_width 80 check --help)" ]
}

@test "a pipe gets each answer in one line, and JSON is one line everywhere" {
    [ "$(idnx check a b☃_.раypal.example.раypal.раypal.раypal.раypal.example c 2>/dev/null |
        wc -l)" -eq 3 ]
    needs_terminal
    [ "$(at_width 40 check --json b☃_.example | wc -l)" -eq 1 ]
    [ "$(at_width 40 doctor --json | wc -l)" = "$(idnx doctor --json | wc -l)" ]
    [ "$(at_width 40 to-unicode --no-host-name "$(repeat 30 'ab ')" | wc -l)" -eq 1 ]
}
