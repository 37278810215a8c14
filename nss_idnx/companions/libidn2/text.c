/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Code points in UTF-8, and other charsets by charset.h. */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

#include "ascii_text.h"
#include "charset.h"
#include "utf8.h"

enum libidn2_code text_give(enum libidn2_code code, const char *text, void *output)
{
	char *copy = NULL;

	if (code != LIBIDN2_OK || output == NULL)
		return code;
	if (text != NULL && (copy = strdup(text)) == NULL)
		return LIBIDN2_MALLOC;
	memcpy(output, &copy, sizeof copy);
	return LIBIDN2_OK;
}

/* --- Code points -------------------------------------------------------------- */

enum libidn2_code text_from_code_points(const uint32_t *src, size_t length, char *utf8,
                                        size_t size)
{
	char *end = utf8;

	for (size_t i = 0; i < length && src[i] != 0; i++) {
		if (!utf8_is_scalar_value(src[i]))
			return LIBIDN2_ENCODING_ERROR;
		if ((size_t)(end - utf8) + TEXT_CHARACTER_MAX >= size)
			return LIBIDN2_TOO_BIG_DOMAIN;
		end = utf8_put(end, src[i]);
	}
	*end = '\0';
	return LIBIDN2_OK;
}

size_t text_length(const char *text)
{
	const unsigned char *src = (const unsigned char *)text, *end = src + strlen(text);
	size_t octets, length = 0;

	for (; src < end; src += octets, length++)
		if (utf8_decode(src, end, &octets) == UTF8_ILL_FORMED)
			return SIZE_MAX;
	return length;
}

enum libidn2_code text_to_code_points(const char *utf8, uint32_t **output)
{
	const unsigned char *src = (const unsigned char *)utf8, *end = src + strlen(utf8);
	uint32_t *dst = malloc((strlen(utf8) + 1) * sizeof *dst);
	size_t octets;

	if (dst == NULL)
		return LIBIDN2_MALLOC;
	*output = dst;
	for (; src < end; src += octets)
		*dst++ = utf8_decode(src, end, &octets);
	*dst = 0;
	return LIBIDN2_OK;
}

/* --- Charsets ------------------------------------------------------------------ */

/* Disguised ASCII, or a NUL, is rejected, as in policy.c. */
enum libidn2_code text_decode(const char *charset, const char *src,
                              char utf8[static IDNX_NAME_SIZE])
{
	size_t length = strlen(src);

	if (length > IDNX_INPUT_MAX)
		return LIBIDN2_TOO_BIG_DOMAIN;
	switch (charset_convert("UTF-8", charset, src, length, utf8, IDNX_NAME_SIZE, &length)) {
	case CHARSET_OK:
		return strlen(utf8) == length && !ascii_has_only_text(utf8)
		               ? LIBIDN2_OK
		               : LIBIDN2_ICONV_FAIL;
	case CHARSET_TOO_LONG:
		return LIBIDN2_TOO_BIG_DOMAIN;
	case CHARSET_NO_CONVERTER:
	case CHARSET_UNSUITABLE:
		return LIBIDN2_NO_CODESET;
	default:
		return LIBIDN2_ICONV_FAIL;
	}
}
