#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion in bash, zsh and fish offers exactly the subcommands and options of the code.

load common

COMPLETIONS=nss_idnx/command/completions

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
        [[ $(idnx $1 "$option$value" --help 2>&1 </dev/null) == 'idnx: unknown option'* ]] ||
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

# The completions ask the command.
setup() {
    PATH=$(cd "$BUILD" && pwd):$PATH
}

# "help" shows the help of other subcommands, and its list does not contain itself.
all_subcommands() {
    { subcommands; echo help; } | LC_ALL=C sort
}

# Skips the test if that shell is not installed.
needs() {
    command -v "$1" >/dev/null || skip "$1 is missing: install it to try its completion"
}

# complete_in_bash WORD...: prints what bash offers for the last word, sorted.  Before bash
# fills COMP_WORDS, it splits "--root=/" into three words.
complete_in_bash() {
    bash --norc -c '. "$0"
        compopt() { :; } # there is no line that is edited
        COMP_WORDS=(idnx) COMPREPLY=()
        for word; do
            if [[ $word == *=* ]]; then COMP_WORDS+=("${word%%=*}" = "${word#*=}")
            else COMP_WORDS+=("$word"); fi
        done
        [ "${COMP_WORDS[-1]}" != "" ] || [ "${COMP_WORDS[-2]}" != = ] || unset "COMP_WORDS[-1]"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        word=${COMP_WORDS[COMP_CWORD]}
        _idnx idnx "${word#=}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' $COMPLETIONS/idnx.bash "$@" | LC_ALL=C sort
}

# complete_in_fish LINE
complete_in_fish() {
    HOME=$BATS_TEST_TMPDIR fish --no-config -c \
        "source $COMPLETIONS/idnx.fish; complete -C '$1'" | cut -f 1 | LC_ALL=C sort
}

# Prints each subcommand and what the completion $1 offers for "-" after it.
offered() {
    local subcommand

    for subcommand in '' $(subcommands); do
        echo "$subcommand: $("offer_$1" "$subcommand" | sed 's/=$//' | LC_ALL=C sort |
            paste -sd ' ')"
    done
}

offer_bash() {
    complete_in_bash ${1:+"$1"} -
}

offer_fish() {
    complete_in_fish "idnx ${1:+$1 }-"
}

@test "bash completes the subcommands, what help can be asked for, and each one's options" {
    diff <(all_subcommands) <(complete_in_bash '')
    diff <(all_subcommands) <(complete_in_bash help '')
    diff <(list_options) <(offered bash)
}

@test "bash completes a word that is begun, the values of options, settings and paths" {
    while IFS='|' read -r words offered; do
        # shellcheck disable=SC2086 # several words
        diff <(echo "$offered") <(complete_in_bash $words | paste -sd ' ')
    done <<'ROWS'
to-a|to-ascii
to-ascii --profile=|lookup uts46
to-ascii --profile=u|uts46
to-ascii --profile l|lookup
doctor --root=nss_idnx/comma|nss_idnx/command
doctor --root nss_idnx/comma|nss_idnx/command
explain --color=|always auto never
check --config=nss_idnx/module/hostent|nss_idnx/module/hostent.c
check --set=protection|protection=browser protection=off protection=strict
set prot|protect= protected-words= protection=
set protection=|browser off strict
set protection=b|browser
ROWS
    [ "$(complete_in_bash help check '')" = '' ]
    complete_in_bash run bas | grep -qx bash
    complete_in_bash run /bin/bas | grep -qx /bin/bash
}

@test "bash completes host names, of /etc/hosts and those that ssh knows, and nothing else there" {
    mkdir "$BATS_TEST_TMPDIR/.ssh"
    export HOME=$BATS_TEST_TMPDIR HOSTFILE=$BATS_TEST_TMPDIR/hosts
    [ "$(complete_in_bash to-ascii '')" = '' ] # no file is no fault
    echo '192.0.2.1 one.example' >"$HOSTFILE"
    # shellcheck disable=SC2016 # it must not be run
    printf '%s key AAAA comment@host\n' two.example,192.0.2.2 '[three.example]:2222' \
        '@revoked four.example' '|1|salt=|hash=' '*.five.example' 'o$(touch${IFS}here)' \
        '# six.example' >"$HOME/.ssh/known_hosts"
    printf '\none\n' >>"$HOME/.ssh/known_hosts"
    [ "$(complete_in_bash check '' | paste -sd ' ')" = \
        '192.0.2.2 four.example one one.example three.example two.example' ]
    for subcommand in to-ascii to-unicode explain check compare resolve; do
        [ "$(complete_in_bash "$subcommand" one. tw)" = two.example ]
    done
    [ "$(complete_in_bash punycode -e '')" = '' ]
    echo 'bücher.example key AAAA' >>"$HOME/.ssh/known_hosts"
    [ "$(LC_ALL=C.UTF-8 complete_in_bash resolve bü)" = bücher.example ]
}

