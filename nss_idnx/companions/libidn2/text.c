/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Strict UTF-8 (Unicode, section 3.9), and other charsets by charset.h. */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

#include "ascii_text.h"
#include "charset.h"

enum libidn2_code text_give(enum libidn2_code code, const char *text, char **output)
{
	char *copy = NULL;

	if (code != LIBIDN2_OK || output == NULL)
		return code;
	if (text != NULL && (copy = strdup(text)) == NULL)
		return LIBIDN2_MALLOC;
	*output = copy;
	return LIBIDN2_OK;
}

/* --- Code points -------------------------------------------------------------- */

static bool is_scalar(uint32_t c)
{
	return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
}

static size_t encode_utf8(uint32_t c, char *dst)
{
	/* The bits of a lead octet that give the length. */
	static const unsigned char lead[] = { 0, 0x00, 0xC0, 0xE0, 0xF0 };
	size_t length = 1U + (c >= 0x80) + (c >= 0x800) + (c >= 0x10000);

	for (size_t i = length - 1; i > 0; i--, c >>= 6)
		dst[i] = (char)(0x80 | (c & 0x3F));
	dst[0] = (char)(lead[length] | c);
	return length;
}

enum libidn2_code text_from_code_points(const uint32_t *src, size_t length, char *utf8,
                                        size_t size)
{
	size_t used = 0;

	for (size_t i = 0; i < length && src[i] != 0; i++) {
		if (!is_scalar(src[i]))
			return LIBIDN2_ENCODING_ERROR;
		if (used + TEXT_CHARACTER_MAX >= size)
			return LIBIDN2_TOO_BIG_DOMAIN;
		used += encode_utf8(src[i], utf8 + used);
	}
	utf8[used] = '\0';
	return LIBIDN2_OK;
}

/* Returns the scalar value of the *length octets at src, a C string; or UINT32_MAX. */
static uint32_t get(const char *src, size_t *length)
{
	/* The first value that needs this many octets. */
	static const uint32_t first[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t c = (unsigned char)src[0];
	size_t octets = 1U + (c >= 0xC0) + (c >= 0xE0) + (c >= 0xF0);

	*length = octets;
	if (c < 0x80)
		return c;
	if (octets == 1 || c > 0xF4)
		return UINT32_MAX;
	c &= 0x7FU >> octets;
	for (size_t i = 1; i < octets; i++) {
		if ((src[i] & 0xC0) != 0x80)
			return UINT32_MAX;
		c = c << 6 | (src[i] & 0x3F);
	}
	return c >= first[octets] && is_scalar(c) ? c : UINT32_MAX;
}

size_t text_length(const char *text)
{
	size_t octets, length = 0;

	for (; *text != '\0'; text += octets, length++)
		if (get(text, &octets) == UINT32_MAX)
			return SIZE_MAX;
	return length;
}

enum libidn2_code text_to_code_points(const char *utf8, uint32_t **output)
{
	uint32_t *dst = malloc((strlen(utf8) + 1) * sizeof *dst);
	size_t octets;

	if (dst == NULL)
		return LIBIDN2_MALLOC;
	*output = dst;
	do {
		*dst = get(utf8, &octets);
		utf8 += octets;
	} while (*dst++ != 0);
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
