#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/project/words/check: documents, pages and messages have no errors, and planted ones
# are found.

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

words() {
    printf 'word %.0s' $(seq "$1")
}

# Beside each fault stands something similar that is none.
@test "words, sentences and commands are found in documents, pages, messages and comments" {
    cd "$BATS_TEST_TMPDIR"
    mkdir -p tests/project nss_idnx/policy libcore/gen conf
    cp -r "$OLDPWD/tests/project/words" tests/project
    sed -i '/^[^#]/d' tests/project/words/exceptions.tsv
    row=$(($(wc -l <tests/project/words/exceptions.tsv) + 2))
    printf 'word\t%s\tmend\ta test\n' README.md HACKING.md >>tests/project/words/exceptions.tsv
    cat >README.md <<END
# A title

Run \`make all CFLAGS=-O0 chek\`, then \`idnx doctor --json\`. The mend. Nobody is asked.

\`idnx doktor\`, \`idnx check --jason name\`, \`idnx run curl --http2\`

\`\`\`sh
sudo make instal
\`\`\`

The $(words 39).

- A $(words 39)
  word.
- One.
END
    cat >nss_idnx/policy/a.5 <<END
.Sh NAME
To convert a name, run
.Dl idnx to-ascii \-\-json
The sources behind it.
.Bd -literal
idnx enable --dry-runs
.Ed
.Pp
The $(words 20)
.Ic word , word
$(words 18).
END
    printf '%s\n' '/* a comment */' 'static const char text[] = "has to be "' '    "mended";' \
        '/*' ' * It shall' ' * not stay.' ' */' 'int mend;' >nss_idnx/policy/a.c
    printf '%s\n' '# A script.' 'def mend():' '    """It is' '    mended."""' >libcore/gen/a.py
    printf '%s\n' '#!/bin/sh' 'mend # nobody is asked' '    # Nobody' '# is asked.' >tests/a
    printf 'all: a ## Build: build it\n' >Makefile
    echo '# It shall not stay.' >conf/a
    run -1 tests/project/words/check "$COMMAND"
    diff - <(LC_ALL=C sort <<<"$output") <<END
README.md:13: sentence "A word word word word word": 41 words: write two sentences, or a list
README.md:3: command "make chek": no target of the Makefile: see make help
README.md:3: word "nobody is asked": write "no query is sent"
README.md:5: command "idnx check --jason": no option of it: see idnx check --help
README.md:5: command "idnx doktor": no subcommand: see idnx --help
README.md:8: command "make instal": no target of the Makefile: see make help
conf/a:1: word "shall not": write "must not"
libcore/gen/a.py:3: word "mended": write "fix"
nss_idnx/policy/a.5:4: word "behind": write "after", "following" or "later source"
nss_idnx/policy/a.5:6: command "idnx enable --dry-runs": no option of it: see idnx enable --help
nss_idnx/policy/a.5:9: sentence "The word word word word word": 41 words: write two sentences, or a list
nss_idnx/policy/a.c:2: word "mended": write "fix"
nss_idnx/policy/a.c:4: word "shall not": write "must not"
tests/a:3: word "nobody is asked": write "no query is sent"
tests/project/words/exceptions.tsv:$row: word "mend" is no longer in HACKING.md: remove this line
END
}
