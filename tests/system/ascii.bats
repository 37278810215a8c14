#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Names of ASCII octets are left alone, valid or not: with idnx anywhere on the hosts line
# 10,000 of them (ascii_names.c) are answered as without it, and the name server is asked
# the same questions.  One process asks for all of them, one after the other.

load fixture

setup_file() {
    export NAMES=$BATS_FILE_TMPDIR/names WITHOUT_IDNX=$BATS_FILE_TMPDIR/without

    world_start "$BATS_FILE_TMPDIR/world" "$BATS_TEST_DIRNAME/dnsmasq.conf"
    # shellcheck disable=SC2046 # the front ends are words
    "$BUILD/tests/system/ascii_names" \
        $("$BUILD/tests/system/ask" | grep -v '^getent') >"$NAMES"
    # Without namespaces there is no failing_server.
    [ -z "$WORLD_NO_NAMESPACE" ] || sed -i 's/servfail/nxdomain/' "$NAMES"
    resolv_conf 'options timeout:2 attempts:1' 'search search.example'
    ask_everything "$WITHOUT" >"$WITHOUT_IDNX"
}

teardown_file() {
    world_stop
}

# ask_everything LINE: what each name is answered, then the questions.
ask_everything() {
    hosts_line "$1"
    forget_questions
    inside "$BUILD/tests/system/ask" each <"$NAMES"
    questions
}

alike() {
    diff -U 0 --label "$WITHOUT" "$WITHOUT_IDNX" --label "$1" <(ask_everything "$1")
}

@test "without idnx 10,000 ASCII names are answered, found or not, by 22 front ends" {
    local found

    found=$(head -n 10000 "$WITHOUT_IDNX" | grep -cE ' [0-9a-f.:]+$')
    echo "$found found"
    [ "$found" -gt 3000 ]
    [ "$found" -lt 7000 ]
    [ "$(head -n 10000 "$WITHOUT_IDNX" | cut -d ' ' -f 1 | sort -u | wc -l)" -eq 22 ]
    [ "$(tail -n +10001 "$WITHOUT_IDNX" | grep -cvE '^(A|AAAA) ')" -eq 0 ]
    [ "$(tail -n +10001 "$WITHOUT_IDNX" | wc -l)" -gt 5000 ]
}

@test "ASCII names are answered alike with idnx before all other sources" {
    alike 'idnx [!UNAVAIL=return] files dns'
}

@test "ASCII names are answered alike with idnx on the recommended line" {
    alike "$RECOMMENDED"
}

@test "ASCII names are answered alike with idnx on the bare line" {
    alike "$BARE"
}

# glibc takes the errno that a source left for the result where the last source says
# UNAVAIL, as idnx must; getaddrinfo() tells EAI_NODATA from EAI_NONAME by it.
without_errno() {
    sed -E 's/ EAI_[A-Z]+ errno=[0-9]+$/ no address/; s/ errno=[0-9]+$//' "$@"
}

@test "behind all other sources, where it does not belong, only error codes differ" {
    local behind=$BATS_FILE_TMPDIR/behind

    ask_everything 'files dns idnx' >"$behind"
    echo "# note: with idnx behind dns $(diff "$WITHOUT_IDNX" "$behind" | grep -c '^>')" \
        "names get another error code" >&3
    diff -U 0 --label "$WITHOUT" <(without_errno "$WITHOUT_IDNX") \
        --label 'files dns idnx' <(without_errno "$behind")
}
