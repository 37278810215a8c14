/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A stable merge sort, for the canonical ordering of marks and for Punycode's
 * insertions.  Both sort runs as long as the whole name, where a quadratic sort
 * would let a name of 4096 octets burn a processor.
 */
#include <string.h>

#include "core.h"

/* Merges middle sorted keys with those after them.  Only the first part moves out of the way. */
static void merge(uint32_t *keys, size_t middle, size_t count, unsigned shift, uint32_t *spare)
{
	size_t left = 0, right = middle, to = 0;

	memcpy(spare, keys, middle * sizeof *keys);
	while (left < middle) {
		if (right < count && keys[right] >> shift < spare[left] >> shift)
			keys[to++] = keys[right++];
		else
			keys[to++] = spare[left++];
	}
}

/* The first part is a power of two, less than count. */
void sort_keys(uint32_t *keys, size_t count, unsigned shift)
{
	uint32_t spare[IDNX_CODE_POINTS_MAX / 2];

	for (size_t part = 1; part < count; part *= 2)
		for (size_t at = 0; at + part < count; at += 2 * part) {
			size_t rest = count - at;

			merge(keys + at, part, rest < 2 * part ? rest : 2 * part, shift, spare);
		}
}
