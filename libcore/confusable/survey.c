/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds in one pass over a label what may need a closer look.  The letters of a name lie close
 * together, so what is looked up for one holds for the next ones, too.
 */
#include "confusable.h"
#include "look_alike.h"

/* The characters that rules are about: RFC 5892 in context.c, and kana.c.  Ascending. */
static const struct {
	uint16_t first, last;
	unsigned char seen;
} special[] = {
	{ 0xB7, 0xB7, SURVEY_CONTEXT },   { 0x375, 0x375, SURVEY_CONTEXT },
	{ 0x5F3, 0x5F4, SURVEY_CONTEXT }, { 0x660, 0x669, SURVEY_CONTEXT },
	{ 0x6F0, 0x6F9, SURVEY_CONTEXT }, { 0x3078, 0x307A, SURVEY_KANA },
	{ 0x309D, 0x309E, SURVEY_KANA },  { 0x30FB, 0x30FB, SURVEY_CONTEXT },
	{ 0x30FC, 0x30FE, SURVEY_KANA },
};

static unsigned narrow_by_rules(struct ucd_range *range, uint32_t code_point)
{
	size_t row = 0;

	for (; row < sizeof special / sizeof *special && code_point > special[row].last; row++)
		ucd_narrow(range, special[row].last + 1U, UINT32_MAX);
	if (row == sizeof special / sizeof *special)
		return 0;
	if (code_point < special[row].first) {
		ucd_narrow(range, 0, special[row].first - 1U);
		return 0;
	}
	ucd_narrow(range, special[row].first, special[row].last);
	return special[row].seen;
}

static bool is_known(const struct survey_known *known, uint32_t code_point)
{
	for (size_t i = 0; i < SURVEY_KNOWN; i++)
		if (ucd_is_in(&known->ranges[i], code_point))
			return true;
	return false;
}

/* Returns what a code point adds to seen. */
static unsigned look_up(struct survey_known *known, uint32_t code_point)
{
	const struct ucd_range all = { 0x80, UINT32_MAX };
	struct ucd_range *range;

	if (!ucd_is_in(&known->special, code_point)) {
		known->special = all;
		known->seen = narrow_by_rules(&known->special, code_point);
		if (ucd_narrow_by_digits(&known->special, code_point))
			known->seen |= SURVEY_DIGIT;
		if (look_alike_narrow_by_country(&known->special, code_point))
			known->seen |= SURVEY_COUNTRY;
	}
	if (is_known(known, code_point))
		return known->seen;
	range = &known->ranges[known->next];
	*range = all;
	if (look_alike_narrow_by_repertoire(range, code_point) != LOOK_ALIKE_BOTH) {
		*range = (struct ucd_range){ 0, 0 };
		return known->seen | SURVEY_OUTSIDER;
	}
	known->next = (known->next + 1) % SURVEY_KNOWN;
	return known->seen;
}

/* Returns whether it is ASCII, which no rule is about, or no letter. */
static bool counts_for_nothing(const struct label *label, size_t at)
{
	return at >= label->length || label->code_points[at] < 0x80 ||
	       label->traits[at] & UCD_JOIN_CONTROL;
}

struct survey survey_label(const struct label *label, struct survey_known *known)
{
	struct survey survey = { label->seen & UCD_INVALID ? SURVEY_OUTSIDER : 0,
		                 cover_of_nothing };
	bool has_ascii_letter = false;

	for (size_t at = 0; at < label->length; at++) {
		uint32_t c = label->code_points[at];

		if (counts_for_nothing(label, at)) {
			survey.seen |= c - 'a' < 26 ? SURVEY_A_TO_Z : 0;
			has_ascii_letter |= (c | 0x20) - 'a' < 26;
			continue;
		}
		survey.seen |= look_up(known, c);
		cover_add(&survey.cover, c);
		if (counts_for_nothing(label, at - 1) && counts_for_nothing(label, at + 1))
			survey.seen |= SURVEY_ALONE;
	}
	if (has_ascii_letter)
		cover_add(&survey.cover, 'a');
	return survey;
}
