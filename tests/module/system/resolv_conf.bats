#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Under every option of resolv.conf(5), and with every completion of an incomplete name, all
# front ends answer a name as its ACE form without idnx, with the same questions to the name
# server.  A glibc that does not know an option ignores it.

load ../../common/world

# Names of which one family is found and the other fails, as with some load balancers.
zones() {
    local row

    for row in $("$BUILD/tests/common/ask"); do
        echo "txt-record=$row.xn--bcher-kva.nodata.example,no address"
    done
    printf '%s\n' address=/half4.example/192.0.2.70 server=/half4.example/127.0.0.1#5302 \
        address=/half6.example/2001:db8::70 server=/half6.example/127.0.0.1#5302 \
        local=/one.example/
}

# asked LINE NAME VARIABLE=VALUE...: prints what all front ends get for NAME with that
# "hosts:" line and environment, and the questions.
asked() {
    hosts_line "$1"
    forget_questions
    inside env "${@:3}" "$BUILD/tests/common/ask" all "$2" | without_left_errno
    questions | uniq -c
}

# same NAME UNSPEC [VARIABLE=VALUE]...: checks that NAME, with bücher, is answered as its ACE
# form is without idnx; for the front end "unspec" that is UNSPEC, a pattern.
same() {
    local ace=${1//。/.} expected

    expected=$(asked "$WITHOUT" "${ace/bücher/xn--bcher-kva}" "${@:3}")
    grep -Eqx "unspec $2( errno=[0-9]+)?" <<<"$expected" ||
        equal "$1: unspec $2" "$1: $(grep '^unspec ' <<<"$expected")"
    equal "$1: $expected" "$1: $(asked "$RECOMMENDED" "$1" "${@:3}")"
}

# The failing server has no TCP; dnsmasq 2.90 then sends no answer at all, 2.93 sends one.  With
# single-request, if the first question fails, the second is not asked.
@test "each option, for the kinds of answer that it can change" {
    local options half4 half6

    while IFS='|' read -r options half4 half6; do
        echo "$options"
        resolv_conf 'options timeout:2 attempts:1' "options $options"
        same %.bücher.both.example '2001:db8::3 192.0.2.3'
        same %.bücher.nodata.example EAI_NODATA
        same %.bücher.half4.example "${half4:-192.0.2.70}"
        same %.bücher.half6.example "${half6:-2001:db8::70}"
    done <<ROWS
||
debug no-check-names inet6 ip6-dotint no-ip6-dotint ip6-bytestring no-reload||
edns0 trust-ad||
use-vc|(192.0.2.70)?(EAI_AGAIN errno=11)?|(2001:db8::70)?(EAI_AGAIN errno=11)?
single-request||EAI_AGAIN errno=11
single-request-reopen||EAI_AGAIN errno=11
rotate||
attempts:3||
strict-error|$(older_than 2.41 || echo 'EAI_AGAIN errno=11|EAI_AGAIN errno=11')
$(older_than 2.36 && echo "no-aaaa||" || echo "rotate attempts:2||")
ROWS
}

@test "no-aaaa" {
    ! older_than 2.36 || skip 'this glibc does not know it'
    resolv_conf 'options timeout:2 attempts:1 no-aaaa'
    same %.bücher.both.example 192.0.2.3
    same %.bücher.aaaa.example EAI_NODATA
    ! asked "$RECOMMENDED" %.bücher.both.example | grep ' AAAA '
}

@test "search lists, ndots, a dot at the end, and variables" {
    local first second name unspec variables

    echo 'xn--bcher-kva www.both.example' >"$WORLD/aliases"
    while IFS='|' read -r first second name unspec variables; do
        echo "$first, $second: $name"
        resolv_conf "options timeout:2 attempts:1 $first" "$second"
        # shellcheck disable=SC2086 # several words
        same "$name" "$unspec" $variables
    done <<ROWS
no-tld-query|search one.example|bücher|EAI_NONAME
|search search.example|bücher|192.0.2.14
|search search.example|%.bücher.nxdomain.example|EAI_NONAME
|search one.example search.example|bücher|192.0.2.14
|search $(printf '%s.one.example ' {a..g}) search.example|bücher|192.0.2.14
|domain search.example|bücher|192.0.2.14
|search search.example|bücher.|2001:db8:bad::66 203.0.113.66
|search search.example|bücher.example.|192.0.2.10
|search search.example|bücher。example。|192.0.2.10
ndots:0|search search.example|bücher|2001:db8:bad::66 203.0.113.66
ndots:2|search one.example search.example|bücher.example|192.0.2.10
ndots:2|search one.example search.example|bücher。example|192.0.2.10
ndots:2|search one.example search.example|bücher|192.0.2.14
ndots:15|search both.example|%.bücher.a.b.c.d.e|2001:db8::3 192.0.2.3
|search search.example|bücher|2001:db8::3 192.0.2.3|HOSTALIASES=$WORLD/aliases
|search search.example|bücher|2001:db8::3 192.0.2.3|LOCALDOMAIN=both.example
|search search.example|%.bücher.b|2001:db8::3 192.0.2.3|LOCALDOMAIN=both.example RES_OPTIONS=ndots:3
ROWS
}

# As nss-idnx-programming(7) says.  In errno is what a source has left.
@test "a search domain and a target of HOSTALIASES in UTF-8 are sent raw by glibc, for the ACE form too" {
    without_left_errno() { sed 's/ errno=.*//'; }
    raw_on_purpose=yes
    resolv_conf 'options timeout:2 attempts:1' 'search zürich.example'
    same bücher '.*'
    raw_questions
    echo 'xn--bcher-kva bücher.both.example' >"$WORLD/aliases"
    resolv_conf 'options timeout:2 attempts:1'
    same bücher '.*' HOSTALIASES="$WORLD/aliases"
    raw_questions
}
