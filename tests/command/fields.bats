#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The members of --json are those that idnx-json(5) describes.

load common

# describes FILTER FIRST...: fails unless the objects that the filter finds in $output have exactly
# the members of these lists of the page.
describes() {
    local filter=$1

    shift
    echo "$filter: $*"
    diff <(page_members "$@") <(jq -r "$filter | keys[]" <<<"$output" | LC_ALL=C sort -u)
}

@test "idnx-json(5) begins with an object that idnx writes" {
    example=$(sed '/^\.Bd/,/^\.Ed/!d; /^\.E/q' nss_idnx/command/idnx-json.5 |
        sed '/^\./d; s/^ \.\.\.}/}/; s/\\e/\\/g' | tr -d '\n' | sed 's/, *}$/}/')
    run -1 configured - "$BUILD/idnx" check --json bü/cher
    [ "$(jq --argjson example "$example" 'contains($example)' <<<"$output")" = true ]
    [ "$(jq 'length' <<<"$example")" -ge 10 ]
}

@test "idnx-json(5) describes exactly the members of names, settings and doctor" {
    run -1 idnx to-ascii --json 'ü b'
    describes . input
    describes .character code_point
    run -1 configured - "$BUILD/idnx" compare --json ü ö
    describes . names
    describes '.names[]' input verdict
    run -0 configured - "$BUILD/idnx" resolve --json 127.0.0.1
    describes . input verdict addresses
    run -1 idnx check --json --set=protection=browser раypal
    describes . input verdict
    describes '.finding // empty' status
    describes '.finding.setting // empty' text
    run -0 idnx check --json --set=protection=off раypal
    describes '.warning // empty | ., {setting: 0}' status
    [ "$(jq -s '.[0].warning.setting' <<<"$output")" = null ]
    mkdir -p "$BATS_TEST_TMPDIR/root/etc"
    echo 'hosts: dns' >"$BATS_TEST_TMPDIR/root/etc/nsswitch.conf"
    run -3 idnx doctor --json --root="$BATS_TEST_TMPDIR/root"
    describes . level
}

@test "idnx-json(5) describes exactly the members of configuration" {
    needs_etc
    echo wrong >"$BATS_TEST_TMPDIR/conf"
    run -3 configured "$BATS_TEST_TMPDIR/conf" "$BUILD/idnx" check --json ü
    describes .configuration file
}

# Also those that nothing above has written.
@test "idnx-json(5) describes every member that the code can write" {
    sed -nE 's/.*(json|characters?|put)_[a-z_]*\("([a-z_]+)"[,)].*/\2/p' nss_idnx/command/{,*/}*.c \
        >"$BATS_TEST_TMPDIR/code"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/code")" -gt 55 ]
    page_members | grep -vxF -f - "$BATS_TEST_TMPDIR/code" | diff /dev/null -
}
