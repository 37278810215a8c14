#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Programs of two architectures on one system, each with the module next to its own libc.

load installed

NATIVE=$BUILD/tests/common/ask
I386=$BUILD/i386/tests/common/ask

setup_file() {
    installed_world
    install_for "$I386" "$BUILD/i386/libnss_idnx.so.2"
}

teardown_file() {
    world_stop
}

# class FILE: prints 1 for 32 bits, 2 for 64 (ELF, EI_CLASS).
class() {
    od -An -tu1 -j 4 -N 1 "$1" | tr -d ' '
}

@test "the two modules are of two architectures, and lie in two directories" {
    equal 2 "$(class /lib/x86_64-linux-gnu/libnss_idnx.so.2)"
    equal 1 "$(class /lib/i386-linux-gnu/libnss_idnx.so.2)"
    equal 2 "$(class "$NATIVE")"
    equal 1 "$(class "$I386")"
}

@test "programs of both find the same" {
    local name

    for name in bücher.both.example bücher.cname.example bücher.nodata.example \
        bücher.nxdomain.example bücher.servfail.example ℀.example www.both.example; do
        equal "$name: $(installed "$NATIVE" all "$name")" \
            "$name: $(installed "$I386" all "$name")"
    done
    equal 'unspec 192.0.2.10' "$(installed "$I386" unspec bücher.example)"
}

@test "without the module of its own a program has ASCII names only, the other one all" {
    rm /lib/i386-linux-gnu/libnss_idnx.so.2
    equal 'unspec EAI_NONAME' "$(installed "$I386" unspec bücher.example | sed 's/ errno=.*//')"
    equal 'unspec 192.0.2.1' "$(installed "$I386" unspec www.a.example)"
    equal 'unspec 192.0.2.10' "$(installed "$NATIVE" unspec bücher.example)"
}
