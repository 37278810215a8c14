/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which characters a reader sees, as far as libunistring knows them. */
#include "show.h"

#include <unictype.h>
#include <unistr.h>

#include "policy.h"

bool character_acts(uint32_t code_point)
{
	return uc_is_general_category_withtable(
		code_point, UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf | UC_CATEGORY_MASK_Zl |
				    UC_CATEGORY_MASK_Zp);
}

bool character_is_blank(uint32_t code_point)
{
	char octets[5] = "";

	u8_uctomb((uint8_t *)octets, code_point, sizeof octets - 1);
	return policy_has_blank(octets);
}

bool character_is_visible(uint32_t code_point)
{
	static const uint32_t unseen = UC_CATEGORY_MASK_Z | UC_CATEGORY_MASK_C;

	return !uc_is_general_category_withtable(code_point, unseen) &&
	       !character_is_blank(code_point) &&
	       !uc_is_property_default_ignorable_code_point(code_point);
}
