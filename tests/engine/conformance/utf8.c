/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTF-8 as Unicode, section 3.9, defines it: the same sequences are accepted as
 * by libunistring, and an ill-formed part is as long as its definition says.
 */
#include <string.h>
#include <unistr.h>

#include "../../common/test.h"
#include "utf8.h"

#define SEQUENCE_MAX  4
TEST(every_scalar_value_goes_there_and_back)
{
	for (uint32_t c = 0; c <= 0x10FFFF; c++) {
		uint8_t expected[6];
		char got[SEQUENCE_MAX];
		const unsigned char *src = (unsigned char *)got;
		int length = u8_uctomb(expected, c, sizeof expected);
		size_t used;

		if (c >= 0xD800 && c <= 0xDFFF)
			continue;
		assert_ptr_equal(utf8_put(got, c), got + length);
		assert_memory_equal(got, expected, (size_t)length);
		assert_int_equal(utf8_decode(src, src + length, &used), c);
		assert_int_equal(used, length);
	}
}

/* The octets at the edges of Table 3-7, well-formed UTF-8 byte sequences. */
static const uint8_t edges[] = {'a',  0x7F, 0x80, 0x8F, 0x90,
                                0x9F, 0xA0, 0xBF, 0xC0, 0xFF};

/* Whether these octets, fewer than 4, begin a sequence that further octets can complete. */
static bool is_beginning_of_a_sequence(const uint8_t *octets, size_t length)
{
	uint8_t whole[SEQUENCE_MAX] = {0};
	ucs4_t ignored;

	memcpy(whole, octets, length);
	for (size_t i = 0; i < LENGTH(edges); i++) {
		memset(whole + length, edges[i], sizeof whole - length);
		if (u8_mbtoucr(&ignored, whole, sizeof whole) > (int)length)
			return true;
	}
	return false;
}

/* Unicode, section 3.9, definition D93b. */
static size_t maximal_ill_formed_part(const uint8_t *octets, size_t length)
{
	size_t part = 1;

	while (part < length && part < SEQUENCE_MAX - 1 &&
	       is_beginning_of_a_sequence(octets, part + 1))
		part++;
	return part;
}

static void check_decoding(const uint8_t *octets, size_t length)
{
	ucs4_t expected;
	size_t decoded;
	uint32_t got = utf8_decode(octets, octets + length, &decoded);
	int used = u8_mbtoucr(&expected, octets, length);

	if (used > 0 && got == expected && decoded == (size_t)used)
		return;
	if (used <= 0 && got == UTF8_ILL_FORMED &&
	    decoded == maximal_ill_formed_part(octets, length))
		return;
	fail_msg("%02X %02X %02X %02X, of these %zu: U+%04X from %zu", octets[0], octets[1],
	         octets[2], octets[3], length, got, decoded);
}

TEST(every_lead_and_second_octet_is_checked_as_by_libunistring)
{
	for (unsigned start = 0; start <= 0xFFFF; start++) {
		uint8_t octets[4] = {(uint8_t)(start >> 8), (uint8_t)start, 0, 0};

		check_decoding(octets, 1);
		check_decoding(octets, 2);
		for (size_t third = 0; third < LENGTH(edges); third++) {
			octets[2] = edges[third];
			check_decoding(octets, 3);
			for (size_t fourth = 0; fourth < LENGTH(edges); fourth++) {
				octets[3] = edges[fourth];
				check_decoding(octets, 4);
			}
		}
	}
}
