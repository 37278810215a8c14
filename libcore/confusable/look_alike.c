/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Looks up what UTS #39 and RFC 5892 say of a character, and what we add, by binary search
 * in look_alike_tables.c.  A name that no setting checks reads nothing of those tables.
 */
#include <string.h>

#include "look_alike.h"

#include "ascii.h"
#include "look_alike_tables.h"
#include "ucd.h"

/* Returns how many rows a table in pages has up to this code point. */
static size_t count_rows(const uint16_t *pages, const uint16_t *rows, unsigned shift,
                         uint32_t code_point)
{
	size_t low = pages[code_point >> LOOK_ALIKE_PAGE_BITS];
	size_t count = pages[(code_point >> LOOK_ALIKE_PAGE_BITS) + 1] - low;
	unsigned key = code_point & ((1U << LOOK_ALIKE_PAGE_BITS) - 1);

	for (size_t half; count > 0; count -= half) {
		half = (count + 1) / 2;
		low += (unsigned)rows[low + half - 1] >> shift <= key ? half : 0;
	}
	return low;
}

static bool has_page(uint32_t code_point)
{
	return code_point >> LOOK_ALIKE_PAGE_BITS < look_alike_page_count;
}

/* Every code point that has a page comes after the start of the first run. */
enum look_alike_repertoire look_alike_narrow_by_repertoire(struct ucd_range *range,
                                                           uint32_t code_point)
{
	const uint16_t *runs = look_alike_repertoire_runs, *pages = look_alike_repertoire_pages;
	const uint32_t in_page = (1U << LOOK_ALIKE_PAGE_BITS) - 1;
	uint32_t first = code_point & ~in_page, last = code_point | in_page;
	size_t count;

	if (!has_page(code_point))
		return LOOK_ALIKE_NEITHER;
	count = count_rows(pages, runs, LOOK_ALIKE_REPERTOIRE_BITS, code_point);
	pages += code_point >> LOOK_ALIKE_PAGE_BITS;
	if (count < pages[1])
		last = (first | runs[count] >> LOOK_ALIKE_REPERTOIRE_BITS) - 1;
	if (count > pages[0])
		first |= runs[count - 1] >> LOOK_ALIKE_REPERTOIRE_BITS;
	ucd_narrow(range, first, last);
	return runs[count - 1] & ((1U << LOOK_ALIKE_REPERTOIRE_BITS) - 1);
}

enum look_alike_repertoire look_alike_repertoire(uint32_t code_point, uint32_t traits)
{
	return traits & UCD_INVALID
	               ? LOOK_ALIKE_NEITHER
	               : look_alike_narrow_by_repertoire(&(struct ucd_range){ 0 }, code_point);
}

const uint32_t *look_alike_prototype(uint32_t code_point, size_t *length)
{
	const uint16_t *rows = look_alike_prototypes;
	size_t count;

	if (!has_page(code_point))
		return NULL;
	count = count_rows(look_alike_prototype_pages, rows, LOOK_ALIKE_LENGTH_BITS,
	                   code_point);
	if (count == look_alike_prototype_pages[code_point >> LOOK_ALIKE_PAGE_BITS] ||
	    ((rows[count - 1] >> LOOK_ALIKE_LENGTH_BITS ^ code_point) &
	     ((1U << LOOK_ALIKE_PAGE_BITS) - 1)) != 0)
		return NULL;
	*length = rows[count - 1] & ((1U << LOOK_ALIKE_LENGTH_BITS) - 1);
	return look_alike_sequences + look_alike_prototype_sequences[count - 1];
}

uint32_t look_alike_row(uint32_t code_point)
{
	const uint16_t *bucket = look_alike_shape_buckets +
	                         code_point / LOOK_ALIKE_EIGHT % LOOK_ALIKE_BUCKETS;
	const uint32_t *row = look_alike_shapes + bucket[0];
	size_t count = bucket[1] - bucket[0];

	row += ucd_find_row(row, count, LOOK_ALIKE_SHAPE_BITS, code_point);
	return count > 0 && *row >> LOOK_ALIKE_SHAPE_BITS == code_point ? *row : 0;
}

const char *look_alike_shape(uint32_t row, enum look_alike_likeness least)
{
	const char *shape = look_alike_reading(row & (LOOK_ALIKE_CLOSE - 1));

	if (row == 0 || *shape == '=')
		return NULL;
	return least == LOOK_ALIKE_CLOSELY && !(row & LOOK_ALIKE_CLOSE) ? NULL : shape;
}

unsigned look_alike_others(uint32_t row)
{
	unsigned first = row & (LOOK_ALIKE_CLOSE - 1), others;

	if (row == 0)
		return 0;
	others = first + (unsigned)strlen(look_alike_reading(first)) + 1;
	return *look_alike_reading(others) == '\0' ? 0 : others;
}

const char *look_alike_reading(unsigned where)
{
	return look_alike_readings + where;
}

bool look_alike_is_at_home(uint32_t what, const char *domain, size_t length)
{
	uint32_t home;

	if (length != 2)
		return false;
	home = what << LOOK_ALIKE_DOMAIN_BITS | (uint32_t)(unsigned char)domain[0] << 8 |
	       (unsigned char)domain[1];
	return look_alike_homes[ucd_find_row(look_alike_homes, look_alike_home_count, 0, home)] ==
	       home;
}

bool look_alike_narrow_by_country(struct ucd_range *range, uint32_t code_point)
{
	size_t row = ucd_find_row(look_alike_letters, look_alike_letter_count, 16, code_point);
	uint32_t first = look_alike_letters[row] >> 16, last = look_alike_letters[row] & 0xFFFF;
	bool is_last = row + 1 == look_alike_letter_count;

	if (code_point < first)
		ucd_narrow(range, 0, first - 1);
	else if (code_point <= last)
		ucd_narrow(range, first, last);
	else
		ucd_narrow(range, last + 1,
		           is_last ? UINT32_MAX : (look_alike_letters[row + 1] >> 16) - 1);
	return code_point >= first && code_point <= last;
}

bool look_alike_is_foreign(uint32_t code_point, const char *domain, size_t length)
{
	return look_alike_narrow_by_country(&(struct ucd_range){ 0 }, code_point) &&
	       !look_alike_is_at_home(code_point, domain, length);
}

/* --- Scripts by their names ----------------------------------------------- */

/* Returns whether two strings are equal in any case. */
static bool is_name(const char *string, size_t length, const char *name, size_t name_length)
{
	for (size_t i = 0; length == name_length && i < length; i++)
		if (ascii_lower((unsigned char)string[i]) !=
		    ascii_lower((unsigned char)name[i]))
			return false;
	return length == name_length;
}

int look_alike_script(const char *name, size_t length)
{
	for (unsigned script = 0; script < look_alike_script_count; script++) {
		const char *full = ucd_script_name((uint8_t)script);

		if (is_name(look_alike_script_names + 4 * script, 4, name, length) ||
		    is_name(full, strlen(full), name, length))
			return (int)script;
	}
	return -1;
}
