/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Punycode of random strings, compared with the pseudocode of RFC 3492.  naive.c decodes labels by
 * it, and fuzz/convert.c encodes again whatever was decoded.
 */
#include <string.h>

#include "../../common/test.h"
#include "idnx.h"
#include "../../common/reference/punycode.h"
#include "../../common/reference/random.h"

#define TEXT_SIZE (8 * IDNX_CODE_POINTS_MAX)

/* Of 16 strings, 14 are as short as labels, one is longer, and one has any length. */
static size_t random_length(struct random *from)
{
	static const uint32_t limits[16] = {[14] = 256, [15] = IDNX_CODE_POINTS_MAX};
	uint32_t limit = limits[random_below(from, 16)];

	return random_below(from, (limit == 0 ? 24 : limit) + 1);
}

static uint32_t random_scalar_value(struct random *from, uint32_t near)
{
	static const uint32_t limits[] = {0x80, 0x80, 0x100, 0x3000, 0x10000, 0x110000};
	uint32_t c = random_below(from, 8);

	if (c < sizeof limits / sizeof *limits)
		c = random_below(from, limits[c]);
	else
		c = near + random_below(from, 64);
	return c >= 0xD800 && c <= 0xDFFF ? 0xE000 : c <= 0x10FFFF ? c : 0x10FFFF;
}

static size_t random_string(struct random *from, uint32_t string[IDNX_CODE_POINTS_MAX])
{
	size_t length = random_length(from);
	uint32_t near = random_below(from, 0xD000);

	for (size_t i = 0; i < length; i++)
		string[i] = random_scalar_value(from, near);
	return length;
}

TEST(random_strings_encode_as_in_the_rfc_and_decode_to_themselves)
{
	struct random random_state = {.state = 3492};

	for (unsigned i = 0; i < 20000; i++) {
		static uint32_t string[IDNX_CODE_POINTS_MAX], back[IDNX_CODE_POINTS_MAX];
		static char expected[TEXT_SIZE], got[TEXT_SIZE];
		size_t length = random_string(&random_state, string);
		ssize_t encoded = reference_punycode_encode(string, length, expected,
		                                            TEXT_SIZE);
		struct idnx_result result = idnx_punycode_encode(string, length, got,
		                                                 TEXT_SIZE);

		assert_true(encoded >= 0);
		assert_int_equal(result.status, IDNX_OK);
		assert_int_equal(result.length, encoded);
		assert_memory_equal(got, expected, result.length);
		if (result.length > IDNX_INPUT_MAX)
			continue;
		result = idnx_punycode_decode(got, result.length, back, IDNX_CODE_POINTS_MAX);
		assert_int_equal(result.status, IDNX_OK);
		assert_int_equal(result.length, length);
		assert_memory_equal(back, string, length * sizeof *string);
	}
}
