#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The subject of the last commit, as CONTRIBUTING.md wants it.  Only of the last: what is
# published cannot be reworded.

bats_require_minimum_version 1.5.0

# wrong: reads subjects, and prints those that are too long or name no area.
wrong() {
    awk '{ gsub(/[\200-\277]/, "") } length > 72 || !/^[^ :].*: ./ { print }'
}

@test "the last commit has an area, and at most 72 characters" {
    git rev-parse -q --verify HEAD >/dev/null 2>&1 || skip 'no git history here'
    run wrong < <(git log --no-merges --format=%s -1)
    diff /dev/null <(printf '%s' "$output")
}

@test "a subject that is too long or names no area is found" {
    long=$(printf 'area: %067d' 0)
    run wrong <<END
area: do something
no area here
$long
${long%0}
END
    [ "$output" = "no area here
$long" ]
}
