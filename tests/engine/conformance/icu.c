/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* 200,000 random names compared with ICU, of code points it knows: reference/icu.h. */

#include <stdbool.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

#include "../../common/test.h"
#include "../../common/reference/icu.h"
#include "ucd.h"

#define NAMES 200000

#define UNORM_SIZE 32 /* UTF-16 of the longest mapping, U+FDFA, and more */

static void print_difference(const struct icu_comparison *c)
{
	print_message(
		"# %s, flags %02X: %s, ICU's errors %X:", c->to_ascii ? "ToASCII" : "ToUnicode",
		c->flags, idnx_status_code(c->outcome.ours.status), c->outcome.icu_errors);
	for (size_t i = 0; i < c->name.length; i++)
		print_message(" %04X", c->name.code_points[i]);
	print_message("\n");
}

TEST(names_convert_as_by_icu)
{
	struct random random_state = {.state = 46};
	static struct icu_comparison c;
	unsigned valid = 0, counts[ICU_REASONS + 1] = {0};

	for (unsigned i = 0; i < NAMES; i++) {
		do
			random_name(&random_state, &c.name);
		while (!icu_knows(&c.name));
		c.flags = random_below(&random_state, IDNX_VERIFY_DNS_LENGTH << 1);
		for (int to_ascii = 0; to_ascii < 2; to_ascii++) {
			size_t reason;
			bool alike;

			c.to_ascii = to_ascii;
			alike = icu_compare(&c);
			valid += c.outcome.ours.status == IDNX_OK;
			if (alike)
				continue;
			reason = icu_explain(&c);
			if (counts[reason]++ < 20 && reason == ICU_REASONS)
				print_difference(&c);
		}
	}
	print_message("# note: %u names, of %u conversions %u succeed\n", NAMES, 2 * NAMES,
	              valid);
	for (size_t i = 0; i < ICU_REASONS; i++)
		print_message("# note: %u differ: %s\n", counts[i], icu_reason(i));
	assert_int_equal(counts[ICU_REASONS], 0);
}

/* An example of each reason, in their order. */
static const struct {
	const char *name;
	unsigned flags;
	bool to_ascii;
} examples[] = {
	{ "\u04c0", 0, true },
	{ "\u2260", IDNX_USE_STD3_ASCII_RULES, true },
	{ "\u182d\u1806", 0, true },
	{ "\U0001f600a--", IDNX_CHECK_HYPHENS, true },
	{ "xn--xn---epa", 0, true },
	{ "a.\u00ad", IDNX_VERIFY_DNS_LENGTH, false },
	{ "\u00fc.", IDNX_VERIFY_DNS_LENGTH, true },
};

TEST(every_reason_has_an_example)
{
	static struct icu_comparison c;

	assert_int_equal(sizeof examples / sizeof *examples, ICU_REASONS);
	for (size_t i = 0; i < ICU_REASONS; i++) {
		random_name_from_utf8(&c.name, examples[i].name, strlen(examples[i].name));
		c.flags = examples[i].flags;
		c.to_ascii = examples[i].to_ascii;
		if (icu_compare(&c) ? !icu_is_newer() : icu_explain(&c) != i)
			fail_msg("%s", icu_reason(i));
	}
}

typedef struct idnx_result our_conversion(const char *, size_t, char *, size_t, unsigned);

static struct idnx_result our_convert(const struct random_name *name, our_conversion *convert,
                                      unsigned flags, char string[static IDNX_NAME_SIZE])
{
	return convert((const char *)name->utf8, name->utf8_length, string, IDNX_NAME_SIZE,
	               flags);
}

static void assert_converts(our_conversion *convert, const char *src, unsigned flags,
                            const char *expected)
{
	char dst[IDNX_NAME_SIZE];
	struct idnx_result result = convert(src, strlen(src), dst, sizeof dst, flags);

	assert_int_equal(result.status, IDNX_OK);
	assert_string_equal(dst, expected);
}

