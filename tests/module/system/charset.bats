#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# charset of idnx.conf(5): names in the octets of a legacy charset, in locales of that charset,
# in others and in C.  Every front end answers a decoded name as its ACE form, with the same
# questions.  Well-formed UTF-8 stays UTF-8 everywhere.

load ../../common/fixture

# Charset, a label in its octets, the ACE form.  For GB18030 one label has characters of two
# octets; the other has a character of four, two of which are ASCII digits.
ROWS=(
    'ISO-8859-1  B\xdcCHER                xn--bcher-kva'
    'ISO-8859-15 \xbduvre                 xn--uvre-f4a'
    'EUC-JP      \xc6\xfc\xcb\xdc\xb8\xec xn--wgv71a119e'
    'KOI8-R      \xf0\xef\xfe\xf4\xe1     xn--80a1acny'
    'GB18030     \xc0\xfd\xd7\xd3         xn--fsqu00a'
    'GB18030     \x95\x32\x82\x36         xn--j50i'
)
CHARSETS='ISO-8859-1 ISO-8859-15 EUC-JP KOI8-R GB18030'

setup_file() {
    export RESULTS=$BATS_FILE_TMPDIR/results

    mkdir "$RESULTS"
    world_start "$BATS_FILE_TMPDIR/world" "$WORLD_TESTS/dnsmasq.conf"
    [ -z "$WORLD_NO_NAMESPACE" ] || return 0
    # shellcheck disable=SC2086 # a list of words
    locales_build "$BATS_FILE_TMPDIR/locales" $CHARSETS
}

teardown_file() {
    world_stop
}

setup() {
    needs_namespaces
    hosts_line "$RECOMMENDED"
    no_idnx_conf
    forget_questions
}

teardown() {
    [ -n "$raw_on_purpose" ] || ! raw_questions
}

# each COMMAND...: runs it with the charset, octets and ACE form of each row.
each() {
    local row charset octets ace

    for row in "${ROWS[@]}"; do
        read -r charset octets ace <<<"$row"
        "$@" "$charset" "$(printf '%b' "$octets")" "$ace"
    done
}

# as_ace LOCALE LABEL ACE: checks that LABEL is answered as its ACE form is without idnx.
as_ace() {
    local ace=$RESULTS/$3

    if [ ! -e "$ace" ]; then
        hosts_line "$WITHOUT"
        ask_and_questions all "%.$3.policy.example" >"$ace"
        hosts_line "$RECOMMENDED"
    fi
    forget_questions
    equal "$1: $(cat "$ace")" \
        "$1: $(locale_ask "$1" all "%.$2.policy.example")"$'\n'"$(questions)"
}

# refused LOCALE LABEL: checks that no front end finds it, and no query is sent.
refused() {
    local seen

    seen=$(locale_ask "$1" all "$2.policy.example")
    [ "$(wc -l <<<"$seen")" -eq 26 ]
    equal '' "$(grep -Ev ' (HOST_NOT_FOUND|EAI_NONAME| exit=2)' <<<"$seen")"
    equal '' "$(questions)"
}

@test "without idnx such a label is not found" {
    hosts_line "$WITHOUT"
    equal 'unspec EAI_NONAME errno=0' "$(ask unspec $'b\xfccher.policy.example')"
}

# --- By default ---------------------------------------------------------------

refused_by_default() {
    no_idnx_conf
    refused C "$2"
    refused "$1" "$2"
    idnx_conf 'charset = UTF-8'
    refused "$1" "$2"
}

@test "by default octets that are no UTF-8 are refused in every locale" {
    needs_locale EUC-JP
    each refused_by_default
}

# --- charset = NAME -----------------------------------------------------------

named() {
    idnx_conf "charset = $1"
    as_ace C "$2" "$3"
}

@test "charset = NAME decodes a name in the locale C" {
    each named
}

named_in_locales() {
    idnx_conf "charset = $1"
    as_ace "$1" "$2" "$3"
    as_ace KOI8-R "$2" "$3"
    as_ace C.UTF-8 "$2" "$3"
}

@test "charset = NAME decodes a name in any other locale, too" {
    needs_locale KOI8-R
    each named_in_locales
}

@test "the same octets are another name in another charset" {
    idnx_conf 'charset = ISO-8859-1'
    as_ace C $'\xbduvre' xn--12uvre-pq0c
    idnx_conf 'charset = KOI8-R'
    as_ace C $'b\xfccher' xn--bcher-30e
}

# --- charset = locale ---------------------------------------------------------

@test "charset = locale decodes a name in the locale of the program" {
    needs_locale GB18030
    idnx_conf 'charset = locale'
    each as_ace
}

refused_in_others() {
    refused C "$2"
    refused C.UTF-8 "$2"
}

