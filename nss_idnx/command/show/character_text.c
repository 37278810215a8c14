/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Characters in text for a reader. */
#include "show.h"

#include <unistr.h>

bool character_shows(uint32_t code_point)
{
	return character_is_visible(code_point) && output_shows(&standard_output, code_point) &&
	       output_shows(&standard_error, code_point);
}

void character_put_glyph(FILE *out, uint32_t code_point)
{
	char octets[4];
	int length = u8_uctomb((uint8_t *)octets, code_point, sizeof octets);

	if (character_is_mark(code_point))
		fputs("\u25CC", out);
	fprintf(out, "%.*s", length, octets);
}

void character_put(FILE *out, uint32_t code_point)
{
	char name[CHARACTER_NAME_SIZE];

	character_name(code_point, name);
	fprintf(out, "U+%04X ", (unsigned)code_point);
	if (character_shows(code_point)) {
		character_put_glyph(out, code_point);
		putc(' ', out);
	}
	fputs(name, out);
}
