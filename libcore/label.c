/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks the validity criteria, UTS #46 section 4.1, that look at one label alone,
 * in order.  nfc.c checks criterion 1, bidi.c criterion 9; 5 cannot be broken.
 */
#include "core.h"

/* Criteria 2, 3 and 4. */
static enum idnx_status check_hyphens(const struct label *label, unsigned flags)
{
	const uint32_t *c = label->code_points;
	size_t length = label->length;

	if (!(flags & IDNX_CHECK_HYPHENS))
		return label_is_ace(label) ? IDNX_V4 : IDNX_OK;
	if (length >= 4 && c[2] == '-' && c[3] == '-')
		return IDNX_V2;
	if (c[0] == '-' || c[length - 1] == '-')
		return IDNX_V3;
	return IDNX_OK;
}

/* Checks what criterion 7 requires of ASCII under UseSTD3ASCIIRules, and the host name rule. */
enum idnx_status label_check_ascii(const struct label *label, unsigned flags)
{
	if (flags & IDNX_USE_STD3_ASCII_RULES && label->seen & UCD_NOT_STD3)
		return IDNX_U1;
	if (flags & IDNX_HOST_CHARACTERS && label->seen & UCD_NOT_HOST)
		return IDNX_HOST;
	return IDNX_OK;
}

/*
 * Criterion 7 requires "valid" in transitional processing and "valid or deviation"
 * otherwise.  The latter serves both: after Map, deviations remain only in xn--
 * labels, whose validation is always nontransitional.
 */
enum idnx_status label_validate(const struct label *label, unsigned flags)
{
	enum idnx_status status;

	if (!label->length)
		return IDNX_OK; /* left to the check of lengths */
	if (!(((label->seen & ~UCD_MARK) | label->traits[0]) & LABEL_DOUBTFUL))
		return IDNX_OK;
	status = check_hyphens(label, flags);
	if (status == IDNX_OK && label->traits[0] & UCD_MARK)
		status = IDNX_V6;
	if (status == IDNX_OK && label->seen & UCD_INVALID)
		status = IDNX_V7;
	if (status == IDNX_OK)
		status = label_check_ascii(label, flags);
	if (status == IDNX_OK && flags & IDNX_CHECK_JOINERS && label->seen & UCD_JOIN_CONTROL)
		status = joiner_check(label);
	return status;
}
