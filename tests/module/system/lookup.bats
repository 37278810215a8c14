#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Names through unmodified glibc and the module to a real dnsmasq, which gives every unknown
# name a wrong address.  The first test is the negative control.  After every other test the
# log must contain no raw octet, which dnsmasq writes as "<name unprintable>".

load ../../common/fixture

WRONG='203\.0\.113\.66|2001:db8:bad::66'

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
}

teardown_file() {
    world_stop
}

setup() {
    hosts_line "$RECOMMENDED"
    resolv_conf 'options timeout:2 attempts:1'
    forget_questions
}

teardown() {
    [ -n "$raw_on_purpose" ] || ! raw_questions
}

# address NAME [VARIABLE=VALUE]...: prints the address getent finds.
address() {
    inside env "${@:2}" getent hosts -- "$1" | cut -d ' ' -f 1
}

@test "without idnx an internationalized name does not resolve" {
    hosts_line "$WITHOUT"
    run inside getent hosts bücher.example
    [ "$status" -eq 2 ]
    [ -z "$output" ]
}

@test "without idnx glibc asks for a raw name, the log shows it, the trap answers" {
    raw_on_purpose=yes
    hosts_line "$WITHOUT"
    ask inet-canon bücher.example
    raw_questions
    grep 'config <name unprintable> is 203.0.113.66' "$WORLD/log"
}

# not_found NAME: checks that every front end says only that it found nothing.
not_found() {
    run ask all "$1"
    [ "${#lines[@]}" -eq 26 ]
    ! grep -Ev ' (HOST_NOT_FOUND|EAI_NONAME| exit=2)' <<<"$output" ||
        { echo "found: $1"; return 1; }
}

@test "an internationalized name has the address of its ACE form" {
    for line in "$RECOMMENDED" "$BARE"; do
        hosts_line "$line"
        equal 192.0.2.10 "$(address bücher.example)"
    done
}

@test "its only questions are those for the ACE form" {
    address bücher.example
    equal $'A xn--bcher-kva.example\nAAAA xn--bcher-kva.example' "$(questions)"
}

@test "every way of writing a name has the same address" {
    local nfd=$'bu\xcc\x88cher.example' soft_hyphen=$'bü\xc2\xadcher.example'

    for name in BÜCHER.EXAMPLE "$nfd" ｂüｃｈｅｒ．ｅｘａｍｐｌｅ bücher。example \
        Bücher｡Example "$soft_hyphen" xn--bcher-kva。example bücher.example.; do
        equal "192.0.2.10 $name" "$(address "$name") $name"
    done
}

@test "a name below an internationalized name is found" {
    equal 192.0.2.10 "$(address _sip.a--b.bücher.example)"
}

@test "names in .local are names like any other" {
    equal 192.0.2.12 "$(address bücher.local)"
    equal 192.0.2.11 "$(address bücher.corp.local)"
}

@test "no front end sends a raw name into the trap" {
    for line in "$RECOMMENDED" "$BARE"; do
        hosts_line "$line"
        for name in bücher.example bücher.corp.local -a.bücher.example bücher.example. \
            bücher.nxdomain.example 'bü cher.example' $'b\xfccher.example'; do
            run ask all "$name"
            [ "${#lines[@]}" -eq 26 ]
            ! grep -E "$WRONG" <<<"$output" || { echo "wrong: $name"; return 1; }
        done
    done
}

# told LABEL NAME OPTION...: prints what all front ends are told of NAME, in which LABEL stands
# for "@", and what was asked.  With glibc 2.31 errno is there what files or dns has left.
told() {
    ask_and_questions "${@:3}" all "${2/@/$1}" |
        if older_than 2.33; then sed -E 's/ (EAI_NO[A-Z]+) errno=[0-9]+$/ \1/'; else cat; fi
}

# as_ace NAME [OPTION]...: checks that it is told and asked what its ACE form is without idnx.
as_ace() {
    local expected

    hosts_line "$WITHOUT"
    expected=$(told xn--bcher-kva "$@")
    hosts_line "$RECOMMENDED"
    equal "$*: $expected" "$*: $(told bücher "$@")"
}

