/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * sort.c: the function that moves keys.  More keys only take more rounds, in which sort_keys()
 * merges what is sorted.
 */
#include "../../../libcore/sort.c"
#include "prove.h"

enum { KEYS = 5 };

/* After CBMC's own memcpy() into the middle of an object, the copied values are unknown. */
void *memcpy(void *dst, const void *src, size_t size)
{
	for (size_t i = 0; i < size / sizeof(uint32_t); i++)
		((uint32_t *)dst)[i] = ((const uint32_t *)src)[i];
	return dst;
}

/* The keys in use end where this object ends. */
static uint32_t keys[KEYS];

static uint32_t *any_keys(size_t count)
{
	any_contents(keys);
	return keys + KEYS - count;
}

static bool are_sorted(const uint32_t *some, size_t count, unsigned shift)
{
	size_t i = 1;

	while (i < count && some[i - 1] >> shift <= some[i] >> shift)
		i++;
	return i >= count;
}

/* 6 rounds: up to 5 keys */
void merging_stays_within_the_keys_and_as_many_as_the_first_part(void)
{
	size_t count = any_size(0, KEYS), middle = any_size(0, count);
	unsigned shift = nondet_bool() ? 21 : 0;
	uint32_t *some = any_keys(count);
	static uint32_t spare[KEYS];

	assume(are_sorted(some, middle, shift));
	assume(are_sorted(some + middle, count - middle, shift));
	merge(some, middle, count + FAULT, shift, spare + KEYS - middle);
	prove(are_sorted(some, count, shift), "ascending");
}
