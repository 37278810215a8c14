#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The brackets after idnx.  The name server's log shows which brackets let glibc pass a raw
# name to dns, and that none does once idnx enable has replaced them.  "files idnx dns",
# without brackets, and the recommended line never do: lookup.bats.

load ../../common/fixture

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
}

# Brackets that continue after a name that is found, and those after one that is not found.
FOUND='SUCCESS=continue
!UNAVAIL=return SUCCESS=continue'
NOT_FOUND='!NOTFOUND=continue SUCCESS=return
!SUCCESS=continue'
BOTH='!UNAVAIL=continue
!NOTFOUND=continue
!TRYAGAIN=continue'

NAMES=(bücher.example bücher.nxdomain.example bücher.servfail.example ℀.example)

# sends raw|nothing NAME...: checks, by the log, what besides ASCII forms reaches dns.
sends() {
    local sent=nothing name

    forget_questions
    for name in "${@:2}"; do
        ask all "$name" >/dev/null
    done
    ! raw_questions || sent=raw
    equal "$(tail -n 1 "$WORLD/etc/nsswitch.conf") sends $1" \
        "$(tail -n 1 "$WORLD/etc/nsswitch.conf") sends $sent"
}

@test "SUCCESS=continue sends the raw octets of a name that was found" {
    while read -r bracket; do
        hosts_line "files idnx [$bracket] dns"
        sends raw bücher.example
    done <<<"$FOUND"$'\n'"$BOTH"
}

@test "!X=continue sends those of a name that was not found, since glibc 2.33" {
    while read -r bracket; do
        hosts_line "files idnx [$bracket] dns"
        for name in "${NAMES[@]:1}"; do
            sends "$(older_than 2.33 && echo nothing || echo raw)" "$name"
        done
    done <<<"$NOT_FOUND"$'\n'"$BOTH"
}

@test "continue sends none for a status that continues anyhow" {
    for bracket in NOTFOUND=continue UNAVAIL=continue TRYAGAIN=continue \
        '!UNAVAIL=return NOTFOUND=continue' '!UNAVAIL=continue !UNAVAIL=return'; do
        hosts_line "files idnx [$bracket] dns"
        sends nothing "${NAMES[@]}"
    done
}

@test "none is sent where idnx enable has replaced the action" {
    while read -r bracket; do
        hosts_line "files idnx [$bracket] dns"
        "$BUILD/idnx" enable --root "$WORLD"
        grep -Fx "hosts: $RECOMMENDED" "$WORLD/etc/nsswitch.conf"
        sends nothing "${NAMES[@]}"
    done <<<"$FOUND"$'\n'"$NOT_FOUND"$'\n'"$BOTH"
}
