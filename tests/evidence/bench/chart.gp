# SPDX-License-Identifier: LGPL-2.1-or-later
#
# gnuplot -e 'figures = "..."': draws the results of make bench: how many times faster idnx is
# than each other engine.  Only ratios, since times differ from machine to machine.  "-" means
# that more than a tenth of an engine's answers differ (report.c); a text in place of the bar
# says so.

set terminal svg size 900,380 font "sans-serif,13" background "white"
set title "ToASCII: how many times faster idnx is, on a logarithmic scale"
set datafile separator "\t"

set style data histogram
set style histogram clustered gap 1
set style fill solid noborder
set boxwidth 0.9
set linetype 1 linecolor "#2b6cb0"
set linetype 2 linecolor "#dd8a2b"
set linetype 3 linecolor "#5a9a53"

set logscale y
set yrange [1:400]
set ytics (1, 2, 4, 10, 20, 40, 100, 200, 400) format "%gx"
set grid ytics linetype -1 linewidth 0.5 linecolor "#cccccc"
set border 3
set tics nomirror
set xtics rotate by -35 scale 0
set xrange [0.4:14.6] # 14 kinds of names
set key top right horizontal

# Where the bars of the clusters stand, and what stands there without one.
stats figures using 0 skip 1 nooutput
engines = STATS_columns - 1
place(column) = (column - 2 - (engines - 1) / 2.0) / (engines + 1)
reason(figure) = figure eq "-" ? "other answers: no bar" : ""

plot for [column = 2:engines + 1] figures using column:xtic(1) title "than ".columnhead(column), \
     for [column = 2:engines + 1] figures skip 1 \
         using ($0 + 1 + place(column)):(1.15):(reason(stringcolumn(column))) \
         with labels rotate by 90 left font ",11" textcolor rgb "#555555" notitle
