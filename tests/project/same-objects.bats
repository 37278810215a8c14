#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/project/same-objects, in a separate repository with two sources and a makefile.

bats_require_minimum_version 1.5.0

setup() {
    command -v git >/dev/null || skip 'git is not installed'
    unset MAKEFLAGS MFLAGS MAKELEVEL CC CFLAGS BUILD GIT_DIR GIT_WORK_TREE
    export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org
    export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
    same_objects=$PWD/tests/project/same-objects
    cd "$BATS_TEST_TMPDIR" || return
    mkdir -p libcore nss_idnx tests/project
    cp "$same_objects" tests/project/
    # shellcheck disable=SC2016 # for make
    printf 'build/%%.o: %%.c\n\t@mkdir -p $(@D)\n\t@$(CC) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<\n' \
        >Makefile
    printf '/* One. */\n\nint line(void);\nint line(void) { return __LINE__; }\n' >libcore/a.c
    echo 'int two = 2;' >nss_idnx/b.c
    git init -q .
    commit
}

commit() {
    git add . && git -c commit.gpgsign=false commit -q -m change
}

@test "changed comments, even on more lines, change no object" {
    sed -i '1c /*\n * A comment of\n * three lines.\n */' libcore/a.c
    commit
    run -0 tests/project/same-objects
    [ "$output" = '2 objects, 0 differ' ]
}

@test "an object whose code has changed is named" {
    sed -i 's/return/return 1 +/' libcore/a.c
    commit
    run -1 tests/project/same-objects
    [ "$output" = $'libcore/a.o\n2 objects, 1 differ' ]
}

@test "an object that only one commit has is named" {
    echo 'int three = 3;' >nss_idnx/c.c
    commit
    run -1 tests/project/same-objects HEAD~1 HEAD
    [ "$output" = $'nss_idnx/c.o\n3 objects, 1 differ' ]
}

@test "a commit that does not exist is an error" {
    run ! tests/project/same-objects none HEAD
    [[ $output != *differ* ]]
}
