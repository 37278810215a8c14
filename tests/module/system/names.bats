#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Names through unmodified glibc and the module to a real dnsmasq, which gives every unknown
# name a wrong address: those of names.tsv, among them names that failed people with other
# software, and with entries of /etc/hosts.  The first test is the negative control. After every
# other test the log has no raw octet, which dnsmasq writes as "<name unprintable>".

load ../../common/world

GOOD=192.0.2.80

zones() {
    local ace

    for ace in $(rows names.tsv | grep -oE 'xn--[^ ]+\.(test|ws|com|xn--45brj9c)$' | sort -u) \
        r3---sn-ab5.test _tcp.test a_b.test foo-.test cg--.test xn--s28h.test; do
        printf 'local=/%s/\naddress=/%s/%s\n' "$ace" "$ace" "$GOOD"
    done
    echo 'cname=www.alias.example,foo-.target.example'
    echo 'cname=xn--bcher-kva.alias.example,foo-.target.example'
    echo "host-record=foo-.target.example,$GOOD,2001:db8::80"
}

setup() {
    begin
}

# of_kind KIND: prints the names of its rows, one row per line.
of_kind() {
    printf '%b\n' "$(rows names.tsv | awk -F '\t' -v kind="$1" '$3 == kind { print $4 }')"
}

# rejected NAME...: checks that no front end finds it, on either line, and no query is sent.
rejected() {
    local name line

    for name; do
        for line in "$RECOMMENDED" "$BARE"; do
            hosts_line "$line"
            equal "$name: " "$name: $(ask_and_questions all "$name" |
                grep -Ev ' (HOST_NOT_FOUND errno=0|EAI_NONAME errno=0| exit=2)$')"
        done
    done
}

@test "without idnx glibc asks for a raw name, the log shows it, the trap answers" {
    raw_on_purpose=yes
    hosts_line "$WITHOUT"
    run inside getent hosts bücher.example
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    ask inet-canon bücher.example
    raw_questions
    grep 'config <name unprintable> is 203.0.113.66' "$WORLD/log"
}

@test "every way of writing a name has the same address, on both lines and in the locale C" {
    local name line

    for line in "$RECOMMENDED" "$BARE"; do
        hosts_line "$line"
        for name in $(of_kind found); do
            equal "192.0.2.10 $name" \
                "$(inside env LC_ALL=C getent hosts -- "$name" | cut -d ' ' -f 1) $name"
        done
    done
    run inside getent -s idnx hosts bücher.example # nss-idnx(8), QUICK START
    [ "$status" -eq 2 ]
    equal $'A xn--bcher-kva.example\nAAAA xn--bcher-kva.example' \
        "$(questions | grep -v '\.$' | sort -u)"
}

@test "every front end answers a name as it answers the ACE form without idnx" {
    local name ace expected

    needs_namespaces
    while read -r name ace; do
        hosts_line "$WITHOUT"
        expected=$(ask_and_questions all "$ace")
        grep -qE ' (192\.0\.2\.)' <<<"$expected"
        hosts_line "$BARE"
        equal "$name: $(grep ' 192' <<<"$expected")" \
            "$name: $(ask_and_questions all "$name" | grep ' 192')"
        hosts_line "$RECOMMENDED"
        equal "$name: $expected" "$name: $(ask_and_questions all "$name")"
    done < <(of_kind leads | sort -u)
}

@test "a rejected name is found by no front end, and no query is sent" {
    local names

    needs_namespaces
    echo '127.0.0.1 localhost.localdomain localhost4 localhost4.localdomain4 localhost6' \
        'localhost6.localdomain6 ip6-localhost ip6-loopback' >>"$WORLD/etc/hosts"
    mapfile -t names < <(of_kind rejected | tr ' ' '\n')
    rejected "${names[@]}" 'bü cher.example'
    for length in 253 254 255 256 257 300 1000 70000; do # C4, CVE-2024-24806: it is not cut
        rejected "ü.0x$(printf "%0$((length - 26))d" 0)7f000001.example.com"
    done
}

@test "an ASCII name is answered with idnx as without it" {
    local name

    resolv_conf 'options timeout:2 attempts:1' 'search search.example'
    for name in $(of_kind alike); do
        as_without "$name"
        as_without "$name" "$BARE"
    done
}

