/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Text for a reader.  A terminal may have a charset other than UTF-8; a file or a pipe gets
 * UTF-8 in any locale, as everywhere in this command.
 *
 * Right-to-left text gets no isolating marks: most terminals show these as boxes.  It is at
 * the end of its line, or is one letter between words in Latin letters, where no display
 * order moves anything else.
 */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "character.h"
#include "output.h"

static bool has_colours;
static enum terminal_when when;

/* no-color.org: NO_COLOR is set and not empty. */
static bool wants_colours(void)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return (!no_color || *no_color == '\0') && term && strcmp(term, "dumb") != 0;
}

void terminal_open(void)
{
	bool is_terminal = output_is_terminal(&standard_output);

	has_colours = when == TERMINAL_AUTO ? is_terminal && wants_colours()
	                                    : when == TERMINAL_ALWAYS;
}

void terminal_colour(enum terminal_when wanted)
{
	when = wanted;
}

bool terminal_shows(uint32_t code_point)
{
	return character_is_visible(code_point) && output_shows(&standard_output, code_point);
}

static int put_character(uint32_t code_point)
{
	char octets[4];
	size_t length = (size_t)u8_uctomb((uint8_t *)octets, code_point, sizeof octets);

	output_visible(&standard_output, octets, length);
	return output_width(&standard_output, octets, length);
}

int terminal_put_text(const uint32_t *code_points, size_t length)
{
	static const uint32_t dotted_circle = 0x25CC;
	int width = 0;

	if (length > 0 && character_is_mark(*code_points) && terminal_shows(*code_points) &&
	    terminal_shows(dotted_circle))
		width += put_character(dotted_circle);
	for (size_t i = 0; i < length; i++)
		width += put_character(code_points[i]);
	return width;
}

void terminal_set_style(enum terminal_style style)
{
	/* ECMA-48, SGR. */
	static const char *const sequences[] = {
		[TERMINAL_PLAIN] = "\033[0m",
		[TERMINAL_BOLD] = "\033[1m",
		[TERMINAL_GOOD] = "\033[32m",
		[TERMINAL_BAD] = "\033[31m",
	};

	if (has_colours)
		output_control(&standard_output, sequences[style]);
}
