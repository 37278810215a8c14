#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# nscd looks names up on behalf of all programs, through other functions of glibc, and caches
# the answers.  The other tests run without it.  The first test is the negative control.

load world

setup() {
    fresh
    with_nscd
}

@test "without idnx nscd asks for a raw name" {
    raw_on_purpose=yes
    hosts_line 'files dns'
    nscd_start
    "$ASK" gethostbyname bücher.test
    nscd_stop
    raw_questions | grep 'dnsmasq:'
}

@test "under nscd a name is told what its ACE form is" {
    same %.bücher.a.test        192.0.2.1
    same %.bücher.aaaa.test     2001:db8::2
    same %.bücher.both.test     '2001:db8::3 192.0.2.3'
    same %.bücher.many.test     '.* 198.51.100.[0-9]+'
    same %.bücher.cname.test    '2001:db8::5 192.0.2.5'
    same %.bücher.nodata.test   'EAI_NONAME errno=0'
    same %.bücher.nxdomain.test 'EAI_NONAME errno=0'
    same %.bücher.refused       'EAI_NONAME errno=0'
}

@test "under nscd a refused name is not found, and no query is sent" {
    hosts_line "$HOSTS"
    nscd_start
    run "$ASK" all １２７.０.０.１
    nscd_stop
    [ "${#lines[@]}" -eq 26 ]
    ! grep -Ev ' (HOST_NOT_FOUND|EAI_NONAME| exit=2)' <<<"$output"
    [ ! -s "$LOGS/witness" ]
}

@test "under nscd an ACE entry of /etc/hosts is found" {
    hosts_file '192.0.2.50 xn--mnchen-3ya.test' '2001:db8::50 xn--mnchen-3ya.test'
    same münchen.test '2001:db8::50 192.0.2.50'
}

@test "under nscd systemd-resolved is asked for the ACE form" {
    HOSTS=$(example 'With systemd-resolved')
    same %.Bücher.test 192.0.2.10 %.xn--bcher-kva.test
}

@test "under nscd a UTF-8 name of multicast DNS is what it was" {
    HOSTS=$(example 'With libnss-mdns')
    unharmed bücher.local 192.0.2.40
}
