/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The properties that only normalization asks for.  Hangul syllables are
 * computed: Unicode, section 3.12.
 */
#include "ucd.h"

unsigned ucd_ccc(uint32_t code_point)
{
	return ucd_class(ucd_leaf(code_point))->ccc;
}

/* --- Hangul: the names and values of Unicode, section 3.12 ---------------- */

enum {
	S_BASE = 0xAC00,
	L_BASE = 0x1100,
	V_BASE = 0x1161,
	T_BASE = 0x11A7,
	L_COUNT = 19,
	V_COUNT = 21,
	T_COUNT = 28,
	N_COUNT = V_COUNT * T_COUNT,
	S_COUNT = L_COUNT * N_COUNT
};

static size_t hangul_decompose(uint32_t s_index, uint32_t out[UCD_DECOMPOSITION_MAX])
{
	out[0] = L_BASE + s_index / N_COUNT;
	out[1] = V_BASE + s_index % N_COUNT / T_COUNT;
	out[2] = T_BASE + s_index % T_COUNT;
	return out[2] == T_BASE ? 2 : 3;
}

/* Unsigned arithmetic makes each range one comparison. */
static uint32_t hangul_compose(uint32_t first, uint32_t second)
{
	uint32_t l_index = first - L_BASE, v_index = second - V_BASE;
	uint32_t s_index = first - S_BASE, t_index = second - T_BASE;

	if (l_index < L_COUNT && v_index < V_COUNT)
		return S_BASE + (l_index * V_COUNT + v_index) * T_COUNT;
	if (s_index < S_COUNT && s_index % T_COUNT == 0 && t_index - 1 < T_COUNT - 1)
		return first + t_index;
	return 0;
}

/* --- Everything else ------------------------------------------------------ */

/* The index of a code point with UCD_DECOMPOSES, which is in the table. */
static size_t decomposition_index(uint32_t code_point)
{
	size_t low = 0, high = ucd_decomposition_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (ucd_decompositions[middle] >> 3 <= code_point)
			low = middle;
		else
			high = middle;
	}
	return low;
}

size_t ucd_decompose(uint32_t code_point, uint32_t out[UCD_DECOMPOSITION_MAX])
{
	size_t index, length;
	const uint32_t *sequence;

	if (code_point - S_BASE < S_COUNT)
		return hangul_decompose(code_point - S_BASE, out);

	index = decomposition_index(code_point);
	length = ucd_decompositions[index] & 7;
	sequence = ucd_sequences + ucd_decomposition_sequences[index];
	for (size_t i = 0; i < length; i++)
		out[i] = sequence[i];
	return length;
}

uint32_t ucd_compose(uint32_t first, uint32_t second)
{
	unsigned slot = UCD_COMPOSITION_HASH(first, second);

	for (; ucd_composition_slots[slot]; slot = (slot + 1) % UCD_COMPOSITION_SLOTS) {
		const struct ucd_composition *row;

		row = &ucd_compositions[ucd_composition_slots[slot] - 1];
		if (row->first == first && row->second == second)
			return row->composite;
	}
	return hangul_compose(first, second);
}
