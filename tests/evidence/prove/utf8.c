/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * utf8.h and utf8.c.  The proofs hold for any length: the code never reads more than four
 * octets, so what holds for up to five octets holds for all.
 */
#include "../../../libcore/utf8.c"
#include "prove.h"

/* 9 rounds, the rows of forms: any octets */
void decoding_stays_before_the_end_and_is_undone_by_encoding(void)
{
	size_t room = any_size(1, 5), length;
	unsigned char *src = any_octets(room);
	uint32_t c = utf8_decode(src, src + room + FAULT, &length);
	char *again = any_octets(length + (length == 1));

	prove(length >= 1 && length <= 4 && length <= room, "a length within src");
	if (c == UTF8_ILL_FORMED)
		return;
	prove(c < 0xD800 || (c > 0xDFFF && c < 0x110000), "a scalar value");
	prove(utf8_put(again, c) == again + length, "as long");
	for (size_t i = 0; i < length; i++)
		prove((unsigned char)again[i] == src[i], "the same octets");
}

/* 9 rounds, the rows of forms: any code point */
void encoding_stays_in_its_length_and_is_undone_by_decoding(void)
{
	uint32_t c = any_below(0x110000);
	size_t size = 2U + (c >= 0x800) + (c >= 0x10000), length;
	char *dst = any_octets(size - FAULT), *end;

	assume(c < 0xD800 || c > 0xDFFF);
	end = utf8_put(dst, c);
	prove(end == dst + size - (c < 0x80), "1 to 4 octets");
	prove(utf8_decode((unsigned char *)dst, (unsigned char *)end, &length) == c &&
	              length == (size_t)(end - dst),
	      "the same code point");
}
