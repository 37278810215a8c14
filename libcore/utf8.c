/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* UTF-8, the part that most names do not need. */
#include "utf8.h"

/*
 * Unicode, table 3-7, sequences of two and more octets.  The second octet alone
 * keeps out overlong forms, surrogates and values beyond U+10FFFF; all later
 * ones are 80..BF.
 */
static const struct form {
	unsigned char lead_first, lead_last, second_first, second_last, length;
} forms[] = {
	{ 0xC2, 0xDF, 0x80, 0xBF, 2 }, { 0xE0, 0xE0, 0xA0, 0xBF, 3 },
	{ 0xE1, 0xEC, 0x80, 0xBF, 3 }, { 0xED, 0xED, 0x80, 0x9F, 3 },
	{ 0xEE, 0xEF, 0x80, 0xBF, 3 }, { 0xF0, 0xF0, 0x90, 0xBF, 4 },
	{ 0xF1, 0xF3, 0x80, 0xBF, 4 }, { 0xF4, 0xF4, 0x80, 0x8F, 4 },
};

static const struct form *find_form(unsigned char lead)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (lead >= forms[i].lead_first && lead <= forms[i].lead_last)
			return &forms[i];
	return NULL;
}

/*
 * Unicode, section 3.9, U+FFFD Substitution of Maximal Subparts: the longest
 * beginning of a well-formed sequence, or one octet.
 */
size_t utf8_ill_formed_length(const unsigned char *src, const unsigned char *end)
{
	const struct form *form = find_form(*src);
	size_t length = 1;

	if (!form || end - src < 2 || src[1] < form->second_first || src[1] > form->second_last)
		return length;
	while (++length < form->length && src + length < end && utf8_is_tail(src[length]))
		;
	return length;
}
