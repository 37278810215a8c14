#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# The programs that nss-idnx-programs(7) lists, by the way they look names up, are those that make
# check-programs has measured.  What the page says of a group applies to each program of it.

bats_require_minimum_version 1.5.0

load ../common/table

PAGE=nss_idnx/nss-idnx.8
PROGRAMS=nss_idnx/nss-idnx-programs.7
TABLE=../evidence/programs/measured.tsv
LIST=../evidence/programs/programs.tsv

# Replaces the words of the table by those of the pages, at the beginning of a line.
as_in_pages() {
    sed 's/^NSS\b/glibc/; s/^own\b/own code/; s/^nobody\b/rejects/' | LC_ALL=C sort
}

# Prints the group and name of each measured program.
measured() {
    rows $TABLE | awk -F '\t' '{ sub(/,.*/, "", $2); print ($3 == "-" ? "not run" : $2) ": " $1 }' |
        as_in_pages
}

# Prints the same from the page: an item for each group; its last paragraph has the programs.
listed() {
    awk '/^\.(It|El|Pp)/ { if (group && !/^\.Pp/) printf "%s", list; list = "" }
        /^\.Sh / { within = $2 == "PROGRAMS" }
        within && sub(/^\.It Sy /, "") { gsub(/"/, ""); group = $0 }
        within && sub(/^\.Ic /, "") { list = list group ": " $0 "\n" }' $PROGRAMS |
        python3 -c 'import shlex, sys
for line in sys.stdin:
    group, words = line.split(": ", 1)
    for word in shlex.split(words):
        if word not in {",", "."}:
            print(f"{group}: {word}")' | LC_ALL=C sort
}

@test "the page lists each program that was measured, in the group of the way it asks" {
    diff <(measured) <(listed)
    [ "$(measured | grep -vc '^not run')" -ge 70 ]
}

@test "each program of the list was measured, or has a reason why not" {
    diff <(rows $LIST | cut -f 1) <(rows $TABLE | cut -f 1)
    [ "$(rows $TABLE | awk -F '\t' '$3 == "-" && $8 !~ /^not run: ./')" = '' ]
}

# works COLUMN: prints for each group whether all, no or some of its programs reach all names
# with idnx in that locale.
works() {
    rows $TABLE | awk -F '\t' -v column="$1" '$3 != "-" {
        sub(/,.*/, "", $2)
        split($column, count, " ")
        all[$2]++
        good[$2] += count[2] == "12"
    } END {
        for (group in all)
            print group, good[group] == all[group] ? "all" : good[group] ? "some" : "none"
    }' | as_in_pages
}

# claimed COLUMN: prints the same from the page.
claimed() {
    awk -v column="$1" '/^\.Sh / { within = $2 == "PROGRAMS" }
        within && sub(/^\.It /, "") && split($0, cells, / Ta /) == 4 {
            sub(/^Sy /, "", cells[1]); print cells[1], cells[column] }' $PAGE |
        grep -v '^Sy\|^How' | LC_ALL=C sort
}

@test "what works in UTF-8, in C and in ISO 8859-1 is what was measured" {
    diff <(works 5) <(claimed 2)
    diff <(works 4) <(claimed 3)
    diff <(works 6) <(claimed 4)
}

@test "the interfaces of languages are those that were measured" {
    diff <(rows ../evidence/programs/languages.tsv | cut -f 1-5) \
        <(sed -n '/^\.Sh LANGUAGES/,$ { /^\.It [^S].* Ta / { s/^.It //; s/ Ta /\t/gp } }' $PROGRAMS)
}
