#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Every option of resolv.conf(5) that changes queries.  The name leads to the same answers and
# queries as its ACE form, and the option has its intended effect.  search.bats tests the
# options that change names.

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

# every_question PATTERN, no_question PATTERN: check the questions for the last ACE names
# without idnx, and for the last names.
every_question() {
    grep -q asked "$EXPECTED"
    ! cat "$EXPECTED" "$FOUND" | grep asked | grep -Ev -- "$1"
}

no_question() {
    grep -q asked "$EXPECTED"
    ! cat "$EXPECTED" "$FOUND" | grep asked | grep -E -- "$1"
}

# Prints from how many ports the row "unspec" of the last names has asked by UDP.
ports() {
    awk '$2 == "asked" && $4 == "udp" && $6 ~ /^unspec\./ { print $5 }' "$LOGS/witness" |
        sort -u | wc -l
}

@test "without options" {
    options
    no_question ' (ad|edns)'
    grep -q ' AAAA .* waiting=1 ' "$EXPECTED"
    grep -q ' AAAA .* waiting=1 ' "$FOUND"
}

@test "edns0" {
    options edns0
    every_question ' edns='
}

@test "trust-ad" {
    options trust-ad
    every_question ' rd ad'
}

@test "use-vc" {
    options use-vc
    every_question ' tcp '
}

@test "single-request" {
    options single-request
    every_question '( tcp .*| waiting=0 )'
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
    [ "$(ports)" -eq 1 ]
}

@test "single-request-reopen" {
    options single-request-reopen
    every_question '( tcp .*| waiting=0 )'
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
    [ "$(ports)" -eq 2 ]
}

@test "no-aaaa" {
    resolv_conf 'options no-aaaa'
    same %.bücher.both.test   192.0.2.3
    no_question ' AAAA '
    same %.bücher.aaaa.test   'EAI_NODATA errno=0'
    same %.bücher.nodata.test 'EAI_NODATA errno=0'
}

@test "no-tld-query" {
    resolv_conf 'search one.search.test' 'options no-tld-query'
    same ü% 'EAI_NONAME errno=0'
    every_question '\.one\.search\.test '
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

@test "no-check-names, inet6: nothing, for glibc 2.25 and later" {
    options no-check-names
    options inet6
    grep -q '^inet 001 asked 127.0.0.1 udp .* A rd waiting=0' "$EXPECTED"
}

@test "several options" {
    options edns0 trust-ad single-request-reopen no-check-names
    every_question ' rd ad edns=.* waiting=0 | tcp .* rd ad edns='
}

@test "options in RES_OPTIONS" {
    export RES_OPTIONS='edns0 use-vc'
    options
    every_question ' tcp .* edns='
}

@test "sortlist" {
    resolv_conf 'sortlist 198.51.100.0/255.255.255.224'
    same %.bücher.many.test '.* 198.51.100.[0-9]+'
    grep -q '^gethostbyname name=[^ ]* 198.51.100.31 ' "$EXPECTED"
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
