/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The times of make bench. */
#include "bench.h"

#include <stdlib.h>
#include <unistd.h>

#include "clock.h"

/* --- Caches warm ---------------------------------------------------------- */

/* The clock asks the kernel, which costs nothing compared with so many names. */
static double convert_all(engine_conversion *convert, const struct corpus *corpus)
{
	static char dst[ENGINE_DST_SIZE];
	double begin = clock_now(CLOCK_THREAD_CPUTIME_ID);

	for (size_t i = 0; i < NAMES; i++)
		convert(corpus->names[i].octets, corpus->names[i].length, dst);
	return (clock_now(CLOCK_THREAD_CPUTIME_ID) - begin) / NAMES;
}

void measure_warm(enum direction direction, unsigned rounds, table nanoseconds)
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

/* --- Caches cold ---------------------------------------------------------- */

#define COLD_NAMES 101
#define CACHE_LINE 64

/* Evicts twice the size of L2, as caches do not always replace the oldest line. */
static void evict_data(void)
{
	static volatile char *buffer;
	static size_t size;

	if (buffer == NULL) {
		long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);

		size = 2 * (size_t)(l2 > 0 ? l2 : 4 << 20);
		buffer = calloc(size, 1);
	}
	if (buffer == NULL)
		abort();
	for (size_t i = 0; i < size; i += CACHE_LINE)
		buffer[i]++;
}

/*
 * The data has evicted the code from L2; 64 KiB of nothing, or more if an instruction is
 * longer, evict it from the code's L1.  Not inline: few processors branch that far.
 */
__attribute__((noinline)) static void evict_code(void)
{
	__asm__ volatile(".rept 65536\n\tnop\n\t.endr");
}

/*
 * One call is too short for the kernel's CPU clock, so this is wall time; in the median
 * nothing else ran.  The first reading warms the clock.
 */
static double convert_one(engine_conversion *convert, const struct name *name)
{
	static char dst[ENGINE_DST_SIZE];
	double begin, middle;

	evict_data();
	evict_code();
	clock_now(CLOCK_MONOTONIC);
	begin = clock_now(CLOCK_MONOTONIC);
	middle = clock_now(CLOCK_MONOTONIC);
	convert(name->octets, name->length, dst);
	return clock_now(CLOCK_MONOTONIC) - middle - (middle - begin);
}

static double convert_cold(engine_conversion *convert, const struct corpus *corpus)
{
	double times[COLD_NAMES];

	for (size_t i = 0; i < COLD_NAMES; i++)
		times[i] = convert_one(convert, &corpus->names[i * NAMES / COLD_NAMES]);
	return clock_median(times, COLD_NAMES);
}

void measure_cold(enum direction direction, table nanoseconds)
{
	fill(nanoseconds, direction, convert_cold);
}
