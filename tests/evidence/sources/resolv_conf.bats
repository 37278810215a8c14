#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The options of resolv.conf(5) that change what is on the wire.  The name gets the same answers and
# packets as its ACE form, and the option has its intended effect.  The other options, and how
# incomplete names are completed: tests/module/system/resolv_conf.bats.

load world

setup() {
    fresh
}

# options WORD...: checks the usual answers with these options.
options() {
    resolv_conf "options $*"
    same %.bücher.both.test   '2001:db8::3 192.0.2.3'
    same %.bücher.nodata.test 'EAI_NODATA errno=0'
    same %.bücher.many.test   '.* 198.51.100.[0-9]+'
}

# every_question PATTERN: checks the questions for the last ACE names without idnx, and for the
# last names.
every_question() {
    grep -q asked "$EXPECTED"
    ! cat "$EXPECTED" "$FOUND" | grep asked | grep -Ev -- "$1"
}

# Prints from how many ports the row "unspec" of the last names has asked by UDP.
ports() {
    awk '$2 == "asked" && $4 == "udp" && $6 ~ /^unspec\./ { print $5 }' "$LOGS/witness" |
        sort -u | wc -l
}

@test "without options" {
    options
    every_question ' A(AAA)? rd( waiting=.*)?$'
    grep -q ' AAAA .* waiting=1 ' "$EXPECTED"
    grep -q ' AAAA .* waiting=1 ' "$FOUND"
}

@test "edns0, trust-ad, use-vc" {
    options edns0
    every_question ' edns='
    options trust-ad
    every_question ' rd ad'
    options use-vc
    every_question ' tcp '
}

@test "single-request, single-request-reopen" {
    options single-request
    every_question '( tcp .*| waiting=0 )'
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
    [ "$(ports)" -eq 1 ]
    options single-request-reopen
    every_question '( tcp .*| waiting=0 )'
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
    [ "$(ports)" -eq 2 ]
}

@test "attempts, timeout" {
    resolv_conf 'nameserver 127.0.0.4' 'options timeout:1 attempts:2'
    same %.bücher.both.test 'EAI_AGAIN errno=11'
    [ "$(grep -c '^inet .* asked' "$EXPECTED")" -eq 2 ]
    grep -q '^inet 002 asked .* after=1$' "$EXPECTED"
    grep -q '^inet 002 asked .* after=1$' "$FOUND"
}

@test "timeout" {
    resolv_conf 'nameserver 127.0.0.4' 'nameserver 127.0.0.1' 'options timeout:2 attempts:1'
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
    grep -q '^inet 002 asked 127.0.0.1 .* after=2$' "$EXPECTED"
    grep -q '^inet 002 asked 127.0.0.1 .* after=2$' "$FOUND"
}

@test "rotate" {
    resolv_conf 'nameserver 127.0.0.1' 'nameserver 127.0.0.2' 'nameserver 127.0.0.3' \
        'options rotate'
    ROTATED=yes
    same %.bücher.both.test   '2001:db8::3 192.0.2.3'
    same %.bücher.nodata.test 'EAI_NODATA errno=0'
}

@test "options in RES_OPTIONS" {
    export RES_OPTIONS='edns0 use-vc'
    options
    every_question ' tcp .* edns='
}

@test "a first name server that fails, and a second" {
    resolv_conf 'nameserver 127.0.0.3' 'nameserver 127.0.0.1'
    same %.bücher.xn--bcher-kva 'EAI_AGAIN errno=11'
    grep -q '^inet 002 asked 127.0.0.1 ' "$EXPECTED"
}

# --- While a process runs -----------------------------------------------------

# reloaded LINE NAME OPTION: a process looks NAME up before and after resolv.conf names another
# server.  Prints the addresses it sees, and the servers it asks.
reloaded() {
    hosts_line "$1"
    resolv_conf 'nameserver 127.0.0.1' "$3"
    : >"$LOGS/witness"
    python3 -c '
import os, pathlib, socket, sys
def ask():
    try:
        found = socket.getaddrinfo(os.fsencode(sys.argv[1]), None, type=socket.SOCK_STREAM)
        print(0, *(address[0] for *_, address in found))
    except socket.gaierror as error:
        print(error.errno)
ask()
pathlib.Path("/etc/resolv.conf").write_text(f"nameserver 127.0.0.2\n{sys.argv[2]}\n")
ask()' "$2" "$3"
    awk '$2 == "asked" { print $3, $6, $7 }' "$LOGS/witness"
}

# reload OPTION SERVER: checks that NAME and its ACE form agree, and SERVER is asked last.
reload() {
    reloaded 'files dns' x.xn--bcher-kva.both.test "$1" >"$EXPECTED"
    reloaded "$RECOMMENDED" x.bücher.both.test "$1" >"$FOUND"
    diff -U 0 "$EXPECTED" "$FOUND"
    [ "$(wc -l <"$EXPECTED")" -eq 6 ]
    [ "$(tail -n 1 "$EXPECTED" | cut -d ' ' -f 1)" = "$2" ]
}

@test "a running process sees a new resolv.conf" {
    reload '' 127.0.0.2
}

@test "no-reload: a running process does not see a new resolv.conf" {
    reload 'options no-reload' 127.0.0.1
}

# --- Incomplete names ---------------------------------------------------------

@test "HOSTALIASES with the name in UTF-8 is not for the ACE form" {
    export HOSTALIASES=$BATS_TEST_TMPDIR/aliases
    resolv_conf 'search two.search.test'
    names ü% | awk '{ print $2, $1 ".xn--bcher-kva.both.test" }' >"$HOSTALIASES"
    same ü% 192.0.2.20
}

# glibc does so with ASCII names, too.
@test "a search domain in UTF-8 is sent raw by glibc, as for the ACE form" {
    raw_on_purpose=yes
    resolv_conf 'search zürich.search.test'
    same ü% '.*'
    raw_questions | grep 'dnsmasq:'
}

@test "a target in UTF-8 of HOSTALIASES is sent raw by glibc, as for the ACE form" {
    raw_on_purpose=yes
    export HOSTALIASES=$BATS_TEST_TMPDIR/aliases
    ace_names ü% | awk '{ print $2, $1 ".bücher.both.test" }' >"$HOSTALIASES"
    same ü% '.*'
    raw_questions | grep 'dnsmasq:'
}
