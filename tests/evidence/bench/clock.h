/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Time, and the median of many times. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stddef.h>
#include <time.h>

/* Returns nanoseconds. */
double clock_now(clockid_t clock);

/* Sorts the samples. */
double clock_median(double *samples, size_t count);

#endif
