/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes one row per character: code point, glyph, script, name.  Widths are a terminal's
 * columns; names and scripts are ASCII.
 */
#include "row.h"

#include <stdio.h>
#include <string.h>

#include "show/character.h"
#include "output.h"
#include "show/terminal.h"

#define NAME_WIDTH 40 /* enough for most names; longer ones shift what follows */

static void put(const char *text)
{
	output_text(&standard_output, text);
}

static void put_blanks(int count)
{
	for (; count > 0; count--)
		put(" ");
}

/* Writes a word, blanks up to a width, and two more. */
static void put_column(const char *word, int width)
{
	put(word);
	put_blanks(width - (int)strlen(word));
	put("  ");
}

/* Uses two columns, which wide characters take. */
static void put_glyph(uint32_t code_point)
{
	int width = terminal_shows(code_point) ? terminal_put_text(&code_point, 1) : 0;

	put_blanks(2 - width);
}

void row_put_character(uint32_t code_point)
{
	output_format(&standard_output, "U+%04X", (unsigned)code_point);
	if (terminal_shows(code_point)) {
		put(" ");
		terminal_put_text(&code_point, 1);
	}
}

void row_put_characters(const uint32_t *code_points, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (i > 0)
			put(", ");
		row_put_character(code_points[i]);
	}
}

void row_measure(struct row_columns *columns, uint32_t code_point)
{
	char script[CHARACTER_SCRIPTS_SIZE], name[CHARACTER_NAME_SIZE];
	int script_width, name_width;

	character_scripts(code_point, script);
	character_name(code_point, name);
	script_width = (int)strlen(script);
	name_width = (int)strlen(name);
	if (script_width > columns->script)
		columns->script = script_width;
	if (name_width > columns->name && name_width <= NAME_WIDTH)
		columns->name = name_width;
}

void row_put(const struct row_columns *columns, uint32_t code_point, bool is_last)
{
	char code[16], script[CHARACTER_SCRIPTS_SIZE], name[CHARACTER_NAME_SIZE];

	snprintf(code, sizeof code, "U+%04X", (unsigned)code_point);
	character_scripts(code_point, script);
	character_name(code_point, name);
	put("  ");
	put_column(code, 7);
	put_glyph(code_point);
	put("  ");
	put_column(script, columns->script);
	if (is_last)
		put(name);
	else
		put_column(name, columns->name);
}
