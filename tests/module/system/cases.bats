#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Names that failed people with other software.  Each test has its case's mark, and the place
# where it was reported.  The programs' own part is tested in tests/evidence; this file tests
# the libc functions that they call.  Every name below test has its own address if the right
# question is asked; anything else gets the trap.

load ../../common/fixture

GOOD=192.0.2.80

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" <(
        cat "$WORLD_TESTS/dnsmasq.conf"
        zones
    )
    [ -z "$WORLD_NO_NAMESPACE" ] || return 0
    locales_build "$BATS_FILE_TMPDIR/locales" ISO-8859-1 KOI8-R
}

zones() {
    local ace address=30

    for ace in xn--hkyrky-ptac70bc.test xn--i-7iq.ws xn--n3h.test xn--strae-oqa.test \
        xn--mnchen-3ya.test xn--slovnk-7va.test xn--bcher-kva.test xn--kn-1ia.test \
        xn--mnich-kva.com xn--fa-hia.test xn--nxasmm1c.test xn--11b2fg.test xn--6q8b.test \
        xn--7bi.test xn--2h8haa.test xn--p5b2bfp5fh3fra.xn--45brj9c xn--d1acpjx3f.test \
        xn--wgv71a119e.test xn--qubec-csa.test xn--pple-43d.test r3---sn-ab5.test \
        _b.test _tcp.test a_b.test foo-.test cg--.test xn--s28h.test; do
        printf 'local=/%s/\naddress=/%s/%s\n' "$ace" "$ace" "$GOOD"
    done
    echo 'cname=www.alias.example,foo-.target.example'
    echo 'cname=xn--bcher-kva.alias.example,foo-.target.example'
    echo "host-record=foo-.target.example,$GOOD,2001:db8::80"
    for ace in xn--mnchen-con-9db.test xn--e1afmkfd.test xn--p5b2bfp5fh3fra.xn--45brj9c \
        xn--scp--j430c.test; do
        echo "ptr-record=$address.100.51.198.in-addr.arpa,$ace"
        address=$((address + 1))
    done
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    hosts_line "$RECOMMENDED"
    resolv_conf 'options timeout:2 attempts:1'
    printf '127.0.0.1 localhost\n::1 localhost\n' >"$WORLD/etc/hosts"
    no_idnx_conf
    forget_questions
}

teardown() {
    ! raw_questions
}

# --- Expectations -------------------------------------------------------------

# leads NAME ACE: checks for ACE's address and canonical name, and that only ACE is asked for.
leads() {
    forget_questions
    equal "$1: unspec-canon name=$2 $GOOD"$'\n'"A $2"$'\n'"AAAA $2" \
        "$1: $(ask_and_questions unspec-canon "$1")"
}

# leads_all NAME ACE: checks that every front end answers NAME as it answers ACE without idnx.
leads_all() {
    local expected

    hosts_line "$WITHOUT"
    expected=$(ask_and_questions all "$2")
    grep -q " $GOOD" <<<"$expected"
    for line in "$RECOMMENDED" "$BARE"; do
        hosts_line "$line"
        equal "$1: $(grep " $GOOD" <<<"$expected")" \
            "$1: $(ask_and_questions all "$1" | grep " $GOOD")"
    done
    hosts_line "$RECOMMENDED"
    equal "$1: $expected" "$1: $(ask_and_questions all "$1")"
}

# refused NAME...: checks that no front end finds it, on either line, and no query is sent.
refused() {
    local name

    for name; do
        for line in "$RECOMMENDED" "$BARE"; do
            hosts_line "$line"
            equal "$name: " "$name: $(ask_and_questions all "$name" |
                grep -Ev ' (HOST_NOT_FOUND errno=0|EAI_NONAME errno=0| exit=2)$')"
        done
    done
}

