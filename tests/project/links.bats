#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# README.md and the other documents: the targets of their links exist.

# headings DOCUMENT: prints its headings as links name them.
headings() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:] ' '[:lower:]-' | tr -d "'.,:()"
}

# is_there DOCUMENT LINK
is_there() {
    local file=${2%%#*}

    [ -z "$file" ] || file=$(dirname "$1")/$file
    case $2 in
    https:*) ;;
    *'#'*) headings "${file:-$1}" | grep -qxF -e "${2#*#}" ;;
    *) [ -e "$file" ] ;;
    esac
}

@test "each link leads to a file, and to a heading, that is there" {
    for document in *.md .github/*.md tests/*.md tests/*/*.md tests/*/*/*.md nss_idnx/*/*/*.md; do
        grep -oE '\]\([^)]*\)' "$document" | sed 's/^](//; s/)$//' | while read -r link; do
            is_there "$document" "$link" || echo "$document: $link"
        done
    done >"$BATS_TEST_TMPDIR/missing"
    diff /dev/null "$BATS_TEST_TMPDIR/missing"
}
