/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What other proofs assume, and what no solver proves within minutes: tried with every
 * value, one after the other.
 */
#include "../../../libcore/insertions.c"
#include "../../../libcore/punycode.c"
#include "../../../libcore/sort.c"
#include "../../../libcore/ucd.c"
#include "prove.h"

/*
 * Neither divide() nor the quotient falls as x grows.  So if they are equal at the first and
 * the last x of a quotient, they are equal in between.
 */

/* computed, the first and the last x of each quotient: x < 2^21 * n by n, 1 to 64 */
void a_reciprocal_divides_exactly(void)
{
	for (uint32_t n = 1; n <= SHORT; n++)
		for (uint32_t x = 0, quotient = 0; x < n << 21; x += n, quotient++) {
			prove(divide(x, n) == quotient, "the first of a quotient");
			prove(divide(x + n - 1 + FAULT, n) == quotient, "the last of it");
		}
}

/* computed, each: each code point */
void each_code_point_has_entries_within_the_tables(void)
{
	uint32_t out[UCD_DECOMPOSITION_MAX];

	for (uint32_t c = 0; c < CODE_POINT_END; c++) {
		struct ucd_entry entry = ucd_find(c);
		size_t length;
		const uint32_t *mapping;

		prove(ucd_ccc(c) < 255, "a class");
		prove(c >= 0x80 || ucd_ascii[c].code_point < 0x80, "small ASCII");
		if (entry.traits & UCD_MAPPED) {
			mapping = ucd_mapping(entry, &length);
			prove(length <= MAPPING_MAX, "a mapping");
			/* The engine reads the first one even if length is 0. */
			for (size_t i = 0; i < length || i == 0; i++)
				prove(mapping[i] < (FAULT ? 0x80 : CODE_POINT_END), "mapped");
		}
		length = ucd_decompose(c, out);
		prove(length >= 1 && length <= UCD_DECOMPOSITION_MAX, "decomposed");
		for (size_t i = 0; i < length; i++)
			prove(out[i] < CODE_POINT_END, "to code points");
	}
}

/* The table has composites above U+FFFF. */
#define COMPOSITE_END (FAULT ? 0x10000U : CODE_POINT_END)

/* computed, each: each composite */
void each_search_for_a_composite_ends(void)
{
	unsigned empty = 0;

	for (size_t i = 0; i < UCD_COMPOSITION_SLOTS; i++) {
		uint16_t slot = ucd_composition_slots[i];

		empty += slot == 0;
		prove(slot == 0 || ucd_compositions[slot - 1].composite < COMPOSITE_END,
		      "a code point");
	}
	prove(empty > 0, "an empty slot");
}
