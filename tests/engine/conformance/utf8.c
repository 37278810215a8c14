/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTF-8 as Unicode, section 3.9, defines it: the same sequences are accepted as
 * by libunistring, and each maximal ill-formed part becomes one U+FFFD.
 */
#include <string.h>
#include <unistr.h>

#include "../../common/test.h"
#include "idnx.h"
#include "../../common/reference/random.h"
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

#define R "\xEF\xBF\xBD" /* U+FFFD */

TEST(each_maximal_ill_formed_part_becomes_one_replacement)
{
	static const struct {
		const char *what, *input, *expected;
	} rows[] = {
		{ "Table 3-8, non-shortest forms", "\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41",
		  R R R R R R R R "a" },
		{ "Table 3-9, surrogates", "\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41",
		  R R R R R R R R "a" },
		{ "Table 3-10, other ill-formed sequences",
		  "\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42", R R R R R "a" R R "b" },
		{ "Table 3-11, truncated sequences", "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41",
		  R R R R "a" },
		{ "the example of Unicode 6.0",
		  "\x61\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63\x80\xBF\x64",
		  "a" R R R "b" R "c" R R "d" },
		{ "truncated at the end", "a\xF0\x9F\x98", "a" R },
		{ "in a label after another", "a.\xFF.b", "a." R ".b" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		char dst[64];
		struct idnx_result result = idnx_to_unicode(
			rows[i].input, strlen(rows[i].input), dst, sizeof dst, 0);

		print_message("# %s\n", rows[i].what);
		assert_string_equal(dst, rows[i].expected);
		assert_int_equal(result.length, strlen(rows[i].expected));
		assert_int_equal(result.status, IDNX_BAD_UTF8);
	}
}

TEST(random_octets_are_well_formed_where_libunistring_says_so)
{
	struct random random_state = {.state = 3629};
	unsigned well_formed = 0;

	for (unsigned i = 0; i < 200000; i++) {
		uint8_t octets[12];
		size_t length = 1 + random_below(&random_state, sizeof octets);
		char dst[64];
		struct idnx_result result;
		bool ill_formed;

		for (size_t j = 0; j < length; j++)
			octets[j] = random_below(&random_state, 3)
			                    ? edges[random_below(&random_state, LENGTH(edges))]
			                    : (uint8_t)(1 + random_below(&random_state, 255));
		result = idnx_to_ascii((char *)octets, length, dst, sizeof dst, 0);
		ill_formed = (u8_check)(octets, length) != NULL;
		well_formed += !ill_formed;
		assert_int_equal(result.status == IDNX_BAD_UTF8, ill_formed);
	}
	print_message("# %u of 200000 were well-formed\n", well_formed);
	assert_true(well_formed > 0);
}
