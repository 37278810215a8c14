#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# canonical-name and reverse of idnx.conf(5): the names that programs are shown, by shown.tsv.
# Every front end sees and asks the same as without idnx, except for labels in Unicode.
# tests/module has entry.c and resolve.c.

load ../../common/world

declare -gA ACE=([bücher]=xn--bcher-kva [münchen]=xn--mnchen-3ya [straße]=xn--strae-oqa
    [раypal]=xn--ypal-43d9g [日本語]=xn--wgv71a119e)

zones() {
    zone_many
}

prepare() {
    locales_build "$BATS_FILE_TMPDIR/locales" ISO-8859-1 EUC-JP KOI8-R
}

# conf TEXT: writes an idnx.conf with these lines, or none.
conf() {
    local lines

    no_idnx_conf
    IFS=';' read -ra lines <<<"${1//; /;}"
    [ -z "$1" ] || idnx_conf "${lines[@]}"
}

# shown NAME|ADDRESS [LABEL]...: checks what every front end is shown.
shown() {
    local all=all label script='' expected line lines=("$RECOMMENDED")

    [[ $1 != *[0-9] ]] || { all=reverse; lines+=("$BARE"); }
    for label in "${@:2}"; do
        script+="/^A/!s/${ACE[$label]}/$label/g;"
    done
    hosts_line "$WITHOUT"
    expected=$(ask_and_questions $all "$("$BUILD/idnx" to-ascii --no-host-name "$1")" |
        sed "$script")
    for line in "${lines[@]}"; do
        hosts_line "$line"
        equal "$1: $expected" "$1: $(ask_and_questions $all "$1")"
    done
}

@test "names are shown in Unicode if idnx.conf says so, and they lead back" {
    while IFS='|' read -r conf name labels; do
        echo "$conf: $name"
        conf "$conf"
        # shellcheck disable=SC2086 # several words
        shown "$name" $labels
    done < <(rows shown.tsv | tr '\t' '|')
}

@test "an address that times out is answered as without idnx, and so with an idnx.conf not believed" {
    idnx_conf 'reverse = unicode'
    resolv_conf 'options timeout:1 attempts:1'
    shown 10.0.0.1
    chmod 666 "$WORLD/etc/idnx.conf"
    shown 198.51.100.1
}

@test "without idnx an address has the name in its PTR record, asked for once per front end" {
    hosts_line "$WITHOUT"
    idnx_conf 'reverse = unicode'
    [ "$(ask reverse 198.51.100.1 | grep -cw xn--bcher-kva.policy.example)" -eq 5 ]
    equal '5 PTR 1.100.51.198.in-addr.arpa' "$(questions | uniq -c | sed 's/^ *//')"
}

@test "one address after the other is answered alike in one process, a name in capitals as in small" {
    idnx_conf 'reverse = unicode'
    equal $'bücher.policy.example\nbücher.policy.example\nbücher.policy.example' \
        "$(inside getent hosts 198.51.100.1 198.51.100.1 198.51.100.10 | awk '{ print $2 }')"
    equal 'PTR1 PTR1 PTR10' "$(questions | sed 's/ \([0-9]*\)\.100.*/\1/' | paste -sd ' ')"
}

@test "D5 erlang-idna#38, D7 DnsClient.NET#248: what is no ACE form, and all by default, stays ASCII" {
    equal 'getnameinfo name=xn--bcher-kva.policy.example' "$(ask getnameinfo 198.51.100.1)"
    idnx_conf 'reverse = unicode' 'canonical-name = unicode'
    equal 'getnameinfo name=xn--0000h.policy.example' "$(ask getnameinfo 198.51.100.3)"
    # D1 nagios-plugins#438: who asks for an ACE form is shown an ACE form.
    equal 'unspec-canon name=xn--mnchen-3ya.target.example 2001:db8::51 192.0.2.51' \
        "$(ask unspec-canon xn--mnchen-3ya.target.example)"
}

# --- The charset of the locale ------------------------------------------------

# A name that the charset does not have stays in ASCII: spatie/dns#49 (D3), KVIrc#1215 (D4).
@test "with charset = locale names are in that charset, where they have a place in it" {
    needs_locale ISO-8859-1
    idnx_conf 'charset = locale' 'reverse = unicode' 'canonical-name = unicode'
    while read -r locale address name; do
        name=$(printf '%b' "$name")
        equal "$locale $name 5" "$locale $name $(locale_ask "$locale" reverse "$address" |
            LC_ALL=C grep -cF -e "=$name" -e " $name;")"
    done <<'ROWS'
C.UTF-8 198.51.100.1 bücher.policy.example
ISO-8859-1 198.51.100.1 b\xfccher.policy.example
EUC-JP 198.51.100.7 \xc6\xfc\xcb\xdc\xb8\xec.policy.example
KOI8-R 198.51.100.9 \xd0\xcf\xde\xd4\xc1.policy.example
C 198.51.100.1 xn--bcher-kva.policy.example
ISO-8859-1 198.51.100.7 xn--wgv71a119e.policy.example
KOI8-R 198.51.100.1 xn--bcher-kva.policy.example
ROWS
    while read -r locale name; do
        equal "$locale: unspec-canon name=$(printf '%b' "$name") 192.0.2.1" \
            "$locale: $(locale_ask "$locale" unspec-canon bücher.a.example)"
    done <<'ROWS'
C.UTF-8 bücher.a.example
ISO-8859-1 b\xfccher.a.example
KOI8-R xn--bcher-kva.a.example
C xn--bcher-kva.a.example
ROWS
}

@test "octets in the charset of the locale or of idnx.conf are a name for every front end, else none" {
    local name=$'%.b\xfccher.policy.example' expected

    needs_locale ISO-8859-1
    equal 'unspec EAI_NONAME errno=0' "$(locale_ask ISO-8859-1 unspec "$name")"
    hosts_line "$WITHOUT"
    expected=$(ask_and_questions all %.xn--bcher-kva.policy.example)
    hosts_line "$RECOMMENDED"
    idnx_conf 'charset = ISO-8859-1'
    equal "$expected" "$(ask_and_questions all "$name")"
    idnx_conf 'charset = locale'
    equal 'unspec EAI_NONAME errno=0' "$(ask_and_questions unspec "$name")"
    forget_questions
    equal "$expected" "$(locale_ask ISO-8859-1 all "$name")"$'\n'"$(questions)"
}
