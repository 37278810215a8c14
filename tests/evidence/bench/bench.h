/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Internals of make bench: the engines, the names, and the results. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>

#include "corpora.h"
#include "engine.h"

#define ENGINES_MAX 6

enum direction { TO_ASCII, TO_UNICODE, DIRECTIONS };

/* engines[0] is compared with the others; engines[1] is the reference. */
extern const struct engine *const *engines;
extern size_t engines_count;

/* Returns NULL if the engine has none. */
engine_conversion *conversion(size_t engine, enum direction direction);

/* A figure for each kind of name and engine; NAN if there is none. */
typedef double table[CORPORA][ENGINES_MAX];

/* Measures the engines in turn, starting with another one each time. */
typedef double measurement(engine_conversion *convert, const struct corpus *corpus);
void fill(table figures, enum direction direction, measurement *measure_one);

/* --- agreement.c ---------------------------------------------------------- */

/*
 * Compares the answers of all engines with those of the reference: shares says how many
 * agree, 0 to 1.  Lists where engines[0] differs, or the reference does not check a
 * name as its kind says, and returns how many such names there are.
 */
unsigned long compare_answers(enum direction direction, table shares);

/* --- report.c ------------------------------------------------------------- */

/* Prints ratios; not if an engine mostly answers differently. */
void report_times(const char *heading, table nanoseconds, table shares);

void report_figures(const char *heading, table figures);

/* Writes for record and chart how many times faster engines[0] is than each other. */
void report_chart(FILE *file, table nanoseconds, table shares);

#endif
