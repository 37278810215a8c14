/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Random labels of several scripts: see random_scripts.h. */

#include "random_scripts.h"

#include <stdbool.h>

struct range {
	uint32_t first, last;
};

static const struct range ranges[] = {
	{ 0x0061, 0x007A },   /* Latin */
	{ 0x00C0, 0x024F },   /* Latin */
	{ 0x0370, 0x03FF },   /* Greek */
	{ 0x0400, 0x052F },   /* Cyrillic */
	{ 0x4E00, 0x9FFF },   /* Han */
	{ 0x3041, 0x309F },   /* Hiragana */
	{ 0x30A0, 0x30FF },   /* Katakana */
	{ 0x3105, 0x312F },   /* Bopomofo */
	{ 0xAC00, 0xD7A3 },   /* Hangul */
	{ 0x0620, 0x06FF },   /* Arabic, with two kinds of digits */
	{ 0x05D0, 0x05EA },   /* Hebrew */
	{ 0x0900, 0x0DFF },   /* India and Sri Lanka */
	{ 0x0E00, 0x0FFF },   /* Thai, Lao, Tibetan */
	{ 0x1000, 0x18AF },   /* Myanmar to Mongolian, Cherokee between */
	{ 0x11300, 0x1137F }, /* Grantha */
	{ 0x0030, 0x0039 },   /* digits */
	{ 0x0660, 0x0669 },   /* digits of Arabic, Thaana and Yezidi */
	{ 0x0966, 0x096F },   /* digits of Devanagari and others */
	{ 0x1D7CE, 0x1D7FF }, /* five kinds of digits in a row */
	{ 0x2000, 0x2BFF },   /* symbols */
	{ 0x1F300, 0x1F6FF }, /* emoji */
	{ 0x0300, 0x036F },   /* marks, many of them of some scripts only */
	{ 0x02B0, 0x02FF },   /* modifier letters, likewise */
	{ 0x1CD0, 0x1CFA },   /* Vedic marks, likewise */
	{ 0x3000, 0x303F },   /* marks of East Asia, likewise */
	{ 0x10100, 0x1013F }, /* Aegean numbers, likewise */
	{ 0x0000, 0xFFFF },   /* all that is in daily use */
	{ 0x10000, 0x1FFFF }, /* everything else */
	{ 0x0000, 0x10FFFF },
};

static bool is_in_a_label(uint32_t code_point)
{
	return code_point != 0 && code_point != '.' &&
	       (code_point < 0xD800 || code_point > 0xDFFF);
}

static uint32_t random_of(struct random *from, const struct range *range)
{
	uint32_t code_point;

	do
		code_point = range->first + random_below(from, range->last - range->first + 1);
	while (!is_in_a_label(code_point));
	return code_point;
}

size_t random_scripts(struct random *from, uint32_t label[RANDOM_SCRIPTS_MAX])
{
	size_t length = 1 + random_below(from, RANDOM_SCRIPTS_MAX);
	uint32_t count = 1 + random_below(from, 3);
	const struct range *chosen[3];

	for (uint32_t i = 0; i < count; i++)
		chosen[i] = &ranges[random_below(from, sizeof ranges / sizeof *ranges)];
	for (size_t i = 0; i < length; i++)
		label[i] = random_of(from, chosen[random_below(from, count)]);
	return length;
}
