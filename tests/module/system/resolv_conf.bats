#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Under every option of resolv.conf(5), and with every completion of an incomplete name, all
# front ends answer a name as its ACE form without idnx, with the same questions to the name
# server.  A glibc that does not know an option ignores it.  tests/evidence/sources tests the
# questions on the wire.

load ../../common/fixture

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" <(
        cat "$WORLD_TESTS/dnsmasq.conf"
        zones
    )
}

# Names of which one family is found and the other fails, as with some load balancers.
zones() {
    local row

    zone_many
    for row in $("$BUILD/tests/common/ask"); do
        echo "txt-record=$row.xn--bcher-kva.nodata.example,no address"
    done
    echo 'address=/half4.example/192.0.2.70'
    echo 'server=/half4.example/127.0.0.1#5302'
    echo 'address=/half6.example/2001:db8::70'
    echo 'server=/half6.example/127.0.0.1#5302'
    echo 'local=/one.example/'
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
}

teardown() {
    ! raw_questions
}

# asked LINE NAME VARIABLE=VALUE...: prints what all front ends are told of NAME with that
# hosts line and environment, and the questions.  With glibc 2.31 errno beside EAI_NONAME and
# EAI_NODATA is left over, and is removed.
asked() {
    hosts_line "$1"
    forget_questions
    inside env "${@:3}" "$BUILD/tests/common/ask" all "$2" |
        if older_than 2.33; then sed -E 's/ (EAI_NO[A-Z]+) errno=[0-9]+$/ \1/'; else cat; fi
    questions | uniq -c
}

# same NAME ACE UNSPEC [VARIABLE=VALUE]...: checks that NAME is answered as ACE is without
# idnx; for the front end "unspec" that is UNSPEC, a pattern.
same() {
    local expected

    expected=$(asked "$WITHOUT" "$2" "${@:4}")
    grep -Eqx "unspec $3( errno=[0-9]+)?" <<<"$expected" ||
        equal "$1: unspec $3" "$1: $(grep '^unspec ' <<<"$expected")"
    equal "$1: $expected" "$1: $(asked "$RECOMMENDED" "$1" "${@:4}")"
}

# options WORD...: checks the kinds of answer that an option can change.
options() {
    resolv_conf 'options timeout:2 attempts:1' "options $*"
    same %.bücher.both.example   %.xn--bcher-kva.both.example   '2001:db8::3 192.0.2.3'
    same %.bücher.nodata.example %.xn--bcher-kva.nodata.example EAI_NODATA
    same %.bücher.half4.example  %.xn--bcher-kva.half4.example  "${HALF4-192.0.2.70}"
    same %.bücher.half6.example  %.xn--bcher-kva.half6.example  "${HALF6-2001:db8::70}"
}

# --- Options --------------------------------------------------------------------

@test "no option" {
    options
}

@test "debug, no-check-names, inet6, ip6-dotint, no-ip6-dotint, ip6-bytestring, no-reload" {
    options debug no-check-names inet6 ip6-dotint no-ip6-dotint ip6-bytestring no-reload
}

@test "edns0 and trust-ad" {
    options edns0 trust-ad
}

# The failing server has no TCP; dnsmasq 2.90 then sends no answer at all, 2.93 sends one.
@test "use-vc" {
    HALF4='(192.0.2.70|EAI_AGAIN errno=11)' HALF6='(2001:db8::70|EAI_AGAIN errno=11)'
    options use-vc
}

# If the first question fails, the second is not asked.
@test "single-request" {
    HALF6='EAI_AGAIN errno=11'
    options single-request
}

@test "single-request-reopen" {
    HALF6='EAI_AGAIN errno=11'
    options single-request-reopen
}

@test "rotate" {
    options rotate
}

@test "attempts" {
    options attempts:3
}

@test "no-tld-query" {
    resolv_conf 'options timeout:2 attempts:1 no-tld-query' 'search one.example'
    same bücher xn--bcher-kva EAI_NONAME
}

@test "no-aaaa" {
    resolv_conf 'options timeout:2 attempts:1 no-aaaa'
    if older_than 2.36; then
        options no-aaaa
    else
        same %.bücher.both.example %.xn--bcher-kva.both.example 192.0.2.3
        same %.bücher.aaaa.example %.xn--bcher-kva.aaaa.example EAI_NODATA
        ! asked "$RECOMMENDED" %.bücher.both.example | grep ' AAAA '
    fi
}

@test "strict-error" {
    if ! older_than 2.41; then
        HALF4='EAI_AGAIN errno=11' HALF6='EAI_AGAIN errno=11'
    fi
    options strict-error
}

@test "sortlist" {
    resolv_conf 'sortlist 198.51.100.0/255.255.255.224'
    same %.bücher.many.example %.xn--bcher-kva.many.example \
        "$(inside "$BUILD/tests/common/ask" unspec many.example | cut -d ' ' -f 2-)"
}

# --- Names that are not complete ------------------------------------------------

@test "search lists" {
    resolv_conf 'options timeout:2 attempts:1' 'search search.example'
    same bücher xn--bcher-kva 192.0.2.14
    same %.bücher.nxdomain.example %.xn--bcher-kva.nxdomain.example EAI_NONAME
    resolv_conf 'options timeout:2 attempts:1' 'search one.example search.example'
    same bücher xn--bcher-kva 192.0.2.14
    resolv_conf 'options timeout:2 attempts:1' \
        "search $(printf '%s.one.example ' {a..g}) search.example"
    same bücher xn--bcher-kva 192.0.2.14
    resolv_conf 'options timeout:2 attempts:1' 'domain search.example'
    same bücher xn--bcher-kva 192.0.2.14
}

@test "a dot at the end" {
    resolv_conf 'options timeout:2 attempts:1' 'search search.example'
    same bücher.          xn--bcher-kva.         '2001:db8:bad::66 203.0.113.66'
    same bücher.example.  xn--bcher-kva.example. 192.0.2.10
    same bücher。example。 xn--bcher-kva.example. 192.0.2.10
}

@test "ndots" {
    resolv_conf 'options timeout:2 attempts:1 ndots:0' 'search search.example'
    same bücher xn--bcher-kva '2001:db8:bad::66 203.0.113.66'
    resolv_conf 'options timeout:2 attempts:1 ndots:2' 'search one.example search.example'
    same bücher.example  xn--bcher-kva.example 192.0.2.10
    same bücher。example xn--bcher-kva.example 192.0.2.10
    same bücher          xn--bcher-kva         192.0.2.14
    resolv_conf 'options timeout:2 attempts:1 ndots:15' 'search both.example'
    same %.bücher.a.b.c.d.e %.xn--bcher-kva.a.b.c.d.e '2001:db8::3 192.0.2.3'
}

@test "HOSTALIASES, LOCALDOMAIN, RES_OPTIONS" {
    resolv_conf 'options timeout:2 attempts:1' 'search search.example'
    echo 'xn--bcher-kva www.both.example' >"$WORLD/aliases"
    same bücher xn--bcher-kva '2001:db8::3 192.0.2.3' HOSTALIASES="$WORLD/aliases"
    same bücher xn--bcher-kva '2001:db8::3 192.0.2.3' LOCALDOMAIN=both.example
    same %.bücher.b %.xn--bcher-kva.b '2001:db8::3 192.0.2.3' \
        LOCALDOMAIN=both.example RES_OPTIONS='ndots:3 edns0'
}
