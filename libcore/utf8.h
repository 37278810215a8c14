/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* UTF-8, strict: Unicode, section 3.9. */
#ifndef IDNX_UTF8_H
#define IDNX_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

#define UTF8_ILL_FORMED  UINT32_MAX
#define UTF8_REPLACEMENT 0xFFFDU

/* Returns the octets of the maximal ill-formed part at src, which is before end. */
size_t utf8_ill_formed_length(const unsigned char *src, const unsigned char *end);

static inline bool utf8_is_scalar_value(uint32_t code_point)
{
	return code_point <= 0x10FFFF && (code_point < 0xD800 || code_point > 0xDFFF);
}

/* Writes a scalar value, and perhaps one octet more; returns where the next one goes. */
static inline char *utf8_put(char *dst, uint32_t code_point)
{
	bool is_two = code_point >= 0x80;

	if (code_point >= 0x10000) {
		dst[0] = (char)(0xF0 | code_point >> 18);
		dst[1] = (char)(0x80 | (code_point >> 12 & 0x3F));
		dst[2] = (char)(0x80 | (code_point >> 6 & 0x3F));
		dst[3] = (char)(0x80 | (code_point & 0x3F));
		return dst + 4;
	}
	if (code_point >= 0x800) {
		dst[0] = (char)(0xE0 | code_point >> 12);
		dst[1] = (char)(0x80 | (code_point >> 6 & 0x3F));
		dst[2] = (char)(0x80 | (code_point & 0x3F));
		return dst + 3;
	}
	/* No branch: one octet or two is unpredictable. */
	dst[0] = (char)(is_two ? 0xC0 | code_point >> 6 : code_point);
	dst[1] = (char)(0x80 | (code_point & 0x3F));
	return dst + 1 + is_two;
}

static inline bool utf8_is_tail(unsigned char octet)
{
	return (octet & 0xC0) == 0x80;
}

/*
 * Returns the code point at src, which is before end, and sets *length to its
 * octets; or UTF8_ILL_FORMED, and the octets of the maximal ill-formed part.
 * Overlong forms, surrogates and values beyond U+10FFFF are ill-formed.
 */
static inline uint32_t utf8_decode(const unsigned char *src, const unsigned char *end,
                                   size_t *length)
{
	ptrdiff_t left = end - src;
	uint32_t c = src[0];

	*length = 1;
	if (c < 0x80)
		return c;
	if (c < 0xE0 && c >= 0xC2 && left >= 2 && utf8_is_tail(src[1])) {
		*length = 2;
		return (c & 0x1F) << 6 | (src[1] & 0x3F);
	}
	if (c >> 4 == 0xE && left >= 3 && utf8_is_tail(src[1]) && utf8_is_tail(src[2])) {
		*length = 3;
		c = (c & 0x0F) << 12 | (src[1] & 0x3FU) << 6 | (src[2] & 0x3FU);
		if (c >= 0x800 && (c < 0xD800 || c > 0xDFFF))
			return c;
	} else if (c >> 3 == 0x1E && left >= 4 && utf8_is_tail(src[1]) &&
	           utf8_is_tail(src[2]) && utf8_is_tail(src[3])) {
		*length = 4;
		c = (c & 0x07) << 18 | (src[1] & 0x3FU) << 12 | (src[2] & 0x3FU) << 6 |
		    (src[3] & 0x3FU);
		if (c >= 0x10000 && c <= 0x10FFFF)
			return c;
	}
	*length = utf8_ill_formed_length(src, end);
	return UTF8_ILL_FORMED;
}

#pragma GCC visibility pop

#endif
