/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * bidiSkeleton(LTR, label) of UTS #39 by libcore's own functions, which are compiled again here:
 * idnx_read() also knows the shapes of ours.
 */
#ifndef CONFORMANCE_SKELETON_H
#define CONFORMANCE_SKELETON_H

/* The tests have functions of these names. */
#define order_marks skeleton_order_marks
#define read_label  skeleton_read_label
#include "../../../libcore/confusable/skeleton.c"
#undef order_marks
#undef read_label

/* Writes at most capacity code points; returns how many there are. */
static inline size_t skeleton(const struct label *label, uint32_t *out, size_t capacity)
{
	uint32_t decomposed[DECOMPOSED_MAX];
	size_t count = display_and_decompose(label, decomposed), length = 0;

	for (size_t i = 0; i < count; i++) {
		size_t size = 1;
		const uint32_t *prototype = look_alike_prototype(decomposed[i], &size);

		if (ucd_traits(decomposed[i]) & UCD_JOIN_CONTROL)
			continue;
		for (size_t at = 0; at < size; at++, length++)
			if (length < capacity)
				out[length] = prototype != NULL ? prototype[at] : decomposed[i];
	}
	if (length <= capacity)
		skeleton_order_marks(out, length);
	return length;
}

#endif
