/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The times of make bench. */
#include "bench.h"
#include "clock.h"

/* The clock asks the kernel, which costs nothing compared with so many names. */
static double convert_all(engine_conversion *convert, const struct corpus *corpus)
{
	static char dst[ENGINE_DST_SIZE];
	double begin = clock_now(CLOCK_THREAD_CPUTIME_ID);

	for (size_t i = 0; i < NAMES; i++)
		convert(corpus->names[i].octets, corpus->names[i].length, dst);
	return (clock_now(CLOCK_THREAD_CPUTIME_ID) - begin) / NAMES;
}

void measure_times(enum direction direction, unsigned rounds, table nanoseconds)
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
