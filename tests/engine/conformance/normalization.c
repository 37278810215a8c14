/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Normalization Form C of every code point libunistring knows, and of random strings of
 * them, is libunistring's.  Its age does not matter, by the stability policy of Unicode.
 */
#include "../../common/test.h"
#include "nfc.h"

#include <unictype.h>
#include <uninorm.h>

#include "../../common/reference/random.h"

#define CODE_POINTS 0x110000

static bool nfc_is_as_libunistring_has_it(const struct sequence *from)
{
	struct sequence expected = {.length = SEQUENCE_MAX};
	uint32_t *result = u32_normalize(UNINORM_NFC, from->code_points, from->length,
	                                 expected.code_points, &expected.length);

	assert_ptr_equal(result, expected.code_points);
	return nfc_is(from, &expected);
}

static bool libunistring_knows(uint32_t code_point)
{
	return !uc_is_general_category_withtable(code_point,
	                                         UC_CATEGORY_MASK_Cn | UC_CATEGORY_MASK_Cs);
}

/* Whether it takes part in normalization, by libunistring's own properties. */
static bool is_lively(uint32_t code_point)
{
	ucs4_t decomposition[UC_DECOMPOSITION_MAX_LENGTH];

	return uc_combining_class(code_point) != 0 ||
	       uc_canonical_decomposition(code_point, decomposition) > 0 ||
	       (code_point >= 0x1100 && code_point <= 0x11FF);
}

static uint32_t known[CODE_POINTS], lively[CODE_POINTS];
static uint32_t known_count, lively_count;

TEST(every_code_point_is_normalized_as_by_libunistring)
{
	unsigned wrong = 0;

	for (uint32_t c = 0; c < CODE_POINTS; c++) {
		const struct sequence alone = {.length = 1, .code_points = {c}};

		if (!libunistring_knows(c))
			continue;
		known[known_count++] = c;
		if (is_lively(c))
			lively[lively_count++] = c;
		if (!nfc_is_as_libunistring_has_it(&alone) && wrong++ < 20)
			print_message("# U+%04X\n", c);
	}
	print_message("# %u code points, %u of them lively\n", known_count, lively_count);
	assert_true(known_count > 0 && wrong == 0);
}

/* Three of four are lively code points; two of these three are near the previous one. */
static uint32_t random_code_point(struct random *random_state, uint32_t *place)
{
	switch (random_below(random_state, 4)) {
	case 0:
		return known[random_below(random_state, known_count)];
	case 1:
		*place = random_below(random_state, lively_count);
		return lively[*place];
	default:
		*place = (*place + random_below(random_state, 32)) % lively_count;
		return lively[*place];
	}
}

TEST(random_strings_are_normalized_as_by_libunistring)
{
	struct random random_state = {.state = 15};
	unsigned wrong = 0;
	uint32_t place = 0;

	for (unsigned i = 0; i < 200000; i++) {
		uint32_t longest = random_below(&random_state, 32) ? 12 : 100;
		struct sequence from;

		from.length = 1 + random_below(&random_state, longest);
		for (size_t j = 0; j < from.length; j++)
			from.code_points[j] = random_code_point(&random_state, &place);
		if (nfc_is_as_libunistring_has_it(&from) || wrong++ >= 20)
			continue;
		print_message("#");
		for (size_t j = 0; j < from.length; j++)
			print_message(" %04X", from.code_points[j]);
		print_message("\n");
	}
	assert_int_equal(wrong, 0);
}