# alike NAME...: checks that these ASCII names are answered with idnx as without it.
alike() {
    local name expected

    for name; do
        hosts_line "$WITHOUT"
        expected=$(ask_and_questions all "$name")
        for line in "$RECOMMENDED" "$BARE"; do
            hosts_line "$line"
            equal "$name: $expected" "$name: $(ask_and_questions all "$name")"
        done
    done
}

# told LOCALE ADDRESS NAME: checks that the address has this name.
told() {
    equal "$1: getnameinfo name=$3" "$1: $(locale_ask "$1" getnameinfo "$2")"
}

# --- Programs that hand names to libc -----------------------------------------

@test "A1 openssh-portable#421: háčkyčárky, and the canonical name is ASCII" {
    leads_all háčkyčárky.test xn--hkyrky-ptac70bc.test
    leads háčkyčárky.test xn--hkyrky-ptac70bc.test
}

@test "A4 nmap#1023: i❤.ws does not lead to the raw name's wildcard" {
    leads_all i❤.ws xn--i-7iq.ws
}

@test "A5 julia#26551: ☃" {
    leads ☃.test xn--n3h.test
}

@test "A6 node#25558: straße is never strasse" {
    leads_all straße.test xn--strae-oqa.test
}

@test "A9 uptime-kuma#6661: münchen in the C locale" {
    equal "$GOOD" "$(inside env LC_ALL=C getent hosts münchen.test | cut -d ' ' -f 1)"
    equal "unspec $GOOD" "$(locale_ask C unspec münchen.test)"
}

@test "A13 virtuoso-opensource#962: slovník by gethostbyname(), and as mojibake" {
    local mojibake=slovník.nxdomain.example

    equal "gethostbyname name=xn--slovnk-7va.test $GOOD" "$(ask gethostbyname slovník.test)"
    for _ in 1 2 3 4; do
        mojibake=$(iconv -f ISO-8859-1 -t UTF-8 <<<"$mojibake")
        equal 'gethostbyname HOST_NOT_FOUND errno=0' "$(ask gethostbyname "$mojibake")"
    done
}

@test "A15 usocket#69: bücher by gethostbyname_r()" {
    equal "gethostbyname_r name=xn--bcher-kva.test $GOOD" "$(ask gethostbyname_r bücher.test)"
}

@test "A16 httpcomponents-client#608: bücher, as Java's InetAddress asks" {
    equal "unspec-canon name=xn--bcher-kva.test $GOOD" "$(ask unspec-canon bücher.test)"
    equal "unspec $GOOD" "$(ask unspec bücher.test)"
}

@test "A17 ssl-decoder#9: kæn, as PHP asks" {
    equal "gethostbyname name=xn--kn-1ia.test $GOOD" "$(ask gethostbyname kæn.test)"
    equal "unspec $GOOD" "$(ask unspec kæn.test)"
}

@test "A19 owncloud/client#2545: a host with an umlaut is found by each component" {
    leads_all bücher.test xn--bcher-kva.test
}

@test "A21 nextcloud/server#56197: both spellings have the same answer" {
    equal "$(ask_and_questions all xn--mnchen-3ya.test)" "$(ask_and_questions all münchen.test)"
}

# --- Names of ASCII -----------------------------------------------------------

@test "B1 systemd#6315: hyphens in the third and fourth place" {
    alike r3---sn-ab5.test
}

@test "B2 systemd#6426: underscores" {
    alike a_b.test _sip._tcp.test
}

@test "B5 DnsServer#1813: a CNAME that ends in a hyphen" {
    alike www.alias.example
    leads_all bücher.alias.example xn--bcher-kva.alias.example
}

@test "B6 Collabfiltrator#6: two hyphens at the end" {
    alike Cg--.test
}

@test "B7 whois#50: addresses and networks" {
    alike ::1 1.2.3.4 1.2.3.0/24 2001:67c:2178:8::13
}

@test "B9 systemd#14483: an ACE form of an emoji" {
    alike xn--i-7iq.ws xn--s28h.test
}

