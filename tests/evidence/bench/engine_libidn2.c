/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libidn2 for make bench.  It allocates its results, so freeing them is part of the price.
 * It has no ToUnicode: idn2_to_unicode_8z8z() decodes labels that begin with xn--, but maps
 * and validates no others.
 */
#include <idn2.h>
#include <string.h>

#include "engine.h"

#define FLAGS (IDN2_NONTRANSITIONAL | IDN2_USE_STD3_ASCII_RULES)

static int to_ascii(const char *name, size_t length, char *dst)
{
	char *result = NULL;

	(void)length;
	if (idn2_to_ascii_8z(name, &result, FLAGS) != IDN2_OK)
		return ENGINE_REJECTED;
	length = strlen(result);
	memcpy(dst, result, length);
	idn2_free(result);
	return (int)length;
}

static const char *version(void)
{
	return idn2_check_version(NULL);
}

static const struct engine libidn2 = { "libidn2", version, to_ascii, NULL };

BENCH_ENGINE(libidn2);
