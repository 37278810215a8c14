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

/* --- Restriction levels --------------------------------------------------- */

enum { CHARACTERS_MAX = 8 };

struct sample {
	size_t length;
	uint32_t characters[CHARACTERS_MAX];
	struct augmented_set sets[CHARACTERS_MAX];
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
	uint8_t octets[4 * CHARACTERS_MAX];
	size_t length = sizeof octets;

	u32_to_u8(sample->characters, character, octets, &length);
	return length;
}

static unsigned allowed[IDNX_LEVEL_ASCII_ONLY + 1], mixed_numbers;

static bool follows_the_book(enum idnx_restriction_level level, const struct sample *sample)
{
	char src[4 * CHARACTERS_MAX];
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

/* A scalar value of each existing set of scripts, and of each decimal system. */
static uint32_t examples[1024];
static size_t example_count;

static bool is_in_label(uint32_t c)
{
	return c != '.' && c < UNICODE_CODE_POINTS && (c < 0xD800 || c > 0xDFFF);
}

static bool is_new(uint32_t c)
{
	for (size_t i = 0; i < example_count; i++)
		if (same_scripts(examples[i], c) && script_zero(examples[i]) == script_zero(c))
			return false;
	return is_in_label(c);
}

static void find_examples(void)
{
	for (uint32_t c = 1; c < UNICODE_CODE_POINTS; c++) {
		if (!is_new(c))
			continue;
		assert_true(example_count < LENGTH(examples));
		examples[example_count++] = c;
	}
}

TEST(any_two_sets_of_scripts_are_checked_by_the_book)
{
	unsigned wrong = 0;

	for (size_t i = 0; i < example_count; i++)
		for (size_t j = 0; j < example_count && wrong < 20; j++) {
			struct sample sample = { 2, { examples[i], examples[j] }, { { 0 } } };

			wrong += compare(&sample);
		}
	print_message("# note: %zu sets of scripts and decimal systems\n", example_count);
	assert_int_equal(wrong, 0);
}

/*
 * Makes labels of up to three of the examples and their neighbours; half of the examples are such
 * as many names have.
 */
static void random_label(struct random *from, struct sample *sample)
{
	static const uint32_t frequent[] = {
		'a',    0xFC,   0x03B1, 0x0430, 0x4E00, 0x3042, 0x30A2, 0x30FC, 0x3105,
		0xAC00, 0x05D0, 0x0627, 0x0915, 0x0301, '-',    '1',    0x0661, 0x0967,
	};
	uint32_t count = 1 + random_below(from, 3), chosen[3];

	for (uint32_t i = 0; i < count; i++)
		chosen[i] = random_below(from, 2)
		                    ? frequent[random_below(from, LENGTH(frequent))]
		                    : examples[random_below(from, (uint32_t)example_count)];
	sample->length = 1 + random_below(from, CHARACTERS_MAX);
	for (size_t i = 0; i < sample->length; i++) {
		uint32_t example = chosen[random_below(from, count)];
		uint32_t c = example + random_below(from, 24);

		sample->characters[i] = is_in_label(c) ? c : example;
	}
}

TEST(random_labels_are_checked_by_the_book)
{
	struct random random_state = { .state = 39 };
	struct sample sample;
	unsigned wrong = 0;

	memset(allowed, 0, sizeof allowed);
	mixed_numbers = 0;
	for (uint32_t i = 0; i < labels && wrong < 20; i++) {
		random_label(&random_state, &sample);
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
	find_examples();
}
