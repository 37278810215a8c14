/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Characters that two Unicode versions have: ICU's, whichever it is, and libcore's. */
#ifndef REFERENCE_ICU_H
#define REFERENCE_ICU_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unicode/uchar.h>

#include "idnx.h"

static inline bool icu_knows_character(uint32_t code_point)
{
	UVersionInfo age, ours;

	u_charAge((UChar32)code_point, age);
	u_versionFromString(ours, idnx_unicode_version());
	return u_charType((UChar32)code_point) != U_UNASSIGNED &&
	       memcmp(age, ours, sizeof age) <= 0;
}

#endif