/* Not under transitional processing: it maps deviations, which ACE labels may contain. */
TEST(valid_names_convert_alike_from_each_of_their_forms)
{
	struct random random_state = {.state = 4};
	unsigned valid = 0;

	for (unsigned i = 0; i < NAMES / 4; i++) {
		static struct random_name name;
		static char ascii[IDNX_NAME_SIZE], unicode[IDNX_NAME_SIZE];
		unsigned flags = random_below(&random_state, IDNX_HOST_NO_ADDRESS << 1) &
		                 ~IDNX_TRANSITIONAL_PROCESSING;

		random_name(&random_state, &name);
		if (our_convert(&name, idnx_to_ascii, flags, ascii).status != IDNX_OK)
			continue;
		valid++;
		assert_int_equal(our_convert(&name, idnx_to_unicode, flags, unicode).status,
		                 IDNX_OK);
		assert_converts(idnx_to_ascii, ascii, flags, ascii);
		assert_converts(idnx_to_ascii, unicode, flags, ascii);
		assert_converts(idnx_to_unicode, ascii, flags, unicode);
		assert_converts(idnx_to_unicode, unicode, flags, unicode);
	}
	print_message("# %u names were valid\n", valid);
	assert_true(valid > 0);
}

/* --- Which code points have changed --------------------------------------- */

/* Returns what a code point maps to, from ICU's data; U+FFFD: it is disallowed. */
static size_t icu_mapping(uint32_t code_point, uint32_t mapping[UNORM_SIZE])
{
	UErrorCode error = U_ZERO_ERROR;
	const UNormalizer2 *data = unorm2_getInstance(NULL, "uts46", UNORM2_COMPOSE, &error);
	UChar source[U16_MAX_LENGTH], target[UNORM_SIZE];
	int32_t source_length = 0, target_length, length = 0;

	U16_APPEND_UNSAFE(source, source_length, (UChar32)code_point);
	target_length = unorm2_normalize(data, source, source_length, target, UNORM_SIZE,
	                                 &error);
	u_strToUTF32((UChar32 *)mapping, UNORM_SIZE, &length, target, target_length, &error);
	assert_true(U_SUCCESS(error));
	return (size_t)length;
}

/* Returns what a code point maps to, from libcore's tables; properties.c tests the tables. */
static size_t our_mapping(uint32_t code_point, uint32_t mapping[UNORM_SIZE])
{
	struct ucd_entry entry = ucd_find(code_point);
	const uint32_t *mapped;
	size_t length;

	if (!(entry.traits & UCD_MAPPED) || entry.traits & UCD_DEVIATION) {
		mapping[0] = entry.traits & UCD_INVALID ? 0xFFFD : code_point;
		return 1;
	}
	mapped = ucd_mapping(entry, &length);
	memcpy(mapping, mapped, length * sizeof *mapping);
	return length;
}

static bool changed_as_listed(uint32_t code_point)
{
	const struct icu_change *change = icu_change_of(code_point);
	uint32_t ours[UNORM_SIZE], icus[UNORM_SIZE];
	size_t length = our_mapping(code_point, ours);
	bool same = length == icu_mapping(code_point, icus) &&
	            memcmp(ours, icus, length * sizeof *ours) == 0;

	if (change == NULL)
		return same;
	if (same)
		return icu_is_newer();
	if (change->now == 0)
		return length == 0;
	return length == 1 && ours[0] == icu_change_now(change, code_point);
}

TEST(only_the_listed_code_points_have_changed_since_icu)
{
	unsigned wrong = 0;

	for (uint32_t c = 0; c <= 0x10FFFF; c++) {
		if (!icu_knows_character(c) || U_IS_SURROGATE(c))
			continue;
		if (!changed_as_listed(c) && wrong++ < 20)
			print_message("# U+%04X\n", c);
	}
	assert_int_equal(wrong, 0);
}
