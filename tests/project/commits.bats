#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The subjects of commits, as CONTRIBUTING.md wants them: the last 20 since this file was
# changed.  What is published cannot be reworded.

bats_require_minimum_version 1.5.0

# wrong: reads subjects, and prints those that are too long or name no area.
wrong() {
    awk '{ gsub(/[\200-\277]/, "") } length > 72 || !/^[^ :].*: ./ { print }'
}

@test "each of the last commits has an area, and at most 72 characters" {
    rule=$(git log --format=%H -1 -- tests/project/commits.bats 2>/dev/null) || rule=
    [ -n "$rule" ] || skip 'no git history here'
    run wrong < <(git log --no-merges --format=%s -20 "$rule^..HEAD")
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
