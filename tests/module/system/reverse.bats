#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# reverse of idnx.conf(5): the names of addresses.  Every front end sees and asks of an address
# the same as without idnx, except that names are in Unicode if this is wanted and the Unicode
# name leads back to the address.

load ../../common/fixture

declare -gA ACE=(
    [bücher]=xn--bcher-kva
    [münchen]=xn--mnchen-3ya
    [straße]=xn--strae-oqa
    [раypal]=xn--ypal-43d9g
    [日本語]=xn--wgv71a119e
)

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    [ -z "$WORLD_NO_NAMESPACE" ] || return 0
    locales_build "$BATS_FILE_TMPDIR/locales" ISO-8859-1 EUC-JP KOI8-R
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    hosts_line "$RECOMMENDED"
    resolv_conf 'options timeout:2 attempts:1'
    no_idnx_conf
    forget_questions
}

# named ADDRESS [LABEL]...: checks that ADDRESS has the names it has without idnx, except that
# these labels are in Unicode.
named() {
    local line label expected script=

    for label in "${@:2}"; do
        script+="s/${ACE[$label]}/$label/;"
    done
    hosts_line "$WITHOUT"
    expected=$(ask_and_questions reverse "$1" | sed "$script")
    for line in "$RECOMMENDED" "$BARE"; do
        hosts_line "$line"
        equal "$expected" "$(ask_and_questions reverse "$1")"
    done
}

@test "without idnx an address has the name in its PTR record" {
    hosts_line "$WITHOUT"
    idnx_conf 'reverse = unicode'
    [ "$(ask reverse 198.51.100.1 | grep -cw xn--bcher-kva.policy.example)" -eq 5 ]
    equal '5 PTR 1.100.51.198.in-addr.arpa' "$(questions | uniq -c | sed 's/^ *//')"
}

@test "by default names of addresses stay as they are" {
    local address

    for conf in '' 'reverse = ace'; do
        [ -z "$conf" ] || idnx_conf "$conf"
        for address in 198.51.100.1 198.51.100.5 2001:db8::1 203.0.113.1; do
            named "$address"
        done
    done
}

@test "reverse = unicode makes them Unicode, with the same question" {
    idnx_conf 'reverse = unicode'
    equal 'getnameinfo name=bücher.policy.example' "$(ask getnameinfo 198.51.100.1)"
    named 198.51.100.1 bücher
    named 198.51.100.7 日本語
    named 2001:db8::1 bücher
}

@test "an address with two names has both in Unicode" {
    idnx_conf 'reverse = unicode'
    named 198.51.100.5 bücher münchen
}

@test "one address after the other is answered alike in one process" {
    idnx_conf 'reverse = unicode'
    equal $'bücher.policy.example\nbücher.policy.example' \
        "$(inside getent hosts 198.51.100.1 198.51.100.1 | awk '{ print $2 }')"
    equal 'PTR 1.100.51.198.in-addr.arpa' "$(questions | uniq)"
    equal 2 "$(questions | wc -l)"
}

@test "an ACE name in capitals is in Unicode as UTS #46 has it" {
    idnx_conf 'reverse = unicode'
    equal 'getnameinfo name=bücher.policy.example' "$(ask getnameinfo 198.51.100.10)"
}

# --- Names that stay as they are ----------------------------------------------

@test "a name of ASCII stays as it is" {
    idnx_conf 'reverse = unicode'
    named 198.51.100.2
}

@test "a name that would not lead back to its ACE form stays as it is" {
    idnx_conf 'reverse = unicode'
    named 198.51.100.3
    named 198.51.100.4 straße
    named 198.51.100.6 раypal
    idnx_conf 'reverse = unicode' 'deviations = map'
    named 198.51.100.4
    named 198.51.100.1 bücher
    idnx_conf 'reverse = unicode' 'script-policy = moderately-restrictive'
    named 198.51.100.6
    named 198.51.100.1 bücher
    idnx_conf 'reverse = unicode' 'exclude = .policy.example'
    named 198.51.100.1
    named 198.51.100.5 münchen
}

# --- Sections -----------------------------------------------------------------

