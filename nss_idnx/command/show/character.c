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

bool character_is_right_to_left(uint32_t code_point)
{
	int class = uc_bidi_category(code_point);

	return class == UC_BIDI_R || class == UC_BIDI_AL || class == UC_BIDI_AN;
}

const char *character_name(uint32_t code_point)
{
	const char *script = idnx_script_name(code_point, 0);
	bool is_known = !uc_is_general_category(code_point, UC_CATEGORY_Cn);
	char *name = words_room(UNINAME_MAX);

	if (unicode_character_name(code_point, name))
		return name;
	/* The name is a prefix and the code point (Unicode section 4.8, rule NR2). */
	if (is_known && strcmp(script, "Han") == 0)
		return words_format("CJK UNIFIED IDEOGRAPH-%04X", (unsigned)code_point);
	if (is_known && strcmp(script, "Tangut") == 0)
		return words_format("TANGUT IDEOGRAPH-%04X", (unsigned)code_point);
	if (uc_is_general_category(code_point, UC_CATEGORY_Cc))
		return "control character";
	if (uc_is_general_category(code_point, UC_CATEGORY_Co))
		return "private use";
	if (strcmp(script, "Unknown") == 0)
		return words_format("no character of Unicode %s", idnx_unicode_version());
	return "newer than libunistring";
}

const char *character_scripts(uint32_t code_point)
{
	const char *first = idnx_script_name(code_point, 0);
	unsigned count = 1;

	while (idnx_script_name(code_point, count))
		count++;
	return count == 1   ? first
	       : count == 2 ? words_format("%s, %s", first, idnx_script_name(code_point, 1))
	                    : words_format("%u scripts", count);
}

const char *character_glyph(uint32_t code_point)
{
	bool is_mark = uc_is_general_category(code_point, UC_CATEGORY_M);
	char octets[4];
	int length = u8_uctomb((uint8_t *)octets, code_point, sizeof octets);

	if (!character_is_visible(code_point) || !output_shows(&standard_output, code_point) ||
	    !output_shows(&standard_error, code_point))
		return NULL;
	return words_format("%s%.*s", is_mark ? "\u25CC" : "", length, octets);
}

const char *character_code(uint32_t code_point)
{
	const char *glyph = character_glyph(code_point);

	return words_format("U+%04X%s%s", (unsigned)code_point, glyph ? " " : "",
	                    glyph ? glyph : "");
}

const char *character_text(uint32_t code_point)
{
	return words_format("%s %s", character_code(code_point), character_name(code_point));
}
