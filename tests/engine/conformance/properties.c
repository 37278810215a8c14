/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What ucd.h says of every code point, 0 to 10FFFF, compared with Unicode's derived file of
 * each property; the tables may be made from other files.
 */
#include <string.h>

#include "../../common/test.h"
#include "../../common/reference/idna_table.h"
#include "ucd.h"

struct value {
	const char *name, *long_name;
	uint32_t traits;
};

static const struct value bidi_classes[] = {
	{"L", "Left_To_Right", UCD_BIDI_L},
	{"R", "Right_To_Left", UCD_BIDI_R},
	{"AL", "Arabic_Letter", UCD_BIDI_AL},
	{"AN", "Arabic_Number", UCD_BIDI_AN},
	{"EN", "European_Number", UCD_BIDI_EN},
	{"ES", "European_Separator", UCD_BIDI_ES},
	{"CS", "Common_Separator", UCD_BIDI_CS},
	{"ET", "European_Terminator", UCD_BIDI_ET},
	{"ON", "Other_Neutral", UCD_BIDI_ON},
	{"BN", "Boundary_Neutral", UCD_BIDI_BN},
	{"NSM", "Nonspacing_Mark", UCD_BIDI_NSM},
	{"B", "Paragraph_Separator", UCD_BIDI_OTHER},
	{"S", "Segment_Separator", UCD_BIDI_OTHER},
	{"WS", "White_Space", UCD_BIDI_OTHER},
	{"LRE", "Left_To_Right_Embedding", UCD_BIDI_OTHER},
	{"LRO", "Left_To_Right_Override", UCD_BIDI_OTHER},
	{"RLE", "Right_To_Left_Embedding", UCD_BIDI_OTHER},
	{"RLO", "Right_To_Left_Override", UCD_BIDI_OTHER},
	{"PDF", "Pop_Directional_Format", UCD_BIDI_OTHER},
	{"LRI", "Left_To_Right_Isolate", UCD_BIDI_OTHER},
	{"RLI", "Right_To_Left_Isolate", UCD_BIDI_OTHER},
	{"FSI", "First_Strong_Isolate", UCD_BIDI_OTHER},
	{"PDI", "Pop_Directional_Isolate", UCD_BIDI_OTHER},
	{NULL, NULL, 0},
};

#define BIDI                                                                             \
	(UCD_BIDI_L | UCD_BIDI_R | UCD_BIDI_AL | UCD_BIDI_AN | UCD_BIDI_EN |             \
	 UCD_BIDI_ES | UCD_BIDI_CS | UCD_BIDI_ET | UCD_BIDI_ON | UCD_BIDI_BN |           \
	 UCD_BIDI_NSM | UCD_BIDI_OTHER)

static const struct value joining_types[] = {
	{"L", "Left_Joining", UCD_JOINING_L},
	{"D", "Dual_Joining", UCD_JOINING_D},
	{"R", "Right_Joining", UCD_JOINING_R},
	{"T", "Transparent", UCD_JOINING_T},
	{"C", "Join_Causing", 0},
	{"U", "Non_Joining", 0},
	{NULL, NULL, 0},
};

#define JOINING (UCD_JOINING_L | UCD_JOINING_D | UCD_JOINING_R | UCD_JOINING_T)

static const struct value quick_checks[] = {
	{"Y", "Yes", 0},
	{"N", "No", UCD_NFC_NO},
	{"M", "Maybe", UCD_NFC_MAYBE},
	{NULL, NULL, 0},
};

/* The values of the property that is read. */
static const struct value *values;

static int find(const char *name)
{
	for (int i = 0; values[i].name != NULL; i++)
		if (strcmp(values[i].name, name) == 0 || strcmp(values[i].long_name, name) == 0)
			return i;
	return -1;
}

static uint8_t expected[UNICODE_CODE_POINTS];

static void compare_traits(uint32_t mask)
{
	unsigned wrong = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		uint32_t want = values[expected[c]].traits, got = ucd_traits(c) & mask;

		if (got != want && wrong++ < 20)
			print_message("# U+%04X: %08X expected, not %08X\n", c, want, got);
	}
	assert_int_equal(wrong, 0);
}

TEST(every_code_point_has_its_bidi_class)
{
	values = bidi_classes;
	property_read("DerivedBidiClass.txt", NULL, find, expected);
	compare_traits(BIDI);
}

TEST(every_code_point_has_its_joining_type)
{
	values = joining_types;
	property_read("DerivedJoiningType.txt", NULL, find, expected);
	compare_traits(JOINING);
}

TEST(every_code_point_has_its_nfc_quick_check)
{
	values = quick_checks;
	property_read("DerivedNormalizationProps.txt", "NFC_QC", find, expected);
	compare_traits(UCD_NFC_NO | UCD_NFC_MAYBE);
}

/* General_Category: Mn, Mc and Me are marks; other categories have two letters, too. */
static int is_mark(const char *name)
{
	return *name == 'M';
}

