#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Name servers with malformed and malicious answers, from hostile_server.py.  Whatever a server
# says, a name has the outcome of its ASCII form without idnx, in every front end.

load ../../common/world

SERVER=$BATS_TEST_DIRNAME/hostile_server.py

prepare() {
    export KINDS SILENT SERVER_PID
    KINDS=$("$SERVER" --kinds)
    SILENT=$("$SERVER" --silent)
    inside python3 "$SERVER" 127.0.0.2 127.0.0.3 >"$WORLD/ready" 3>&- &
    SERVER_PID=$!
    until grep -q ready "$WORLD/ready"; do
        kill -0 "$SERVER_PID"
        sleep 0.05
    done
    ask_all_kinds without "$WITHOUT" xn--bcher-kva
    ask_all_kinds recommended "$RECOMMENDED" bücher
}

teardown_file() {
    [ -z "${SERVER_PID-}" ] || kill "$SERVER_PID"
    world_stop
}

teardown() { :; }

servers() {
    printf '%s\n' 'nameserver 127.0.0.2' 'nameserver 127.0.0.3' "options attempts:1 $1" \
        >"$WORLD/etc/resolv.conf"
}

# ask_all_kinds RESULT LINE LABEL: writes to RESULT/KIND what each front end saw.
ask_all_kinds() {
    local kind silent=()

    mkdir -p "$RESULTS/$1"
    hosts_line "$2"
    # No server is slow here, and no answer comes too late.
    servers timeout:5
    for kind in $KINDS; do
        ask all "$kind.$3.example" >"$RESULTS/$1/$kind" 2>&1 ||
            echo "ended with $?" >>"$RESULTS/$1/$kind"
    done
    servers timeout:1
    for kind in $SILENT; do
        ask all "$kind.$3.example" >"$RESULTS/$1/$kind" 2>&1 &
        silent+=($!)
    done
    wait "${silent[@]}"
}

saw() {
    sed -n "s/^$2 //p" "$RESULTS/without/$1"
}

@test "without idnx the answers are what they are called after" {
    [ "$(saw ordinary inet)" = '192.0.2.1' ]
    [ "$(saw many inet | wc -w)" -eq 120 ]
    [ "$(saw large gethostbyname_r | wc -w)" -gt 1000 ]
    [ "$(saw chain-of-16 inet)" = '192.0.2.1' ]
    [ "$(saw loop gethostbyname)" = 'NO_RECOVERY errno=11' ]
    [ "$(saw silence unspec)" = 'EAI_AGAIN errno=11' ]
    [ "$(saw id-is-another inet)" = 'EAI_AGAIN errno=11' ]
    [ "$(saw servfail unspec)" = 'EAI_AGAIN errno=11' ]
    ! grep -lE "192.0.2.251|2001:db8::fb" "$RESULTS"/*/*
}

# without_errno FILE: removes errno beside EAI_NONAME and the like: glibc 2.31's files left it.
without_errno() {
    if older_than 2.33; then
        sed 's/\(EAI_[^S].*\) errno=.*/\1/' "$1"
    else
        cat "$1"
    fi
}

@test "whatever a server says, a name has the outcome of its ASCII form" {
    local kind differ=0

    echo "# note: $(cat "$RESULTS"/recommended/* | wc -l) lookups of" \
        "$(wc -w <<<"$KINDS $SILENT") kinds of answers" >&3
    for kind in $KINDS $SILENT; do
        [ "$(wc -l <"$RESULTS/without/$kind")" -ge 26 ]
        diff -U 0 --label "$kind: the ACE name, without idnx" \
            <(without_errno "$RESULTS/without/$kind") \
            --label "$kind: the name, through idnx" \
            <(without_errno "$RESULTS/recommended/$kind") || differ=1
    done
    # CVE-2015-7547: an answer larger than any buffer is whole.
    [ "$(grep -o '192\.0\.2\.' "$RESULTS/recommended/many" | wc -l)" -ge 1200 ]
    return $differ
}

# Checks that no octet in these files can control a terminal, or end a line for some reader.
escaped() {
    ! LC_ALL=C grep -anP '[\x01-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]' "$@"
}

@test "no name reaches a program with a control character" {
    printf 'a\eb' >"$BATS_TEST_TMPDIR/control"
    run escaped "$BATS_TEST_TMPDIR/control"
    [ "$status" -eq 1 ]
    escaped "$RESULTS"/*/*
}

# The canonical name of an alias may be in Unicode; nothing else differs.
@test "so it is with canonical names in Unicode" {
    local kind front expected found

    idnx_conf 'canonical-name = unicode'
    hosts_line "$RECOMMENDED"
    servers timeout:5
    mkdir "$RESULTS/unicode"
    for kind in $(grep '^alias' <<<"$KINDS") loop chain-of-16; do
        for front in gethostbyname_r unspec-canon inet-canon; do
            ask "$front" "$kind.bücher.example"
        done >"$RESULTS/unicode/$kind"
        expected=$(grep -E '^(gethostbyname_r|unspec-canon|inet-canon) ' \
            "$RESULTS/without/$kind")
        found=$(sed "s/=$kind\.bücher/=$kind.xn--bcher-kva/; s/bücher/xn--bcher-kva/" \
            "$RESULTS/unicode/$kind")
        equal "$kind: ${expected,,}" "$kind: ${found,,}"
    done
    escaped "$RESULTS"/unicode/*
}

# ask_addresses NUMBER...: asks for each with all front ends.
ask_addresses() {
    local number

    for number; do
        ask reverse "198.51.100.$number"
    done
}

@test "the names of an address are the same, and in Unicode where they lead back" {
    servers timeout:5
    hosts_line "$WITHOUT"
    ask_addresses {0..21} 50 >"$RESULTS/reverse-without"
    hosts_line "$RECOMMENDED"
    equal "$(cat "$RESULTS/reverse-without")" "$(ask_addresses {0..21} 50)"
    idnx_conf 'reverse = unicode'
    ask_addresses {0..21} 50 >"$RESULTS/reverse-unicode"
    escaped "$RESULTS/reverse-unicode"
    grep -q 'n0\.ü' "$RESULTS/reverse-unicode"
    equal "$(sed 's/xn--tda/ü/g; s/xn--bcher-kva/bücher/Ig' "$RESULTS/reverse-without")" \
        "$(cat "$RESULTS/reverse-unicode")"
}

# shown COMMAND...: checks that idnx's output has no control character, and is UTF-8.
shown() {
    inside "$BUILD/idnx" "$@" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || [ $? -lt 5 ]
    escaped "$BATS_TEST_TMPDIR/out" "$BATS_TEST_TMPDIR/err"
    iconv -f UTF-8 -t UTF-8 "$BATS_TEST_TMPDIR/out" "$BATS_TEST_TMPDIR/err" >/dev/null
}

@test "nothing that idnx resolve shows of these answers is unescaped" {
    local conf names

    servers timeout:5
    hosts_line "$RECOMMENDED"
    names=$(grep '^alias' <<<"$KINDS"; echo loop; echo many)
    for conf in ace unicode; do
        idnx_conf "canonical-name = $conf" "reverse = $conf"
        # shellcheck disable=SC2046 # these are words
        shown resolve $(sed 's/$/.bücher.example/' <<<"$names") \
            $(sed 's/$/.xn--bcher-kva.example/' <<<"$names")
        # shellcheck disable=SC2046
        shown resolve --json $(sed 's/$/.bücher.example/' <<<"$names")
        grep -q '192\.0\.2\.120' "$BATS_TEST_TMPDIR/out"
    done
}
