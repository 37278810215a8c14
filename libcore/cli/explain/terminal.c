/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Text for a reader.  A terminal may be of another charset than UTF-8; a file or a pipe
 * gets UTF-8 whatever the locale, as from all of this command.
 *
 * Right-to-left text is not put between marks that isolate it: most terminals show them
 * as boxes.  It stands at the end of its line, or as one letter between words in Latin
 * letters, where no order of display moves anything else.
 */
#include "terminal.h"

#include <iconv.h>
#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unistr.h>
#include <uniwidth.h>

#include "character.h"
#include "output.h"

static const char *charset = "UTF-8";
static iconv_t converter; /* unless the charset is UTF-8; (iconv_t)-1: there is none */
static bool has_colours;

/* no-color.org: set, and not to nothing. */
static bool wants_colours(void)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return (!no_color || *no_color == '\0') && term && strcmp(term, "dumb") != 0;
}

void terminal_open(void)
{
	if (!isatty(STDOUT_FILENO))
		return;
	has_colours = wants_colours();
	charset = nl_langinfo(CODESET);
	if (strcmp(charset, "UTF-8") != 0)
		converter = iconv_open(charset, "UTF-8");
}

/* The longest form of a character in any charset of a locale, GB18030's, has four. */
#define FORM_SIZE 16

/* The character in the charset; its length, 0 if it has no place there. */
static size_t convert(uint32_t code_point, char octets[static FORM_SIZE])
{
	char utf8[4], *in = utf8, *out = octets;
	size_t length = (size_t)u8_uctomb((uint8_t *)utf8, code_point, sizeof utf8);
	size_t room = FORM_SIZE;

	if (strcmp(charset, "UTF-8") == 0 || code_point < 0x80) {
		memcpy(octets, utf8, length);
		return length;
	}
	if (converter == (iconv_t)-1 || iconv(converter, &in, &length, &out, &room) != 0)
		return 0;
	return FORM_SIZE - room;
}

bool terminal_shows(uint32_t code_point)
{
	char octets[FORM_SIZE];

	return character_is_visible(code_point) && convert(code_point, octets) > 0;
}

static int put_character(uint32_t code_point)
{
	char octets[FORM_SIZE];
	size_t length = character_is_visible(code_point) ? convert(code_point, octets) : 0;

	if (length > 0) {
		output_put(&standard_output, octets, length);
		return uc_width(code_point, charset);
	}
	length = (size_t)snprintf(octets, sizeof octets, "U+%04X", (unsigned)code_point);
	output_put(&standard_output, octets, length);
	return (int)length;
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
		output_text(&standard_output, sequences[style]);
}
