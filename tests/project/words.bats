#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/project/words/check: documents, pages and messages have no errors, and planted ones are found.

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

# That words, sentences and spelling are found is shown by exceptions.tsv, whose unused rows it reports.
@test "commands that there are not are found, in documents and pages, and files, in comments" {
    mkdir -p "$BATS_TEST_TMPDIR"/{tests/project,tests/common,nss_idnx/policy,libcore}
    cp -r tests/project/words "$BATS_TEST_TMPDIR/tests/project"
    cp tests/common/table.{bash,h,py} "$BATS_TEST_TMPDIR/tests/common"
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 'Run `make all CFLAGS=-O0 chek`, then `idnx doctor --json`; `idnx run curl --http2`.' \
        '`idnx doktor`, `idnx check --jason name`' '```sh' 'sudo make instal' '```' >README.md
    printf '%s\n' '.Dl idnx to-ascii \-\-json' '.Bd -literal' 'idnx enable --dry-runs' '.Ed' \
        >nss_idnx/policy/a.5
    printf '/* a.h, <d.h> and %s. */\n' b.c "glibc's c.c" words.bats >libcore/a.h
    printf 'all: a ## Build: build it\n' >Makefile
    run -1 tests/project/words/check "$COMMAND"
    diff - <(grep -E ': (command|file) ' <<<"$output") <<'END'
libcore/a.h:1: file "b.c": no such file: name the one that there is
libcore/a.h:3: file "words.bats": no such file: name the one that there is
README.md:1: command "make chek": no target of the Makefile: see make help
README.md:2: command "idnx doktor": no subcommand: see idnx --help
README.md:2: command "idnx check --jason": no option of it: see idnx check --help
README.md:4: command "make instal": no target of the Makefile: see make help
nss_idnx/policy/a.5:3: command "idnx enable --dry-runs": no option of it: see idnx enable --help
END
}
