#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The table of README.md: what a program reaches by each spelling of a name, without idnx and with
# it.  tests/evidence/sources checks the column of systemd-resolved.

load ../../common/fixture
load ../../common/spellings

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" <(
        cat <<END
no-resolv
no-hosts
listen-address=127.0.0.1
bind-interfaces
cache-size=0
log-queries
address=/#/203.0.113.66
local=/xn--bcher-kva.example/
address=/xn--bcher-kva.example/192.0.2.10
local=/xn--ypal-43d9g.example/
address=/xn--ypal-43d9g.example/192.0.2.10
END
    )
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    hosts_line "$WITHOUT"
    no_idnx_conf
}

# reached LOCALE [OPTION] NAME: prints what a program reaches that passes the name to glibc, or,
# without the option --no-idn, has it converted by libidn2.
reached() {
    inside env LC_ALL="$1" getent "${@:2:$#-2}" ahostsv4 "${@: -1}" | outcome
}

@test "glibc's dns finds no spelling, and libidn2 finds them in a UTF-8 locale alone" {
    while IFS='|' read -r name dns _ libidn2 _; do
        for locale in C.UTF-8 C; do
            equal "$name: $dns" "$name: $(reached $locale --no-idn "$name")"
        done
        equal "$name: $libidn2" "$name: $(reached C.UTF-8 "$name")"
        equal "$name: not found" "$name: $(reached C "$name")"
    done < <(spellings)
}

# with_idnx NAME EXPECTED: checks what is reached in two locales.  A name that is not found, and for
# which no query was sent, is rejected.
with_idnx() {
    local locale word

    for locale in C.UTF-8 C; do
        forget_questions
        word=$(reached $locale --no-idn "$1")
        [ "$word" != 'not found' ] || [ -n "$(questions)" ] || word=rejected
        equal "$1: $2" "$1: $word"
    done
}

@test "with idnx a program reaches the host, in any locale, and no other" {
    hosts_line "$RECOMMENDED"
    while IFS='|' read -r name _ _ _ idnx; do
        no_idnx_conf
        with_idnx "$name" "${idnx%%;*}"
        [[ $idnx == *'; with `protection`, rejected' ]] || continue
        idnx_conf 'protection = browser'
        with_idnx "$name" rejected
    done < <(spellings)
}
