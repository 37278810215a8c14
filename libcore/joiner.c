/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * CheckJoiners: the contextual rules of RFC 5892 for U+200C ZERO WIDTH
 * NON-JOINER (appendix A.1) and U+200D ZERO WIDTH JOINER (appendix A.2).
 */
#include "core.h"

static const uint32_t zero_width_non_joiner = 0x200C;

static bool follows_virama(const struct label *label, size_t at)
{
	return at && label->traits[at - 1] & UCD_VIRAMA;
}

/* (Joining_Type:{L,D})(Joining_Type:T)* U+200C */
static bool joins_before(const struct label *label, size_t at)
{
	while (at && label->traits[at - 1] & UCD_JOINING_T)
		at--;
	return at && label->traits[at - 1] & (UCD_JOINING_L | UCD_JOINING_D);
}

/* U+200C (Joining_Type:T)*(Joining_Type:{R,D}) */
static bool joins_after(const struct label *label, size_t at)
{
	do
		at++;
	while (at < label->length && label->traits[at] & UCD_JOINING_T);
	return at < label->length && label->traits[at] & (UCD_JOINING_R | UCD_JOINING_D);
}

/* Checks one code point; most are not join controls. */
static enum idnx_status check_joiner_at(const struct label *label, size_t at)
{
	if (!(label->traits[at] & UCD_JOIN_CONTROL) || follows_virama(label, at))
		return IDNX_OK;
	if (label->code_points[at] != zero_width_non_joiner)
		return IDNX_C2;
	return joins_before(label, at) && joins_after(label, at) ? IDNX_OK : IDNX_C1;
}

size_t joiner_position(const struct label *label)
{
	size_t at = 0;

	while (at < label->length && check_joiner_at(label, at) == IDNX_OK)
		at++;
	return at;
}

enum idnx_status joiner_check(const struct label *label)
{
	size_t at = joiner_position(label);

	return at < label->length ? check_joiner_at(label, at) : IDNX_OK;
}
