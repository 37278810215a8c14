#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# charset of idnx.conf(5): names in the octets of a legacy charset, in locales of that charset,
# in others and in C.  Every front end answers a decoded name as its ACE form, with the same
# questions. Well-formed UTF-8 stays UTF-8 everywhere.  names.tsv, policy.tsv and
# charset.c have the rest.

load ../../common/world

# Charset, a label in its octets, the ACE form.  For GB18030 one label has characters of two
# octets; the other has a character of four, two of which are ASCII digits.
ROWS=('ISO-8859-1 B\xdcCHER xn--bcher-kva' 'ISO-8859-15 \xbduvre xn--uvre-f4a'
    'EUC-JP \xc6\xfc\xcb\xdc\xb8\xec xn--wgv71a119e' 'KOI8-R \xf0\xef\xfe\xf4\xe1 xn--80a1acny'
    'GB18030 \xc0\xfd\xd7\xd3 xn--fsqu00a' 'GB18030 \x95\x32\x82\x36 xn--j50i')
CHARSETS='ISO-8859-1 ISO-8859-15 EUC-JP KOI8-R GB18030'

prepare() {
    # shellcheck disable=SC2086 # a list of words
    locales_build "$BATS_FILE_TMPDIR/locales" $CHARSETS
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

# rejected LOCALE LABEL: checks that no front end finds it, and no query is sent.
rejected() {
    forget_questions
    locale_ask "$1" all "$2.policy.example" >"$RESULTS/seen"
    [ "$(wc -l <"$RESULTS/seen")" -eq 26 ]
    equal '' "$(grep -Ev ' (HOST_NOT_FOUND|EAI_NONAME| exit=2)' "$RESULTS/seen")$(questions)"
}

by_row() {
    no_idnx_conf
    rejected C "$2"
    rejected "$1" "$2"
    idnx_conf 'charset = UTF-8'
    rejected "$1" "$2"
    idnx_conf "charset = $1"
    as_ace C "$2" "$3"
    as_ace "$1" "$2" "$3"
    as_ace KOI8-R "$2" "$3"
    as_ace C.UTF-8 "$2" "$3"
    idnx_conf 'charset = locale'
    as_ace "$1" "$2" "$3"
    rejected C "$2"
    rejected C.UTF-8 "$2"
}

@test "octets are rejected by default, decoded in every locale by charset = NAME, in theirs by locale" {
    needs_locale EUC-JP
    needs_locale KOI8-R
    each by_row
}

@test "the same octets are another name in another charset" {
    idnx_conf 'charset = ISO-8859-1'
    as_ace C $'\xbduvre' xn--12uvre-pq0c
    as_ace C $'ü.\xfc' xn--14-ria7423a.xn--tda # decoded as a whole, if a part of it is no UTF-8
    idnx_conf 'charset = KOI8-R'
    as_ace C $'b\xfccher' xn--bcher-30e
}

@test "charset = locale is what setlocale() has set, not the environment" {
    needs_locale ISO-8859-1
    idnx_conf 'charset = locale'
    equal 'unspec 192.0.2.50' "$(locale_ask ISO-8859-1 unspec $'b\xfccher.policy.example')"
    equal 'unspec EAI_NONAME errno=0' \
        "$(inside env LOCPATH="$WORLD_LOCALES" LC_ALL=ISO-8859-1 \
            "$BUILD/tests/common/ask" unspec $'b\xfccher.policy.example')"
}

# The octets of ü are Ã¼ in ISO-8859-1, and characters in all other charsets, too.
@test "well-formed UTF-8 is UTF-8, whatever the charset and the locale" {
    needs_locale EUC-JP
    for charset in UTF-8 locale ISO-8859-1 GB18030; do
        idnx_conf "charset = $charset"
        forget_questions
        for locale in C C.UTF-8 $CHARSETS; do
            equal "$locale: unspec 192.0.2.50" \
                "$locale: $(locale_ask "$locale" unspec ü.policy.example)"
        done
        equal $'A xn--tda.policy.example\nAAAA xn--tda.policy.example' "$(questions | uniq)"
    done
}

@test "an excluded name is not decoded" {
    raw_on_purpose=yes
    idnx_conf 'charset = ISO-8859-1' 'exclude = .policy.example'
    as_without $'b\xfccher.policy.example'
}
