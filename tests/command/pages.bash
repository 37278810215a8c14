# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What pages and completions are compared with: the options that the command takes.
# BUILD is the build directory.
# shellcheck shell=bash

bats_require_minimum_version 1.5.0

# A sanitizer's finding ends the run, with a status that is none of the command's.
export ASAN_OPTIONS=exitcode=99:detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:exitcode=99

idnx() {
    "${BUILD:?the build directory}/idnx" "$@" </dev/null
}

subcommands() {
    idnx --help | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' | LC_ALL=C sort
}

# The options of all subcommands, as the command lists them for completions.
known_options() {
    local subcommand

    for subcommand in '' $(subcommands); do
        idnx help --list ${subcommand:+"$subcommand"}
    done | cut -f 1 | grep '^-' | sed 's/=$//'
}

# options SUBCOMMAND: those of standard input that it takes, one a line; "" is the command itself.  A
# value too many is found before --help is heeded, an unknown option before that.
options() {
    local option value

    while read -r option; do
        value=
        [[ $option != --* ]] || value='='
        # shellcheck disable=SC2086 # "" is no word
        [[ $(idnx $1 "$option$value" --help 2>&1) == 'idnx: unknown option'* ]] ||
            printf '%s\n' "$option" # which echo takes for one of its own
    done
}

# Each subcommand, and beside it the options it takes: asked once, it takes a second.
setup_file() {
    local subcommand known

    known=$(known_options | LC_ALL=C sort -u)
    for subcommand in '' $(subcommands); do
        echo "$subcommand: $(options "$subcommand" <<<"$known" | paste -sd ' ')"
    done >"$BATS_FILE_TMPDIR/options"
}

list_options() {
    cat "$BATS_FILE_TMPDIR/options"
}
