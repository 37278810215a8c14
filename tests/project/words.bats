#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/project/words/check: documents, pages and messages have no errors.  exceptions.tsv shows that
# words, sentences and spelling are found: its unused rows are reported.

bats_require_minimum_version 1.5.0

setup() {
    COMMAND=$(realpath "${BUILD:-build}/idnx")
}

@test "documents, pages and messages have nothing to report" {
    tests/project/words/check "$COMMAND"
}

@test "codespell has nothing to say of them" {
    command -v codespell >/dev/null ||
        skip 'codespell is missing: install it to check the spelling'
    tests/project/words/check --spelling
}
