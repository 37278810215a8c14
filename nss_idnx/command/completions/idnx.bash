# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# Completion of the idnx command for bash.  Subcommands, options and values come from the command
# itself: "idnx help --list".  bash-completion, if it is there, completes what follows "idnx run".

# _idnx_hosts WORD: those that begin so, of HOSTFILE (/etc/hosts) and of ~/.ssh/known_hosts,
# where a name may have a port, "[name]:22", and be none: hashed, a pattern.
_idnx_hosts() {
    local names name word rest

    compgen -A hostname -- "$1"
    [ -r ~/.ssh/known_hosts ] || return 0
    while read -r word rest; do
        [[ $word != @* ]] || word=${rest%% *} # after a marker
        IFS=, read -ra names <<<"$word"
        for name in "${names[@]}"; do
            [[ $name != '['* ]] || name=${name#[} name=${name%]:*}
            [[ $name != "$1"* || $name == *[^[:alnum:]._:-]* || -z $name ]] || echo "$name"
        done
    done <~/.ssh/known_hosts
}

# _idnx_offer GENERATOR...: what compgen generates so, of what begins with $word.
_idnx_offer() {
    mapfile -t COMPREPLY < <(compgen "$@" -- "$word")
}

# The program after "idnx run", and its own words.
_idnx_run() {
    local at=2

    [ "${COMP_WORDS[at]}" != -- ] || at=3
    if [ "$COMP_CWORD" -le "$at" ]; then
        _idnx_offer -c
    elif declare -F _comp_command_offset >/dev/null; then
        _comp_command_offset "$at"
    elif declare -F _command_offset >/dev/null; then
        _command_offset "$at"
    else
        compopt -o default
    fi
}

# _idnx COMMAND WORD BEFORE, as bash calls it: "--root=/" is three words to it.
_idnx() {
    local word=$2 before=$3 subcommand='' listed='' first _ list values='' words=()

    [ "$COMP_CWORD" -eq 1 ] || subcommand=${COMP_WORDS[1]}
    [ "$subcommand" = help ] || listed=$subcommand
    [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
    while IFS=$'\t' read -r first _ list; do
        [[ $first == -* && $word != -* ]] || words+=("$first")
        [ "$first" != "$before=" ] || values=$list
    done < <("$1" help --list ${listed:+"$listed"} 2>/dev/null)

    case $subcommand in
    run) [[ $COMP_CWORD -eq 2 && $word == -* ]] || { _idnx_run && return; } ;;
    help) [ "$COMP_CWORD" -eq 2 ] || return ;;
    to-ascii | to-unicode | explain | check | compare | spoofs | resolve | allow)
        [[ $word == -* || -n $values ]] ||
            { mapfile -t COMPREPLY < <(_idnx_hosts "$word") && return; }
        ;;
    esac
    if [ "$values" = / ]; then
        _idnx_offer -f && compopt -o filenames
    else
        _idnx_offer -W "${values:-${words[*]}}"
    fi
    [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace
}

complete -F _idnx idnx