@test "charset = locale refuses such a name in the locale C, and in one of UTF-8" {
    idnx_conf 'charset = locale'
    each refused_in_others
}

@test "charset = locale is what setlocale() has set, not the environment" {
    needs_locale ISO-8859-1
    idnx_conf 'charset = locale'
    equal 'unspec 192.0.2.50' \
        "$(locale_ask ISO-8859-1 unspec $'b\xfccher.policy.example')"
    equal 'unspec EAI_NONAME errno=0' \
        "$(inside env LOCPATH="$WORLD_LOCALES" LC_ALL=ISO-8859-1 \
            "$BUILD/tests/common/ask" unspec $'b\xfccher.policy.example')"
}

# --- UTF-8 --------------------------------------------------------------------

# The octets of ü are Ã¼ in ISO-8859-1, and characters in all other charsets, too.
utf8_wins() {
    local locale

    for locale in C C.UTF-8 $CHARSETS; do
        forget_questions
        equal "$locale: unspec 192.0.2.50" \
            "$locale: $(locale_ask "$locale" unspec ü.policy.example)"
        equal $'A xn--tda.policy.example\nAAAA xn--tda.policy.example' "$(questions)"
    done
}

@test "well-formed UTF-8 is UTF-8, whatever the charset and the locale" {
    needs_locale EUC-JP
    utf8_wins
    for charset in locale ISO-8859-1 GB18030; do
        idnx_conf "charset = $charset"
        utf8_wins
    done
}

@test "a name is decoded as a whole, if a part of it is no UTF-8" {
    idnx_conf 'charset = ISO-8859-1'
    as_ace C $'ü.\xfc' xn--14-ria7423a.xn--tda
}

# --- As strict as everything else ---------------------------------------------

@test "octets that the charset does not have are refused" {
    idnx_conf 'charset = EUC-JP'
    refused C $'\xc6\xff'
    refused C $'\xc6'
    idnx_conf 'charset = GB18030'
    refused C $'\xff'
    refused C $'\x95\x32\x82'
}

@test "what is decoded obeys the rules for all names" {
    local latin1=$'b\xfccher'

    idnx_conf 'charset = ISO-8859-1'
    refused C $'b\xfc\xa0cher'
    refused C "$latin1 $latin1"
    refused C "$(printf '\xfc%.0s' {1..64})"
    equal 'unspec EAI_NONAME errno=0' "$(ask unspec $'127.0.0.\xb9')"
    idnx_conf 'charset = KOI8-R' 'script-policy = moderately-restrictive'
    refused C $'\xd2\xc1ypal'
    equal '' "$(questions)"
}

@test "the section is that of the decoded name" {
    idnx_conf 'charset = ISO-8859-1' '[.bücher.policy.example]' 'CheckHyphens = true'
    refused C $'ab--\xfc.b\xfccher'
    as_ace C $'ab--\xfc.\xfc' xn--ab---3ra.xn--tda
}

@test "an excluded name is not decoded" {
    local without

    raw_on_purpose=yes
    hosts_line "$WITHOUT"
    without=$(ask_and_questions all $'b\xfccher.policy.example')
    hosts_line "$RECOMMENDED"
    idnx_conf 'charset = ISO-8859-1' 'exclude = .policy.example'
    equal "$without" "$(ask_and_questions all $'b\xfccher.policy.example')"
}

@test "a charset that cannot be had, or is not a superset of ASCII, holds back names" {
    for charset in NO-SUCH-CHARSET ISO-2022-JP UTF-7 UTF-16 IBM037; do
        idnx_conf "charset = $charset"
        equal "$charset: unspec EAI_AGAIN errno=11" \
            "$charset: $(ask unspec $'b\xfccher.policy.example')"
    done
    equal '' "$(questions)"
}

# --- canonical-name -----------------------------------------------------------

# told LOCALE NAME: checks what a program in that locale is told of bücher.a.example.
told() {
    equal "$1: unspec-canon name=$2 192.0.2.1" \
        "$1: $(locale_ask "$1" unspec-canon bücher.a.example)"
}

@test "a canonical name in Unicode is in the charset of the locale, where it has a place" {
    needs_locale ISO-8859-1
    idnx_conf 'charset = locale' 'canonical-name = unicode'
    told C.UTF-8 bücher.a.example
    told ISO-8859-1 $'b\xfccher.a.example'
    told ISO-8859-15 $'b\xfccher.a.example'
    told KOI8-R xn--bcher-kva.a.example
    told C xn--bcher-kva.a.example
}

@test "a canonical name in Unicode is UTF-8, if the charset is not the locale's" {
    needs_locale ISO-8859-1
    for charset in UTF-8 ISO-8859-1; do
        idnx_conf "charset = $charset" 'canonical-name = unicode'
        told C bücher.a.example
        told ISO-8859-1 bücher.a.example
    done
}
