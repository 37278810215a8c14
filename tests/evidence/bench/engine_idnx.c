/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx for make bench. */
#include "engine.h"
#include "idnx.h"

#define FLAGS                                                                            \
	(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |                     \
	 IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH)

_Static_assert(ENGINE_DST_SIZE >= IDNX_NAME_SIZE, "every result fits into dst");

static int length_of(struct idnx_result result)
{
	return result.status == IDNX_OK ? (int)result.length : ENGINE_REJECTED;
}

static int to_ascii(const char *name, size_t length, char *dst)
{
	return length_of(idnx_to_ascii(name, length, dst, ENGINE_DST_SIZE, FLAGS));
}

static int to_unicode(const char *name, size_t length, char *dst)
{
	return length_of(idnx_to_unicode(name, length, dst, ENGINE_DST_SIZE, FLAGS));
}

static const struct engine idnx = { "idnx", idnx_version, to_ascii, to_unicode };

BENCH_ENGINE(idnx);
