/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What idnx.h promises of idnx_punycode_encode() and idnx_punycode_decode(): errors and sizes.
 * tests/documents/punycode.c has the strings.
 */
#include <string.h>

#include "../common/reference/random.h"
#include "../common/test.h"
#include "idnx.h"

TEST(what_is_not_punycode_is_rejected)
{
	static const struct {
		const char *what, *input;
	} rows[] = {
		{ "a digit that is none", "a-!" },
		{ "a digit between the ranges", "a-[" },
		{ "a blank", "a- " },
		{ "a digit beyond ASCII", "a-\xC3\xBC" },
		{ "a literal beyond ASCII", "\xC3\xBC-tda" },
		{ "a delimiter with nothing before it", "-tda" },
		{ "a delimiter alone", "-" },
		{ "an integer that does not end", "bcher-kv" },
		{ "an integer of one digit that does not end", "z" },
		{ "an integer beyond 32 bits", "99999999999" },
		{ "ü and 2^32 states on", "43902716a" },
		{ "the second integer beyond 32 bits", "tda99999999999" },
		{ "b and the surrogate U+D800", "b-rc4g" },
		{ "b and the surrogate U+DFFF", "b-qo7g" },
		{ "b and 110000, the first value beyond Unicode", "b-j023p" },
		{ "7FFFFFFF", "8016146o" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		uint32_t dst[64];
		struct idnx_result result = idnx_punycode_decode(
			rows[i].input, strlen(rows[i].input), dst, LENGTH(dst));

		print_message("# %s\n", rows[i].what);
		assert_int_equal(result.status, IDNX_P4);
		assert_int_equal(result.length, 0);
	}
}

TEST(the_last_values_before_an_error_are_code_points)
{
	static const uint32_t rows[] = { 0x80, 0xD7FF, 0xE000, 0x10FFFF };

	for (size_t i = 0; i < LENGTH(rows); i++) {
		char punycode[16];
		uint32_t back;
		struct idnx_result result = idnx_punycode_encode(&rows[i], 1, punycode,
		                                                 sizeof punycode);

		assert_int_equal(result.status, IDNX_OK);
		result = idnx_punycode_decode(punycode, result.length, &back, 1);
		assert_int_equal(result.status, IDNX_OK);
		assert_int_equal(result.length, 1);
		assert_int_equal(back, rows[i]);
	}
}

TEST(what_is_no_scalar_value_does_not_encode)
{
	static const uint32_t rows[] = { 0xD800, 0xDBFF,   0xDC00,
	                                 0xDFFF, 0x110000, UINT32_MAX };

	for (size_t i = 0; i < LENGTH(rows); i++) {
		uint32_t src[] = { 'a', 0xFC, 'b' };
		char dst[16] = "untouched";
		struct idnx_result result;

		src[i % LENGTH(src)] = rows[i];
		result = idnx_punycode_encode(src, LENGTH(src), dst, sizeof dst);
		assert_int_equal(result.status, IDNX_A3);
		assert_int_equal(result.length, 0);
		assert_string_equal(dst, "untouched");
	}
}

TEST(nothing_encodes_and_decodes_to_nothing)
{
	char text[1] = { 'x' };
	uint32_t code_point = 'x';
	struct idnx_result result = idnx_punycode_encode(&code_point, 0, text, sizeof text);

	assert_int_equal(result.status, IDNX_OK);
	assert_int_equal(result.length, 0);
	assert_int_equal(text[0], '\0');
	result = idnx_punycode_decode("", 0, &code_point, 1);
	assert_int_equal(result.status, IDNX_OK);
	assert_int_equal(result.length, 0);
	assert_int_equal(code_point, 'x');
}

TEST(encoding_says_exactly_how_much_room_it_needs)
{
	static const uint32_t src[] = { 'b', 0xFC, 'c', 'h', 'e', 'r' };
	const size_t needed = strlen("bcher-kva");

	for (size_t size = 0; size <= needed + 2; size++) {
		char dst[16], expected[16];
		struct idnx_result result;

		memset(dst, 0x55, sizeof dst);
		memset(expected, 0x55, sizeof expected);
		result = idnx_punycode_encode(src, LENGTH(src), size == 0 ? NULL : dst, size);
		assert_int_equal(result.status, size > needed ? IDNX_OK : IDNX_NO_SPACE);
		assert_int_equal(result.length, needed);
		if (size > needed)
			memcpy(expected, "bcher-kva", needed + 1);
		assert_memory_equal(dst, expected, sizeof dst);
	}
}

TEST(decoding_says_exactly_how_much_room_it_needs)
{
	static const char src[] = "bcher-kva";
	const size_t needed = 6;

	for (size_t room = 0; room <= needed + 1; room++) {
		uint32_t dst[8];
		struct idnx_result result;

		memset(dst, 0x55, sizeof dst);
		result = idnx_punycode_decode(src, strlen(src), room == 0 ? NULL : dst, room);
		assert_int_equal(result.status, room >= needed ? IDNX_OK : IDNX_NO_SPACE);
		assert_int_equal(result.length, needed);
		for (size_t i = room; i < LENGTH(dst); i++)
			assert_int_equal(dst[i], 0x55555555);
	}
}

TEST(the_most_code_points_encode_and_one_more_does_not)
{
	uint32_t src[IDNX_CODE_POINTS_MAX + 1];
	char dst[IDNX_CODE_POINTS_MAX * 8] = "untouched";
	struct idnx_result result;

	for (size_t i = 0; i < LENGTH(src); i++)
		src[i] = 0xFC;
	result = idnx_punycode_encode(src, IDNX_CODE_POINTS_MAX + 1, dst, sizeof dst);
	assert_int_equal(result.status, IDNX_TOO_LONG);
	assert_string_equal(dst, "untouched");
	result = idnx_punycode_encode(src, IDNX_CODE_POINTS_MAX, dst, sizeof dst);
	assert_int_equal(result.status, IDNX_OK);
}

/* Every "a" is the integer 0, which stands for one more U+0080. */
TEST(the_most_code_points_decode_and_one_more_does_not)
{
	char src[IDNX_CODE_POINTS_MAX + 1];
	uint32_t dst[IDNX_CODE_POINTS_MAX + 1];
	struct idnx_result result;

	memset(src, 'a', sizeof src);
	result = idnx_punycode_decode(src, IDNX_CODE_POINTS_MAX, dst, LENGTH(dst));
	assert_int_equal(result.status, IDNX_OK);
	assert_int_equal(result.length, IDNX_CODE_POINTS_MAX);
	for (size_t i = 0; i < IDNX_CODE_POINTS_MAX; i++)
		assert_int_equal(dst[i], 0x80);
	result = idnx_punycode_decode(src, IDNX_CODE_POINTS_MAX + 1, dst, LENGTH(dst));
	assert_int_equal(result.status, IDNX_TOO_LONG);
	src[IDNX_CODE_POINTS_MAX] = '-';
	result = idnx_punycode_decode(src, IDNX_CODE_POINTS_MAX + 1, dst, LENGTH(dst));
	assert_int_equal(result.status, IDNX_OK);
	assert_int_equal(result.length, IDNX_CODE_POINTS_MAX);
}

TEST(the_longest_input_is_read_and_one_octet_more_is_not)
{
	static char src[IDNX_INPUT_MAX + 1];
	uint32_t dst[1];
	struct idnx_result result;

	memset(src, '!', sizeof src);
	result = idnx_punycode_decode(src, IDNX_INPUT_MAX, dst, 1);
	assert_int_equal(result.status, IDNX_P4);
	result = idnx_punycode_decode(src, IDNX_INPUT_MAX + 1, dst, 1);
	assert_int_equal(result.status, IDNX_TOO_LONG);
}

/* So uts46.c does not encode a name that short to learn its length. */
TEST(fourteen_code_points_of_29_octets_fit_into_a_label)
{
	static const struct {
		uint32_t code_point;
		size_t octets;
	} ends[] = { { 'a', 1 },    { 0x80, 2 },   { 0x7FE, 2 },   { 0x7FF, 2 },   { 0x800, 3 },
		     { 0xFFFD, 3 }, { 0xFFFF, 3 }, { 0x10000, 4 }, { 0x10FFFF, 4 } };
	struct random random = { .state = 14 };
	size_t longest = 0;

	for (unsigned i = 0; i < 200000; i++) {
		uint32_t label[14];
		size_t length = 0, last = random_below(&random, LENGTH(ends));
		char punycode[64];

		for (size_t octets = ends[last].octets; octets <= 29 && length < LENGTH(label);
		     octets += ends[last].octets) {
			label[length++] = ends[last].code_point;
			last = random_below(&random, LENGTH(ends));
		}
		length = idnx_punycode_encode(label, length, punycode, sizeof punycode).length;
		longest = length > longest ? length : longest;
	}
	print_message("# note: %zu octets at most\n", strlen("xn--") + longest);
	assert_true(longest > 24 && strlen("xn--") + longest <= IDNX_LABEL_MAX);
}
