/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What idnx.h says of idnx_judge() at each restriction level, and of idnx_script_name(). */

#include <string.h>

#include "../common/test.h"
#include "idnx.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

#define ANY      IDNX_LEVEL_UNRESTRICTED
#define MODERATE IDNX_LEVEL_MODERATELY_RESTRICTIVE
#define HIGH     IDNX_LEVEL_HIGHLY_RESTRICTIVE
#define SINGLE   IDNX_LEVEL_SINGLE_SCRIPT
#define ASCII    IDNX_LEVEL_ASCII_ONLY

struct row {
	const char *what, *name;
	enum idnx_restriction_level level;
	struct idnx_judgement expected;
};

/* Judges by the scripts alone. */
static struct idnx_judgement judge_level(const char *name, size_t length,
                                         enum idnx_restriction_level level)
{
	struct idnx_criteria criteria = { .level = level };

	return idnx_judge(name, length, &criteria);
}

static void check_result(struct idnx_judgement got, struct idnx_judgement expected)
{
	assert_string_equal(idnx_status_code(got.status), idnx_status_code(expected.status));
	assert_int_equal(got.label, expected.label);
	assert_int_equal(got.first, expected.first);
	assert_int_equal(got.second, expected.second);
}

static void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct row *row = &rows[i];

		print_message("# %s\n", row->what);
		check_result(judge_level(row->name, strlen(row->name), row->level),
		             row->expected);
	}
}

TEST(the_two_conflicting_characters_are_found)
{
	static const struct row rows[] = {
		{ "Cyrillic, then Latin", "раypal", HIGH, { IDNX_MIXED_SCRIPTS, 1, 0, 4 } },
		{ "Latin, then Cyrillic", "paypа\u0301l", HIGH, { IDNX_MIXED_SCRIPTS, 1, 0, 4 } },
		{ "a digit and a hyphen are beside the point", "1-pа", HIGH,
		  { IDNX_MIXED_SCRIPTS, 1, 2, 3 } },
		{ "a mark of other scripts", "अ-\u0301", HIGH, { IDNX_MIXED_SCRIPTS, 1, 0, 4 } },
		{ "Latin goes with Hangul, but not hiragana", "a\u3042\uD55C", HIGH,
		  { IDNX_MIXED_SCRIPTS, 1, 1, 4 } },
		{ "Latin does not go with hiragana", "a\u3042\uD55C", SINGLE,
		  { IDNX_MIXED_SCRIPTS, 1, 0, 1 } },
		{ "any two have a script, all three none", "\u02BC\u00B7\u0483", SINGLE,
		  { IDNX_MIXED_SCRIPTS, 1, 2, 4 } },
		{ "not ASCII", "québec", ASCII, { IDNX_MIXED_SCRIPTS, 1, 2, 2 } },
		{ "the last of ASCII", "\x7F", ASCII, { IDNX_OK, 0, 0, 0 } },
		{ "the first after it", "\xC2\x80", ASCII, { IDNX_MIXED_SCRIPTS, 1, 0, 0 } },
	};

	check_rows(rows, LENGTH(rows));
}

TEST(digits_of_two_number_systems_are_found)
{
	static const struct row rows[] = {
		{ "Bengali, then ASCII", "ক৪-8", SINGLE, { IDNX_MIXED_NUMBERS, 1, 3, 7 } },
		{ "the first digit of three", "0क१२", MODERATE, { IDNX_MIXED_NUMBERS, 1, 0, 4 } },
		{ "mixed scripts, after them, come first", "1१a", SINGLE,
		  { IDNX_MIXED_SCRIPTS, 1, 1, 4 } },
		{ "no letter at all", "1१", SINGLE, { IDNX_MIXED_NUMBERS, 1, 0, 1 } },
		{ "Arabic and Persian", "ا٠ا۰", SINGLE, { IDNX_MIXED_NUMBERS, 1, 2, 6 } },
		{ "fractions are no decimal digits", "1½१", HIGH, { IDNX_MIXED_NUMBERS, 1, 0, 3 } },
		{ "one system in a label", "0क1", SINGLE, { IDNX_OK, 0, 0, 0 } },
		{ "one system in each label", "१.1.੧", SINGLE, { IDNX_OK, 0, 0, 0 } },
		{ "unrestricted", "1१", ANY, { IDNX_OK, 0, 0, 0 } },
		{ "not ASCII comes first", "1१", ASCII, { IDNX_MIXED_SCRIPTS, 1, 1, 1 } },
	};

	check_rows(rows, LENGTH(rows));
}

