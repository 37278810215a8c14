/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The contextual rules of RFC 5892, appendix A.3 to A.9, for the characters it calls
 * CONTEXTO.  Those for CONTEXTJ, A.1 and A.2, are in joiner.c.
 */
#include "confusable.h"

enum {
	MIDDLE_DOT = 0xB7,
	KERAIA = 0x375,
	GERESH = 0x5F3,
	GERSHAYIM = 0x5F4,
	ARABIC_INDIC_ZERO = 0x660,
	EXTENDED_ARABIC_INDIC_ZERO = 0x6F0,
	KATAKANA_MIDDLE_DOT = 0x30FB
};

/* Characters used in one script alone whose Script is Common or Inherited. */
static const uint16_t of_no_script[] = { 0x342, 0x1DC0, 0x1DC1, 0x3006 };

/* Returns the code point at a position; 0 beyond the label. */
static uint32_t code_point_at(const struct label *label, size_t at)
{
	return at < label->length ? label->code_points[at] : 0;
}

/*
 * The rules ask for Script, which this derives from Script_Extensions.  A character with one
 * of the scripts named here is used in no other script, except the keraia.  A character used
 * in one of them alone has that Script, except of_no_script.
 */
bool context_script_is(uint32_t code_point, unsigned script)
{
	size_t count;
	const uint8_t *scripts = ucd_script_extensions(code_point, &count);

	if (code_point == KERAIA)
		return script == UCD_SCRIPT_GREEK;
	for (size_t i = 0; i < sizeof of_no_script / sizeof *of_no_script; i++)
		if (code_point == of_no_script[i])
			return false;
	return count == 1 && scripts[0] == script;
}

/* A.7. */
static bool has_japanese(const struct label *label)
{
	for (size_t i = 0; i < label->length; i++) {
		uint32_t c = label->code_points[i];

		if (context_script_is(c, UCD_SCRIPT_HIRAGANA) ||
		    context_script_is(c, UCD_SCRIPT_KATAKANA) ||
		    context_script_is(c, UCD_SCRIPT_HAN))
			return true;
	}
	return false;
}

/* A.8 and A.9: no digit of the other kind. */
static bool has_digit_from(const struct label *label, uint32_t zero)
{
	for (size_t i = 0; i < label->length; i++)
		if (label->code_points[i] - zero < 10)
			return true;
	return false;
}

bool context_allows(const struct label *label, size_t at)
{
	uint32_t c = label->code_points[at];

	switch (c) {
	case MIDDLE_DOT:
		return at > 0 && label->code_points[at - 1] == 'l' &&
		       code_point_at(label, at + 1) == 'l';
	case KERAIA:
		return context_script_is(code_point_at(label, at + 1), UCD_SCRIPT_GREEK);
	case GERESH:
	case GERSHAYIM:
		return at > 0 &&
		       context_script_is(label->code_points[at - 1], UCD_SCRIPT_HEBREW);
	case KATAKANA_MIDDLE_DOT:
		return has_japanese(label);
	}
	if (c - ARABIC_INDIC_ZERO < 10)
		return !has_digit_from(label, EXTENDED_ARABIC_INDIC_ZERO);
	if (c - EXTENDED_ARABIC_INDIC_ZERO < 10)
		return !has_digit_from(label, ARABIC_INDIC_ZERO);
	return true;
}
