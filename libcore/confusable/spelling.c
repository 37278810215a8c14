/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Decodes one label of a name, and notes what kinds of characters it has. */
#include "confusable.h"
#include "utf8.h"

enum idnx_status spelling_decode(struct spelling *spelling, const unsigned char *src,
                                 const unsigned char *end, size_t *octets)
{
	const unsigned char *next = src;
	size_t length;

	spelling->length = 0;
	spelling->seen = 0;
	for (; next < end && *next != '.'; next += length) {
		uint32_t c = utf8_decode(next, end, &length);

		*octets = (size_t)(next - src);
		if (c == UTF8_ILL_FORMED || c == 0)
			return IDNX_BAD_UTF8;
		if (spelling->length == spelling->room)
			return IDNX_TOO_LONG;
		spelling->code_points[spelling->length] = c;
		spelling->seen |= spelling->traits[spelling->length++] = ucd_traits(c);
	}
	*octets = (size_t)(next - src);
	return IDNX_OK;
}
