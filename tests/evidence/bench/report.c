/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The tables of make bench, in 100 columns. */
#include "bench.h"

#include <math.h>
#include <string.h>

#define MEAN "mean but ascii" /* the geometric one */

/* --- Tables --------------------------------------------------------------- */

static void print_figures(const char *title, const double *figures, int digits)
{
	printf("%-14s", title);
	for (size_t engine = 0; engine < engines_count; engine++)
		if (isnan(figures[engine]))
			printf("%10s", "-");
		else
			printf("%10.*f", digits, figures[engine]);
}

static void print_heads(const char *heading)
{
	printf("\n%s\n%14s", heading, "");
	for (size_t engine = 0; engine < engines_count; engine++)
		printf("%10s", engines[engine]->name);
}

void report_figures(const char *heading, table figures)
{
	print_heads(heading);
	printf("\n");
	for (size_t kind = 0; kind < CORPORA; kind++) {
		print_figures(corpora[kind].title, figures[kind], 2);
		printf("\n");
	}
}

/* A peer that mostly answers differently does other work. */
static double ratio(table nanoseconds, table shares, size_t kind, size_t engine)
{
	return shares[kind][engine] > 0.9 ? nanoseconds[kind][0] / nanoseconds[kind][engine]
	                                  : NAN;
}

static double mean(table nanoseconds, table shares, size_t engine)
{
	double sum = 0, count = 0;

	for (size_t kind = 0; kind < CORPORA; kind++) {
		double of_kind = ratio(nanoseconds, shares, kind, engine);

		if (strcmp(corpora[kind].title, "ascii") != 0 && !isnan(of_kind)) {
			sum += log(of_kind);
			count++;
		}
	}
	return exp(sum / count);
}

static void print_ratios(const double *ratios)
{
	for (size_t engine = 1; engine < engines_count; engine++)
		if (isnan(ratios[engine]))
			printf("%12s", "-");
		else
			printf("%12.3f", ratios[engine]);
	printf("\n");
}

void report_times(const char *heading, table nanoseconds, table shares)
{
	double ratios[ENGINES_MAX];

	print_heads(heading);
	for (size_t engine = 1; engine < engines_count; engine++)
		printf("   / %-7s", engines[engine]->name);
	printf("\n");
	for (size_t kind = 0; kind < CORPORA; kind++) {
		for (size_t engine = 0; engine < engines_count; engine++)
			ratios[engine] = ratio(nanoseconds, shares, kind, engine);
		print_figures(corpora[kind].title, nanoseconds[kind], 1);
		print_ratios(ratios);
	}
	for (size_t engine = 0; engine < engines_count; engine++)
		ratios[engine] = mean(nanoseconds, shares, engine);
	printf("%-14s%*s", MEAN, (int)engines_count * 10, "");
	print_ratios(ratios);
}

/* --- Chart ---------------------------------------------------------------- */

void report_chart(FILE *file, table nanoseconds, table shares)
{
	fprintf(file, "names");
	for (size_t engine = 1; engine < engines_count; engine++)
		fprintf(file, "\t%s", engines[engine]->name);
	for (size_t kind = 0; kind < CORPORA; kind++) {
		fprintf(file, "\n%s", corpora[kind].title);
		for (size_t engine = 1; engine < engines_count; engine++) {
			double times = 1 / ratio(nanoseconds, shares, kind, engine);

			fprintf(file, isnan(times) ? "\t-" : "\t%.2f", times);
		}
	}
	fprintf(file, "\n");
}
