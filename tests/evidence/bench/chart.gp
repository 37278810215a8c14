# SPDX-License-Identifier: LGPL-2.1-or-later
#
# gnuplot -e 'figures = "..."': draws figures.tsv, the results of make bench.  A text in place of
# a bar says why there is none.

INK = "#7d858f" # readable on white and on black

set terminal svg size 900,400 font "sans-serif,13" # no background: the page's, light or dark
set title "ToASCII: how many times as fast idnx is" textcolor rgb INK
set datafile separator "\t"

set style data histogram
set style histogram clustered gap 1
set style fill solid noborder
set boxwidth 0.9
set linetype 1 linecolor "#2b6cb0"
set linetype 2 linecolor "#6fa3d8"
set linetype 3 linecolor "#c8741a"
set linetype 4 linecolor "#e3a45c"

set logscale y
set yrange [1:400]
set ytics (1, 2, 4, 10, 20, 40, 100, 200, 400) format "%g times"
set grid ytics linetype -1 linewidth 0.5 linecolor rgb INK dashtype 3
set border 3 linecolor rgb INK
set tics textcolor rgb INK
set tics nomirror
set xtics rotate by -35 scale 0
set xrange [0.4:14.6] # 14 kinds of names
set key top right horizontal maxcolumns 2 textcolor rgb INK

# A name of each kind, in the order of figures.tsv, whose row 0 is the heading.
NAMES = "www.example.com münchen.example München.Example яндекс.example straße.example \
         日本語.example ｍｕｎｉｃｈ.example münchen.example مثال.example हिन्दी.example \
         ☕.example donau…gesellschaft.example xn--mnchen-3ya.example a℀.example"
name(row) = word(NAMES, int(row))

# Where the bars of the clusters stand, and what stands there without one.
stats figures using 0 nooutput
engines = STATS_columns - 1
processors = STATS_blocks
bars = engines * processors
place(column, block) = ((column - 2) * processors + block - (bars - 1) / 2.0) / (bars + 1)
reason(figure) = figure eq "-" ? "other answers: no bar" : ""

plot for [column = 2:engines + 1] for [block = 0:processors - 1] \
         figures index block using column:xtic(name(column(0))) \
         title "as ".columnhead(column)." (".columnhead(1).")", \
     for [column = 2:engines + 1] figures index 0 \
         using ($0 + place(column, (processors - 1) / 2.0)):(1.15):(reason(stringcolumn(column))) \
         with labels rotate by 90 left font ",11" textcolor rgb INK notitle
