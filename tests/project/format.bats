#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# tests/project/format: sets what is not set by hand, and nothing else.

bats_require_minimum_version 1.5.0

setup() {
    FORMAT=$PWD/tests/project/format
    ! "$FORMAT" check .clang-format | grep -q SKIP || skip 'clang-format 14 is missing'
    cp .clang-format "$BATS_TEST_TMPDIR"
    cd "$BATS_TEST_TMPDIR" || return
    cat >hand.c <<'END'
#define PAIR(a)   \
	{ a,      \
	  a }

static const int table[] = {
	1,   2,
	30, 40,
};

static const char text[] =
	"one "
	"two";

int f(int a)
{
	return a + table[0];
}
END
}

@test "what is set by hand stays as it is" {
    cp hand.c before
    "$FORMAT" write hand.c
    cmp before hand.c
    run -0 "$FORMAT" check hand.c
    [ "${lines[1]}" = 'ok 1 - the C files are formatted' ]
}

@test "the rest is set, before, between and after, and the check names the file" {
    sed -e 's/a + table/a+table/; s/^int f(int a)/int  f( int a )/' hand.c >other.c
    { echo 'int  g( void );' && cat other.c; } >wrong.c
    run -1 "$FORMAT" check hand.c wrong.c
    [ "$output" = '1..1
not ok 1 - the C files are formatted
# wrong.c: run make format' ]
    "$FORMAT" write wrong.c
    { echo 'int g(void);' && cat hand.c; } | cmp - wrong.c
}
