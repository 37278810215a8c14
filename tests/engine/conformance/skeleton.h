/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * bidiSkeleton(LTR, label) of UTS #39 by libcore's own functions, which are compiled again here:
 * idnx_read() also knows the shapes of ours.
 */
#ifndef CONFORMANCE_SKELETON_H
#define CONFORMANCE_SKELETON_H

/* The tests have functions of these names. */
#define add_label   skeleton_add_label
#define is_mark     skeleton_is_mark
#define order_marks skeleton_order_marks
#define read_label  skeleton_read_label
#include "../../../libcore/confusable/skeleton.c"
#undef add_label
#undef is_mark
#undef order_marks
#undef read_label

static void put_skeleton(struct writer *writer, uint32_t code_point)
{
	size_t length = 1;
	const uint32_t *prototype = look_alike_prototype(code_point, &length);

	for (size_t i = 0; i < length; i++)
		put(writer, prototype != NULL ? prototype[i] : code_point);
}

/* Writes at most capacity code points; returns how many there are. */
static inline size_t skeleton(const struct label *label, uint32_t *out, size_t capacity)
{
	struct writer writer = { .out = out, .capacity = capacity };

	write_label(&writer, label, put_skeleton);
	return writer.length;
}

#endif