# glibc's dns refuses such a name, also an ASCII one, without a query.  If a canonical name is
# wanted, it sends the query and refuses the answer.
@test "a hyphen at the beginning of the whole name is left to glibc, which refuses it" {
    needs_namespaces
    for kind in a aaaa both nxdomain servfail nosuchzone; do
        as_ace "-%.@.$kind.example"
    done
}

@test "a name that begins with a hyphen is found in /etc/hosts" {
    needs_namespaces
    printf '%s -a.xn--bcher-kva.example\n' 192.0.2.42 2001:db8::42 >>"$WORLD/etc/hosts"
    as_ace -a.@.example
    equal 'inet-canon name=-a.xn--bcher-kva.example 192.0.2.42' \
        "$(ask inet-canon -a.bücher.example)"
}

# See nss-idnx(8), CAVEATS, on AI_V4MAPPED: each source is asked for IPv6, then for IPv4, and
# idnx, asked for one, does not know of the other.
@test "AI_V4MAPPED: where /etc/hosts has one family, dns is asked for the other" {
    needs_namespaces
    printf '%s\n' '2001:db8::43 xn--bcher-kva.both.example' \
        '192.0.2.44 4.xn--bcher-kva.both.example' >>"$WORLD/etc/hosts"
    hosts_line "$WITHOUT"
    equal 'inet6-mapped 2001:db8::43' \
        "$(ask_and_questions inet6-mapped xn--bcher-kva.both.example)"
    equal 'inet6-mapped ::ffff:192.0.2.44' \
        "$(ask_and_questions inet6-mapped 4.xn--bcher-kva.both.example)"
    hosts_line "$RECOMMENDED"
    equal $'inet6-mapped 2001:db8::43 ::ffff:192.0.2.3\nA xn--bcher-kva.both.example' \
        "$(ask_and_questions inet6-mapped bücher.both.example)"
    equal $'inet6-mapped 2001:db8::3 ::ffff:192.0.2.44\nAAAA 4.xn--bcher-kva.both.example' \
        "$(ask_and_questions inet6-mapped 4.bücher.both.example)"
}

# For an ASCII name that earlier sources do not find, glibc then returns a system error.
@test "after dns a source that is not installed: idnx says why, glibc EAI_SYSTEM" {
    needs_namespaces
    hosts_line 'files dns nowhere'
    equal 'inet6 EAI_SYSTEM errno=16' "$(ask inet6 xn--bcher-kva.nxdomain.example)"
    equal 'inet6 EAI_SYSTEM errno=16' "$(ask inet6 xn--bcher-kva.servfail.example)"
    equal 'unspec EAI_SYSTEM errno=16' "$(ask unspec xn--bcher-kva.nxdomain.example)"
    hosts_line 'files idnx [!UNAVAIL=return] dns nowhere'
    equal 'inet6 EAI_NONAME' "$(ask inet6 bücher.nxdomain.example | sed 's/ errno=.*//')"
    equal 'inet6 EAI_AGAIN errno=11' "$(ask inet6 bücher.servfail.example)"
    equal 'unspec EAI_SYSTEM errno=16' "$(ask unspec bücher.nxdomain.example)"
}

@test "a name that is not found leaves in errno what its ACE form does" {
    needs_namespaces
    for kind in a aaaa nxdomain servfail; do
        as_ace "%.@.$kind.example" -e 25
    done
}

@test "a refused name is not found and sends no query" {
    local soft_hyphen=$'\xc2\xad' latin1=$'b\xfccher.example' long

    long=$(printf 'ü%.0s' {1..64}).example
    for line in "$RECOMMENDED" "$BARE"; do
        hosts_line "$line"
        for name in ℀.test １２７.０.０.１ 0x7f。1 ＃ ＃.example "$soft_hyphen" x..ü \
            'bü cher.example' ｌocalhost $'pay\xe2\x80\x8dpal.example' "$latin1" \
            "$long"; do
            not_found "$name"
        done
    done
    equal '' "$(questions)"
}

@test "an ACE entry of /etc/hosts is found, and sends no query" {
    needs_namespaces
    echo '192.0.2.40 xn--strae-oqa.example' >>"$WORLD/etc/hosts"
    equal 'unspec 192.0.2.40' "$(ask unspec straße.example)"
    equal '' "$(questions)"
}

