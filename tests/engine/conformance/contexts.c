/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The contextual rules of RFC 5892, appendix A.3 to A.9: before and after each CONTEXTO
 * character, every character that IDNA2008 permits, by Script of Unicode's files.
 */
#include <string.h>

#include "../../common/test.h"
#include "../../common/reference/unicode_file.h"
#include "confusable/confusable.h"

/* The scripts that the rules name, and all others. */
enum { OTHER, GREEK, HEBREW, HIRAGANA, KATAKANA, HAN };

static const char *const script_names[] = {
	"", "Greek", "Hebrew", "Hiragana", "Katakana", "Han", NULL,
};

static uint8_t scripts[UNICODE_CODE_POINTS];
static uint8_t permitted[UNICODE_CODE_POINTS];

static int script_named(const char *name)
{
	int script = property_index(script_names, name);

	return script < 0 ? OTHER : script;
}

static int is_permitted(const char *category)
{
	return strcmp(category, "DISALLOWED") != 0 && strcmp(category, "UNASSIGNED") != 0;
}

static bool is_japanese(uint32_t code_point)
{
	return scripts[code_point] >= HIRAGANA;
}

static bool is_within(uint32_t code_point, uint32_t first, uint32_t last)
{
	return code_point >= first && code_point <= last;
}

/* Whether the rule allows the character between before and after; 0: no character there. */
static bool is_allowed(uint32_t before, uint32_t character, uint32_t after)
{
	if (character == 0x00B7) /* A.3 */
		return before == 'l' && after == 'l';
	if (character == 0x0375) /* A.4 */
		return scripts[after] == GREEK;
	if (character == 0x05F3 || character == 0x05F4) /* A.5, A.6 */
		return scripts[before] == HEBREW;
	if (character == 0x30FB) /* A.7 */
		return is_japanese(before) || is_japanese(after);
	if (is_within(character, 0x0660, 0x0669)) /* A.8 */
		return !is_within(before, 0x06F0, 0x06F9) && !is_within(after, 0x06F0, 0x06F9);
	if (is_within(character, 0x06F0, 0x06F9)) /* A.9 */
		return !is_within(before, 0x0660, 0x0669) && !is_within(after, 0x0660, 0x0669);
	return true;
}

static bool is_allowed_by_libcore(uint32_t before, uint32_t character, uint32_t after)
{
	uint32_t code_points[3] = { before, character, after }, traits[3];
	size_t first = before == 0;
	struct label label = { code_points + first, traits + first, 3 - first - (after == 0), 0 };
	struct survey_known known = { .next = 0 };

	for (size_t i = 0; i < 3; i++)
		label.seen |= traits[i] = ucd_traits(code_points[i]);
	return !(survey_label(&label, &known).seen & SURVEY_CONTEXT) ||
	       context_allows(&label, 1 - first);
}

static unsigned differs(uint32_t before, uint32_t character, uint32_t after)
{
	bool expected = is_allowed(before, character, after);

	if (is_allowed_by_libcore(before, character, after) == expected)
		return 0;
	print_message("# %04X %04X %04X: %s expected\n", before, character, after,
	              expected ? "yes" : "no");
	return 1;
}

TEST(every_neighbour_is_checked_by_the_rule)
{
	static const uint32_t characters[] = {
		0x00B7, 0x0375, 0x05F3, 0x05F4, 0x30FB, 0x0660, 0x0669, 0x06F0, 0x06F9, 'a',
	};
	unsigned wrong = 0;

	for (size_t i = 0; i < sizeof characters / sizeof *characters; i++)
		for (uint32_t c = 0; c < UNICODE_CODE_POINTS && wrong < 20; c++) {
			if (!permitted[c])
				continue;
			wrong += differs(c, characters[i], 0);
			wrong += differs(0, characters[i], c);
			wrong += differs(c, characters[i], 'l');
			wrong += differs('l', characters[i], c);
		}
	assert_int_equal(wrong, 0);
}

/* --- What marks.c and survey.c rely on -------------------------------------- */

TEST(no_letter_has_unlikely_marks_of_its_own)
{
	static const struct survey no_survey;
	uint32_t parts[UCD_DECOMPOSITION_MAX], traits[UCD_DECOMPOSITION_MAX];

	for (uint32_t c = 0x80; c < UNICODE_CODE_POINTS; c++) {
		struct label label = { parts, traits, ucd_parts(c, ucd_traits(c), parts), 0 };

		for (size_t i = 0; i < label.length; i++)
			label.seen |= traits[i] = ucd_traits(parts[i]);
		if (permitted[c] && !(traits[0] & UCD_MARK))
			assert_int_equal(marks_check(&label, &no_survey).status, IDNX_OK);
	}
}

TEST(joiners_are_of_all_scripts)
{
	for (uint32_t c = 0x200C; c <= 0x200D; c++) {
		struct idnx_script_set scripts_of = script_augmented(c);

		assert_true(permitted[c]);
		assert_true(script_set_is_all(&scripts_of));
	}
}

BEFORE_ALL
{
	static const char *const files[] = { "Scripts.txt", "Idna2008.txt", NULL };

	unicode_files_or_skip("contexts", files);
	property_read("Scripts.txt", NULL, script_named, scripts);
	property_read("Idna2008.txt", NULL, is_permitted, permitted);
}
