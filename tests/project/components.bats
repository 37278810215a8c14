#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# Includes and calls between the directories of the sources: tests/project/components has the rules.

bats_require_minimum_version 1.5.0

components() {
    tests/project/components "$@" 2>"$BATS_TEST_TMPDIR/counts"
}

# needs_symbols: skips if only the linker compiles.
needs_symbols() {
    nm -g "$BUILD/nss_idnx/module/outcome.o" | grep -q ' T outcome_report$' || skip 'objects without symbols'
}

@test "each directory includes headers, and calls functions, of those it stands on" {
    needs_symbols
    run -0 components "$BUILD"
    [ "$output" = '' ]
    awk '$2 > 300 { count++ } END { exit count != 2 }' "$BATS_TEST_TMPDIR/counts"
}

@test "no files of the command call each other in a circle" {
    needs_symbols
    components "$BUILD" --calls >"$BATS_TEST_TMPDIR/calls"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/calls")" -gt 100 ]
    run -0 --separate-stderr tsort "$BATS_TEST_TMPDIR/calls"
    # shellcheck disable=SC2154 # set by run
    [ "$stderr" = '' ]
}
