/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Characters in text for a reader. */
#include "show.h"

#include <unistr.h>

bool character_shows(struct output *output, uint32_t code_point)
{
	return character_is_visible(code_point) && output_shows(output, code_point);
}

void character_put_glyph(FILE *out, uint32_t code_point)
{
	char octets[4];
	int length = u8_uctomb((uint8_t *)octets, code_point, sizeof octets);

	if (character_is_mark(code_point))
		fputs("\u25CC", out);
	fprintf(out, "%.*s", length, octets);
}

void character_put(FILE *out, struct output *output, uint32_t code_point)
{
	char name[CHARACTER_NAME_SIZE];

	character_name(code_point, name);
	fprintf(out, "U+%04X ", (unsigned)code_point);
	if (character_shows(output, code_point)) {
		character_put_glyph(out, code_point);
		putc(' ', out);
	}
	fputs(name, out);
}

static int put_one(uint32_t code_point)
{
	char octets[4];
	size_t length = (size_t)u8_uctomb((uint8_t *)octets, code_point, sizeof octets);

	output_visible(&standard_output, octets, length);
	return output_width(&standard_output, octets, length);
}

int characters_put(const uint32_t *code_points, size_t length)
{
	static const uint32_t dotted_circle = 0x25CC;
	int width = 0;

	if (length > 0 && character_is_mark(*code_points) && character_shows(&standard_output, *code_points) &&
	    character_shows(&standard_output, dotted_circle))
		width += put_one(dotted_circle);
	for (size_t i = 0; i < length; i++)
		width += put_one(code_points[i]);
	return width;
}
