#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# systemd-resolved, asked by libnss-resolve.  If its own conversion fails, it sends the raw
# name.  The first tests, the negative control, show that.

load world

NFD=$'bu\xcc\x88cher.test'

setup() {
    fresh
    HOSTS=$(example 'With systemd-resolved')
}

# trapped NAME: checks that resolved sends NAME raw, and takes the wrong address.
trapped() {
    raw_on_purpose=yes
    forget_logs
    hosts_line 'files resolve [!UNAVAIL=return] dns'
    run "$ASK" inet "$1"
    [ "$output" = 'inet 203.0.113.66' ]
    raw_questions | grep 'resolved:.*New incoming message'
    raw_questions | grep 'witness:.* 127.0.0.6 '
}

@test "without idnx systemd-resolved sends Bücher.test raw" {
    trapped Bücher.test
}

@test "without idnx systemd-resolved sends a decomposed name raw" {
    trapped "$NFD"
}

@test "without idnx systemd-resolved sends ab--ü.test raw" {
    trapped ab--ü.test
}

@test "without idnx systemd-resolved is given bücher。test raw" {
    raw_on_purpose=yes
    hosts_line 'files resolve [!UNAVAIL=return] dns'
    "$ASK" inet bücher。test
    raw_questions | grep 'resolved:.*New incoming message'
}

@test "systemd-resolved is asked for the ACE form of every spelling" {
    same %.bücher.test        192.0.2.10 %.xn--bcher-kva.test
    same %.Bücher.test        192.0.2.10 %.xn--bcher-kva.test
    same "%.$NFD"             192.0.2.10 %.xn--bcher-kva.test
    same %.bücher。test       192.0.2.10 %.xn--bcher-kva.test
    same %.ｂücher.test       192.0.2.10 %.xn--bcher-kva.test
    same %.ab--ü.test         192.0.2.11 %.xn--ab---3ra.test
}

@test "systemd-resolved answers as for the ACE form" {
    same %.bücher.a.test        192.0.2.1
    same %.bücher.aaaa.test     2001:db8::2
    same %.bücher.both.test     '2001:db8::3 192.0.2.3'
    same %.bücher.many.test     '.* 198.51.100.[0-9]+'
    same %.bücher.cname.test    '2001:db8::5 192.0.2.5'
    same %.bücher.nodata.test   'EAI_NONAME errno=0'
    same %.bücher.nxdomain.test 'EAI_NONAME errno=0'
    same %.bücher.refused       'EAI_(AGAIN|NONAME) errno=0'
    same %.bücher.servfail.test 'EAI_(AGAIN|NONAME) errno=0'
}

@test "with all of systemd's sources systemd-resolved answers as for the ACE form" {
    HOSTS=$(example "With all of systemd's sources")
    same %.Bücher.test      192.0.2.10 %.xn--bcher-kva.test
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
}

@test "where systemd-resolved does not run, dns answers as for the ACE form" {
    mv /run/systemd/resolve/io.systemd.Resolve /run/systemd/resolve/away
    same %.Bücher.test 192.0.2.10 %.xn--bcher-kva.test
    mv /run/systemd/resolve/away /run/systemd/resolve/io.systemd.Resolve
}
