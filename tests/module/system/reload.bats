#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# nsswitch.conf changes while a process runs, or the process changes its root.  glibc 2.33 and
# later read the file again while the root stays the same; an older glibc reads it once.

load ../../common/fixture

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
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

# asked FRONT-END NAME: prints what a new process is told, without errno.
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

# Asked for a canonical name, dns sends a raw name unchanged.
@test "a line that gets its brackets while a process runs sends no raw name" {
    hosts_line "$BARE"
    session_start inside
    equal 'inet6 EAI_NONAME' "$(say 'inet6 bücher.servfail.example')"
    hosts_line "$RECOMMENDED"
    equal 'inet-canon EAI_NONAME' "$(say 'inet-canon bücher.nxdomain.example')"
    # The full code is returned if glibc reads the line again.
    if older_than 2.33; then
        equal 'inet6 EAI_NONAME' "$(say 'inet6 bücher.servfail.example')"
    else
        equal 'inet6 EAI_AGAIN' "$(say 'inet6 bücher.servfail.example')"
    fi
    ! raw_questions
}

# in_another_root FIRST: in a process, looks FIRST up with the bare line, changes the root to
# one whose file has the brackets, and looks up names that do not exist.
in_another_root() {
    local root=$BATS_TEST_TMPDIR/root

    mkdir -p "$root/etc"
    printf 'hosts: %s\n' "$RECOMMENDED" >"$root/etc/nsswitch.conf"
    hosts_line "$BARE"
    session_start inside
    say "$1"
    equal 'chroot done' "$(say "chroot $root")"
    equal 'inet-canon EAI_NONAME' "$(say 'inet-canon bücher.nxdomain.example')"
    equal 'inet-canon EAI_NONAME' "$(say 'inet-canon bücher..example')"
    equal 'inet-canon name=xn--bcher-kva.example 192.0.2.10' \
        "$(say 'inet-canon bücher.example')"
    ! raw_questions
}

@test "a process that changes its root after a lookup sends no raw name" {
    in_another_root 'inet bücher.example'
}

@test "nor does it where that lookup was of an ASCII name" {
    in_another_root 'inet www.a.example'
}

@test "nor where it was of an address" {
    in_another_root 'gethostbyaddr 192.0.2.10'
}
