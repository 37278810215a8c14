/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Makes visible what a terminal would obey (controls: C0, DEL, C1), what would reorder
 * the text around it (UAX #9 section 2) or what nobody would see.
 */
#include "visible.h"

#include <stdint.h>
#include <unistr.h>

#include "character.h"

/* Writes the character, or the octet at fault, at octets: its length. */
static size_t put_one(struct output *output, const uint8_t *octets, size_t length)
{
	ucs4_t character;
	int n = u8_mbtoucr(&character, octets, length);

	if (n <= 0) {
		output_format(output, "<%02X>", octets[0]);
		return 1;
	}
	if (character == ' ' || character_is_visible(character))
		output_put(output, (const char *)octets, (size_t)n);
	else
		output_format(output, "<U+%04X>", (unsigned)character);
	return (size_t)n;
}

void visible_put(struct output *output, const char *octets, size_t length)
{
	for (size_t done = 0; done < length; )
		done += put_one(output, (const uint8_t *)octets + done, length - done);
}
