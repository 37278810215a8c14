/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Compares what libcore knows of the scripts and digits of every code point with Unicode's
 * files.  Compares what idnx_check() says of labels at each level with the definitions of
 * UTS #39, for any two sets of scripts and for random labels.  The first argument is their
 * number; the default is 200,000.
 */
#include <string.h>
#include <unistr.h>

#include "../../common/test.h"
#include "../../common/reference/random.h"
#include "../../common/reference/restriction.h"
#include "ucd.h"

static uint32_t labels = 200000;

/* --- Every code point ----------------------------------------------------- */

static bool has_its_scripts(uint32_t code_point)
{
	const char *const *script = script_extensions(code_point);
	unsigned index = 0;

	for (; *script != NULL; script++, index++) {
		const char *name = idnx_script_name(code_point, index);

		if (name == NULL || strcmp(name, script_long_name(*script)) != 0)
			return false;
	}
	return idnx_script_name(code_point, index) == NULL;
}

TEST(every_code_point_has_its_script_extensions)
{
	unsigned wrong = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (!has_its_scripts(c) && wrong++ < 20)
			print_message("# U+%04X\n", c);
	assert_int_equal(wrong, 0);
}

TEST(every_decimal_digit_has_its_zero_and_nothing_else_has_one)
{
	unsigned wrong = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (ucd_zero(c) != script_zero(c) && wrong++ < 20)
			print_message("# U+%04X: %04X expected, not %04X\n", c, script_zero(c),
			              ucd_zero(c));
	assert_int_equal(wrong, 0);
}

/* --- Recommended scripts -------------------------------------------------- */

static bool is_recommended(const char *long_name)
{
	for (size_t i = 0; i < ucd_recommended_script_count; i++)
		if (strcmp(ucd_script_name(ucd_recommended_scripts[i]), long_name) == 0)
			return true;
	return false;
}

TEST(the_recommended_scripts_are_those_of_recommended_characters)
{
	const char *const *script = script_recommended();
	size_t count = 0;

	for (; script[count] != NULL; count++)
		if (!is_recommended(script_long_name(script[count])))
			fail_msg("%s is not", script[count]);
	assert_int_equal(ucd_recommended_script_count, count);
}

/*
 * UAX #31 table 5, except Bopomofo, whose letters are Limited_Use in IdentifierType.txt
 * 18.0.0.  If this fails, Unicode has changed the list: check the change.
 */
TEST(the_recommended_scripts_are_those_known)
{
	static const char *const known[] = {
		"Arab", "Armn", "Beng", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru",
		"Hang", "Hani", "Hebr", "Hira", "Kana", "Khmr", "Knda", "Laoo", "Latn", "Mlym",
		"Mymr", "Orya", "Sinh", "Taml", "Telu", "Thaa", "Thai", "Tibt",
	};

	assert_int_equal(ucd_recommended_script_count, sizeof known / sizeof *known);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		assert_true(is_recommended(script_long_name(known[i])));
}

/* --- Random labels of several scripts: of one to three, with digits and shared ones ------ */

#define RANDOM_SCRIPTS_MAX 8

struct range {
	uint32_t first, last;
};

static const struct range ranges[] = {
	{ 0x0061, 0x007A },   /* Latin */
	{ 0x00C0, 0x024F },   /* Latin */
	{ 0x0370, 0x03FF },   /* Greek */
	{ 0x0400, 0x052F },   /* Cyrillic */
	{ 0x4E00, 0x9FFF },   /* Han */
	{ 0x3041, 0x309F },   /* Hiragana */
	{ 0x30A0, 0x30FF },   /* Katakana */
	{ 0x3105, 0x312F },   /* Bopomofo */
	{ 0xAC00, 0xD7A3 },   /* Hangul */
	{ 0x0620, 0x06FF },   /* Arabic, with two kinds of digits */
	{ 0x05D0, 0x05EA },   /* Hebrew */
	{ 0x0900, 0x0DFF },   /* India and Sri Lanka */
	{ 0x0E00, 0x0FFF },   /* Thai, Lao, Tibetan */
	{ 0x1000, 0x18AF },   /* Myanmar to Mongolian, Cherokee between */
	{ 0x11300, 0x1137F }, /* Grantha */
	{ 0x0030, 0x0039 },   /* digits */
	{ 0x0660, 0x0669 },   /* digits of Arabic, Thaana and Yezidi */
	{ 0x0966, 0x096F },   /* digits of Devanagari and others */
	{ 0x1D7CE, 0x1D7FF }, /* five kinds of digits in a row */
	{ 0x2000, 0x2BFF },   /* symbols */
	{ 0x1F300, 0x1F6FF }, /* emoji */
	{ 0x0300, 0x036F },   /* marks, many of them of some scripts only */
	{ 0x02B0, 0x02FF },   /* modifier letters, likewise */
	{ 0x1CD0, 0x1CFA },   /* Vedic marks, likewise */
	{ 0x3000, 0x303F },   /* marks of East Asia, likewise */
	{ 0x10100, 0x1013F }, /* Aegean numbers, likewise */
	{ 0x0000, 0xFFFF },   /* all that is in daily use */
	{ 0x10000, 0x1FFFF }, /* everything else */
	{ 0x0000, 0x10FFFF },
};

