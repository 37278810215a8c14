/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libcore's fast code gives the results of the naive code in reference/, which has the
 * definitions of normalization, and UTS #46 step by step with the loops of RFC 3492.  Tests every
 * code point, and random labels; the first argument is their number.  (properties.c compares the
 * other properties, and punycode.c Punycode by itself.)
 */
#include "../../common/test.h"
#include "nfc.h"

#include <unistr.h>

#include "../../common/reference/idna_table.h"
#include "../../common/reference/normalization.h"
#include "../../common/reference/punycode.h"
#include "../../common/reference/random_label.h"
#include "../../common/reference/uts46.h"

static uint32_t labels = 200000;

/* --- One label, in two ways ----------------------------------------------- */

/* No delta below 0x110000 * 81 has more than 8 digits (RFC 3492 section 3.3). */
#define TEXT_SIZE (4 + 8 * (RANDOM_LABEL_MAX + 1))

struct sample {
	struct sequence label;
	struct random *random;
	char ace[TEXT_SIZE]; /* "xn--" and its Punycode by the RFC */
	size_t ace_length;
};

static unsigned valid;

static void encode_by_the_rfc(struct sample *sample)
{
	ssize_t length = reference_punycode_encode(sample->label.code_points,
	                                           sample->label.length, sample->ace + 4,
	                                           sizeof sample->ace - 4);

	assert_true(length >= 0);
	memcpy(sample->ace, "xn--", 4);
	sample->ace_length = 4 + (size_t)length;
}

static bool normalizes_alike(const struct sample *sample)
{
	struct sequence expected;

	expected.length = normalization_nfc(sample->label.code_points, sample->label.length,
	                                    expected.code_points);
	return nfc_is(&sample->label, &expected);
}

static bool unicode_form_is(const struct uts46_name *name, const char *src, size_t src_len,
                            unsigned flags)
{
	char got[IDNX_NAME_SIZE], want[IDNX_NAME_SIZE];
	size_t want_len = sizeof want;
	struct idnx_result result = idnx_to_unicode(src, src_len, got, sizeof got, flags);

	assert_non_null(u32_to_u8(name->code_points, name->length, (uint8_t *)want, &want_len));
	return result.status == name->status && result.label == name->label &&
	       result.length == want_len && memcmp(got, want, want_len) == 0;
}

static bool ascii_form_is(const struct uts46_name *name, const char *src, size_t src_len,
                          unsigned flags)
{
	char got[IDNX_NAME_SIZE], want[IDNX_NAME_SIZE];
	struct idnx_result result = idnx_to_ascii(src, src_len, got, sizeof got, flags);

	if (result.status != name->status || result.label != name->label)
		return false;
	return result.status != IDNX_OK || (result.length == uts46_to_ascii(name, want) &&
	                                    memcmp(got, want, result.length) == 0);
}

static bool name_converts_alike(const struct sample *sample, const uint32_t *code_points,
                                size_t length)
{
	bool transitional = random_below(sample->random, 2);
	unsigned flags = transitional ? IDNX_TRANSITIONAL_PROCESSING : 0;
	char src[4 * TEXT_SIZE];
	size_t src_len = sizeof src;
	struct uts46_name name;

	assert_non_null(u32_to_u8(code_points, length, (uint8_t *)src, &src_len));
	uts46_process(&name, code_points, length, transitional);
	valid += name.status == IDNX_OK;
	return unicode_form_is(&name, src, src_len, flags) &&
	       ascii_form_is(&name, src, src_len, flags);
}

static bool converts_alike(const struct sample *sample)
{
	return name_converts_alike(sample, sample->label.code_points, sample->label.length);
}

static bool ace_converts_alike(const struct sample *sample)
{
	uint32_t code_points[TEXT_SIZE];

	for (size_t i = 0; i < sample->ace_length; i++)
		code_points[i] = (unsigned char)sample->ace[i];
	return name_converts_alike(sample, code_points, sample->ace_length);
}

static const struct {
	const char *what;
	bool (*is_alike)(const struct sample *sample);
} comparisons[] = {
	{ "its NFC", normalizes_alike },
	{ "its conversion", converts_alike },
	{ "the conversion of its ACE form", ace_converts_alike },
};

static bool is_alike(struct sample *sample)
{
	encode_by_the_rfc(sample);
	for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
		if (comparisons[i].is_alike(sample))
			continue;
		print_message("# not as by the book: %s:", comparisons[i].what);
		for (size_t j = 0; j < sample->label.length; j++)
			print_message(" %04X", sample->label.code_points[j]);
		print_message("\n");
		return false;
	}
	return true;
}

