#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# nsswitch.conf is changed while a process runs.  glibc 2.33 and later read it again, an
# older one reads it once.

load fixture

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$BATS_TEST_DIRNAME/dnsmasq.conf"
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    forget_questions
}

teardown() {
    [ -z "$SESSION_PID" ] || kill "$SESSION_PID"
}

# asked FRONT-END NAME: what a new process is told, without an errno.
asked() {
    ask "$@" | sed 's/ errno=.*//'
}

@test "idnx is enabled: a running process finds names, up to 2.31 when started again" {
    hosts_line "$WITHOUT"
    session_start inside
    equal 'unspec EAI_NONAME' "$(say 'unspec bücher.example')"
    hosts_line "$RECOMMENDED"
    if older_than 2.33; then
        equal 'unspec EAI_NONAME' "$(say 'unspec bücher.example')"
    else
        equal 'unspec 192.0.2.10' "$(say 'unspec bücher.example')"
    fi
    equal 'unspec 192.0.2.10' "$(asked unspec bücher.example)"
    ! raw_questions
}

@test "idnx is disabled: a running process finds names no more, up to 2.31 until its end" {
    hosts_line "$RECOMMENDED"
    session_start inside
    equal 'unspec 192.0.2.10' "$(say 'unspec bücher.example')"
    hosts_line "$WITHOUT"
    if older_than 2.33; then
        equal 'unspec 192.0.2.10' "$(say 'unspec bücher.example')"
    else
        equal 'unspec EAI_NONAME' "$(say 'unspec bücher.example')"
    fi
    equal 'unspec EAI_NONAME' "$(asked unspec bücher.example)"
}

@test "a line that loses its brackets while a process runs still sends no raw name" {
    hosts_line "$RECOMMENDED"
    session_start inside
    equal 'inet-canon name=xn--bcher-kva.example 192.0.2.10' \
        "$(say 'inet-canon bücher.example')"
    hosts_line "$BARE"
    equal 'inet-canon EAI_NONAME' "$(say 'inet-canon bücher.nxdomain.example')"
    hosts_line 'files idnx [NOTFOUND=continue] dns'
    equal 'inet-canon EAI_NONAME' "$(say 'inet-canon ℀.example')"
    ! raw_questions
}

@test "an address is found again after nsswitch.conf was away for a while" {
    hosts_line "$RECOMMENDED"
    session_start inside
    equal 'unspec 192.0.2.10' "$(say 'unspec bücher.example')"
    mv "$WORLD/etc/nsswitch.conf" "$WORLD/etc/away"
    say 'unspec bücher.example'
    equal 'unspec 192.0.2.1' "$(say 'unspec www.a.example')"
    mv "$WORLD/etc/away" "$WORLD/etc/nsswitch.conf"
    equal 'unspec 192.0.2.10' "$(say 'unspec bücher.example')"
    ! raw_questions
}