@test "bash and zsh know whose completion it is" {
    [ "$(bash --norc -c ". $COMPLETIONS/idnx.bash; complete -p idnx")" = \
        'complete -F _idnx idnx' ]
    [ "$(head -n 1 $COMPLETIONS/_idnx)" = '#compdef idnx' ]
}

# complete_in_zsh LINE: prints, one a line, the words that zsh shows for its last word, or the line
# that it makes of it.
complete_in_zsh() {
    HOME=$BATS_TEST_TMPDIR python3 -B "$BATS_TEST_DIRNAME/in_zsh.py" $COMPLETIONS "$1"
}

@test "zsh completes subcommands, options, values and files" {
    local shown word

    needs zsh
    shown=$(complete_in_zsh 'idnx ')
    for word in $(all_subcommands); do
        [[ $shown == *" $word "* ]]
    done
    shown=$(complete_in_zsh 'idnx check -')
    for word in --json --null --quiet --set -q; do
        [[ $shown == *" $word "* ]]
    done
    [[ "$(complete_in_zsh 'idnx to-ascii --profile=')" == *' lookup uts46 '* ]]
    [[ "$(complete_in_zsh 'idnx set script')" == *' script-policy '* ]]
    [[ "$(complete_in_zsh 'idnx set protection=b')" == *' idnx set protection=browser '* ]]
    [[ "$(complete_in_zsh 'idnx help comp')" == *' idnx help compare '* ]]
    [[ "$(complete_in_zsh 'idnx doctor --root=nss_id')" == *' --root=nss_idnx/ '* ]]
}

# Programs that have no completion of their own in one of the shells are no test of it.
@test "zsh, fish and bash complete the options of the program after idnx run" {
    if command -v zsh >/dev/null; then
        [[ "$(complete_in_zsh 'idnx run cat --number-non')" == *' --number-nonblank '* ]]
        [[ "$(complete_in_zsh 'idnx run -- cat --number-non')" == *' --number-nonblank '* ]]
    fi
    if command -v fish >/dev/null; then
        for line in 'idnx run cat --number' 'idnx run -- cat --number'; do
            HOME=$BATS_TEST_TMPDIR fish -c \
                "source $COMPLETIONS/idnx.fish; complete -C '$line'" | grep -q '^--number-nonblank'
        done
    fi
    # bash-completion's function gets the index of the program's word.
    for function in _comp_command_offset _command_offset; do
        run -0 bash --norc -c ". $COMPLETIONS/idnx.bash
            $function() { echo \$1; }
            COMP_WORDS=(idnx run curl --ht) COMP_CWORD=3
            _idnx idnx --ht curl
            COMP_WORDS=(idnx run -- curl --ht) COMP_CWORD=4
            _idnx idnx --ht curl"
        [ "$output" = $'2\n3' ]
    done
}

@test "without the command no completion fails" {
    run -0 bash --norc -c "PATH=/nonexistent; . $COMPLETIONS/idnx.bash
        COMP_WORDS=(idnx ch) COMP_CWORD=1; _idnx idnx ch idnx; echo \${#COMPREPLY[@]}"
    [ "$output" = 0 ]
}

@test "fish completes the subcommands and the options that each takes" {
    needs fish
    diff <(all_subcommands) <(complete_in_fish 'idnx ')
    diff <(list_options) <(offered fish)
    [ "$(complete_in_fish 'idnx set protection=b')" = protection=browser ]
    [ "$(complete_in_fish 'idnx check --set=protection=b')" = --set=protection=browser ]
}
