/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * make bench: how fast engines of UTS #46 convert names, all in one process on one CPU,
 * taking turns.  Absolute times differ from machine to machine and from run to run;
 * what counts are the ratios within one run.
 *
 *     bench NAMES ROUNDS CHART      CHART becomes the figures for record and chart
 */
#include "bench.h"
#include "clock.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The linker's names for the beginning and the end of the section of BENCH_ENGINE(). */
extern const struct engine *const __start_engines[], *const __stop_engines[];

const struct engine *const *engines = __start_engines;
size_t engines_count;

#define ROUNDS_MAX 1001

engine_conversion *conversion(size_t engine, enum direction direction)
{
	return direction == TO_ASCII ? engines[engine]->to_ascii : engines[engine]->to_unicode;
}

void fill(table figures, enum direction direction, measurement *measure_one)
{
	static size_t first;

	for (size_t kind = 0; kind < CORPORA; kind++) {
		for (size_t turn = 0; turn < engines_count; turn++) {
			size_t engine = (first + turn) % engines_count;
			engine_conversion *convert = conversion(engine, direction);

			figures[kind][engine] = convert ? measure_one(convert, &corpora[kind])
			                                : NAN;
		}
		first++;
	}
}

/* --- Times ---------------------------------------------------------------- */

/* The clock asks the kernel, which costs nothing compared with so many names. */
static double convert_all(engine_conversion *convert, const struct corpus *corpus)
{
	static char dst[ENGINE_DST_SIZE];
	double begin = clock_now(CLOCK_THREAD_CPUTIME_ID);

	for (size_t i = 0; i < NAMES; i++)
		convert(corpus->names[i].octets, corpus->names[i].length, dst);
	return (clock_now(CLOCK_THREAD_CPUTIME_ID) - begin) / NAMES;
}

/* Nanoseconds of CPU time a name, the median of so many rounds. */
static void measure_times(enum direction direction, unsigned rounds, table nanoseconds)
{
	static table samples[ROUNDS_MAX];
	double of_one[ROUNDS_MAX];

	for (unsigned round = 0; round < rounds; round++)
		fill(samples[round], direction, convert_all);
	for (size_t kind = 0; kind < CORPORA; kind++)
		for (size_t engine = 0; engine < engines_count; engine++) {
			for (unsigned round = 0; round < rounds; round++)
				of_one[round] = samples[round][kind][engine];
			nanoseconds[kind][engine] = clock_median(of_one, rounds);
		}
}

/* --- All of it ------------------------------------------------------------ */

static void stay_on_this_cpu(void)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET((size_t)sched_getcpu(), &cpus);
	if (sched_setaffinity(0, sizeof cpus, &cpus) == -1)
		fprintf(stderr, "bench: not pinned to one CPU: %s\n", strerror(errno));
}

static void print_engines(void)
{
	for (size_t engine = 0; engine < engines_count; engine++)
		printf("%s%s %s", engine == 0 ? "" : ", ", engines[engine]->name,
		       engines[engine]->version());
	printf("; %d names of each kind\n", NAMES);
}

/* Reports each engine's share of the reference's answers; returns how many of ours differ. */
static unsigned long differences(table to_ascii, table to_unicode)
{
	unsigned long count = compare_answers(TO_ASCII, to_ascii) +
	                      compare_answers(TO_UNICODE, to_unicode);

	report_figures("ToASCII, share of answers that are the reference's", to_ascii);
	printf("\n%s differs from %s in %lu of %d answers\n", engines[0]->name,
	       engines[1]->name, count, DIRECTIONS * CORPORA * NAMES);
	return count;
}

static void measure(unsigned rounds, table to_ascii, table to_unicode, FILE *chart)
{
	static table figures;

	measure_times(TO_UNICODE, rounds, figures);
	report_times("ToUnicode, ns a name", figures, to_unicode);
	measure_times(TO_ASCII, rounds, figures);
	report_times("ToASCII, ns a name", figures, to_ascii);
	report_chart(chart, figures, to_ascii);
}

int main(int argc, char **argv)
{
	static table to_ascii, to_unicode;
	unsigned rounds = argc == 4 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
	bool usable = rounds > 0 && rounds <= ROUNDS_MAX;
	FILE *chart = usable ? fopen(argv[3], "w") : NULL;
	unsigned long wrong;

	engines_count = (size_t)(__stop_engines - __start_engines);
	if (chart == NULL || engines_count > ENGINES_MAX) {
		fprintf(stderr,
		        "usage: bench NAMES ROUNDS CHART (1 to %d rounds, %d engines)\n",
		        ROUNDS_MAX, ENGINES_MAX);
		return 2;
	}
	stay_on_this_cpu();
	corpora_read(argv[1]);
	print_engines();
	wrong = differences(to_ascii, to_unicode);
	measure(rounds, to_ascii, to_unicode, chart);
	if (fclose(chart) == EOF) {
		perror("bench");
		return 1;
	}
	return wrong == 0 ? 0 : 1;
}
