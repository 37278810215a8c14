/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The properties that only normalization and the rules on scripts use.  Hangul
 * syllables are computed: Unicode, section 3.12.
 */
#include "ucd.h"

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

size_t ucd_decompose(uint32_t code_point, uint32_t out[UCD_DECOMPOSITION_MAX])
{
	size_t index, length;
	const uint32_t *sequence;

	if (code_point - S_BASE < S_COUNT)
		return hangul_decompose(code_point - S_BASE, out);

	index = ucd_find_row(ucd_decompositions, ucd_decomposition_count, 3, code_point);
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

/* --- Scripts -------------------------------------------------------------- */

size_t ucd_script_run(uint32_t code_point)
{
	return ucd_find_row(ucd_script_runs, ucd_script_run_count, UCD_SCRIPT_SET_BITS,
	                    code_point);
}

/* Letters of one script are in runs that are close to each other. */
size_t ucd_script_run_near(size_t run, uint32_t code_point)
{
	size_t first = run > 8 ? run - 8 : 0, last = run + 8;

	if (last >= ucd_script_run_count ||
	    code_point < ucd_script_runs[first] >> UCD_SCRIPT_SET_BITS ||
	    code_point >= ucd_script_runs[last] >> UCD_SCRIPT_SET_BITS)
		return ucd_script_run(code_point);
	return first + ucd_find_row(ucd_script_runs + first, last - first, UCD_SCRIPT_SET_BITS,
	                            code_point);
}

struct ucd_range ucd_script_run_range(size_t run)
{
	const uint32_t *row = ucd_script_runs + run;
	bool is_last = run + 1 == ucd_script_run_count;

	return (struct ucd_range){ row[0] >> UCD_SCRIPT_SET_BITS,
		                   is_last ? UINT32_MAX : (row[1] >> UCD_SCRIPT_SET_BITS) - 1 };
}

size_t ucd_script_set(size_t run)
{
	return ucd_script_runs[run] & ((1U << UCD_SCRIPT_SET_BITS) - 1);
}

const uint8_t *ucd_set_scripts(size_t set, size_t *count)
{
	const uint16_t *offset = &ucd_script_set_offsets[set];

	*count = (size_t)(offset[1] - offset[0]);
	return ucd_script_sets + offset[0];
}

const uint8_t *ucd_script_extensions(uint32_t code_point, size_t *count)
{
	return ucd_set_scripts(ucd_script_set(ucd_script_run(code_point)), count);
}

const char *ucd_script_name(uint8_t script)
{
	return ucd_script_names + ucd_script_name_offsets[script];
}

uint32_t ucd_zero(uint32_t code_point)
{
	uint32_t zero = '0';

	if (code_point >= 0x80)
		zero = ucd_zeros[ucd_find_row(ucd_zeros, ucd_zero_count, 0, code_point)];
	return code_point - zero < 10 ? zero : 0;
}

bool ucd_narrow_by_digits(struct ucd_range *range, uint32_t code_point)
{
	size_t row = ucd_find_row(ucd_zeros, ucd_zero_count, 0, code_point);
	uint32_t zero = ucd_zeros[row];
	bool is_digit = code_point - zero < 10;

	if (is_digit)
		ucd_narrow(range, zero, zero + 9);
	else
		ucd_narrow(range, zero + 10,
		           row + 1 < ucd_zero_count ? ucd_zeros[row + 1] - 1 : UINT32_MAX);
	return is_digit;
}
