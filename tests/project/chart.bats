#!/usr/bin/env bats
# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What chart.gp draws from figures such as those of make bench.

setup() {
    command -v gnuplot >/dev/null || skip 'gnuplot is missing: install it to draw the chart'
}

# draw LINE...: makes the chart of these figures.
draw() {
    printf '%b\n' "$@" >"$BATS_TEST_TMPDIR/chart.tsv"
    gnuplot -e "figures = '$BATS_TEST_TMPDIR/chart.tsv'" tests/evidence/bench/chart.gp \
        >"$BATS_TEST_TMPDIR/chart.svg" 2>"$BATS_TEST_TMPDIR/said"
    diff /dev/null "$BATS_TEST_TMPDIR/said"
    python3 -c 'import sys
from xml.etree import ElementTree
ElementTree.parse(sys.argv[1])' "$BATS_TEST_TMPDIR/chart.svg"
}

# Prints how often a text occurs in the chart.
count() {
    grep -cF -e ">$1<" "$BATS_TEST_TMPDIR/chart.svg" || true
}

@test "where a bar is missing stands why" {
    draw 'names\tICU\tlibidn2' 'ascii\t3.71\t167.03' 'emoji\t2.82\t-' 'invalid\t6.64\t-'
    [ "$(count 'other answers: no bar')" -eq 2 ]
    [ "$(count emoji)" -eq 1 ]
    [ "$(count 'than libidn2')" -ge 1 ]
}

@test "where none is missing nothing stands" {
    draw 'names\tICU\tlibidn2' 'ascii\t3.71\t167.03' 'latin\t3.40\t25.93'
    [ "$(count 'other answers: no bar')" -eq 0 ]
}

@test "it stands in the place of the bar, with one engine or with three" {
    draw 'names\tICU' 'ascii\t3.71' 'emoji\t-'
    [ "$(count 'other answers: no bar')" -eq 1 ]
    draw 'names\tICU\tlibidn2\tother' 'ascii\t-\t167.03\t-' 'emoji\t2.82\t3\t4'
    [ "$(count 'other answers: no bar')" -eq 2 ]
    # In a cluster of two, the second is to the right of the first.
    grep -B 1 -F 'other answers' "$BATS_TEST_TMPDIR/chart.svg" |
        sed -n 's/.*translate(\([0-9]*\).*/\1/p' | paste -sd ' ' |
        while read -r first last _; do [ "$first" -lt "$last" ]; done
}