TEST(every_code_point_is_a_mark_or_not)
{
	static const struct value marks[] = { { .traits = 0 }, { .traits = UCD_MARK } };

	values = marks;
	property_read("DerivedGeneralCategory.txt", NULL, is_mark, expected);
	compare_traits(UCD_MARK);
}

static int combining_class(const char *name)
{
	return strcmp(name, "Not_Reordered") == 0 ? 0 : atoi(name);
}

TEST(every_code_point_has_its_combining_class)
{
	const uint32_t mask = UCD_NON_STARTER | UCD_VIRAMA;
	unsigned wrong = 0;

	property_read("DerivedCombiningClass.txt", NULL, combining_class, expected);
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		uint32_t traits = expected[c] == 0   ? 0
		                  : expected[c] == 9 ? mask
		                                     : UCD_NON_STARTER;

		if ((ucd_ccc(c) != expected[c] || (ucd_traits(c) & mask) != traits) &&
		    wrong++ < 20)
			print_message("# U+%04X: %u expected, not %u\n", c, expected[c],
			              ucd_ccc(c));
	}
	assert_int_equal(wrong, 0);
}

/* Tests the traits that come from rules, not from a property. */
TEST(every_code_point_has_the_traits_the_rules_name)
{
	const uint32_t mask = UCD_JOIN_CONTROL | UCD_NON_ASCII | UCD_NOT_STD3 | UCD_NOT_HOST;
	static const char std3[] = "abcdefghijklmnopqrstuvwxyz0123456789-.";

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		uint32_t traits = 0;

		if (c == 0x200C || c == 0x200D)
			traits |= UCD_JOIN_CONTROL;
		if (c >= 0x80)
			traits |= UCD_NON_ASCII;
		else if (c == '_')
			traits |= UCD_NOT_STD3;
		else if (memchr(std3, (int)c, strlen(std3)) == NULL)
			traits |= UCD_NOT_STD3 | UCD_NOT_HOST;
		assert_int_equal(ucd_traits(c) & mask, traits);
	}
}

static bool idna_is_as_in_the_table(uint32_t code_point)
{
	static const uint32_t traits[] = {
		[IDNA_VALID] = 0,
		[IDNA_MAPPED] = UCD_INVALID | UCD_MAPPED,
		[IDNA_IGNORED] = UCD_INVALID | UCD_MAPPED,
		[IDNA_DEVIATION] = UCD_DEVIATION | UCD_MAPPED,
		[IDNA_DISALLOWED] = UCD_INVALID,
	};
	const uint32_t mask = UCD_INVALID | UCD_DEVIATION | UCD_MAPPED;
	const struct idna_row *row = idna_table_row(code_point);
	struct ucd_entry entry = ucd_find(code_point);
	const uint32_t *mapping;
	size_t length;

	if ((entry.traits & mask) != traits[row->status])
		return false;
	if (!(entry.traits & UCD_MAPPED))
		return true;
	mapping = ucd_mapping(entry, &length);
	return length == row->length &&
	       memcmp(mapping, row->mapping, length * sizeof *mapping) == 0;
}

TEST(every_code_point_has_its_idna_status_and_mapping)
{
	unsigned wrong = 0;

	idna_table_read();
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (!idna_is_as_in_the_table(c) && wrong++ < 20)
			print_message("# U+%04X is not as in IdnaMappingTable.txt\n", c);
	assert_int_equal(wrong, 0);
}

/* Its table says what the others say of ASCII; the full stop ends a label. */
TEST(ascii_has_what_it_is_mapped_to_and_the_traits_of_that)
{
	for (uint32_t c = 0; c < 0x80; c++) {
		bool is_capital = c >= 'A' && c <= 'Z';
		uint32_t mapped = c == '.' ? 0 : is_capital ? c + ('a' - 'A') : c;

		assert_int_equal(ucd_ascii[c].code_point, mapped);
		assert_int_equal(ucd_ascii[c].traits, c == '.' ? 0 : ucd_traits(mapped));
	}
}

TEST(all_tables_are_of_the_version_of_the_files)
{
	char title[64] = "", expected_title[64];
	struct unicode_file file;

	snprintf(expected_title, sizeof expected_title, "# DerivedBidiClass-%s.txt\n",
	         ucd_version);
	unicode_file_open(&file, "DerivedBidiClass.txt");
	assert_non_null(fgets(title, sizeof title, file.stream));
	unicode_file_close(&file);
	assert_string_equal(title, expected_title);
}

BEFORE_ALL
{
	static const char *const files[] = {
		"DerivedBidiClass.txt",
		"DerivedJoiningType.txt",
		"DerivedCombiningClass.txt",
		"DerivedNormalizationProps.txt",
		"DerivedGeneralCategory.txt",
		"IdnaMappingTable.txt",
		NULL,
	};

	unicode_files_or_skip("properties", files);
}
