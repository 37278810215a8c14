#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The picture at the top of README.md shows session.txt, and is small; make demo has ssh's part of it.

bats_require_minimum_version 1.5.0

DIRECTORY=tests/project/picture

@test "make picture draws what is there, small and complete" {
    title=$(sed -n 's,^<title[^>]*>\(.*\)</title>$,\1,p' $DIRECTORY/picture.svg)
    python3 -B $DIRECTORY/render.py "$title" <$DIRECTORY/session.txt | cmp - $DIRECTORY/picture.svg
    [ "$(wc -c <$DIRECTORY/picture.svg)" -lt 20000 ]
    [ "$(grep -ciE 'script|href|url\(|@import|@font-face|infinite|visibility' $DIRECTORY/picture.svg)" -eq 0 ]
}

@test "idnx enable prints what the session has below it" {
    mkdir "$BATS_TEST_TMPDIR/etc"
    printf '%s\n' 'passwd: files' 'group: files' 'hosts: files dns' >"$BATS_TEST_TMPDIR/etc/nsswitch.conf"
    "$BUILD/idnx" enable --root "$BATS_TEST_TMPDIR" | sed "s,$BATS_TEST_TMPDIR,," |
        diff <(sed -n '/idnx enable$/,/^\$ ssh/{//!p}' $DIRECTORY/session.txt) -
}
