/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * CheckBidi: the Bidi rule, RFC 5893 section 2.  Classes are single bits, so
 * that each of its six rules is a test of sets.
 */
#include "core.h"

#define RTL_FIRST (UCD_BIDI_R | UCD_BIDI_AL)
#define NEUTRAL                                                                  \
	(UCD_BIDI_EN | UCD_BIDI_ES | UCD_BIDI_CS | UCD_BIDI_ET | UCD_BIDI_ON |   \
	 UCD_BIDI_BN | UCD_BIDI_NSM)
#define RTL_ALLOWED (BIDI_RTL | NEUTRAL)   /* rule 2 */
#define LTR_ALLOWED (UCD_BIDI_L | NEUTRAL) /* rule 5 */

/* Finds the last character that is not a nonspacing mark; the first one never is a mark. */
static size_t last_position(const struct label *label)
{
	size_t at = label->length - 1;

	while (label->traits[at] & UCD_BIDI_NSM)
		at--;
	return at;
}

static uint32_t last_class(const struct label *label)
{
	return label->traits[last_position(label)] & UCD_BIDI_CLASSES;
}

static enum idnx_status check_rtl(uint32_t seen, uint32_t last)
{
	if (seen & ~RTL_ALLOWED)
		return IDNX_B2;
	if (!(last & (BIDI_RTL | UCD_BIDI_EN)))
		return IDNX_B3;
	if (seen & UCD_BIDI_EN && seen & UCD_BIDI_AN)
		return IDNX_B4;
	return IDNX_OK;
}

static enum idnx_status check_ltr(uint32_t seen, uint32_t last)
{
	if (seen & ~LTR_ALLOWED)
		return IDNX_B5;
	if (!(last & (UCD_BIDI_L | UCD_BIDI_EN)))
		return IDNX_B6;
	return IDNX_OK;
}

enum idnx_status bidi_check(const struct label *label)
{
	uint32_t seen = label->seen & UCD_BIDI_CLASSES;

	if (!label->length)
		return IDNX_OK; /* left to the check of lengths */
	if (label->traits[0] & RTL_FIRST)
		return check_rtl(seen, last_class(label));
	if (label->traits[0] & UCD_BIDI_L)
		return check_ltr(seen, last_class(label));
	return IDNX_B1;
}

size_t bidi_position(const struct label *label, enum idnx_status status)
{
	size_t european, arabic;

	switch (status) {
	case IDNX_B1:
		return 0;
	case IDNX_B2:
		return label_find(label, UCD_BIDI_CLASSES & ~RTL_ALLOWED);
	case IDNX_B4: /* the first digit of the second kind */
		european = label_find(label, UCD_BIDI_EN);
		arabic = label_find(label, UCD_BIDI_AN);
		return european > arabic ? european : arabic;
	case IDNX_B5:
		return label_find(label, UCD_BIDI_CLASSES & ~LTR_ALLOWED);
	case IDNX_B3:
	case IDNX_B6:
		return last_position(label);
	default:
		return label->length;
	}
}