TEST(each_label_is_judged_for_itself)
{
	static const struct row rows[] = {
		{ "three labels of three scripts", "яндекс.日本語.example", SINGLE,
		  { IDNX_OK, 0, 0, 0 } },
		{ "the second label", "яндекс.раy.example", SINGLE,
		  { IDNX_MIXED_SCRIPTS, 2, 13, 17 } },
		{ "the first at fault, not the worst", "1१.раy", SINGLE,
		  { IDNX_MIXED_NUMBERS, 1, 0, 1 } },
		{ "empty labels count", "..р.y.рy", SINGLE, { IDNX_MIXED_SCRIPTS, 5, 7, 9 } },
		{ "a root dot", "рy.", SINGLE, { IDNX_MIXED_SCRIPTS, 1, 0, 2 } },
		{ "only U+002E ends a label", "р．y", SINGLE, { IDNX_MIXED_SCRIPTS, 1, 0, 5 } },
		{ "an ACE label is ASCII", "xn--e1awd7f", ASCII, { IDNX_OK, 0, 0, 0 } },
		{ "nothing", "", ASCII, { IDNX_OK, 0, 0, 0 } },
		{ "the root", ".", ASCII, { IDNX_OK, 0, 0, 0 } },
	};

	check_rows(rows, LENGTH(rows));
}

TEST(ill_formed_utf8_is_found_at_every_level)
{
	static const struct row rows[] = {
		{ "an octet FF", "a.b\xFF", ANY, { IDNX_BAD_UTF8, 2, 3, 3 } },
		{ "cut short at the end", "b\xC3", MODERATE, { IDNX_BAD_UTF8, 1, 1, 1 } },
		{ "cut short before a full stop", "\xE6\x97.b", HIGH, { IDNX_BAD_UTF8, 1, 0, 0 } },
		{ "a surrogate", "\xED\xA0\x80", SINGLE, { IDNX_BAD_UTF8, 1, 0, 0 } },
		{ "beyond U+10FFFF", "a\xF4\x90\x80\x80", ASCII, { IDNX_BAD_UTF8, 1, 1, 1 } },
		{ "after mixed scripts", "рy\xFF", SINGLE, { IDNX_BAD_UTF8, 1, 3, 3 } },
		{ "in a label after them", "рy.\xFF", SINGLE, { IDNX_MIXED_SCRIPTS, 1, 0, 2 } },
	};

	check_rows(rows, LENGTH(rows));
}

/* A C string cannot contain NUL, so it has no row. */
TEST(a_nul_is_ill_formed)
{
	struct idnx_judgement expected = { IDNX_BAD_UTF8, 2, 2, 2 };

	check_result(judge_level("a.\0b", 4, ANY), expected);
	check_result(judge_level("a.\0b", 4, ASCII), expected);
}

TEST(no_octet_after_the_name_is_read)
{
	struct idnx_judgement ok = { IDNX_OK, 0, 0, 0 }, cut = { IDNX_BAD_UTF8, 1, 1, 1 };

	check_result(judge_level("pа", 1, SINGLE), ok);
	check_result(judge_level("pа", 2, SINGLE), cut);
	check_result(judge_level(NULL, 0, SINGLE), ok);
}

