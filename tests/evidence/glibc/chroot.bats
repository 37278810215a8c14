#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Programs in a chroot, with and without /etc and the module in it.  If glibc does not find
# either of them there, names are answered as without idnx.  No module can change that.

load installed

setup_file() {
    installed_world
}

teardown_file() {
    world_stop
}

setup() {
    hosts_line "$RECOMMENDED"
    forget_questions
    ROOT=$BATS_FILE_TMPDIR/root-$BATS_TEST_NUMBER
    mkdir -p "$ROOT/etc"
    copy "$BUILD/tests/common/ask" /ask
    libraries_of "$BUILD/tests/common/ask"
    libraries_of_sources
}

teardown() {
    [ -z "$SESSION_PID" ] || kill "$SESSION_PID"
}

copy() {
    install -D "$1" "$ROOT/$2"
}

libraries_of() {
    local library

    for library in $(ldd "$1" | grep -o '/[^ ]*'); do
        copy "$library" "$library"
    done
}

# glibc before 2.34 also loads these.
libraries_of_sources() {
    local library directory

    directory=$(dirname "$(ldd /bin/sh | awk '/libc\.so/ { print $3 }')")
    for library in libnss_files.so.2 libnss_dns.so.2 libresolv.so.2; do
        copy "$directory/$library" "$directory/$library"
    done
    MODULE=$directory/libnss_idnx.so.2
}

with_etc() {
    cp "$WORLD"/etc/{nsswitch.conf,resolv.conf,hosts} "$ROOT/etc"
}

with_module() {
    copy "$MODULE" "$MODULE"
    libraries_of "$MODULE"
}

# Prints no errno: it may be left over from a search for files that are not there.
jailed() {
    installed chroot "$ROOT" /ask "$@" | sed 's/ errno=.*//'
}

# Prints the answers of the front ends that call a source's four functions.
all_in_jail() {
    local front_end name

    forget_questions
    for front_end in gethostbyname_r gethostbyname2-inet inet6-canon unspec; do
        for name in bücher.example www.a.example www.aaaa.example; do
            jailed "$front_end" "$name"
        done
    done
    questions
}

# Checks that the results in there are the same with "files dns".
as_without_idnx() {
    local found

    found=$(all_in_jail)
    rm -f "$ROOT/$MODULE"
    with_etc
    echo "hosts: $WITHOUT" >"$ROOT/etc/nsswitch.conf"
    equal "$(all_in_jail)" "$found"
    equal 3 "$(grep -c 192.0.2.1 <<<"$found")"
    equal 0 "$(grep -c 192.0.2.10 <<<"$found")"
}

@test "with /etc and the module inside, names are found" {
    with_etc
    with_module
    equal 'unspec 192.0.2.10' "$(jailed unspec bücher.example)"
    equal 'gethostbyname name=xn--bcher-kva.example 192.0.2.10' \
        "$(jailed gethostbyname bücher.example)"
    equal 'inet6 EAI_AGAIN' "$(jailed inet6 bücher.servfail.example)"
    ! raw_questions
}

@test "with the module outside, all names are as without idnx" {
    with_etc
    as_without_idnx
}

@test "with the module inside, but no /etc, all names are as without idnx" {
    with_module
    as_without_idnx
}

# A static program's libc has "files" and "dns" since 2.34; a module needs the shared libc.
@test "a static program where no libc is finds ASCII names, before glibc 2.34 none" {
    rm -r "${ROOT:?}"/*
    mkdir "$ROOT/etc"
    with_etc
    with_module
    copy "$BUILD/static/tests/common/ask" /ask
    if older_than 2.34; then
        equal 'unspec EAI_SYSTEM' "$(jailed unspec www.a.example)"
        equal 'unspec EAI_SYSTEM' "$(jailed unspec bücher.example)"
    else
        equal 'unspec 192.0.2.1' "$(jailed unspec www.a.example)"
        equal 'unspec EAI_NONAME' "$(jailed unspec bücher.example)"
    fi
    equal '' "$(questions | grep -v ' www.a.example$')"
}

@test "a process that has found a name before it changes its root finds names from then on" {
    session_start installed
    equal 'unspec 192.0.2.10' "$(say 'unspec bücher.example')"
    rm -r "${ROOT:?}"/*
    equal 'chroot done' "$(say "chroot $ROOT")"
    equal 'unspec 192.0.2.10' "$(say 'unspec bücher.example')"
    equal 'inet-canon name=xn--bcher-kva.example 192.0.2.10' \
        "$(say 'inet-canon bücher.example')"
    equal 'unspec 192.0.2.1' "$(say 'unspec www.a.example')"
    ! raw_questions
}

@test "there, its errors are those of the line without brackets, and ASCII names keep theirs" {
    session_start installed
    equal 'inet6 EAI_AGAIN' "$(say 'inet6 bücher.servfail.example')"
    rm -r "${ROOT:?}"/*
    equal 'chroot done' "$(say "chroot $ROOT")"
    equal 'inet6 EAI_AGAIN' "$(say 'inet6 xn--bcher-kva.servfail.example')"
    equal 'inet6 EAI_NONAME' "$(say 'inet6 bücher.servfail.example')"
    equal 'unspec EAI_AGAIN' "$(say 'unspec bücher.servfail.example')"
    ! raw_questions
}
