#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# draft-ietf-idn-idna-04: the three requirements of section 3, and section 6.4, with the
# module in unmodified programs and with the command.  The first test is the negative
# control.

load ../common/fixture

setup_file() {
    world_start "$BATS_FILE_TMPDIR/world" "$BATS_TEST_DIRNAME/idna_draft_04.zones"
}

teardown_file() {
    world_stop
}

setup() {
    hosts_line "$RECOMMENDED"
    rm -f "$WORLD/etc/idnx.conf"
    forget_questions
}

ask() {
    inside "$BUILD/tests/common/ask" "$@"
}

# name_of ADDRESS [VARIABLE=VALUE]...: prints the name that getent finds.
name_of() {
    inside env "${@:2}" getent hosts "$1" | awk '{ print $2 }'
}

idnx_conf() {
    needs_namespaces
    printf '%s\n' "$@" >"$WORLD/etc/idnx.conf"
    chmod 644 "$WORLD/etc/idnx.conf"
}

is_ascii() {
    ! LC_ALL=C grep '[^ -~]' <<<"$1"
}

@test "draft-ietf-idn-idna-04 section 3, requirement 1: not met without idnx" {
    hosts_line "$WITHOUT"
    run ask inet-canon bücher.example
    questions | grep 'name unprintable'
}

@test "draft-ietf-idn-idna-04 section 3, requirement 1: what the module hands on is ASCII" {
    for name in bücher.example BÜCHER.example straße.example; do
        ask all "$name" >/dev/null
    done
    run questions
    [ "${#lines[@]}" -gt 0 ]
    is_ascii "$output"
    [ "$(grep -cv '^A\(AAA\)\? xn--' <<<"$output")" = 0 ]
}

@test "draft-ietf-idn-idna-04 section 3, requirement 1: what the module returns is ASCII" {
    run ask all straße.example
    [[ $output == *name=xn--bcher-kva.example* ]]
    is_ascii "$output"
}

@test "draft-ietf-idn-idna-04 section 3, requirement 2: Unicode canonical names" {
    idnx_conf 'canonical-name = unicode'
    [[ $(ask inet-canon straße.example) == *name=bücher.example* ]]
}

@test "draft-ietf-idn-idna-04 section 3, requirement 2: Unicode for addresses" {
    idnx_conf 'reverse = unicode'
    [ "$(name_of 192.0.2.10)" = bücher.example ]
    [ "$(name_of 2001:db8::10)" = bücher.example ]
}

@test "draft-ietf-idn-idna-04 section 3, requirement 2: 1 takes precedence" {
    [[ $(ask inet-canon straße.example) == *name=xn--bcher-kva.example* ]]
    [ "$(name_of 192.0.2.10)" = xn--bcher-kva.example ]
}

@test "draft-ietf-idn-idna-04 section 3, requirement 3: names match if their ASCII forms do" {
    for name in BÜCHER.example XN--BCHER-KVA.EXAMPLE bücher。example; do
        run inside "$BUILD/idnx" compare bücher.example "$name"
        [ "$status:$output" = 0:equal ]
    done
    for name in bucher.example bücher.example.com; do
        run inside "$BUILD/idnx" compare bücher.example "$name"
        [ "$status:$output" = 1:different ]
    done
}

@test "draft-ietf-idn-idna-04 section 6.4: what a locale cannot show stays ACE" {
    idnx_conf 'charset = locale' 'reverse = unicode'
    [ "$(name_of 192.0.2.10 LC_ALL=C)" = xn--bcher-kva.example ]
    [ "$(name_of 192.0.2.10 LC_ALL=C.UTF-8)" = bücher.example ]
}

@test "draft-ietf-idn-idna-04 section 6.4: what ToASCII did not make stays ACE" {
    idnx_conf 'reverse = unicode'
    [ "$(name_of 192.0.2.11)" = xn--u-ccb.example ]
}

@test "draft-ietf-idn-idna-04 section 6.4: the rest of a name that cannot be shown" {
    run inside env LC_ALL=C "$BUILD/idnx" explain bücher.example
    [ "$status" -eq 0 ]
    [[ $output == *U+00FC* ]]
}
