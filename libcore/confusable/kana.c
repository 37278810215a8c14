/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds signs that Japanese writes only after certain kana, and that read as a dash or a
 * slash anywhere else; and the three hiragana that look like their katakana.
 */
#include "confusable.h"

enum {
	HIRAGANA_HE = 0x3078, /* and BE, PE */
	HIRAGANA_PE = 0x307A,
	HIRAGANA_ITERATION = 0x309D, /* and the voiced one */
	PROLONGED_SOUND = 0x30FC,
	KATAKANA_ITERATION = 0x30FD /* likewise */
};

/* Some marks of kana are used on Latin letters, too; they are not of a kana script here. */
static bool is_of(uint32_t code_point, unsigned script)
{
	return script_is_of(code_point, script) && !script_is_of(code_point, UCD_SCRIPT_LATIN);
}

/* Returns the script of an iteration mark; 0 for anything else. */
static unsigned iterated_script(uint32_t code_point)
{
	if (code_point - HIRAGANA_ITERATION < 2)
		return UCD_SCRIPT_HIRAGANA;
	return code_point - KATAKANA_ITERATION < 2 ? UCD_SCRIPT_KATAKANA : 0;
}

static bool is_he(uint32_t code_point)
{
	return code_point - HIRAGANA_HE <= HIRAGANA_PE - HIRAGANA_HE;
}

/* Excludes PROLONGED_SOUND, which is of both scripts. */
static bool is_kana(uint32_t code_point, unsigned script)
{
	return code_point != PROLONGED_SOUND && is_of(code_point, script);
}

/* Returns whether a label with a he has katakana and no other hiragana. */
static bool is_he_in_disguise(const struct label *label)
{
	bool has_katakana = false;

	for (size_t i = 0; i < label->length; i++) {
		uint32_t c = label->code_points[i];

		if (is_kana(c, UCD_SCRIPT_HIRAGANA) && !is_he(c))
			return false;
		has_katakana |= is_kana(c, UCD_SCRIPT_KATAKANA);
	}
	return has_katakana;
}

static bool is_in_place(const struct label *label, size_t at)
{
	uint32_t c = label->code_points[at];
	uint32_t before = at > 0 ? label->code_points[at - 1] : 0;

	if (c == PROLONGED_SOUND)
		return is_of(before, UCD_SCRIPT_HIRAGANA) ||
		       is_of(before, UCD_SCRIPT_KATAKANA) || iterated_script(before) != 0;
	if (iterated_script(c) != 0)
		return is_of(before, iterated_script(c));
	return !is_he(c) || !is_he_in_disguise(label);
}

struct fault kana_check(const struct label *label)
{
	for (size_t at = 0; at < label->length; at++)
		if (!is_in_place(label, at))
			return fault_at(IDNX_OUT_OF_PLACE, at);
	return no_fault();
}
