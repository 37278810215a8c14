# SPDX-License-Identifier: LGPL-2.1-or-later
#
# gnuplot -e 'figures = "..."': draws figures.tsv, the results of make bench.  A text in place of
# a bar says why there is none.

set terminal svg size 900,380 font "sans-serif,13" background "white"
set title "ToASCII: how many times faster idnx is, on a logarithmic scale"
set datafile separator "\t"

set style data histogram
set style histogram clustered gap 1
set style fill solid noborder
set boxwidth 0.9
set linetype 1 linecolor "#2b6cb0"
set linetype 2 linecolor "#8fb8de"
set linetype 3 linecolor "#dd8a2b"
set linetype 4 linecolor "#f0c48e"

set logscale y
set yrange [1:400]
set ytics (1, 2, 4, 10, 20, 40, 100, 200, 400) format "%gx"
set grid ytics linetype -1 linewidth 0.5 linecolor "#cccccc"
set border 3
set tics nomirror
set xtics rotate by -35 scale 0
set xrange [0.4:14.6] # 14 kinds of names
set key top right horizontal maxcolumns 2

# Where the bars of the clusters stand, and what stands there without one.
stats figures using 0 nooutput
engines = STATS_columns - 1
processors = STATS_blocks
bars = engines * processors
place(column, block) = ((column - 2) * processors + block - (bars - 1) / 2.0) / (bars + 1)
reason(figure) = figure eq "-" ? "other answers: no bar" : ""

plot for [column = 2:engines + 1] for [block = 0:processors - 1] \
         figures index block using column:xtic(1) \
         title "than ".columnhead(column).", ".columnhead(1), \
     for [column = 2:engines + 1] figures index 0 \
         using ($0 + place(column, (processors - 1) / 2.0)):(1.15):(reason(stringcolumn(column))) \
         with labels rotate by 90 left font ",11" textcolor rgb "#555555" notitle
