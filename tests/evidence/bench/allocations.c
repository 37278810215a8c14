/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Counts what the engines of make bench allocate: these functions override glibc's own in
 * every library of the process.  Counting costs a peer about a nanosecond for each
 * allocation, of the thirty or more that an allocation takes.
 */
#include "bench.h"

#include <stdlib.h>

#define INTERPOSED __attribute__((visibility("default")))

/* glibc's own functions, under names that exist for this purpose. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static unsigned long calls_so_far;

INTERPOSED void *malloc(size_t size)
{
	calls_so_far++;
	return __libc_malloc(size);
}

INTERPOSED void *calloc(size_t count, size_t size)
{
	calls_so_far++;
	return __libc_calloc(count, size);
}

INTERPOSED void *realloc(void *old, size_t size)
{
	calls_so_far++;
	return __libc_realloc(old, size);
}

static double allocations(engine_conversion *convert, const struct corpus *corpus)
{
	static char dst[ENGINE_DST_SIZE];
	unsigned long before = calls_so_far;

	for (size_t i = 0; i < NAMES; i++)
		convert(corpus->names[i].octets, corpus->names[i].length, dst);
	return (double)(calls_so_far - before) / NAMES;
}

void count_allocations(enum direction direction, table calls)
{
	fill(calls, direction, allocations);
}
