#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# How incomplete names are completed: search lists, ndots, a dot at the end, and HOSTALIASES;
# resolv.conf(5), resolver(3).

load world

setup() {
    fresh
}

# unspec_asked NAME...: checks that the row asked for these in order, each at least once.
unspec_asked() {
    diff -U 0 --label expected <(printf '%s\n' "$@") --label found \
        <(sed -n 's/^unspec [0-9]* asked [^ ]* [^ ]* \([^ ]*\) A .*/\1/p' "$EXPECTED" | uniq)
}

unspec_ace() {
    idn2 "ü${1:-}unspec"
}

@test "a single label is looked for in every domain of the search list" {
    resolv_conf 'search one.search.test two.search.test'
    same ü% 192.0.2.20
    unspec_asked "$(unspec_ace).one.search.test" "$(unspec_ace).two.search.test"
}

@test "a single label is looked for in the one domain of the line domain" {
    resolv_conf 'domain two.search.test'
    same ü% 192.0.2.20
    unspec_asked "$(unspec_ace).two.search.test"
}

@test "a search domain in ACE is like any other" {
    resolv_conf 'search xn--zrich-kva.search.test'
    same ü% 192.0.2.21
}

@test "more than six search domains are all asked" {
    resolv_conf "search $(printf 'a%d.one.search.test ' {1..8}) two.search.test"
    same ü% 192.0.2.20
    unspec_asked "$(unspec_ace)".{a1,a2,a3,a4,a5,a6,a7,a8}.one.search.test \
        "$(unspec_ace).two.search.test"
}

@test "a dot at the end keeps the search list away" {
    resolv_conf 'search two.search.test'
    same ü%. 'EAI_AGAIN errno=11'
    unspec_asked "$(unspec_ace)"
    same ü%.sub. 192.0.2.22
    unspec_asked "$(unspec_ace).sub"
    same %.ü.sub。 192.0.2.22 %.xn--tda.sub.
}

@test "a name with a dot is asked for as it is, then in the search list" {
    resolv_conf 'search two.search.test'
    same ü%.sub 192.0.2.22
    unspec_asked "$(unspec_ace).sub"
    same ü%.nxdomain.test 192.0.2.20
    unspec_asked "$(unspec_ace).nxdomain.test" "$(unspec_ace).nxdomain.test.two.search.test"
}

@test "ndots:2 looks for a name with a dot in the search list first" {
    resolv_conf 'search two.search.test' 'options ndots:2'
    same ü%.sub 192.0.2.20
    unspec_asked "$(unspec_ace).sub.two.search.test"
    same %.ü.sub 192.0.2.22
    unspec_asked unspec.xn--tda.sub
}

@test "ndots counts the dots of the ACE form: other full stops are dots" {
    resolv_conf 'search two.search.test' 'options ndots:2'
    same %。ü。sub 192.0.2.22 %.xn--tda.sub
    unspec_asked unspec.xn--tda.sub
}

@test "ndots:0 asks for a single label as it is first" {
    resolv_conf 'search two.search.test' 'options ndots:0'
    same ü% 192.0.2.20
    unspec_asked "$(unspec_ace)" "$(unspec_ace).two.search.test"
}

@test "ndots:15 looks for every name in the search list first" {
    resolv_conf 'search two.search.test' 'options ndots:15'
    same %.ü.b.c.d.e.sub 192.0.2.20
    unspec_asked unspec.xn--tda.b.c.d.e.sub.two.search.test
}

@test "LOCALDOMAIN and RES_OPTIONS are respected" {
    export LOCALDOMAIN=two.search.test RES_OPTIONS=ndots:2
    resolv_conf 'search one.search.test'
    same ü%.sub 192.0.2.20
    unspec_asked "$(unspec_ace).sub.two.search.test"
}

@test "HOSTALIASES finds the ACE form of a single label" {
    export HOSTALIASES=$BATS_TEST_TMPDIR/aliases
    ace_names ü% | awk '{ print $2, $1 ".xn--bcher-kva.both.test" }' >"$HOSTALIASES"
    same ü% '2001:db8::3 192.0.2.3'
    unspec_asked unspec.xn--bcher-kva.both.test
}

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
