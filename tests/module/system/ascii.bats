#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# ASCII names pass through untouched, valid or not.  With idnx anywhere on the hosts: line,
# 10,000 of them (ascii_names.awk) get the same answers as without it, and the name server gets
# the same questions.  One process asks for all of them, one after the other.

load ../../common/world

setup_file() {
    export NAMES=$BATS_FILE_TMPDIR/names WITHOUT_IDNX=$BATS_FILE_TMPDIR/without

    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    "$BUILD/tests/common/ask" | grep -v '^getent' |
        LC_ALL=C awk -f "$WORLD_TESTS/ascii_names.awk" >"$NAMES"
    # Without namespaces there is no failing_server.
    [ -z "$WORLD_NO_NAMESPACE" ] || sed -i 's/servfail/nxdomain/' "$NAMES"
    resolv_conf 'options timeout:2 attempts:1' 'search search.example'
    ask_everything "$WITHOUT" >"$WITHOUT_IDNX"
}

setup() { :; }

teardown() { :; }

# ask_everything LINE: prints the answer for each name, then the questions.  ERRNO is the
# program's errno before each lookup, 0 by default.
ask_everything() {
    hosts_line "$1"
    forget_questions
    inside "$BUILD/tests/common/ask" -e "${ERRNO:-0}" each <"$NAMES"
    questions
}

# alike LINE LINE...: checks that these agree, except for an errno that glibc 2.31's files left.
alike() {
    local what=ask_everything

    ! older_than 2.33 || what=codes
    same "$what" "$@"
}

# same WHAT LINE LINE...
same() {
    local line

    "$1" "$2" >"$BATS_TEST_TMPDIR/same"
    for line in "${@:3}"; do
        diff -U 0 --label "$2" "$BATS_TEST_TMPDIR/same" --label "$line" <("$1" "$line")
    done
}

# codes LINE: prints what ask_everything does, without errno.
codes() {
    ask_everything "$1" | sed -E 's/ errno=[0-9]+$//'
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
    alike "$WITHOUT" 'idnx [!UNAVAIL=return] files dns'
}

@test "ASCII names are answered alike with idnx on the recommended and the bare line, and as the last source" {
    needs_hosts_file
    alike "$WITHOUT" "$RECOMMENDED" "$BARE"
    alike files 'files idnx'
}

@test "an errno the program had before changes no answer and no error code" {
    local ERRNO=25

    needs_hosts_file
    same codes "$WITHOUT" 'idnx [!UNAVAIL=return] files dns' "$RECOMMENDED" "$BARE"
    same codes files 'files idnx'
}

# A caller may never have written h_errno, so the module cannot rely on it.
@test "where idnx is the last source gethostbyname_r() returns the errno that was there" {
    needs_hosts_file
    hosts_line 'files idnx'
    # With glibc 2.31 files leaves an errno of its own.
    if ! older_than 2.33; then
        equal 'gethostbyname_r HOST_NOT_FOUND errno=0' \
            "$(ask gethostbyname_r www.nxdomain.example)"
        equal 'gethostbyname_r HOST_NOT_FOUND errno=25' \
            "$(ask -e 25 gethostbyname_r www.nxdomain.example)"
    fi
    equal 'inet EAI_NONAME errno=0' "$(ask -e 25 inet www.nxdomain.example)"
}