TEST(a_name_may_have_as_many_octets_as_the_header_says)
{
	static char src[IDNX_INPUT_MAX + 1];
	struct idnx_judgement too_long = { IDNX_TOO_LONG, 0, 0, 0 };
	struct idnx_judgement last = { IDNX_MIXED_SCRIPTS, 5, IDNX_INPUT_MAX - 3,
		                       IDNX_INPUT_MAX - 2 };

	memset(src, 'a', sizeof src);
	for (size_t i = 1; i <= 4; i++)
		src[i * IDNX_CODE_POINTS_MAX - 4] = '.';
	memcpy(src + IDNX_INPUT_MAX - 2, "\u0430", 2);
	check_result(judge_level(src, IDNX_INPUT_MAX, HIGH), last);
	check_result(judge_level(src, sizeof src, HIGH), too_long);
	check_result(judge_level(src, sizeof src, ANY), too_long);
}

TEST(a_label_may_have_as_many_code_points_as_the_header_says)
{
	static char src[IDNX_CODE_POINTS_MAX + 3];
	struct idnx_judgement last = { IDNX_MIXED_SCRIPTS, 2, 2, IDNX_CODE_POINTS_MAX + 1 };
	struct idnx_judgement too_long = { IDNX_TOO_LONG, 2, IDNX_CODE_POINTS_MAX + 2,
		                           IDNX_CODE_POINTS_MAX + 2 };

	memset(src, 'a', sizeof src);
	src[1] = '.';
	memcpy(src + IDNX_CODE_POINTS_MAX + 1, "\u0430", 2);
	check_result(judge_level(src, IDNX_CODE_POINTS_MAX + 3, HIGH), last);
	src[IDNX_CODE_POINTS_MAX + 1] = 'a';
	src[IDNX_CODE_POINTS_MAX + 2] = 'a';
	check_result(judge_level(src, IDNX_CODE_POINTS_MAX + 2, HIGH),
	             (struct idnx_judgement){ IDNX_OK, 0, 0, 0 });
	check_result(judge_level(src, IDNX_CODE_POINTS_MAX + 3, HIGH), too_long);
}

TEST(an_unknown_level_is_refused)
{
	static const int levels[] = { IDNX_LEVEL_ASCII_ONLY + 1, 1000, -1 };
	struct idnx_judgement expected = { IDNX_BAD_FLAGS, 0, 0, 0 };

	for (size_t i = 0; i < LENGTH(levels); i++)
		check_result(judge_level("a", 1, (enum idnx_restriction_level)levels[i]),
		             expected);
}

TEST(the_scripts_of_a_character_have_names)
{
	static const struct {
		uint32_t code_point;
		const char *names[5];
	} rows[] = {
		{ 'a', { "Latin" } },
		{ 0x0430, { "Cyrillic" } },
		{ 0x4E00, { "Han" } },
		{ 0x30FC, { "Hiragana", "Katakana" } },
		{ 0x0660, { "Arabic", "Thaana", "Yezidi" } },
		{ 0x0302, { "Cherokee", "Cyrillic", "Latin", "Tifinagh" } },
		{ '0', { "Common" } },
		{ 0x1F600, { "Common" } },
		{ 0x200D, { "Inherited" } },
		{ 0x1133C, { "Grantha", "Tamil" } },
		{ 0x0378, { "Unknown" } },
		{ 0xD800, { "Unknown" } },
		{ 0x10FFFF, { "Unknown" } },
		{ 0x110000, { NULL } },
		{ UINT32_MAX, { NULL } },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		unsigned index = 0;

		print_message("# U+%04X\n", rows[i].code_point);
		for (; rows[i].names[index] != NULL; index++)
			assert_string_equal(idnx_script_name(rows[i].code_point, index),
			                    rows[i].names[index]);
		assert_null(idnx_script_name(rows[i].code_point, index));
		assert_null(idnx_script_name(rows[i].code_point, UINT32_MAX));
	}
}