static bool is_in_label(uint32_t code_point)
{
	return code_point != 0 && code_point != '.' &&
	       (code_point < 0xD800 || code_point > 0xDFFF);
}

static uint32_t random_of(struct random *from, const struct range *range)
{
	uint32_t code_point;

	do
		code_point = range->first + random_below(from, range->last - range->first + 1);
	while (!is_in_label(code_point));
	return code_point;
}

static size_t random_scripts(struct random *from, uint32_t label[RANDOM_SCRIPTS_MAX])
{
	size_t length = 1 + random_below(from, RANDOM_SCRIPTS_MAX);
	uint32_t count = 1 + random_below(from, 3);
	const struct range *chosen[3];

	for (uint32_t i = 0; i < count; i++)
		chosen[i] = &ranges[random_below(from, LENGTH(ranges))];
	for (size_t i = 0; i < length; i++)
		label[i] = random_of(from, chosen[random_below(from, count)]);
	return length;
}

/* --- Restriction levels --------------------------------------------------- */

struct sample {
	size_t length;
	uint32_t characters[RANDOM_SCRIPTS_MAX];
	struct augmented_set sets[RANDOM_SCRIPTS_MAX];
};

struct verdict {
	enum idnx_status status;
	size_t first, second; /* characters */
};

/* Whether the level allows the first count characters. */
static bool allows(enum idnx_restriction_level level, const struct sample *sample, size_t count)
{
	return restriction_allows(level, sample->characters, sample->sets, count);
}

static bool allows_after(enum idnx_restriction_level level, const struct sample *sample,
                         size_t count, size_t last)
{
	struct sample part = *sample;

	part.characters[count] = sample->characters[last];
	part.sets[count] = sample->sets[last];
	return allows(level, &part, count + 1);
}

/*
 * Returns the first character that conflicts with the second, as idnx.h describes; under
 * ASCII-Only, the second itself.
 */
static size_t first_conflict(enum idnx_restriction_level level, const struct sample *sample,
                             size_t second)
{
	size_t first = 0;

	if (level == IDNX_LEVEL_ASCII_ONLY)
		return second;
	while (allows_after(level, sample, first + 1, second))
		first++;
	return first;
}

static size_t first_digit(const struct sample *sample)
{
	size_t at = 0;

	while (script_zero(sample->characters[at]) == 0)
		at++;
	return at;
}

static struct verdict expected(enum idnx_restriction_level level, const struct sample *sample)
{
	if (level == IDNX_LEVEL_UNRESTRICTED)
		return (struct verdict){ IDNX_OK, 0, 0 };
	for (size_t i = 0; i < sample->length; i++)
		if (!allows(level, sample, i + 1))
			return (struct verdict){ IDNX_MIXED_SCRIPTS,
				                 first_conflict(level, sample, i), i };
	for (size_t i = 0; i < sample->length; i++)
		if (restriction_mixes_numbers(sample->characters, i + 1))
			return (struct verdict){ IDNX_MIXED_NUMBERS, first_digit(sample), i };
	return (struct verdict){ IDNX_OK, 0, 0 };
}

static size_t octets_before(const struct sample *sample, size_t character)
{
	uint8_t octets[4 * RANDOM_SCRIPTS_MAX];
	size_t length = sizeof octets;

	u32_to_u8(sample->characters, character, octets, &length);
	return length;
}

