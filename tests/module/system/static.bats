#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# A static program: its own libc loads the module, and with it the shared libc.
# tests/evidence tests the whole table, and other releases.

load ../../common/fixture

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    [ -z "$WORLD_PRELOAD" ] || skip 'a static program loads no sanitized module'
    STATIC=$BATS_FILE_TMPDIR/ask
    "${CC:-cc}" -static -D_GNU_SOURCE -I "$WORLD_TESTS/../../nss_idnx" -o "$STATIC" \
        "$WORLD_TESTS/ask.c" -ldl 2>/dev/null ||
        skip 'no static program can be made here (libc.a)'
    forget_questions
}

teardown() {
    ! raw_questions
}

@test "a static program without idnx finds no internationalized name" {
    hosts_line "$WITHOUT"
    equal 'unspec EAI_NONAME errno=0' "$(inside "$STATIC" unspec bücher.example)"
}

@test "a static program is told of every name what a dynamic one is told" {
    local name

    hosts_line "$RECOMMENDED"
    equal 'unspec 192.0.2.10' "$(inside "$STATIC" unspec bücher.example)"
    for name in bücher.both.example bücher.cname.example bücher.nxdomain.example \
        bücher.servfail.example ℀.example www.both.example; do
        equal "$name: $(ask_and_questions all "$name")" \
            "$name: $(forget_questions; inside "$STATIC" all "$name"; questions)"
    done
}
