#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Name servers: dnsmasq, and systemd-resolved as a server and by libnss-resolve.  Each is asked for
# every kind of answer it can give.  The first test of each is the negative control.  Another server
# would get the same packets.

load world
load ../../common/spellings

NFD=$'bu\xcc\x88cher.test'
NO_NAME='EAI_NONAME errno=0'

setup() {
    fresh
}

# kinds NODATA REFUSED: checks the answers that every server gives.
kinds() {
    same %.bücher.a.test        192.0.2.1
    same %.bücher.aaaa.test     2001:db8::2
    same %.bücher.both.test     '2001:db8::3 192.0.2.3'
    same %.bücher.many.test     '.* 198.51.100.[0-9]+'
    [ -z "$by_tcp" ] || grep -q '^unspec .* asked .* tcp ' "$EXPECTED"
    same %.bücher.cname.test    '2001:db8::5 192.0.2.5'
    same %.bücher.nodata.test   "$1"
    same %.bücher.nxdomain.test "$NO_NAME"
    same %.bücher.refused       "$2"
}

# --- Name servers -------------------------------------------------------------

@test "without idnx each name server is asked for a raw name" {
    raw_on_purpose=yes
    hosts_line 'files dns'
    while read -r address log; do
        resolv_conf "nameserver $address"
        "$ASK" inet-canon bücher.test
        raw_questions | grep "$log:"
        raw_questions | grep "witness:.* $address udp .* b\\\\195\\\\188cher.test A"
    done <<<$'127.0.0.1 dnsmasq\n127.0.0.5 resolved'
}

# Sixty addresses do not fit into a packet.
@test "each name server answers as for the ACE form" {
    for address in 127.0.0.1 127.0.0.5; do
        echo "the server at $address:"
        resolv_conf "nameserver $address"
        by_tcp=yes kinds 'EAI_NODATA errno=0' 'EAI_AGAIN errno=11'
    done
    resolv_conf 'nameserver ::1'
    same %.bücher.both.test '2001:db8::3 192.0.2.3'
}

# --- systemd-resolved by libnss-resolve ---------------------------------------

resolve() {
    HOSTS=$(example 'With systemd-resolved')
}

# If its own conversion fails, it sends the unconverted name, and takes the wrong address.
@test "without idnx systemd-resolved sends spellings and ab--ü raw" {
    raw_on_purpose=yes
    hosts_line 'files resolve [!UNAVAIL=return] dns'
    for name in Bücher.test "$NFD" ab--ü.test; do
        forget_logs
        run "$ASK" inet "$name"
        [ "$output" = 'inet 203.0.113.66' ]
        raw_questions | grep 'resolved:.*New incoming message'
        raw_questions | grep 'witness:.* 127.0.0.6 '
    done
    forget_logs
    "$ASK" inet bücher。test
    raw_questions | grep 'resolved:.*New incoming message'
}

@test "without idnx systemd-resolved finds the spellings that README.md says it finds" {
    raw_on_purpose=yes
    hosts_line 'files resolve [!UNAVAIL=return] dns'
    while IFS='|' read -r name _ resolve _; do
        name=${name/%example/test}
        echo "$name: $resolve"
        [ "$resolve" = "$(getent --no-idn ahostsv4 "$name" | outcome)" ]
    done < <(spellings)
}

@test "systemd-resolved is asked for the ACE form of every spelling" {
    resolve
    for spelling in bücher.test Bücher.test "$NFD" bücher。test ｂücher.test; do
        same "%.$spelling" 192.0.2.10 %.xn--bcher-kva.test
    done
    same %.ab--ü.test 192.0.2.11 %.xn--ab---3ra.test
}

@test "systemd-resolved answers as for the ACE form" {
    resolve
    kinds "$NO_NAME" 'EAI_(AGAIN|NONAME) errno=0'
    same %.bücher.servfail.test 'EAI_(AGAIN|NONAME) errno=0'
}
