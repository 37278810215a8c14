/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The functions that check a label for registration.  That, RFC 5891 section 4, allows less
 * than a lookup: IDNA2008's repertoire and its contextual rules.  They are not implemented
 * here, so labels to which they apply are rejected.
 */
#include "convert.h"

#include <string.h>

#include "ascii_text.h"

static enum libidn2_code check(const char *ulabel, const char *alabel)
{
	if (alabel != NULL || (ulabel != NULL && !ascii_has_only_text(ulabel)))
		return LIBIDN2_IDNX_REGISTER;
	return ulabel != NULL && strlen(ulabel) > IDNX_LABEL_MAX ? LIBIDN2_TOO_BIG_LABEL
	                                                         : LIBIDN2_OK;
}

int idn2_register_ul(const char *ulabel, const char *alabel, char **insertname, int flags)
{
	(void)flags;
	return text_give(check(ulabel, alabel), ulabel, insertname);
}

int idn2_register_u8(const uint8_t *ulabel, const uint8_t *alabel, uint8_t **insertname,
                     int flags)
{
	char *name;
	int code = idn2_register_ul((const char *)ulabel, (const char *)alabel,
	                            insertname != NULL ? &name : NULL, flags);

	if (code == LIBIDN2_OK && insertname != NULL)
		*insertname = (uint8_t *)name;
	return code;
}
