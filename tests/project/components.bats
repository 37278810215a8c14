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

@test "what is not allowed is found, and what is allowed is not" {
    cat <<'END' >"$BATS_TEST_TMPDIR/wrong"
libcore/host.c libcore/confusable/look_alike.h
nss_idnx/command/show/die.c libcore/utf8.h
nss_idnx/command/show/die.c nss_idnx/companions/libidn2/convert.h
nss_idnx/command/show/words.c nss_idnx/command/verdict/verdict.c
nss_idnx/common/nsswitch.c nss_idnx/policy/config.h
nss_idnx/companions/libidn2/convert.c nss_idnx/module/outcome.c
nss_idnx/module/hosts_action.c nss_idnx/command/show/json.c
nss_idnx/policy/config.c nss_idnx/module/lookup.h
nss_idnx/policy/config.c nss_idnx/module/outcome.c
END
    cat "$BATS_TEST_TMPDIR/wrong" - <<'END' >"$BATS_TEST_TMPDIR/pairs"
libcore/confusable/skeleton.c libcore/nfc.c
nss_idnx/command/cmd_check.c nss_idnx/command/input.c
nss_idnx/command/show/die.c libcore/idnx.h
nss_idnx/command/verdict/verdict.c nss_idnx/command/show/words.c
nss_idnx/companions/trace/module.c nss_idnx/module/nss_idnx.h
nss_idnx/module/outcome.c nss_idnx/common/nsswitch.h
nss_idnx/module/outcome.c nss_idnx/policy/policy.c
END
    components - <"$BATS_TEST_TMPDIR/pairs" | sed 's/ uses / /' | diff "$BATS_TEST_TMPDIR/wrong" -
}
