/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The same random numbers in every run: xorshift64 of Marsaglia, "Xorshift RNGs",
 * Journal of Statistical Software 8 (2003), from a seed the test states.
 */
#ifndef REFERENCE_RANDOM_H
#define REFERENCE_RANDOM_H

#include <stdint.h>

struct random {
	uint64_t state; /* the seed, not 0 */
};

/* Returns 0 to limit - 1. */
static inline uint32_t random_below(struct random *from, uint32_t limit)
{
	from->state ^= from->state << 13;
	from->state ^= from->state >> 7;
	from->state ^= from->state << 17;
	return (uint32_t)((from->state >> 32) * limit >> 32);
}

#endif
