/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The validity criteria, UTS #46 section 4.1, that look at one label alone, in
 * their order.  Criterion 1 is nfc.c's, 9 is bidi.c's; 5 cannot be broken.
 */
#include "core.h"

bool label_is_ace(const struct label *label)
{
	for (size_t i = 0; i < ACE_PREFIX_LENGTH; i++)
		if (i == label->length || label->code_points[i] != (unsigned char)ACE_PREFIX[i])
			return false;
	return true;
}

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

/*
 * Criterion 7.  "Valid or deviation" serves transitional processing too: Map
 * has left no deviation there but in xn-- labels, which are validated for
 * nontransitional processing in any case.
 */
static enum idnx_status check_valid(const struct label *label)
{
	uint32_t common = UCD_VALID;

	for (size_t i = 0; i < label->length; i++)
		common &= label->traits[i];
	return common ? IDNX_OK : IDNX_V7;
}

/* Criterion 7 under UseSTD3ASCIIRules, and the wider set of IDNX_HOST_NAME. */
enum idnx_status label_check_ascii(const struct label *label, unsigned flags)
{
	for (size_t i = 0; i < label->length; i++) {
		uint32_t c = label->code_points[i];

		if (c >= 0x80)
			continue;
		if (flags & IDNX_USE_STD3_ASCII_RULES && (!host_allows(c) || c == '_'))
			return IDNX_U1;
		if (flags & IDNX_HOST_NAME && !host_allows(c))
			return IDNX_HOST;
	}
	return IDNX_OK;
}

enum idnx_status label_validate(const struct label *label, unsigned flags)
{
	enum idnx_status status;

	if (!label->length)
		return IDNX_OK; /* whether a label may be empty is for the lengths */
	status = check_hyphens(label, flags);
	if (status == IDNX_OK && label->traits[0] & UCD_MARK)
		status = IDNX_V6;
	if (status == IDNX_OK)
		status = check_valid(label);
	if (status == IDNX_OK)
		status = label_check_ascii(label, flags);
	if (status == IDNX_OK && flags & IDNX_CHECK_JOINERS)
		status = joiner_check(label);
	return status;
}
