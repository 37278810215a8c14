#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The members of --json: each says the same about a name in every subcommand (idnx(1), JSON).

load common

# told SUBCOMMAND: writes the objects of names.py's names, with no network for lookups.
told() {
    configured - unshare -n "$BUILD/idnx" "$1" --json <"$BATS_TEST_TMPDIR/names" \
        >"$BATS_TEST_TMPDIR/told/$1" || [[ $? == [14] ]]
}

@test "of 500 names every subcommand says the same in the same member" {
    needs_etc
    mkdir "$BATS_TEST_TMPDIR/told"
    python3 -B "$BATS_TEST_DIRNAME/names.py" >"$BATS_TEST_TMPDIR/names"
    for subcommand in to-ascii to-unicode check compare explain resolve; do
        told $subcommand
    done
    run -0 python3 -B "$BATS_TEST_DIRNAME/fields.py" "$BATS_TEST_TMPDIR/told"
    echo "$output"
    [ "${#lines[@]}" -eq 1 ]
    [ "$output" -gt 30000 ]
}

# rows of: name, output, verdict, status, label, position
rows() {
    printf '%s|%s|%s|%s|%s|%s\n' \
        bücher.de      xn--bcher-kva.de  converted  OK    0  0 \
        example.com    example.com       ascii      OK    0  0 \
        xn--a.b        xn--a.b           ascii      V7    1  1 \
        'a b'          'a b'             ascii      HOST  1  2 \
        '*.example.com' '*.example.com'  ascii      HOST  1  1 \
        'ü b'          null              refused    HOST  1  2 \
        ü..b           null              refused    A4_2  2  3 \
        a.xn--ü        null              refused    P4    2  7
}

@test "a name that is left alone has itself for output, and the rule that it breaks" {
    while IFS='|' read -r name expected; do
        echo "$name"
        run configured - "$BUILD/idnx" check --json "$name"
        [ "$(jq -r '[.output // "null", .verdict, .status, .label, .position] | join("|")' \
            <<<"$output")" = "$expected" ]
    done < <(rows)
}

# Reads the section JSON of the page; an object of explain has all members.
@test "idnx(1) says of each member what it means" {
    page=$BATS_TEST_DIRNAME/../../nss_idnx/command/idnx.1
    sed -n '/^\.Ss JSON/,/^\.Ss/s/^\.It Li //p' "$page" | sort >"$BATS_TEST_TMPDIR/page"
    run configured - "$BUILD/idnx" explain --json 'ü b'
    jq -r 'keys_unsorted | .[:index("configuration")][]' <<<"$output" | sort >"$BATS_TEST_TMPDIR/code"
    diff "$BATS_TEST_TMPDIR/page" "$BATS_TEST_TMPDIR/code"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/code")" -eq 11 ]
}

@test "punycode's objects have the members of names" {
    run -1 idnx punycode -d --json 'a!-!'
    [ "$(jq -c '[.output, .status, .label, .position, .column, .character.code_point]' \
        <<<"$output")" = '[null,"P4",0,4,4,"U+0021"]' ]
    run -1 idnx punycode -e --json 'u+62 u+d800'
    [ "$(jq -c '[.status, .position, .message, .character]' <<<"$output")" = \
        '["A3",6,"has u+D800, which is a surrogate",null]' ]
}
