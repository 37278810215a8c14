/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Describes characters by libunistring.  An old libunistring is harmless here: it only affects
 * what a reader sees, never what becomes of a name.
 */
#include "show.h"

#include <unictype.h>
#include <uniname.h>
#include <unistr.h>

#include "idnx.h"

_Static_assert(CHARACTER_NAME_SIZE >= UNINAME_MAX, "every name has room");

void character_name(uint32_t code_point, char name[static CHARACTER_NAME_SIZE])
{
	const char *script = idnx_script_name(code_point, 0);
	bool is_known = !uc_is_general_category(code_point, UC_CATEGORY_Cn);

	if (unicode_character_name(code_point, name))
		return;
	/* The name is a prefix and the code point (Unicode section 4.8, rule NR2). */
	if (is_known && strcmp(script, "Han") == 0)
		sprintf(name, "CJK UNIFIED IDEOGRAPH-%04X", (unsigned)code_point);
	else if (is_known && strcmp(script, "Tangut") == 0)
		sprintf(name, "TANGUT IDEOGRAPH-%04X", (unsigned)code_point);
	else if (uc_is_general_category(code_point, UC_CATEGORY_Cc))
		strcpy(name, "control character");
	else if (uc_is_general_category(code_point, UC_CATEGORY_Co))
		strcpy(name, "private use");
	else if (strcmp(script, "Unknown") == 0)
		sprintf(name, "no character of Unicode %s", idnx_unicode_version());
	else
		strcpy(name, "newer than libunistring");
}

void character_scripts(uint32_t code_point, char scripts[static CHARACTER_SCRIPTS_SIZE])
{
	const char *first = idnx_script_name(code_point, 0);
	unsigned count = 1;

	while (idnx_script_name(code_point, count))
		count++;
	if (count == 1)
		snprintf(scripts, CHARACTER_SCRIPTS_SIZE, "%s", first);
	else if (count == 2)
		snprintf(scripts, CHARACTER_SCRIPTS_SIZE, "%s, %s", first,
		         idnx_script_name(code_point, 1));
	else
		snprintf(scripts, CHARACTER_SCRIPTS_SIZE, "%u scripts", count);
}

bool character_is_right_to_left(uint32_t code_point)
{
	int class = uc_bidi_category(code_point);

	return class == UC_BIDI_R || class == UC_BIDI_AL || class == UC_BIDI_AN;
}

bool character_shows(uint32_t code_point)
{
	return character_is_visible(code_point) && output_shows(&standard_output, code_point) &&
	       output_shows(&standard_error, code_point);
}

void character_put_glyph(FILE *out, uint32_t code_point)
{
	char octets[4];
	int length = u8_uctomb((uint8_t *)octets, code_point, sizeof octets);

	if (uc_is_general_category(code_point, UC_CATEGORY_M))
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
