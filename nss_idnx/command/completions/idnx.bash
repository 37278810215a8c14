# SPDX-License-Identifier: LGPL-2.1-or-later
# shellcheck shell=bash
#
# Completion of the idnx command for bash, which needs nothing but bash.

_idnx_subcommands='to-ascii to-unicode explain check compare resolve punycode run doctor
    enable disable help'

# _idnx_options SUBCOMMAND: prints its options; those that end in "=" take a value.
_idnx_options() {
    local flag

    case $1 in
    to-ascii | to-unicode)
        for flag in transitional-processing check-hyphens check-bidi check-joiners \
            use-std3-ascii-rules verify-dns-length ignore-invalid-punycode host-name; do
            echo "--$flag --no-$flag"
        done
        echo '--profile= -0 --null --json'
        ;;
    check) echo '-q --quiet --set= -0 --null --json' ;;
    explain | compare | resolve) echo '-0 --null --json' ;;
    punycode) echo '-d --decode -e --encode -u --code-points -0 --null --json' ;;
    doctor) echo '--root= --json' ;;
    enable | disable) echo '--dry-run --libidn2 --root= --json' ;;
    run) ;;
    esac
    echo '-h --help -V --version'
}

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

# Settings of idnx.conf that judge names, as --set takes them.
_idnx_settings='protection=off protection=browser protection=strict repertoire=idna2008
    repertoire=identifiers script-policy=moderately-restrictive
    script-policy=highly-restrictive script-policy=single-script script-policy=ascii-only
    look-alikes=refuse ace-names=leave scripts= protect= protected-words=allow'

# _idnx COMMAND WORD BEFORE, as bash calls it: "--root=/" is three words to it.
_idnx() {
    local word=$2 before=$3 subcommand=

    [ "$COMP_CWORD" -eq 1 ] || subcommand=${COMP_WORDS[1]}
    [ "$before" != = ] || before=${COMP_WORDS[COMP_CWORD - 2]}
    case $before,$subcommand,$word in
    --profile,*) mapfile -t COMPREPLY < <(compgen -W 'lookup uts46' -- "$word") ;;
    --set,*) mapfile -t COMPREPLY < <(compgen -W "$_idnx_settings" -- "$word") ;;
    --root,*) mapfile -t COMPREPLY < <(compgen -d -- "$word") && compopt -o filenames ;;
    *,-*) mapfile -t COMPREPLY < <(compgen -W "$(_idnx_options "$subcommand")" -- "$word") ;;
    *,to-ascii,* | *,to-unicode,* | *,explain,* | *,check,* | *,compare,* | *,resolve,*)
        mapfile -t COMPREPLY < <(_idnx_hosts "$word")
        ;;
    *,help,*)
        [ "$COMP_CWORD" -ne 2 ] ||
            mapfile -t COMPREPLY < <(compgen -W "$_idnx_subcommands" -- "$word")
        ;;
    *,run,*)
        [ "$COMP_CWORD" -eq 2 ] || compopt -o default
        [ "$COMP_CWORD" -ne 2 ] || mapfile -t COMPREPLY < <(compgen -c -- "$word")
        ;;
    *,,*) mapfile -t COMPREPLY < <(compgen -W "$_idnx_subcommands" -- "$word") ;;
    esac
    [[ ${COMPREPLY[*]} != *= ]] || compopt -o nospace
}

complete -F _idnx idnx
