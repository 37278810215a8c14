#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/project/words/check: documents, pages and messages have no mistakes, and planted ones
# are found.

bats_require_minimum_version 1.5.0

setup() {
    COMMAND=$(realpath "${BUILD:-build}/idnx")
}

# Makes a small separate checkout, with nothing to report.
scratch() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p tests/project nss_idnx/policy libcore conf
    cp -r "$OLDPWD/tests/project/words" tests/project
    sed -i '/^[^#]/d' tests/project/words/exceptions.tsv
    # shellcheck disable=SC2016 # code in a document
    printf '%s\n' '# A title' '' 'Run `make all`, then `idnx doctor --json`.' >README.md
    printf '%s\n' '.Sh NAME' 'To convert a name, run' '.Dl idnx to-ascii \-\-json' \
        >nss_idnx/policy/a.5
    printf '%s\n' '/* a comment */' 'static const char text[] = "idnx: no such "' \
        '    "name";' >nss_idnx/policy/a.c
    printf 'all: a ## Build: build it\n' >Makefile
    : >conf/a
    run -0 check
    [ "$output" = '' ]
}

check() {
    tests/project/words/check "${1:-$COMMAND}"
}

# found LINE: checks that the check reports LINE and nothing else.
found() {
    run -1 check
    diff - <(printf '%s\n' "$output") <<<"$1"
}

words() {
    printf 'word %.0s' $(seq "$1")
}

needs_codespell() {
    command -v codespell >/dev/null ||
        skip 'codespell is missing: install it to check the spelling'
}

@test "documents, pages and messages have nothing to report" {
    check
}

@test "codespell has nothing to say of them" {
    needs_codespell
    check --spelling
}

@test "a word to avoid is found in a document, with what to write instead" {
    scratch
    echo 'Nobody is asked.' >>README.md
    found 'README.md:4: word "nobody is asked": write "no query is sent"'
}

@test "... in a page" {
    scratch
    echo 'The sources behind it.' >>nss_idnx/policy/a.5
    found 'nss_idnx/policy/a.5:4: word "behind": write "after", "following" or "later source"'
}

@test "... in a message, where it begins" {
    scratch
    printf '%s\n' 'const char b[] = "has to be "' '    "mended";' >>nss_idnx/policy/a.c
    found 'nss_idnx/policy/a.c:4: word "mended": write "fix"'
}

@test "... in a comment of C, over its lines, of Python and of a script, but not in their code" {
    scratch
    printf '%s\n' '/*' ' * It shall' ' * not stay.' ' */' 'int mend;' >>nss_idnx/policy/a.c
    printf '%s\n' '# A script.' 'def mend():' '    """It is' '    mended."""' >libcore/gen.py
    mkdir libcore/gen
    mv libcore/gen.py libcore/gen/a.py
    printf '%s\n' '#!/bin/sh' 'mend # nobody is asked' '    # Nobody' '# is asked.' >tests/a
    found 'libcore/gen/a.py:3: word "mended": write "fix"
nss_idnx/policy/a.c:4: word "shall not": write "must not"
tests/a:3: word "nobody is asked": write "no query is sent"'
}

@test "... in what is installed" {
    scratch
    echo '# It shall not stay.' >conf/a
    found 'conf/a:1: word "shall not": write "must not"'
}

@test "a sentence of 41 words is found in a document, one of 40 is not" {
    scratch
    printf '\nThe %s.\n' "$(words 39)" >>README.md
    run -0 check
    printf '\n- A %s\n  word.\n- One.\n' "$(words 39)" >>README.md
    found 'README.md:7: sentence "A word word word word word": 41 words: write two sentences, or a list'
}

@test "... and in a page, over its macros" {
    scratch
    printf '%s\n' '.Pp' "The $(words 20)" '.Ic word , word' "$(words 18)." >>nss_idnx/policy/a.5
    found 'nss_idnx/policy/a.5:5: sentence "The word word word word word": 41 words: write two sentences, or a list'
}

@test "a target that make does not have is found" {
    scratch
    # shellcheck disable=SC2016 # code in a document
    printf '%s\n' '`make all CFLAGS=-O0 chek`' '```sh' 'sudo make instal' '```' >>README.md
    found 'README.md:4: command "make chek": no target of the Makefile: see make help
README.md:6: command "make instal": no target of the Makefile: see make help'
}

@test "a subcommand and an option that idnx does not have are found" {
    scratch
    # shellcheck disable=SC2016 # code in a document
    echo '`idnx doktor`, `idnx check --jason name`, `idnx run curl --http2`' >>README.md
    printf '%s\n' '.Bd -literal' 'idnx enable --dry-runs' '.Ed' >>nss_idnx/policy/a.5
    found 'README.md:4: command "idnx doktor": no subcommand: see idnx --help
README.md:4: command "idnx check --jason": no option of it: see idnx check --help
nss_idnx/policy/a.5:5: command "idnx enable --dry-runs": no option of it: see idnx enable --help'
}

@test "a misspelling is found" {
    needs_codespell
    scratch
    echo 'It is recieved.' >>README.md
    run -1 check --spelling
    [ "$output" = 'README.md:4: spelling "recieved": write received' ]
}

@test "an exception holds for its file alone, and one that nothing needs any more is found" {
    scratch
    echo 'The mend.' >>README.md
    printf 'word\t%s\tmend\ta test\n' README.md HACKING.md >>tests/project/words/exceptions.tsv
    lines=$(wc -l <tests/project/words/exceptions.tsv)
    found "tests/project/words/exceptions.tsv:$lines: word \"mend\" is no longer in HACKING.md: remove this line"
}
