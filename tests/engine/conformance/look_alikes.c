/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What look_alike.h says of every code point and every script, compared with Unicode's
 * files: IdentifierStatus.txt and Idna2008.txt, which the tables are not made from, and
 * confusables.txt.
 */
#include <ctype.h>
#include <string.h>

#include "../../common/test.h"
#include "../../common/reference/idna_table.h"
#include "../../common/reference/normalization.h"
#include "../../common/reference/script.h"
#include "skeleton.h"
#include "ucd.h"

static bool is_valid(uint32_t code_point)
{
	enum idna_status status = idna_table_row(code_point)->status;

	return status == IDNA_VALID || status == IDNA_DEVIATION;
}

/* --- Repertoires ---------------------------------------------------------- */

static int identifier_status(const char *name)
{
	static const char *const names[] = { "Restricted", "Allowed", NULL };

	return property_index(names, name);
}

/* Whether labels may have such a code point. */
static int idna2008_category(const char *name)
{
	static const char *const permitting[] = { "PVALID", "CONTEXTJ", "CONTEXTO", NULL };
	static const char *const others[] = { "DISALLOWED", "UNASSIGNED", NULL };

	if (property_index(permitting, name) >= 0)
		return 1;
	return property_index(others, name) >= 0 ? 0 : -1;
}

static uint8_t allowed[UNICODE_CODE_POINTS], permitted[UNICODE_CODE_POINTS];

static void compare_repertoires(void)
{
	unsigned wrong = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		enum look_alike_repertoire want = LOOK_ALIKE_NEITHER;

		if (is_valid(c) && permitted[c])
			want |= LOOK_ALIKE_IDNA2008;
		if (is_valid(c) && allowed[c])
			want |= LOOK_ALIKE_ALLOWED;
		if (look_alike_repertoire(c, ucd_traits(c)) != want && wrong++ < 20)
			print_message("# U+%04X: %u expected, not %u\n", c, want,
			              look_alike_repertoire(c, ucd_traits(c)));
	}
	assert_int_equal(wrong, 0);
}

/*
 * RFC 5892 disallows the full stop in a label, as it separates labels.  UTS #46 calls it
 * valid, without a note, and so do the tables.
 */
TEST(every_valid_code_point_has_its_identifier_status_and_idna2008_class)
{
	property_read("IdentifierStatus.txt", NULL, identifier_status, allowed);
	property_read("Idna2008.txt", NULL, idna2008_category, permitted);
	assert_int_equal(permitted['.'], 0);
	permitted['.'] = 1;
	compare_repertoires();
}

TEST(no_code_point_is_permitted_by_idna2008_that_uts46_does_not_call_valid)
{
	property_read("Idna2008.txt", NULL, idna2008_category, permitted);
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (permitted[c] && !is_valid(c))
			fail_msg("U+%04X", c);
}

/* --- Prototypes ----------------------------------------------------------- */

#define PROTOTYPE_MAX 18
#define NFD_MAX       (PROTOTYPE_MAX * NORMALIZATION_EXPANSION)

static struct {
	size_t length; /* 0: the code point itself */
	uint32_t code_points[PROTOTYPE_MAX];
} confusable[UNICODE_CODE_POINTS];

static void read_confusables(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "confusables.txt");
	while (unicode_file_row(&file)) {
		uint32_t c, last;

		assert_int_equal(file.fields, 3);
		unicode_range(file.field[0], &c, &last);
		assert_int_equal(c, last);
		confusable[c].length = unicode_sequence(
			file.field[1], confusable[c].code_points, PROTOTYPE_MAX);
	}
	unicode_file_close(&file);
}

/* Whether the code point can stand in the NFD of a converted label. */
static bool stands[UNICODE_CODE_POINTS];

static void find_standing(void)
{
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		uint32_t parts[NORMALIZATION_EXPANSION];
		size_t count = is_valid(c) ? normalization_decompose(c, parts) : 0;

		for (size_t i = 0; i < count; i++)
			stands[parts[i]] = true;
	}
}

/* Unicode, section 3.11: the Canonical Ordering Algorithm, D109. */
static void order_marks(uint32_t *text, size_t length)
{
	for (size_t pass = 0; pass < length; pass++) {
		for (size_t i = 1; i < length; i++) {
			unsigned before = normalization_ccc(text[i - 1]);
			unsigned here = normalization_ccc(text[i]);
			uint32_t first = text[i - 1];

			if (here == 0 || before <= here)
				continue;
			text[i - 1] = text[i];
			text[i] = first;
		}
	}
}

static size_t prototype_nfd(uint32_t code_point, uint32_t nfd[NFD_MAX])
{
	size_t length = 0;

	for (size_t i = 0; i < confusable[code_point].length; i++)
		length += normalization_decompose(confusable[code_point].code_points[i],
		                                  nfd + length);
	order_marks(nfd, length);
	return length;
}

