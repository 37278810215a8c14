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
@test "commands that there are not are found, in documents and pages" {
    mkdir -p "$BATS_TEST_TMPDIR"/{tests/project,nss_idnx/policy}
    cp -r tests/project/words "$BATS_TEST_TMPDIR/tests/project"
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 'Run `make all CFLAGS=-O0 chek`, then `idnx doctor --json`; `idnx run curl --http2`.' \
        '`idnx doktor`, `idnx check --jason name`' '```sh' 'sudo make instal' '```' >README.md
    printf '%s\n' '.Dl idnx to-ascii \-\-json' '.Bd -literal' 'idnx enable --dry-runs' '.Ed' \
        >nss_idnx/policy/a.5
    printf 'all: a ## Build: build it\n' >Makefile
    run -1 tests/project/words/check "$COMMAND"
    diff - <(grep ': command ' <<<"$output") <<'END'
README.md:1: command "make chek": no target of the Makefile: see make help
README.md:2: command "idnx doktor": no subcommand: see idnx --help
README.md:2: command "idnx check --jason": no option of it: see idnx check --help
README.md:4: command "make instal": no target of the Makefile: see make help
nss_idnx/policy/a.5:3: command "idnx enable --dry-runs": no option of it: see idnx enable --help
END
}

# A directory without .git may lie in another repository, as a build directory does.
@test "so are those of commit messages, but not older ones, nor quoted ones, nor without .git" {
    command -v git >/dev/null || skip 'git is missing: install it to check commit messages'
    since=$(sed -n 's/^COMMITS_SINCE = "\(.*\)"/\1/p' tests/project/words/check)
    cd "$BATS_TEST_TMPDIR"
    git init -q repository
    mkdir -p repository/tests/project repository/plain/tests/project
    cp -r "$OLDPWD/tests/project/words" repository/tests/project
    sed -i '/^[^#]/d' repository/tests/project/words/exceptions.tsv
    printf 'word\tcommit: %s\tmended\ta test\n' all missing >>repository/tests/project/words/exceptions.tsv
    cp -r repository/tests/project/words repository/plain/tests/project
    printf 'all: a ## Build: build it\n' | tee repository/Makefile >repository/plain/Makefile
    commit() {
        GIT_COMMITTER_DATE=$1 git -C repository -c user.name=a -c user.email=a@b commit -q \
            --allow-empty -m "$2" -m "$3"
    }
    commit "$(date -d "$since - 1 hour" --iso-8601=seconds)" old 'It is mended.'
    commit "$(date -d "$since + 1 hour" --iso-8601=seconds)" all 'It is mended.'
    commit "$(date -d "$since + 2 hours" --iso-8601=seconds)" all: "\"mended\" is
\"fixed\" and judged."
    cd repository
    run -1 tests/project/words/check "$COMMAND"
    diff - <<<"$output" <(echo 'commit: all::4: word "judged": write "check"')
    cd plain
    tests/project/words/check "$COMMAND"
}
