#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Name servers: dnsmasq, unbound, bind9 and the one in systemd-resolved.  Each is asked for
# every kind of answer it can give.  The first tests are the negative control.

load world

setup() {
    fresh
}

# trapped ADDRESS LOG: checks that without idnx LOG and the witness's log have a raw question.
trapped() {
    raw_on_purpose=yes
    resolv_conf "nameserver $1"
    hosts_line 'files dns'
    "$ASK" inet-canon bücher.test
    raw_questions | grep "$2:"
    raw_questions | grep "witness:.* $1 udp .* b\\\\195\\\\188cher.test A"
}

@test "without idnx dnsmasq is asked for a raw name" {
    trapped 127.0.0.1 dnsmasq
}

@test "without idnx unbound is asked for a raw name" {
    trapped 127.0.0.2 unbound
}

@test "without idnx bind9 is asked for a raw name" {
    trapped 127.0.0.3 bind9
}

@test "without idnx systemd-resolved is asked for a raw name" {
    trapped 127.0.0.5 resolved
}

# kinds: checks the answers that every server gives.  Sixty addresses do not fit into a packet.
kinds() {
    same %.bücher.a.test        192.0.2.1
    same %.bücher.aaaa.test     2001:db8::2
    same %.bücher.both.test     '2001:db8::3 192.0.2.3'
    same %.bücher.many.test     '.* 198.51.100.[0-9]+'
    grep -q '^unspec .* asked .* tcp ' "$EXPECTED"
    same %.bücher.cname.test    '2001:db8::5 192.0.2.5'
    same %.bücher.nodata.test   'EAI_NODATA errno=0'
    same %.bücher.nxdomain.test 'EAI_NONAME errno=0'
    same %.bücher.refused       'EAI_AGAIN errno=11'
}

@test "dnsmasq answers as for the ACE form" {
    kinds
}

@test "dnsmasq, whose own servers fail, answers as for the ACE form" {
    resolv_conf 'options timeout:1 attempts:1'
    same %.bücher.servfail.test 'EAI_AGAIN errno=11'
    same %.bücher.timeout.test  'EAI_AGAIN errno=11'
}

@test "unbound answers as for the ACE form" {
    resolv_conf 'nameserver 127.0.0.2'
    kinds
}

@test "bind9 answers as for the ACE form" {
    resolv_conf 'nameserver 127.0.0.3'
    kinds
}

@test "systemd-resolved as a name server answers as for the ACE form" {
    resolv_conf 'nameserver 127.0.0.5'
    kinds
}

@test "a name server with an IPv6 address answers as for the ACE form" {
    resolv_conf 'nameserver ::1'
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
}
