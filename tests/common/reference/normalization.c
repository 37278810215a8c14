/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Normalization Form C by its definitions: see normalization.h.  A table is an array
 * with a place for every code point, or a sorted list.
 */

#include "normalization.h"

#include <stdlib.h>
#include <string.h>

static uint8_t classes[UNICODE_CODE_POINTS];            /* Canonical_Combining_Class */
static uint32_t decompositions[UNICODE_CODE_POINTS][2]; /* 0: none, no second */
static bool excluded[UNICODE_CODE_POINTS];              /* Full_Composition_Exclusion */

#define PAIRS_MAX 2000
static struct normalization_pair pairs[PAIRS_MAX];
static size_t pair_count;

/* --- Hangul: the names and values of section 3.12 ------------------------- */

#define S_BASE  0xAC00U
#define L_BASE  0x1100U
#define V_BASE  0x1161U
#define T_BASE  0x11A7U
#define L_COUNT 19U
#define V_COUNT 21U
#define T_COUNT 28U
#define N_COUNT (V_COUNT * T_COUNT)
#define S_COUNT (L_COUNT * N_COUNT)

static bool within(uint32_t code_point, uint32_t base, uint32_t count)
{
	return code_point >= base && code_point < base + count;
}

static size_t decompose_hangul(uint32_t syllable, uint32_t *out)
{
	uint32_t s_index = syllable - S_BASE;

	out[0] = L_BASE + s_index / N_COUNT;
	out[1] = V_BASE + (s_index % N_COUNT) / T_COUNT;
	if (s_index % T_COUNT == 0)
		return 2;
	out[2] = T_BASE + s_index % T_COUNT;
	return 3;
}

static uint32_t compose_hangul(uint32_t first, uint32_t second)
{
	if (within(first, L_BASE, L_COUNT) && within(second, V_BASE, V_COUNT))
		return S_BASE + (first - L_BASE) * N_COUNT + (second - V_BASE) * T_COUNT;
	if (within(first, S_BASE, S_COUNT) && (first - S_BASE) % T_COUNT == 0 &&
	    within(second, T_BASE + 1, T_COUNT - 1))
		return first + (second - T_BASE);
	return 0;
}

/* --- Single code points --------------------------------------------------- */

unsigned normalization_ccc(uint32_t code_point)
{
	return classes[code_point];
}

/* Decomposes each part of a canonical mapping in its turn (D68). */
size_t normalization_decompose(uint32_t code_point, uint32_t out[NORMALIZATION_EXPANSION])
{
	const uint32_t *parts = decompositions[code_point];
	size_t length;

	if (within(code_point, S_BASE, S_COUNT))
		return decompose_hangul(code_point, out);
	if (parts[0] == 0) {
		out[0] = code_point;
		return 1;
	}
	length = normalization_decompose(parts[0], out);
	if (parts[1] != 0)
		length += normalization_decompose(parts[1], out + length);
	return length;
}

static int by_parts(const void *one, const void *other)
{
	const struct normalization_pair *a = one, *b = other;

	if (a->first != b->first)
		return a->first < b->first ? -1 : 1;
	return (a->second > b->second) - (a->second < b->second);
}

uint32_t normalization_compose(uint32_t first, uint32_t second)
{
	const struct normalization_pair key = { first, second, 0 };
	const struct normalization_pair *found = bsearch(&key, pairs, pair_count, sizeof *pairs,
	                                                 by_parts);

	return found != NULL ? found->composite : compose_hangul(first, second);
}

const struct normalization_pair *normalization_pairs(size_t *count)
{
	*count = pair_count;
	return pairs;
}

/* --- Strings -------------------------------------------------------------- */

/* Swaps reorderable pairs until there are none (D109). */
static void reorder(uint32_t *string, size_t length)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 1; i < length; i++) {
			uint32_t a = string[i - 1], b = string[i];

			if (classes[b] == 0 || classes[a] <= classes[b])
				continue;
			string[i - 1] = b;
			string[i] = a;
			changed = true;
		}
	}
}

/*
 * Whether a starter stands between first and last, or a class not below that of last
 * (D115).
 */
static bool is_blocked(const uint32_t *string, size_t first, size_t last)
{
	for (size_t i = first + 1; i < last; i++)
		if (classes[string[i]] == 0 || classes[string[i]] >= classes[string[last]])
			return true;
	return false;
}

/* Composes each code point with the last starter before it, if it can (D117). */
static size_t recompose(uint32_t *string, size_t length)
{
	for (size_t i = 1; i < length; i++) {
		size_t starter = i - 1;
		uint32_t composite;

		while (starter > 0 && classes[string[starter]] != 0)
			starter--;
		if (classes[string[starter]] != 0 || is_blocked(string, starter, i))
			continue;
		composite = normalization_compose(string[starter], string[i]);
		if (composite == 0)
			continue;
		string[starter] = composite;
		length--;
		memmove(string + i, string + i + 1, (length - i) * sizeof *string);
		i--;
	}
	return length;
}

size_t normalization_nfd(const uint32_t *src, size_t length, uint32_t *out)
{
	size_t out_length = 0;

	for (size_t i = 0; i < length; i++)
		out_length += normalization_decompose(src[i], out + out_length);
	reorder(out, out_length);
	return out_length;
}

size_t normalization_nfc(const uint32_t *src, size_t length, uint32_t *out)
{
	return recompose(out, normalization_nfd(src, length, out));
}

/* --- Unicode's files ------------------------------------------------------ */

/* Reads fields 3 and 5 of a row (UAX #44 section 5.7); "<...>" is no canonical mapping. */
static void read_row(const struct unicode_file *file)
{
	uint32_t code_point, last;

	unicode_range(file->field[0], &code_point, &last);
	classes[code_point] = (uint8_t)strtoul(file->field[3], NULL, 10);
	if (*file->field[5] != '<')
		unicode_sequence(file->field[5], decompositions[code_point], 2);
}

static void read_unicode_data(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "UnicodeData.txt");
	while (unicode_file_row(&file))
		read_row(&file);
	unicode_file_close(&file);
}

static void read_exclusions(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "DerivedNormalizationProps.txt");
	while (unicode_file_row(&file)) {
		uint32_t first, last;

		if (strcmp(file.field[1], "Full_Composition_Exclusion") != 0)
			continue;
		unicode_range(file.field[0], &first, &last);
		memset(excluded + first, true, last - first + 1);
	}
	unicode_file_close(&file);
}

/* Collects the primary composites (D114): those that no exclusion forbids. */
static void collect_pairs(void)
{
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		if (decompositions[c][1] == 0 || excluded[c])
			continue;
		if (pair_count == PAIRS_MAX) {
			fprintf(stderr, "UnicodeData.txt: too many pairs\n");
			exit(EXIT_FAILURE);
		}
		pairs[pair_count++] = (struct normalization_pair){ decompositions[c][0],
			                                           decompositions[c][1], c };
	}
	qsort(pairs, pair_count, sizeof *pairs, by_parts);
}

static size_t decomposed_length(uint32_t code_point)
{
	const uint32_t *parts = decompositions[code_point];

	if (parts[0] == 0)
		return 1;
	return decomposed_length(parts[0]) + (parts[1] != 0 ? decomposed_length(parts[1]) : 0);
}

void normalization_read(void)
{
	read_unicode_data();
	read_exclusions();
	collect_pairs();
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (decomposed_length(c) > NORMALIZATION_EXPANSION) {
			fprintf(stderr, "UnicodeData.txt: U+%04X is too long\n", c);
			exit(EXIT_FAILURE);
		}
}
