/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Every code point through the public functions.  Between two Han characters, which compose
 * with nothing and allow everything, a name keeps it, maps it or is rejected as
 * IdnaMappingTable.txt says.  The name's ASCII form is the reference Punycode of what the
 * table gives.
 */
#include <string.h>
#include <unistr.h>

#include "../../common/test.h"
#include "idnx.h"
#include "../../common/reference/age.h"
#include "../../common/reference/idna_table.h"
#include "../../common/reference/punycode.h"

#define HAN  0x4E00U /* CJK UNIFIED IDEOGRAPH-4E00 */
#define SIZE 512

struct code_points {
	size_t length;
	uint32_t at[IDNA_MAPPING_MAX + 2];
};

static void surround(struct code_points *name, const uint32_t *middle, size_t length)
{
	name->at[0] = name->at[length + 1] = HAN;
	memcpy(name->at + 1, middle, length * sizeof *middle);
	name->length = length + 2;
}

static void expected_mapping(struct code_points *name, uint32_t code_point, bool transitional)
{
	uint32_t mapped[IDNA_MAPPING_MAX];

	surround(name, mapped, idna_table_map(code_point, transitional, mapped));
}

static size_t to_utf8(const struct code_points *name, char dst[SIZE])
{
	size_t length = SIZE;

	assert_non_null(u32_to_u8(name->at, name->length, (uint8_t *)dst, &length));
	return length;
}

/* Every label has a Han character, so each is encoded. */
static size_t to_ace(const struct code_points *name, char dst[SIZE])
{
	size_t length = 0;

	for (size_t from = 0, to; from < name->length; from = to + 1) {
		ssize_t encoded;

		for (to = from; to < name->length && name->at[to] != '.';)
			to++;
		memcpy(dst + length, "xn--", 4);
		encoded = reference_punycode_encode(name->at + from, to - from,
		                                    dst + length + 4, SIZE - length - 4);
		assert_true(encoded > 0);
		length += 4 + (size_t)encoded;
		if (to < name->length)
			dst[length++] = '.';
	}
	return length;
}

static bool same(struct idnx_result result, const char *got, const char *want, size_t length)
{
	return result.length == length && memcmp(got, want, length) == 0 && got[length] == '\0';
}

static bool unicode_form_is_right(uint32_t code_point, unsigned flags, const char *src,
                                  size_t src_len)
{
	bool refused = idna_table_row(code_point)->status == IDNA_DISALLOWED;
	struct code_points name;
	char want[SIZE], got[SIZE];
	struct idnx_result result = idnx_to_unicode(src, src_len, got, sizeof got, flags);

	expected_mapping(&name, code_point, flags & IDNX_TRANSITIONAL_PROCESSING);
	return result.status == (refused ? IDNX_V7 : IDNX_OK) && result.label == refused &&
	       same(result, got, want, to_utf8(&name, want));
}

static bool ascii_form_is_right(uint32_t code_point, const char *src, size_t src_len)
{
	struct code_points name;
	char want[SIZE], got[SIZE];
	struct idnx_result result = idnx_to_ascii(src, src_len, got, sizeof got, 0);

	if (idna_table_row(code_point)->status == IDNA_DISALLOWED)
		return result.status == IDNX_V7 && result.label == 1;
	expected_mapping(&name, code_point, false);
	return result.status == IDNX_OK && same(result, got, want, to_ace(&name, want));
}

TEST(every_code_point_is_mapped_or_refused_as_in_the_table)
{
	unsigned wrong = 0;

	for (uint32_t c = 1; c < UNICODE_CODE_POINTS; c++) {
		struct code_points name;
		char src[SIZE];
		size_t src_len;

		if (c >= 0xD800 && c <= 0xDFFF)
			continue;
		surround(&name, &c, 1);
		src_len = to_utf8(&name, src);
		age_reached(c);
		if (unicode_form_is_right(c, 0, src, src_len) &&
		    unicode_form_is_right(c, IDNX_TRANSITIONAL_PROCESSING, src, src_len) &&
		    ascii_form_is_right(c, src, src_len))
			continue;
		if (wrong++ < 20)
			print_message("# U+%04X\n", c);
	}
	assert_int_equal(wrong, 0);
	age_report("the API with every code point");
}

BEFORE_ALL
{
	static const char *const files[] = {"IdnaMappingTable.txt", "DerivedAge.txt",
	                                    NULL};

	unicode_files_or_skip("mapping", files);
	idna_table_read();
	age_read();
}