@test "the section of the name that was found says how it is" {
    idnx_conf '[.policy.example]' 'reverse = unicode'
    named 198.51.100.1 bücher
    named 198.51.100.5 bücher
    named 198.51.100.8
    idnx_conf 'reverse = unicode' '[.policy.example]' 'reverse = ace'
    named 198.51.100.1
    named 198.51.100.5 münchen
    named 198.51.100.8 münchen
    idnx_conf 'reverse = unicode' '[.policy.example]' 'deviations = map'
    named 198.51.100.4
    named 198.51.100.8 münchen
}

# --- Failures -----------------------------------------------------------------

@test "an address without a name is answered as without idnx" {
    idnx_conf 'reverse = unicode'
    named 198.51.100.200
    named 198.51.100.11
    named 2001:db8::200
}

@test "SERVFAIL and REFUSED are answered as without idnx" {
    idnx_conf 'reverse = unicode'
    named 203.0.113.1
    named 203.0.114.1
}

@test "a timeout is answered as without idnx" {
    resolv_conf 'options timeout:1 attempts:1'
    idnx_conf 'reverse = unicode'
    named 10.0.0.1
}

@test "with a configuration at fault names of addresses stay as they are" {
    idnx_conf 'reverse = unicode' 'this is a mistake'
    named 198.51.100.1
    idnx_conf 'reverse = unicode'
    chmod 666 "$WORLD/etc/idnx.conf"
    named 198.51.100.1
    named 198.51.100.200
}

# --- nscd ---------------------------------------------------------------------

@test "nscd is told that idnx has no answer, unless reverse = unicode" {
    for conf in '# nothing' 'reverse = ace' 'a mistake'; do
        idnx_conf "$conf"
        ask nscd 198.51.100.1 | grep ' NSS_STATUS_UNAVAIL '
    done
    equal '' "$(questions)"
}

@test "nscd is told the name in Unicode, with one question" {
    idnx_conf 'reverse = unicode'
    equal 'nscd NSS_STATUS_SUCCESS name=bücher.policy.example 198.51.100.1' \
        "$(ask nscd 198.51.100.1)"
    equal 'nscd NSS_STATUS_SUCCESS name=bücher.policy.example 2001:db8::1' \
        "$(ask nscd 2001:db8::1)"
    equal 2 "$(questions | wc -l)"
}

@test "nscd is told that there is no name, and that a server fails" {
    idnx_conf 'reverse = unicode'
    equal 'nscd NSS_STATUS_NOTFOUND HOST_NOT_FOUND errno=0' "$(ask nscd 198.51.100.200)"
    equal 'nscd NSS_STATUS_NOTFOUND TRY_AGAIN errno=0' "$(ask nscd 203.0.113.1)"
    equal 2 "$(questions | wc -l)"
}

# --- The charset of the locale ------------------------------------------------

# told LOCALE ADDRESS NAME: checks what every front end tells a program in that locale.
told() {
    equal "$1 $3 5" \
        "$1 $3 $(locale_ask "$1" reverse "$2" | LC_ALL=C grep -cF -e "=$3" -e " $3;")"
}

@test "with charset = locale names are in that charset, where they have a place in it" {
    needs_locale ISO-8859-1
    idnx_conf 'charset = locale' 'reverse = unicode'
    told C.UTF-8 198.51.100.1 bücher.policy.example
    told ISO-8859-1 198.51.100.1 $'b\xfccher.policy.example'
    told EUC-JP 198.51.100.7 $'\xc6\xfc\xcb\xdc\xb8\xec.policy.example'
    told KOI8-R 198.51.100.9 $'\xd0\xcf\xde\xd4\xc1.policy.example'
}

@test "with charset = locale names that have no place in it stay as they are" {
    needs_locale ISO-8859-1
    idnx_conf 'charset = locale' 'reverse = unicode'
    told C 198.51.100.1 xn--bcher-kva.policy.example
    told ISO-8859-1 198.51.100.7 xn--wgv71a119e.policy.example
    told KOI8-R 198.51.100.1 xn--bcher-kva.policy.example
}

@test "with any other charset names are UTF-8 in every locale" {
    needs_locale ISO-8859-1
    for charset in UTF-8 KOI8-R; do
        idnx_conf "charset = $charset" 'reverse = unicode'
        told C 198.51.100.1 bücher.policy.example
        told ISO-8859-1 198.51.100.1 bücher.policy.example
    done
}
