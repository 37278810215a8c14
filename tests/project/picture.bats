#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The picture at the top of README.md shows what a run prints, and is small.

bats_require_minimum_version 1.5.0

DIRECTORY=tests/project/picture

# record FILE: prints what render.py has drawn, in the form of record.py.
record() {
    python3 - "$1" <<'END'
import sys
from xml.etree import ElementTree

SVG = '{http://www.w3.org/2000/svg}'
rows = {}
for text in ElementTree.parse(sys.argv[1]).iter(SVG + 'text'):
    rows.setdefault(int(text.get('y')), []).append(text.text)
first, last = min(rows), max(rows)
print('\n'.join(' '.join(rows.get(y, [])) for y in range(first, last + 1, 20)))
END
}

render() {
    python3 -B $DIRECTORY/render.py "$1"
}

@test "the picture is what a run shows" {
    run "$DIRECTORY/picture" "$BATS_TEST_TMPDIR/picture.svg"
    [ "$status" -ne 77 ] || skip "${output#make picture: }"
    echo "$output"
    [ "$status" -eq 0 ]
    cmp $DIRECTORY/picture.svg "$BATS_TEST_TMPDIR/picture.svg"
}

@test "the picture is what render.py makes of its text" {
    record $DIRECTORY/picture.svg >"$BATS_TEST_TMPDIR/record"
    title=$(sed -n 's,^<title[^>]*>\(.*\)</title>$,\1,p' $DIRECTORY/picture.svg)
    render "$title" <"$BATS_TEST_TMPDIR/record" | cmp - $DIRECTORY/picture.svg
}

@test "it shows ssh fail, idnx being enabled, and ssh that works; it is small and complete" {
    record $DIRECTORY/picture.svg >"$BATS_TEST_TMPDIR/record"
    [ "$(grep '^\$ ' "$BATS_TEST_TMPDIR/record")" = \
        $'$ ssh bücher.example\n$ sudo idnx enable\n$ ssh bücher.example' ]
    [ "$(grep -c 'Could not resolve hostname' "$BATS_TEST_TMPDIR/record")" -eq 1 ]
    [ "$(tail -n 2 "$BATS_TEST_TMPDIR/record")" = \
        $'Welcome to bücher.example.\nConnection to bücher.example closed.' ]
    [ "$(wc -c <$DIRECTORY/picture.svg)" -lt 20000 ]
    [ "$(grep -ciE 'script|href|url\(|@import|@font-face|infinite|visibility' $DIRECTORY/picture.svg)" -eq 0 ]
}