@test "in disguise no name of this machine in /etc/hosts is found, and sends no query" {
    local name

    needs_namespaces
    cp "$WORLD/etc/hosts" "$BATS_TEST_TMPDIR/hosts"
    printf '%s\n' '127.0.0.1 localhost localhost.localdomain localhost4 localhost4.localdomain4' \
        '::1 localhost6 localhost6.localdomain6 ip6-localhost ip6-loopback' \
        '127.0.1.1 myself' >"$WORLD/etc/hosts"
    for name in localhost.localdomain localhost4 localhost4.localdomain4 localhost6 \
        localhost6.localdomain6 ip6-localhost ip6-loopback; do
        [ -n "$(address "$name")" ]
        # Its last o in full width.
        name=$(sed -E 's/o([^o]*)$/ｏ\1/' <<<"$name")
        equal "$name: " "$name: $(ask_and_questions all "$name" |
            grep -Ev ' (HOST_NOT_FOUND errno=0|EAI_NONAME errno=0| exit=2)$')"
    done
    # Nothing in it tells that it is the machine's own, so it leads where its ASCII form leads.
    equal 'unspec 127.0.1.1' "$(ask unspec ｍyself)"
    cp "$BATS_TEST_TMPDIR/hosts" "$WORLD/etc/hosts"
}

@test "a UTF-8 entry of /etc/hosts keeps its answer, and sends no query" {
    needs_namespaces
    echo '192.0.2.41 œuvre.example' >>"$WORLD/etc/hosts"
    equal 'unspec 192.0.2.41' "$(ask unspec œuvre.example)"
    equal '' "$(questions)"
}

@test "a single label is looked for in the search list" {
    needs_namespaces
    resolv_conf 'search search.example'
    equal 'unspec 192.0.2.14' "$(ask unspec bücher)"
    equal $'A xn--bcher-kva.search.example\nAAAA xn--bcher-kva.search.example' \
        "$(questions)"
}

@test "ASCII names are answered alike with and without idnx" {
    local without

    resolv_conf 'options timeout:2 attempts:1' 'search search.example'
    for name in r3---sn-apo3qvuoxuxbt-j5pe.googlevideo.com \
        ipv6_1-cxl0-c088.1.lhr004.ix.nflxvideo.net _dmarc.example jow-.github.io \
        xn--0000h.example XN--BCHER-KVA.example printer.local intranet intranet. \
        jow-.github.io. nosuchname.nxdomain.example x.servfail.example \
        127.1 ::1 localhost; do
        hosts_line "$WITHOUT"
        without=$(ask_and_questions all "$name")
        for line in "$RECOMMENDED" "$BARE"; do
            hosts_line "$line"
            equal "$name: $without" "$name: $(ask_and_questions all "$name")"
        done
    done
}

# Sources that are not installed here count as unavailable.
@test "every line of nsswitch.conf.example finds the address" {
    local examples

    needs_namespaces
    mapfile -t examples < <(sed -n 's/^\(# \)\?hosts: //p' "$EXAMPLE")
    [ "${#examples[@]}" -eq 7 ]
    for line in "${examples[@]}"; do
        hosts_line "$line"
        equal 192.0.2.10 "$(address bücher.example)"
        equal 'inet-canon name=xn--bcher-kva.example 192.0.2.10' \
            "$(ask inet-canon bücher.example)"
    done
}

@test "names do not depend on the locale: C" {
    equal 192.0.2.10 "$(address bücher.example LC_ALL=C)"
}

@test "names do not depend on the locale: C.UTF-8" {
    equal 192.0.2.10 "$(address bücher.example LC_ALL=C.UTF-8)"
}

@test "names do not depend on the locale: de_DE.ISO-8859-1" {
    local locales=$BATS_TEST_TMPDIR

    localedef -i de_DE -f ISO-8859-1 "$locales/de_DE" ||
        skip 'localedef cannot build de_DE: package locales'
    equal ISO-8859-1 "$(inside env LOCPATH="$locales" LC_ALL=de_DE locale charmap)"
    equal 192.0.2.10 "$(address bücher.example LOCPATH="$locales" LC_ALL=de_DE)"
}
