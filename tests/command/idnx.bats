#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The idnx command itself: --help, --version, and what is wrong usage.

load common

# wrong REASON ARGUMENT...: checks that only the reason is written, and how to get help.
wrong() {
    reason=$1
    shift
    run -2 --separate-stderr idnx "$@"
    [ "$output" = '' ]
    # shellcheck disable=SC2154 # set by run
    [ "$(head -n 1 <<<"$stderr")" = "idnx: $reason" ]
    [[ $stderr == *--help* ]]
}

# A screen has 24 lines of 80 columns; the shell's prompt takes one.
fits_a_screen() {
    [ "$(wc -l <<<"$output")" -le 23 ]
    [ "$(LC_ALL=C.UTF-8 grep -c '.\{81\}' <<<"$output")" = 0 ]
}

# Prints the subcommands that the command knows; each has the common options.
subcommands() {
    idnx --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p'
}

@test "idnx --help lists the subcommands on one screen" {
    run -0 idnx --help
    [[ $output == 'Usage: idnx '*'  to-ascii '*'  to-unicode '*'Exit status: '* ]]
    fits_a_screen
    [ "$(subcommands | wc -l)" -ge 6 ]
}

@test "a subcommand's --help lists its options on one screen" {
    for subcommand in $(subcommands); do
        run -0 idnx "$subcommand" --help
        echo "$output"
        [[ $output == "Usage: idnx $subcommand "*'--help'* ]]
        [[ $output == *--json* || $subcommand =~ ^(run|punycode)$ ]]
        fits_a_screen
    done
}

@test "--help converts nothing, and reads no further" {
    for subcommand in $(subcommands); do
        run -0 idnx "$subcommand" --help </dev/zero
        [[ $output == Usage:* ]]
        run -0 idnx "$subcommand" --help --nonsense word </dev/zero
        [[ $output == Usage:* ]]
    done
}

@test "--version tells the version and Unicode's, after a subcommand, too" {
    run -0 idnx --version
    [[ $output =~ ^'idnx '[0-9]+\.[0-9]+\.[0-9]+', Unicode '[0-9]+\.[0-9]+\.[0-9]+$ ]]
    version=$output
    for subcommand in $(subcommands); do
        run -0 idnx "$subcommand" --version </dev/zero
        [ "$output" = "$version" ]
    done
}

@test "wrong usage is exit status 2, the reason and how to get help" {
    wrong 'a subcommand is missing'
    wrong 'unknown subcommand: ""' ''
    while IFS='|' read -r reason arguments; do
        # shellcheck disable=SC2086 # several words
        wrong "$reason" $arguments
    done <<'ROWS'
unknown subcommand: "to-asci"|to-asci bücher
unknown subcommand: "bücher.example"|bücher.example
unknown option: "--json"|--json
unknown option: "-x"|-x to-ascii
unknown option: "--check-bid1"|to-ascii --check-bid1
unknown option: "--no-profile"|to-ascii bücher --no-profile
unknown option: "-x"|to-ascii bücher -x
unknown option: "-ü.example"|to-ascii bücher -ü.example
unknown option: "-0x"|to-ascii -0x
unknown option: "-x0"|to-ascii bücher -x0
unknown option: "-q"|to-ascii -q
unknown option: "--check-bidi"|explain --check-bidi
unknown option: "--json"|help --json
unknown option: "--force"|enable --force
unknown option: "--nonsense"|resolve --nonsense
unknown option: "--set"|explain --set protection=off ü
no arguments are expected: "bücher.example"|enable bücher.example
doctor takes no names: "name"|doctor name
help takes one subcommand, and this is one more: "compare"|help check compare
give either --set or --config|check --config=x --set=protection=off ü
punycode needs -e or -d|punycode ü
-e and -d exclude each other|punycode -e -d ü
-e and -d exclude each other|punycode -de ü
option needs a value: "--profile"|to-ascii bücher --profile
option needs a value: "--profile="|to-unicode --profile=
option needs a value: "--root"|doctor --root
option needs a value: "--root="|doctor --root=
option needs a value: "--root="|enable --root=
option needs a value: "--root="|disable --root=
option needs a value: "--root"|disable --root
option takes no value: "--json=1"|to-ascii --json=1
option takes no value: "--null=1"|to-ascii --null=1
option takes no value: "--no-check-bidi=1"|to-ascii --no-check-bidi=1
option takes no value: "--help=1"|--help=1
wrong value: "uts", and not one of: lookup uts46|to-unicode --profile=uts
ROWS
}

@test "no control character of a wrong word reaches the terminal, nor a long one whole" {
    for word in $'\e[31m\x7F\xC2\x9B' $'--\e\a\xC2\x9B' $'-\e'; do
        run -2 idnx "$word"
        [ "$(LC_ALL=C tr -d '\040-\176\n' <<<"$output")" = '' ]
        run -2 idnx to-ascii "--profile=$word"
        [ "$(LC_ALL=C tr -d '\040-\176\n' <<<"$output")" = '' ]
    done
    run -2 idnx "$(repeat 100000 x)"
    [ "${#output}" -lt 1000 ]
}
