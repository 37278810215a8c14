/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Calls libcore's internal NFC for code points: in a name, many of them would be mapped
 * first.
 */
#ifndef CONFORMANCE_NFC_H
#define CONFORMANCE_NFC_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <string.h>

#include "core.h"

#define SEQUENCE_MAX 512

struct sequence {
	size_t length;
	uint32_t code_points[SEQUENCE_MAX];
};

/* Returns NFC.  Checks that the stored traits are those of the code points. */
static inline struct sequence nfc(const struct sequence *from)
{
	struct sequence out;
	uint32_t words[NAME_WORDS(NAME_CODE_POINTS)];
	struct name name;

	name_take(&name, words, NAME_CODE_POINTS);
	name.length = from->length;
	name.seen = 0;
	memcpy(name.code_points, from->code_points, from->length * sizeof *name.code_points);
	name_look_up(&name, 0, name.length);
	assert_int_equal(nfc_normalize(&name, 0), IDNX_OK);
	assert_true(name.length <= SEQUENCE_MAX);
	for (size_t i = 0; i < name.length; i++)
		assert_int_equal(name.traits[i], ucd_traits(name.code_points[i]));
	out.length = name.length;
	memcpy(out.code_points, name.code_points, name.length * sizeof *name.code_points);
	return out;
}

static inline bool equal(const struct sequence *a, const struct sequence *b)
{
	size_t size = a->length * sizeof *a->code_points;

	return a->length == b->length && memcmp(a->code_points, b->code_points, size) == 0;
}

static inline bool nfc_is(const struct sequence *from, const struct sequence *expected)
{
	struct sequence got = nfc(from);

	return equal(&got, expected);
}

#endif
