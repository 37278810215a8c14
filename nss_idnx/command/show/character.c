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

/* Names that are a prefix and the code point (Unicode section 4.8, rule NR2). */
static const char *name_prefix(uint32_t code_point)
{
	const char *script = idnx_script_name(code_point, 0);

	if (uc_is_general_category(code_point, UC_CATEGORY_Cn))
		return NULL;
	if (strcmp(script, "Han") == 0)
		return "CJK UNIFIED IDEOGRAPH";
	if (strcmp(script, "Tangut") == 0)
		return "TANGUT IDEOGRAPH";
	return NULL;
}

/* Controls have no name.  These two of Unicode's aliases are of those that end up in names. */
static const char *control_name(uint32_t code_point)
{
	return code_point == '\t'   ? "CHARACTER TABULATION"
	       : code_point == '\r' ? "CARRIAGE RETURN"
	                            : "control character";
}

void character_name(uint32_t code_point, char name[static CHARACTER_NAME_SIZE])
{
	const char *prefix = name_prefix(code_point);

	if (unicode_character_name(code_point, name))
		return;
	if (prefix)
		snprintf(name, CHARACTER_NAME_SIZE, "%s-%04X", prefix, (unsigned)code_point);
	else if (uc_is_general_category(code_point, UC_CATEGORY_Cc))
		strcpy(name, control_name(code_point));
	else if (uc_is_general_category(code_point, UC_CATEGORY_Co))
		strcpy(name, "private use");
	else if (strcmp(idnx_script_name(code_point, 0), "Unknown") == 0)
		snprintf(name, CHARACTER_NAME_SIZE, "no character of Unicode %s",
		         idnx_unicode_version());
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