@test "B12 nixpkgs#107067: nothing that can be missing is needed" {
    equal '' "$(ldd "$BUILD/libnss_idnx.so.2" | grep -Ev 'linux-|ld-|lib(c|dl)\.so|san\.so')"
    alike www.both.example
    leads bücher.test xn--bcher-kva.test
    idnx_conf 'no such line'
    alike www.both.example
    equal 'unspec EAI_AGAIN errno=11' "$(ask unspec bücher.test)"
}

# --- Wrong hosts, and worse ---------------------------------------------------

@test "C1 dnspython#1204: münich.com is not sent raw" {
    leads_all münich.com xn--mnich-kva.com
}

@test "C2 CVE-2016-8625: ß and ς stay what they are" {
    leads faß.test xn--fa-hia.test
    leads βόλος.test xn--nxasmm1c.test
}

@test "C4 CVE-2024-24806: a long name is refused, and not cut" {
    local length zeros

    for length in 253 254 255 256 257 300 1000 70000; do
        zeros=$(printf "%0$((length - 26))d" 0)
        refused "ü.0x${zeros}7f000001.example.com"
    done
}

@test "C5 CVE-2021-22918: Punycode that overflows" {
    local digits

    for digits in 9 99 99999999 9999999999999999 999999b 0000h 99999999999999999999999a \
        -99999999 b-99999999 a-zzzzzzzzzzzz zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz; do
        refused "ü.xn--$digits.test"
    done
}

@test "C6 CVE-2015-2059: octets that are not UTF-8" {
    refused $'b\xfccher.test' $'\xc3' $'\xc3.test' $'\xed\xa0\x80.test' \
        $'\xf5\x80\x80\x80.test' $'\xc0\xaf.test' $'\xe0\x80\x80.test' \
        $'\xf0\x9f\x92.test' $'\x80.test' $'\xff\xfe.test'
}

@test "C7 CVE-2019-9636: no character becomes one that splits a name" {
    refused ℀.test ex＃bü.test a＠bü.test $'bü\xc2\xa0x.test' bü／x.test bü：80.test
}

@test "C8 hackney#920: no name becomes an address" {
    refused １２７.０.０.１ ①②⑦.⓪.⓪.① 0x7f。1 127。0。0。1 １２７。０。０。１ 0Ｘ7Ｆ000001
}

@test "C9 go#81549: no label becomes empty" {
    refused $'\xc2\xad.test' bücher..test .bücher.test $'a.\xc2\xad.bü' bü.xn--.test \
        bü.xn--abc-.test 。bü
}

@test "C11 caddy#7729: every name the module gives is the ACE form" {
    local names

    names=$(ask all BÜCHER.test |
        grep -oE '(name=|alias=|STREAM |[0-9.]{7,15} +)[^ ;]*[a-z][^ ;]*' |
        sed -E 's/.*[= ]//' | sort | uniq -c | sed 's/^ *//')
    equal '14 xn--bcher-kva.test' "$names"
}

@test "C12 pi-hole#1942: look-alikes are refused where that is wanted, real names never" {
    leads аpple.test xn--pple-43d.test
    for level in moderately-restrictive highly-restrictive single-script; do
        idnx_conf "script-policy = $level"
        refused аpple.test
        hosts_line "$RECOMMENDED"
        leads яндекс.test xn--d1acpjx3f.test
        leads 日本語.test xn--wgv71a119e.test
        leads québec.test xn--qubec-csa.test
    done
}

# --- Names of addresses, and canonical names ----------------------------------

@test "D1 nagios-plugins#438: who asks for an ACE form is told an ACE form" {
    for setting in ace unicode; do
        idnx_conf "canonical-name = $setting"
        equal "unspec-canon name=xn--mnchen-3ya.test $GOOD" \
            "$(ask unspec-canon xn--mnchen-3ya.test)"
    done
}

