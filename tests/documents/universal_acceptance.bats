#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The names of universal_acceptance.tsv, and the figures of universal_acceptance.md.

bats_require_minimum_version 1.5.0

load ../common/table

setup() {
    COMMAND=$(realpath "${BUILD:-build}/idnx")
    cd tests/documents || return
    rows universal_acceptance.tsv >"$BATS_TEST_TMPDIR/rows"
}

# answer COMMAND...: prints "accepted", or the code of the rule in the message.
answer() {
    local message

    if message=$("$@" 2>&1 >/dev/null); then
        echo accepted
    else
        grep -oE '\([A-Z][A-Z0-9_]*\)' <<<"$message" | head -n 1 | tr -d '()'
    fi
}

# by_default GROUP NAME
by_default() {
    case $1 in
    ToUnicode) answer "$COMMAND" to-unicode -- "$2" ;;
    *) answer "$COMMAND" to-ascii -- "$2" ;;
    esac
}

# with SETTING NAME: prints accepted or rejected.
with() {
    case $1 in
    --*) "$COMMAND" to-unicode "$1" -- "$2" ;;
    *) "$COMMAND" check --set "$1" -- "$2" ;;
    esac >/dev/null 2>&1 && echo accepted || echo rejected
}

@test "UASG names: what idnx does with each, and whether that is expected" {
    while IFS=$'\t' read -r case group name expected idnx setting _; do
        found=$(by_default "$group" "$name")
        [ "$found" = "$idnx" ] || echo "$case $name: $found"
        [ "$found" = accepted ] || found=rejected
        [ "$found" != "$expected" ] || [ "$setting" = = ] || echo "$case $name: no difference"
        [ "$found" = "$expected" ] || [ "$setting" != = ] || echo "$case $name: a difference"
    done <"$BATS_TEST_TMPDIR/rows" >"$BATS_TEST_TMPDIR/wrong"
    diff /dev/null "$BATS_TEST_TMPDIR/wrong"
}

@test "UASG names: a difference has a reason, and ends with the setting that the table names" {
    while IFS=$'\t' read -r case _ name expected _ setting reason; do
        [ "$setting" != = ] || continue
        [ "${#reason}" -gt 20 ] || echo "$case $name: no reason"
        [ "$setting" = - ] || [ "$(with "$setting" "$name")" = "$expected" ] ||
            echo "$case $name: $setting changes nothing"
    done <"$BATS_TEST_TMPDIR/rows" >"$BATS_TEST_TMPDIR/wrong"
    diff /dev/null "$BATS_TEST_TMPDIR/wrong"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/rows")" -eq 66 ]
}

# Prints for each group and in all: names, those as expected by default, and with settings.
counts() {
    awk -F '\t' '{ for (i = 1; i <= 2; i++) { g = i == 1 ? $2 : "all"
            all[g]++; good[g] += $6 == "="; set[g] += $6 != "-" } }
        END { for (g in all) print "| " g " | " all[g] " | " good[g] " | " set[g] " |" }' \
        "$BATS_TEST_TMPDIR/rows" | LC_ALL=C sort
}

@test "UASG names: the page has the figures of the table" {
    diff <(counts) <(grep -E '^\| (ToASCII|ToUnicode|host name|all) \|' universal_acceptance.md |
        LC_ALL=C sort)
}
