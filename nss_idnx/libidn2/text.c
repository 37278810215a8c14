/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Strict UTF-8 (Unicode, section 3.9), and the locale's charset by charset.h. */
#include "text.h"

#include <stdbool.h>
#include <string.h>

#include "ascii_text.h"

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

/* --- To UTF-8 ----------------------------------------------------------------- */

static bool is_scalar(uint32_t c)
{
	return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
}

static size_t put(uint32_t c, char *dst)
{
	/* The bits of a lead octet that give the length. */
	static const unsigned char lead[] = { 0, 0x00, 0xC0, 0xE0, 0xF0 };
	size_t length = 1U + (c >= 0x80) + (c >= 0x800) + (c >= 0x10000);

	for (size_t i = length - 1; i > 0; i--, c >>= 6)
		dst[i] = (char)(0x80 | (c & 0x3F));
	dst[0] = (char)(lead[length] | c);
	return length;
}

void text_from_scalars(const uint32_t *src, size_t length, char *utf8)
{
	for (size_t i = 0; i < length; i++)
		utf8 += put(src[i], utf8);
	*utf8 = '\0';
}

enum libidn2_code text_from_code_points(const uint32_t *src, size_t length,
                                        char utf8[static TEXT_SIZE])
{
	size_t used = 0;

	for (size_t i = 0; i < length && src[i] != 0; i++) {
		if (!is_scalar(src[i]))
			return LIBIDN2_ENCODING_ERROR;
		if (used + TEXT_CHARACTER_MAX >= TEXT_SIZE)
			return LIBIDN2_TOO_BIG_DOMAIN;
		used += put(src[i], utf8 + used);
	}
	utf8[used] = '\0';
	return LIBIDN2_OK;
}

/* --- From UTF-8 --------------------------------------------------------------- */

/* Returns the scalar value of the *length octets at src, a C string; or UINT32_MAX. */
static uint32_t get(const unsigned char *src, size_t *length)
{
	/* The first value that needs this many octets. */
	static const uint32_t first[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint32_t c = src[0];
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

enum libidn2_code text_to_code_points(const char *src, size_t src_len, uint32_t *dst,
                                      size_t *length)
{
	size_t count = 0, octets;

	for (size_t i = 0; i < src_len; i += octets) {
		dst[count] = get((const unsigned char *)src + i, &octets);
		if (dst[count++] == UINT32_MAX)
			return LIBIDN2_ENCODING_ERROR;
	}
	dst[count] = 0;
	*length = count;
	return LIBIDN2_OK;
}

static bool is_utf8(const char *text)
{
	size_t octets;

	for (; *text != '\0'; text += octets)
		if (get((const unsigned char *)text, &octets) == UINT32_MAX)
			return false;
	return true;
}

/* --- The locale --------------------------------------------------------------- */

enum libidn2_code text_from_locale(const char *src, char utf8[static TEXT_SIZE])
{
	size_t length = strlen(src);
	enum libidn2_code code;

	if (length >= TEXT_SIZE)
		return LIBIDN2_TOO_BIG_DOMAIN;
	if (is_utf8(src)) {
		memcpy(utf8, src, length + 1);
		return LIBIDN2_OK;
	}
	code = code_of_charset(
		charset_convert("UTF-8", "locale", src, length, utf8, TEXT_SIZE, &length));
	/* Disguised ASCII, or a NUL, is rejected, as in policy.c. */
	if (code == LIBIDN2_OK && (strlen(utf8) != length || ascii_has_only_text(utf8)))
		return LIBIDN2_ICONV_FAIL;
	return code;
}