@test "C11 caddy#7729: every name the module gives is the ACE form" {
    needs_namespaces
    equal '14 xn--bcher-kva.test' "$(ask all BÜCHER.test |
        grep -oE '(name=|alias=|STREAM |[0-9.]{7,15} +)[^ ;]*[a-z][^ ;]*' |
        sed -E 's/.*[= ]//' | sort | uniq -c | sed 's/^ *//')"
}

# as_ace NAME [OPTION]...: checks that NAME, where "@" is a label, is told and asked what its
# ACE form is without idnx.  With glibc 2.31 errno is there what files or dns has left.
as_ace() {
    local expected

    hosts_line "$WITHOUT"
    expected=$(ask_and_questions "${@:2}" all "${1/@/xn--bcher-kva}" | without_left_errno)
    hosts_line "$RECOMMENDED"
    equal "$*: $expected" \
        "$*: $(ask_and_questions "${@:2}" all "${1/@/bücher}" | without_left_errno)"
}

# glibc's dns rejects such a name, also an ASCII one, without a query.  If a canonical name is
# wanted, it sends the query and rejects the answer.
@test "a hyphen at the beginning of the whole name is left to glibc, which rejects it" {
    needs_namespaces
    for kind in a aaaa both nxdomain servfail nosuchzone; do
        as_ace "-%.@.$kind.example"
    done
    printf '%s -a.xn--bcher-kva.example\n' 192.0.2.42 2001:db8::42 >>"$WORLD/etc/hosts"
    as_ace -a.@.example
    equal 'inet-canon name=-a.xn--bcher-kva.example 192.0.2.42' \
        "$(ask inet-canon -a.bücher.example)"
}

@test "a name that is not found leaves in errno what its ACE form does" {
    needs_namespaces
    for kind in a aaaa nxdomain servfail; do
        as_ace "%.@.$kind.example" -e 25
    done
}

# --- Other sources ------------------------------------------------------------

# See nss-idnx-limits(7) on AI_V4MAPPED: each source is asked for IPv6, then for IPv4, and
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
    while read -r line front name code; do
        hosts_line "files ${line/idnx/$RECOMMENDED} nowhere"
        equal "$front $name $code" "$front $name $(ask "$front" "$name" | cut -d ' ' -f 2-)"
    done <<'ROWS'
dns inet6 xn--bcher-kva.nxdomain.example EAI_SYSTEM errno=16
dns inet6 xn--bcher-kva.servfail.example EAI_SYSTEM errno=16
dns unspec xn--bcher-kva.nxdomain.example EAI_SYSTEM errno=16
idnx inet6 bücher.servfail.example EAI_AGAIN errno=11
idnx unspec bücher.nxdomain.example EAI_SYSTEM errno=16
ROWS
    equal 'inet6 EAI_NONAME' "$(ask inet6 bücher.nxdomain.example | sed 's/ errno=.*//')"
}

@test "entries of /etc/hosts, in ACE or UTF-8 before any source, are found, and no query is sent" {
    needs_namespaces
    printf '%s\n' '192.0.2.40 xn--strae-oqa.example' '192.0.2.41 œuvre.example bücher.local' \
        '192.0.2.42 xn--mnchen-3ya.test' '127.0.1.1 bücher 机械革命 myself' >>"$WORLD/etc/hosts"
    for line in "$RECOMMENDED" \
        'files mdns4_minimal [NOTFOUND=return] idnx [!UNAVAIL=return] dns' \
        'files myhostname idnx [!UNAVAIL=return] dns'; do # E1 hickory-dns#391, E2 WSL#8386
        hosts_line "$line"
        for name in 40=straße.example 41=œuvre.example 41=bücher.local 42=münchen.test; do
            equal "$name: unspec 192.0.2.${name%=*}" "$name: $(ask unspec "${name#*=}")"
        done
        equal 'unspec 127.0.1.1' "$(ask unspec 机械革命)"
        # Nothing in it tells that it is the machine's own, so it has the answer of its ASCII
        # form.
        equal 'unspec 127.0.1.1' "$(ask unspec ｍyself)"
    done
    equal '' "$(questions)"
}

# Sources that are not installed here count as unavailable.
@test "every line of nsswitch.conf.example finds the address" {
    local examples

    needs_namespaces
    mapfile -t examples < <(sed -n 's/^\(# \)\?hosts: //p' "$EXAMPLE")
    [ "${#examples[@]}" -eq 7 ]
    for line in "${examples[@]}"; do
        hosts_line "$line"
        equal 'inet-canon name=xn--bcher-kva.example 192.0.2.10' \
            "$(ask inet-canon bücher.example)"
    done
}
