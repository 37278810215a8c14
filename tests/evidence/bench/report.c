/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The tables of make bench, in 100 columns. */
#include "bench.h"

#include <math.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define MEAN "mean but ascii" /* the geometric one */

/* --- Goals ---------------------------------------------------------------- */

/* The first row that fits counts. */
static const struct goal {
	const char *peer, *kind; /* NULL: any */
	enum { AT_MOST, TIMES_FASTER } is;
	double bound;
} goals[] = {
	{ "ICU", "ascii", AT_MOST, 0.25 },
	{ "ICU", "long", AT_MOST, 0.15 },
	{ "ICU", MEAN, AT_MOST, 0.25 },
	{ "ICU", NULL, AT_MOST, 0.40 },
	{ "libidn2", "ascii", TIMES_FASTER, 150 },
	{ "libidn2", NULL, TIMES_FASTER, 15 },
	{ NULL, NULL, AT_MOST, 1 },
};

static bool fits(const char *pattern, const char *word)
{
	return pattern == NULL || strcmp(pattern, word) == 0;
}

static const struct goal *find_goal(const char *peer, const char *kind)
{
	const struct goal *goal = goals;

	while (!fits(goal->peer, peer) || !fits(goal->kind, kind))
		goal++;
	return goal;
}

/* ratio is the time of engines[0] divided by the peer's. */
static void print_ratio(const struct goal *goal, double ratio, bool with_goal)
{
	double value = goal->is == AT_MOST ? ratio : 1 / ratio;
	bool met = goal->is == AT_MOST ? value <= goal->bound : value >= goal->bound;

	if (isnan(ratio))
		printf("%12s%s", "-", with_goal ? "            " : "");
	else
		printf(goal->is == AT_MOST ? "%12.3f" : "%11.1fx", value);
	if (with_goal && !isnan(ratio))
		printf(goal->is == AT_MOST ? " <= %.2f %3s" : " >= %3.0fx %3s", goal->bound,
		       met ? "yes" : "NO");
}

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

static void print_ratios(const char *kind, const double *ratios, bool with_goals)
{
	for (size_t engine = 1; engine < engines_count; engine++)
		print_ratio(find_goal(engines[engine]->name, kind), ratios[engine], with_goals);
	printf("\n");
}

void report_times(const char *heading, table nanoseconds, table shares, bool with_goals)
{
	double ratios[ENGINES_MAX];

	print_heads(heading);
	for (size_t engine = 1; engine < engines_count; engine++)
		printf("   / %-7s%s", engines[engine]->name, with_goals ? "            " : "");
	printf("\n");
	for (size_t kind = 0; kind < CORPORA; kind++) {
		for (size_t engine = 0; engine < engines_count; engine++)
			ratios[engine] = ratio(nanoseconds, shares, kind, engine);
		print_figures(corpora[kind].title, nanoseconds[kind], 1);
		print_ratios(corpora[kind].title, ratios, with_goals);
	}
	for (size_t engine = 0; engine < engines_count; engine++)
		ratios[engine] = mean(nanoseconds, shares, engine);
	printf("%-14s%*s", MEAN, (int)engines_count * 10, "");
	print_ratios(MEAN, ratios, with_goals);
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