/* --- All of Unicode ------------------------------------------------------- */

/* Code points that are first or second in a composition; for Hangul, by ranges. */
static bool comes_first[UNICODE_CODE_POINTS], comes_second[UNICODE_CODE_POINTS];

static void find_parts_of_pairs(void)
{
	size_t count;
	const struct normalization_pair *pairs = normalization_pairs(&count);

	for (size_t i = 0; i < count; i++) {
		comes_first[pairs[i].first] = true;
		comes_second[pairs[i].second] = true;
	}
	memset(comes_first + 0x10FF, true, 0x1114 - 0x10FF);
	memset(comes_first + 0xABFF, true, 0xD7A5 - 0xABFF);
	memset(comes_second + 0x1160, true, 0x11C4 - 0x1160);
}

TEST(all_that_comes_first_composes_with_all_that_comes_second)
{
	unsigned composites = 0, wrong = 0;

	find_parts_of_pairs();
	for (uint32_t second = 0; second < UNICODE_CODE_POINTS; second++) {
		if (!comes_second[second])
			continue;
		for (uint32_t first = 0; first < UNICODE_CODE_POINTS; first++) {
			uint32_t want;

			if (!comes_first[first])
				continue;
			want = normalization_compose(first, second);
			composites += want != 0;
			if (ucd_compose(first, second) != want && wrong++ < 20)
				print_message("# U+%04X U+%04X\n", first, second);
		}
	}
	print_message("# note: %u pairs compose\n", composites);
	assert_int_equal(wrong, 0);
}

/*
 * Alone, after a letter, before a mark placed below and so before most others, between a
 * letter and a mark placed above, and between Han, which compose with nothing.
 */
static const struct sequence contexts[] = {
	{ 1, { 0 } },
	{ 2, { 'a', 0 } },
	{ 2, { 0, 0x323 } },
	{ 3, { 'a', 0, 0x301 } },
	{ 3, { 0x4E00, 0, 0x4E00 } },
};

static bool is_alike_within(const struct sequence *context, uint32_t code_point,
                            struct random *random_state)
{
	struct sample sample;

	sample.random = random_state;
	sample.label.length = context->length;
	for (size_t i = 0; i < context->length; i++) {
		uint32_t c = context->code_points[i];

		sample.label.code_points[i] = c == 0 ? code_point : c;
	}
	return is_alike(&sample);
}

/* Two contexts are enough for a disallowed code point that is all that it decomposes into. */
static size_t contexts_for(uint32_t code_point)
{
	uint32_t parts[NORMALIZATION_EXPANSION];
	bool is_plain = idna_table_row(code_point)->status == IDNA_DISALLOWED &&
	                normalization_ccc(code_point) == 0 &&
	                normalization_decompose(code_point, parts) == 1 &&
	                parts[0] == code_point;

	return is_plain ? 2 : sizeof contexts / sizeof *contexts;
}

TEST(every_code_point_converts_as_by_the_book)
{
	struct random random_state = { .state = 46 };
	unsigned wrong = 0;

	for (uint32_t c = 1; c < UNICODE_CODE_POINTS && wrong < 20; c++) {
		if (c >= 0xD800 && c <= 0xDFFF)
			continue;
		for (size_t i = 0; i < contexts_for(c); i++)
			wrong += !is_alike_within(&contexts[i], c, &random_state);
	}
	assert_int_equal(wrong, 0);
}

/* --- Random labels -------------------------------------------------------- */

TEST(random_labels_convert_as_by_the_book)
{
	struct random random_state = { .state = 10007 };
	struct sample sample;
	unsigned wrong = 0;

	valid = 0;
	sample.random = &random_state;
	for (uint32_t i = 0; i < labels && wrong < 20; i++) {
		sample.label.length = random_label(&random_state, sample.label.code_points);
		wrong += !is_alike(&sample);
	}
	print_message("# note: %u random labels, %u of %u conversions succeed\n", labels, valid,
	              2 * labels);
	assert_int_equal(wrong, 0);
	assert_true(valid >= labels / 10 && valid <= 2 * labels - labels / 10);
}

BEFORE_ALL
{
	static const char *const files[] = {
		"UnicodeData.txt",
		"DerivedNormalizationProps.txt",
		"DerivedGeneralCategory.txt",
		"IdnaMappingTable.txt",
		NULL,
	};

	if (test_argument != NULL)
		labels = (uint32_t)strtoul(test_argument, NULL, 10);
	unicode_files_or_skip("naive", files);
	uts46_read();
	random_label_prepare();
}
