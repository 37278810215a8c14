#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Completion in bash, zsh and fish offers exactly the subcommands and options of the code.

load pages

COMPLETIONS=nss_idnx/command/completions

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
            if [[ $word == --*=* ]]; then COMP_WORDS+=("${word%%=*}" = "${word#*=}")
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

# Prints the long options of a completion for zsh or fish, which has all flags in one loop.
long_options() {
    grep -oE -e '(--|complete .* -l )[a-z][a-z0-9-]+' "$1" | sed 's/.* -l /--/' | grep -v -e '-$'
    sed -n '/for flag in/,/[^\]$/p' "$1" | tr ' ;' '\n' |
        sed -n 's/^[a-z0-9]*-.*[^-]$/--&\n--no-&/p'
}

offer_bash() {
    complete_in_bash ${1:+"$1"} -
}

offer_fish() {
    complete_in_fish "idnx ${1:+$1 }-"
}

@test "bash completes the subcommands" {
    diff <(all_subcommands) <(complete_in_bash '')
    [ "$(complete_in_bash to-a)" = to-ascii ]
}

@test "bash completes the options that each subcommand takes" {
    diff <(list_options) <(offered bash)
}

@test "bash completes the values of options" {
    [ "$(complete_in_bash to-ascii --profile= | paste -sd ' ')" = 'lookup uts46' ]
    [ "$(complete_in_bash to-ascii --profile=u)" = uts46 ]
    [ "$(complete_in_bash to-ascii --profile l)" = lookup ]
    [ "$(complete_in_bash doctor --root=nss_idnx/com)" = nss_idnx/command ]
    [ "$(complete_in_bash doctor --root nss_idnx/com)" = nss_idnx/command ]
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
}

@test "bash completes names beyond ASCII" {
    mkdir "$BATS_TEST_TMPDIR/.ssh"
    export HOME=$BATS_TEST_TMPDIR HOSTFILE=/dev/null LC_ALL=C.UTF-8
    echo 'bücher.example key AAAA' >"$HOME/.ssh/known_hosts"
    [ "$(complete_in_bash resolve bü)" = bücher.example ]
}

@test "bash completes programs, and the paths of programs" {
    complete_in_bash run bas | grep -qx bash
    complete_in_bash run /bin/bas | grep -qx /bin/bash
}

@test "bash completes what help can be asked for" {
    diff <(all_subcommands) <(complete_in_bash help '')
    [ "$(complete_in_bash help check '')" = '' ]
}

@test "bash and zsh know whose completion it is" {
    [ "$(bash --norc -c ". $COMPLETIONS/idnx.bash; complete -p idnx")" = \
        'complete -F _idnx idnx' ]
    [ "$(head -n 1 $COMPLETIONS/_idnx)" = '#compdef idnx' ]
}

# If zsh or fish is missing, its file is still read.
@test "the files for zsh and fish name the subcommands of the code" {
    diff <(all_subcommands) \
        <(sed -n "s/^        '\([a-z-]*\):.*/\1/p" $COMPLETIONS/_idnx | LC_ALL=C sort)
    diff <(all_subcommands) <(sed -n 's/.*_use_subcommand -a \([a-z-]*\) .*/\1/p' \
        $COMPLETIONS/idnx.fish | LC_ALL=C sort)
}

@test "the files for zsh and fish name the long options of the code" {
    list_options | grep -oE -e '--[a-z][a-z0-9-]*' | LC_ALL=C sort -u >"$BATS_TEST_TMPDIR/code"
    for file in _idnx idnx.fish; do
        diff "$BATS_TEST_TMPDIR/code" <(long_options $COMPLETIONS/$file | LC_ALL=C sort -u)
    done
}

@test "zsh takes its file" {
    needs zsh
    zsh -n $COMPLETIONS/_idnx
}

@test "fish completes the subcommands" {
    needs fish
    diff <(all_subcommands) <(complete_in_fish 'idnx ')
}

@test "fish completes the options that each subcommand takes" {
    needs fish
    diff <(list_options) <(offered fish)
}
