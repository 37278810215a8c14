/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Time, and the median of many times, which leaves out what else the machine does. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdlib.h>
#include <time.h>

/* Returns nanoseconds. */
static inline double clock_now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static inline int clock_compare(const void *a, const void *b)
{
	const double *left = a, *right = b;

	return (*left > *right) - (*left < *right);
}

/* Sorts the samples. */
static inline double clock_median(double *samples, size_t count)
{
	qsort(samples, count, sizeof *samples, clock_compare);
	return samples[count / 2];
}

#endif
