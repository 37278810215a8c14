/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A stable merge sort, for the canonical ordering of marks and for Punycode's
 * insertions.  Both sort runs as long as the whole name, where a quadratic sort
 * would let a name of 4096 octets burn a processor.
 */
#include <string.h>

#include "core.h"

/*
 * Merges the sorted halves of keys.  Only the left half moves out of the way,
 * so spare needs half the room.
 */
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

static void merge_sort(uint32_t *keys, size_t count, unsigned shift, uint32_t *spare)
{
	size_t middle = count / 2;

	if (count < 2)
		return;
	merge_sort(keys, middle, shift, spare);
	merge_sort(keys + middle, count - middle, shift, spare);
	merge(keys, middle, count, shift, spare);
}

void sort_keys(uint32_t *keys, size_t count, unsigned shift)
{
	uint32_t spare[IDNX_CODE_POINTS_MAX / 2];

	merge_sort(keys, count, shift, spare);
}