static bool has_its_prototype(uint32_t code_point)
{
	uint32_t nfd[NFD_MAX];
	size_t length, wanted = stands[code_point] ? prototype_nfd(code_point, nfd) : 0;
	const uint32_t *prototype = look_alike_prototype(code_point, &length);

	if (wanted == 0)
		return prototype == NULL;
	return prototype != NULL && length == wanted &&
	       memcmp(prototype, nfd, length * sizeof *nfd) == 0;
}

TEST(every_code_point_that_can_stand_has_its_prototype_and_no_other)
{
	unsigned wrong = 0, prototypes = 0;

	read_confusables();
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		prototypes += stands[c] && confusable[c].length != 0;
		if (!has_its_prototype(c) && wrong++ < 20)
			print_message("# U+%04X\n", c);
	}
	print_message("# note: %u prototypes\n", prototypes);
	assert_int_equal(wrong, 0);
	assert_true(prototypes > 1000);
}

/* UTS #39 section 4, of one character: its parts, each with its prototype, without joiners. */
static size_t skeleton_of(uint32_t code_point, uint32_t skeleton[NFD_MAX])
{
	uint32_t parts[NORMALIZATION_EXPANSION];
	size_t count = normalization_decompose(code_point, parts), length = 0;

	for (size_t i = 0; i < count; i++) {
		if (ucd_traits(parts[i]) & UCD_JOIN_CONTROL)
			continue;
		if (confusable[parts[i]].length != 0)
			length += prototype_nfd(parts[i], skeleton + length);
		else
			skeleton[length++] = parts[i];
	}
	order_marks(skeleton, length);
	return length;
}

TEST(every_valid_character_reads_as_its_skeleton)
{
	unsigned characters = 0, wrong = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		uint32_t traits = ucd_traits(c), want[4 * NFD_MAX], got[NFD_MAX];
		struct label label = { &c, &traits, 1, traits };
		size_t length;

		if (!is_valid(c) || c == '.')
			continue;
		characters++;
		length = skeleton(&label, got, NFD_MAX);
		if ((length != skeleton_of(c, want) ||
		     memcmp(got, want, length * sizeof *got) != 0) &&
		    wrong++ < 20)
			print_message("# U+%04X\n", c);
	}
	print_message("# note: %u characters\n", characters);
	assert_int_equal(wrong, 0);
}

/* The skeleton of UTS #39 section 4 removes them; skeleton.c recognizes them by that trait. */
TEST(the_default_ignorables_that_can_stand_are_the_join_controls)
{
	struct unicode_file file;
	unsigned found = 0;

	unicode_file_open(&file, "DerivedCoreProperties.txt");
	while (unicode_file_row(&file)) {
		uint32_t first, last;

		if (file.fields < 2 ||
		    strcmp(file.field[1], "Default_Ignorable_Code_Point") != 0)
			continue;
		unicode_range(file.field[0], &first, &last);
		for (uint32_t c = first; c <= last; c++) {
			if (!stands[c])
				continue;
			assert_true(ucd_traits(c) & UCD_JOIN_CONTROL);
			found++;
		}
	}
	unicode_file_close(&file);
	assert_int_equal(found, 2);
}

/* --- Scripts by their names ----------------------------------------------- */

static bool is_used(const char *script)
{
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		for (const char *const *s = script_extensions(c); *s != NULL; s++)
			if (strcmp(*s, script) == 0)
				return true;
	return false;
}

/* Returns the script with that name, in any case. */
static int script_of(const char *name)
{
	char lower[64], upper[64];
	size_t length = strlen(name);
	int script = look_alike_script(name, length);

	assert_true(length < sizeof lower);
	for (size_t i = 0; i <= length; i++) {
		lower[i] = (char)tolower((unsigned char)name[i]);
		upper[i] = (char)toupper((unsigned char)name[i]);
	}
	assert_int_equal(look_alike_script(lower, length), script);
	assert_int_equal(look_alike_script(upper, length), script);
	return script;
}

static void check_names(const char *short_name, const char *long_name)
{
	int script = script_of(long_name);

	assert_int_equal(script_of(short_name), script);
	if (is_used(short_name))
		assert_string_equal(ucd_script_name((uint8_t)script), long_name);
	else
		assert_int_equal(script, -1);
}

/* Rows "sc ; Latn ; Latin". */
TEST(every_script_in_use_is_found_by_its_names_and_no_other_is)
{
	struct unicode_file file;
	unsigned scripts = 0;

	unicode_file_open(&file, "PropertyValueAliases.txt");
	while (unicode_file_row(&file)) {
		if (strcmp(file.field[0], "sc") != 0)
			continue;
		check_names(file.field[1], file.field[2]);
		scripts++;
	}
	unicode_file_close(&file);
	assert_true(scripts > 150);
}

BEFORE_ALL
{
	static const char *const files[] = {
		"IdentifierStatus.txt",
		"Idna2008.txt",
		"IdnaMappingTable.txt",
		"confusables.txt",
		"DerivedCoreProperties.txt",
		"DerivedNormalizationProps.txt",
		"PropertyValueAliases.txt",
		NULL,
	};

	unicode_files_or_skip("look_alikes", files);
	unicode_files_or_skip("look_alikes", script_files);
	idna_table_read();
	normalization_read();
	script_read();
	find_standing();
}
