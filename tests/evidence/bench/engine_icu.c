/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* ICU for make bench.  It always checks hyphens and lengths. */
#include <unicode/uidna.h>

#include "engine.h"

#define OPTIONS                                                                          \
	(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |             \
	 UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_USE_STD3_RULES)

static const UIDNA *uts46;

/* Loads its data before the measurement. */
__attribute__((constructor)) static void open_once(void)
{
	UErrorCode error = U_ZERO_ERROR;

	uts46 = uidna_openUTS46(OPTIONS, &error);
}

static int to_ascii(const char *name, size_t length, char *dst)
{
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;
	int32_t result = uidna_nameToASCII_UTF8(uts46, name, (int32_t)length, dst,
	                                        ENGINE_DST_SIZE, &info, &error);

	return U_SUCCESS(error) && info.errors == 0 ? result : ENGINE_REJECTED;
}

static int to_unicode(const char *name, size_t length, char *dst)
{
	UIDNAInfo info = UIDNA_INFO_INITIALIZER;
	UErrorCode error = U_ZERO_ERROR;
	int32_t result = uidna_nameToUnicodeUTF8(uts46, name, (int32_t)length, dst,
	                                         ENGINE_DST_SIZE, &info, &error);

	return U_SUCCESS(error) && info.errors == 0 ? result : ENGINE_REJECTED;
}

static const char *version(void)
{
	return U_ICU_VERSION;
}

static const struct engine icu = { "ICU", version, to_ascii, to_unicode };

BENCH_ENGINE(icu);