@test "D3 spatie/dns#49: a name that the charset does not have stays in ASCII" {
    needs_locale ISO-8859-1
    idnx_conf 'charset = locale' 'reverse = unicode'
    told ISO-8859-1 198.51.100.31 xn--e1afmkfd.test
    told ISO-8859-1 198.51.100.30 $'m\xfcnchen-con.test'
}

@test "D4 KVIrc#1215: no question marks in KOI8-R" {
    needs_locale KOI8-R
    idnx_conf 'charset = locale' 'reverse = unicode'
    told KOI8-R 198.51.100.30 xn--mnchen-con-9db.test
    told KOI8-R 198.51.100.31 $'\xd0\xd2\xc9\xcd\xc5\xd2.test'
}

@test "D5 erlang-idna#38: কোম্পানি.ভারত there and back, and an ACE form that is none" {
    leads কোম্পানি.ভারত xn--p5b2bfp5fh3fra.xn--45brj9c
    idnx_conf 'reverse = unicode'
    equal 'getnameinfo name=কোম্পানি.ভারত' "$(ask getnameinfo 198.51.100.32)"
    equal 'getnameinfo name=xn--scp--j430c.test' "$(ask getnameinfo 198.51.100.33)"
}

@test "D7 DnsClient.NET#248: by default names of addresses are ASCII" {
    equal 'getnameinfo name=xn--mnchen-con-9db.test' "$(ask getnameinfo 198.51.100.30)"
    equal 'getnameinfo name=xn--p5b2bfp5fh3fra.xn--45brj9c' "$(ask getnameinfo 198.51.100.32)"
}

# --- Names of this machine and this network -----------------------------------

# With mDNS itself: tests/evidence.
@test "E1 hickory-dns#391: a source before idnx gets .local names in UTF-8" {
    echo '192.0.2.90 bücher.local' >>"$WORLD/etc/hosts"
    hosts_line 'files mdns4_minimal [NOTFOUND=return] idnx [!UNAVAIL=return] dns'
    equal 'unspec 192.0.2.90' "$(ask unspec bücher.local)"
    equal '' "$(questions)"
}

# With myhostname: tests/evidence.
@test "E2 WSL#8386: the machine's own name is not ASCII" {
    echo '127.0.1.1 bücher 机械革命' >>"$WORLD/etc/hosts"
    hosts_line 'files myhostname idnx [!UNAVAIL=return] dns'
    # The program hostname accepts only ASCII.
    # shellcheck disable=SC2016 # $0 is of that shell
    equal 'unspec 127.0.1.1' "$(inside unshare -u sh -c \
        'python3 -c "import socket; socket.sethostname(\"机械革命\")"
        "$0" unspec "$(uname -n)"' "$BUILD/tests/common/ask")"
    equal '' "$(questions)"
}

@test "E6 hosts-blocklists#61: the ACE form in /etc/hosts answers" {
    echo '127.0.0.8 xn--mnchen-3ya.test' >>"$WORLD/etc/hosts"
    equal 'inet 127.0.0.8' "$(ask_and_questions inet münchen.test)"
    equal '127.0.0.8       xn--mnchen-3ya.test' "$(inside getent hosts münchen.test)"
}

# --- Spellings ----------------------------------------------------------------

@test "F1 systemd#18133: every spelling of bücher" {
    for name in Bücher.test BÜCHER.test $'bu\xcc\x88cher.test' bücher。test ｂücher.test; do
        leads_all "$name" xn--bcher-kva.test
    done
}

@test "F2 URI#191: NFC in full" {
    leads $'\u0958\u093e.test' xn--11b2fg.test
    leads $'\u1112\u1161\u11ab.test' xn--6q8b.test
    leads 한.test xn--6q8b.test
}

@test "F5 curl#1441: emoji, with their variation selector and without" {
    leads $'\u270c\ufe0f.test' xn--7bi.test
    leads $'\u270c.test' xn--7bi.test
    leads 🌹🌹🌹.test xn--2h8haa.test
}
