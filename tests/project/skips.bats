#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The lists of tests that may be skipped, or fail, on other systems and processors.

bats_require_minimum_version 1.5.0

load ../common/table

# missing FILE: prints the rows whose test there is not, or that have no reason.  Tests whose
# names are made when they run are not looked for.
missing() {
    local test reason

    rows "$1" | while IFS=$'\t' read -r _ test reason; do
        file=tests/${test%%: *} name=${test#*: }
        case $test in
        evidence/processors/* | project/formatted:*) ;;
        *': *') compgen -G "$file.*" >/dev/null ;;
        *) grep -qrF -e "$name" -e "$(tr ' ' _ <<<"$name")" "$file".* ;;
        esac && [ -n "$reason" ] || echo "$test"
    done
}

@test "each row names a test that there is, and a reason" {
    for list in ../evidence/{fresh,processors}/skips.tsv; do
        diff /dev/null <(missing "$list")
        [ "$(rows "$list" | wc -l)" -gt 5 ]
    done
}