static unsigned allowed[IDNX_LEVEL_ASCII_ONLY + 1], mixed_numbers;

static bool follows_the_book(enum idnx_restriction_level level, const struct sample *sample)
{
	char src[4 * RANDOM_SCRIPTS_MAX];
	size_t src_len = sizeof src;
	struct verdict want = expected(level, sample);
	struct idnx_criteria criteria = { .level = level };
	struct idnx_finding got;

	assert_non_null(
		u32_to_u8(sample->characters, sample->length, (uint8_t *)src, &src_len));
	got = idnx_check(src, src_len, &criteria);
	allowed[level] += want.status == IDNX_OK;
	mixed_numbers += want.status == IDNX_MIXED_NUMBERS;
	return got.status == want.status && got.label == (want.status != IDNX_OK) &&
	       got.first == octets_before(sample, want.first) &&
	       got.second == octets_before(sample, want.second);
}

static unsigned compare(struct sample *sample)
{
	unsigned wrong = 0;

	for (size_t i = 0; i < sample->length; i++)
		sample->sets[i] = restriction_augment(sample->characters[i]);
	for (int level = IDNX_LEVEL_UNRESTRICTED; level <= IDNX_LEVEL_ASCII_ONLY; level++) {
		if (follows_the_book((enum idnx_restriction_level)level, sample))
			continue;
		wrong++;
		print_message("# level %d:", level);
		for (size_t i = 0; i < sample->length; i++)
			print_message(" %04X", sample->characters[i]);
		print_message("\n");
	}
	return wrong;
}

static bool same_scripts(uint32_t a, uint32_t b)
{
	const char *const *of_a = script_extensions(a), *const *of_b = script_extensions(b);

	for (; *of_a != NULL && *of_b != NULL; of_a++, of_b++)
		if (strcmp(*of_a, *of_b) != 0)
			return false;
	return *of_a == *of_b;
}

/* Finds a scalar value for each existing set of scripts; returns how many. */
static size_t find_examples(uint32_t *examples, size_t size)
{
	size_t count = 0;

	for (uint32_t c = 1; c < UNICODE_CODE_POINTS; c++) {
		size_t i = 0;

		if (c == '.' || (c >= 0xD800 && c <= 0xDFFF))
			continue;
		while (i < count && !same_scripts(examples[i], c))
			i++;
		if (i < count)
			continue;
		assert_true(count < size);
		examples[count++] = c;
	}
	return count;
}

TEST(any_two_sets_of_scripts_are_checked_by_the_book)
{
	uint32_t examples[1024];
	size_t count = find_examples(examples, sizeof examples / sizeof *examples);
	unsigned wrong = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < count && wrong < 20; j++) {
			struct sample sample = { 2, { examples[i], examples[j] }, { { 0 } } };

			wrong += compare(&sample);
		}
	print_message("# note: %zu sets of scripts\n", count);
	assert_int_equal(wrong, 0);
}

TEST(random_labels_are_checked_by_the_book)
{
	struct random random_state = { .state = 39 };
	struct sample sample;
	unsigned wrong = 0;

	memset(allowed, 0, sizeof allowed);
	mixed_numbers = 0;
	for (uint32_t i = 0; i < labels && wrong < 20; i++) {
		sample.length = random_scripts(&random_state, sample.characters);
		wrong += compare(&sample);
	}
	print_message("# note: of %u labels the levels allow %u, %u, %u, %u, %u\n", labels,
	              allowed[0], allowed[1], allowed[2], allowed[3], allowed[4]);
	assert_int_equal(wrong, 0);
	for (int level = IDNX_LEVEL_MODERATELY_RESTRICTIVE; level <= IDNX_LEVEL_ASCII_ONLY;
	     level++)
		assert_true(allowed[level] >= labels / 100 &&
		            allowed[level] <= allowed[level - 1] - labels / 100);
	assert_true(mixed_numbers >= labels / 100 && mixed_numbers <= labels);
}

BEFORE_ALL
{
	if (test_argument != NULL)
		labels = (uint32_t)strtoul(test_argument, NULL, 10);
	unicode_files_or_skip("scripts", script_files);
	script_read();
}
