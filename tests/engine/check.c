/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What idnx.h says of idnx_check() and idnx_script_name(): check.tsv has names that meet each
 * criterion and names that do not, spoofs.tsv real names and their imitations.
 */
#include "../common/table.h"
#include "idnx.h"

static const struct idnx_criteria nothing;

static const char *const levels[] = { "any", "moderate", "high", "single", "ascii" };

static enum idnx_restriction_level level_of(const char *word)
{
	size_t level = 0;

	while (level < LENGTH(levels) && strcmp(word, levels[level]) != 0)
		level++;
	return (enum idnx_restriction_level)level;
}

/* Reads "high look-alikes Latin"; scripts are what no other criterion is called. */
static struct idnx_criteria criteria_of(char *words)
{
	struct idnx_criteria criteria = nothing;
	char *word;

	while ((word = strsep(&words, " ")) != NULL && *word != '\0') {
		if (level_of(word) < LENGTH(levels))
			criteria.level = level_of(word);
		else if (strcmp(word, "idna2008") == 0)
			criteria.repertoire = IDNX_REPERTOIRE_IDNA2008;
		else if (strcmp(word, "identifiers") == 0)
			criteria.repertoire = IDNX_REPERTOIRE_IDENTIFIERS;
		else if (strcmp(word, "look-alikes") == 0)
			criteria.look_alikes = 1;
		else
			assert_int_equal(
				idnx_script_set_add(&criteria.scripts, word, strlen(word)), 0);
	}
	return criteria;
}

/* Expects "OK", or the status, the label and the places, of which two that are equal are one. */
static void check_finding(const char *name, size_t length, const struct idnx_criteria *criteria,
                          const char *expected)
{
	struct idnx_finding got = idnx_check(name, length, criteria);
	const char *code = idnx_status_code(got.status);
	char text[100];

	if (got.first != got.second)
		snprintf(text, sizeof text, "%s %u %zu %zu", code, got.label, got.first,
		         got.second);
	else if (got.status != IDNX_OK || got.label != 0 || got.first != 0)
		snprintf(text, sizeof text, "%s %u %zu", code, got.label, got.first);
	else
		strcpy(text, code);
	assert_string_equal(text, expected);
}

/* Without criteria any UTF-8 passes. */
static void check_row(char *column[])
{
	const char *name = column[2], *expected = column[3];
	char *alternatives = column[1], *words;

	while ((words = strsep(&alternatives, "|")) != NULL) {
		struct idnx_criteria criteria = criteria_of(words);

		check_finding(name, strlen(name), &criteria, expected);
	}
	if (strncmp(expected, "UTF8", 4) != 0 && strchr(name, '\xFF') == NULL)
		check_finding(name, strlen(name), &nothing, "OK");
}

#define ROWS(name) TABLE_TEST(name, "tests/engine/check.tsv", check_row)

/* --- Repertoires: RFC 5892 with its appendix A, the General Security Profile ----------- */

ROWS(what_idna2008_does_not_permit_is_found);
ROWS(joiners_need_their_context);
ROWS(characters_with_a_rule_need_their_context);
ROWS(what_is_outside_of_the_profile_is_found);
ROWS(unlikely_marks_are_found);
ROWS(names_with_many_marks_pass);

TEST(an_unknown_criterion_is_rejected)
{
	static const int beyond[] = { 1, 1000, -10 };

	for (size_t i = 0; i < LENGTH(beyond); i++) {
		int unknown_repertoire = IDNX_REPERTOIRE_IDENTIFIERS + beyond[i];
		int unknown_level = IDNX_LEVEL_ASCII_ONLY + beyond[i];
		struct idnx_criteria repertoire = {
			.repertoire = (enum idnx_repertoire)unknown_repertoire
		};
		struct idnx_criteria level = {
			.level = (enum idnx_restriction_level)unknown_level
		};

		check_finding("a", 1, &repertoire, "FLAGS 0 0");
		check_finding("", 0, &repertoire, "FLAGS 0 0");
		check_finding("a", 1, &level, "FLAGS 0 0");
	}
}

/* --- Scripts and numbers ---------------------------------------------------------- */

ROWS(scripts_that_are_not_listed_are_found);
ROWS(the_two_conflicting_characters_are_found);
ROWS(digits_of_two_number_systems_are_found);
ROWS(each_label_is_checked_for_itself);
ROWS(ill_formed_utf8_is_found_at_every_level);

TEST(a_script_has_two_names_in_any_case)
{
	static const char *const latin[] = { "Latin", "latin", "LATIN", "Latn", "latn", "LATN" };
	static const char *const none[] = { "",       "L",      "Lat",    "Lati",
		                            "Latin ", " Latin", "Latins", "Klingon",
		                            "Jpan",   "Hanb",   "Kore",   "ſhaw" };
	struct idnx_script_set first = { { 0 } };

	assert_int_equal(idnx_script_set_add(&first, "Latin", 5), 0);
	assert_true(first.words[0] | first.words[1] | first.words[2]);
	for (size_t i = 0; i < LENGTH(latin); i++) {
		struct idnx_script_set set = { { 0 } };

		assert_int_equal(idnx_script_set_add(&set, latin[i], strlen(latin[i])), 0);
		assert_memory_equal(&set, &first, sizeof set);
	}
	for (size_t i = 0; i < LENGTH(none); i++) {
		struct idnx_script_set set = first;

		print_message("# %s\n", none[i]);
		assert_int_equal(idnx_script_set_add(&set, none[i], strlen(none[i])), -1);
		assert_memory_equal(&set, &first, sizeof set);
	}
	assert_int_equal(idnx_script_set_add(&first, "Greekish", 5), 0);
	assert_int_equal(idnx_script_set_add(&first, "La\0in", 5), -1);
	assert_int_equal(idnx_script_set_add(&first, "Latn\0", 5), -1);
	assert_int_equal(idnx_script_set_add(&first, "Latin\0Cyrillic", 14), -1);
}

static void check_scripts(char *column[])
{
	uint32_t code_point = (uint32_t)strtoul(column[0] + strlen("U+"), NULL, 16);
	char *scripts = column[1], *script;
	unsigned index = 0;

	while ((script = strsep(&scripts, " ")) != NULL && *script != '\0')
		assert_string_equal(idnx_script_name(code_point, index++), script);
	assert_null(idnx_script_name(code_point, index));
	assert_null(idnx_script_name(code_point, UINT32_MAX));
}

TABLE_TEST(the_scripts_of_a_character_have_names, "tests/engine/check.tsv", check_scripts);

/* --- Restriction levels ------------------------------------------------------------ */

#define EACH 50 /* at each level, at least that many names pass and spoofs fail */

static enum idnx_restriction_level level_asked;
static unsigned real_names, spoofs;

static void check_level(char *column[])
{
	const char *name = column[3], *expected = column[2];
	enum idnx_restriction_level strictest = level_of(column[1]);
	struct idnx_criteria criteria = { .level = level_asked };
	struct idnx_finding got = idnx_check(name, strlen(name), &criteria);

	if (level_asked <= strictest)
		expected = "OK";
	else if (level_asked == IDNX_LEVEL_ASCII_ONLY)
		expected = "SCRIPTS";
	assert_string_equal(idnx_status_code(got.status), expected);
	assert_int_equal(got.label, got.status != IDNX_OK);
	real_names += strcmp(column[0], "real") == 0 && got.status == IDNX_OK;
	spoofs += strcmp(column[0], "spoof") == 0 && got.status != IDNX_OK;
}

TEST(each_level_lets_real_names_pass_and_stops_spoofs)
{
	for (int level = IDNX_LEVEL_MODERATELY_RESTRICTIVE; level <= IDNX_LEVEL_ASCII_ONLY;
	     level++) {
		level_asked = (enum idnx_restriction_level)level;
		real_names = spoofs = 0;
		table_rows("tests/engine/spoofs.tsv", NULL, check_level);
		print_message("# note: %s: %u real names pass, %u spoofs do not\n",
		              levels[level], real_names, spoofs);
		assert_true(real_names >= EACH && spoofs >= EACH);
	}
}

/* Spoofs as well.  The real names are in their converted form. */
static void check_valid(char *column[])
{
	char form[IDNX_NAME_SIZE];

	check_finding(column[3], strlen(column[3]), &nothing, "OK");
	assert_int_equal(
		idnx_to_unicode(column[3], strlen(column[3]), form, sizeof form, IDNX_LOOKUP)
			.status,
		IDNX_OK);
	assert_string_equal(form, column[3]);
}

TEST(without_a_level_all_of_them_are_valid_names)
{
	assert_true(table_rows("tests/engine/spoofs.tsv", NULL, check_valid) > 4 * EACH);
}

/* --- Look-alikes -------------------------------------------------------------------- */

static void check_below(const char *label, const char *domain, const char *expected)
{
	static const struct idnx_criteria look_alikes = { .look_alikes = 1 };
	char name[256];

	snprintf(name, sizeof name, "%s.%s", label, domain);
	print_message("# %s\n", name);
	assert_string_equal(
		idnx_status_code(idnx_check(name, strlen(name), &look_alikes).status),
		expected);
}

static void check_home(char *column[])
{
	static const char *const elsewhere[] = { "com", "example.com", "fr", "ᚠᚢ" };
	const char *label = column[1], *legitimate = column[2], *home = column[3];
	struct idnx_criteria look_alikes = { .look_alikes = 1 };
	char name[256];

	for (size_t i = 0; i < LENGTH(elsewhere); i++)
		check_below(label, elsewhere[i], "READS_AS_ASCII");
	check_below(legitimate, "com", "OK");
	check_below(label, home, "OK");
	if (*column[4] != '\0')
		check_below(label, column[4], "OK");
	snprintf(name, sizeof name, "a.%s", label);
	assert_int_not_equal(idnx_check(name, strlen(name), &look_alikes).status,
	                     IDNX_READS_AS_ASCII);
}

TABLE_TEST(a_label_that_reads_as_ascii_passes_where_its_script_is_at_home_alone,
           "tests/engine/check.tsv", check_home);

ROWS(a_label_is_found_only_if_all_of_it_reads_as_ascii);
ROWS(what_reads_as_digits_among_digits_passes_where_its_script_is_at_home_alone);
ROWS(letters_that_look_like_ascii_among_latin_are_found);
ROWS(a_letter_of_few_languages_is_found_outside_of_their_countries);
ROWS(what_reads_as_punctuation_is_found);
ROWS(kana_out_of_place_are_found);

/* --- All criteria ---------------------------------------------------------------------- */

ROWS(ascii_labels_meet_everything);

TEST(every_ascii_character_meets_everything)
{
	char words[] = "ascii identifiers look-alikes Greek";
	struct idnx_criteria all = criteria_of(words);

	for (int c = 1; c < 0x80; c++) {
		char octet = (char)c;

		check_finding(&octet, 1, &all, "OK");
	}
}

/* Each row breaks two rules that are adjacent in idnx.h. */
ROWS(of_two_faults_in_a_label_the_first_in_the_header_is_reported);
ROWS(each_criterion_checks_nothing_else);

/* A C string cannot contain NUL, so it has no row. */
TEST(no_octet_after_the_name_is_read)
{
	char words[] = "ascii identifiers look-alikes Greek";
	struct idnx_criteria single = { .level = IDNX_LEVEL_SINGLE_SCRIPT };
	struct idnx_criteria all = criteria_of(words);
	struct idnx_criteria negative = { .look_alikes = -2 };

	check_finding("pа", 1, &single, "OK");
	check_finding("pа", 2, &single, "UTF8 1 1");
	check_finding(NULL, 0, &single, "OK");
	check_finding(NULL, 0, &all, "OK");
	check_finding("a.\0b", 4, &nothing, "UTF8 2 2");
	check_finding("a.\0b", 4, &all, "UTF8 2 2");
	check_finding("сс.fr", 7, &negative, "READS_AS_ASCII 1 0");
}

/* --- Sizes ---------------------------------------------------------------------------- */

TEST(a_name_may_have_as_many_octets_as_the_header_says)
{
	static char src[IDNX_INPUT_MAX + 1];
	struct idnx_criteria high = { .level = IDNX_LEVEL_HIGHLY_RESTRICTIVE };

	memset(src, 'a', sizeof src);
	for (size_t i = 1; i <= 4; i++)
		src[i * IDNX_CODE_POINTS_MAX - 4] = '.';
	memcpy(src + IDNX_INPUT_MAX - 2, "\u0430", 2);
	check_finding(src, IDNX_INPUT_MAX, &high, "SCRIPTS 5 4093 4094");
	check_finding(src, sizeof src, &high, "TOO_LONG 0 0");
	check_finding(src, sizeof src, &nothing, "TOO_LONG 0 0");
}

TEST(a_label_may_have_as_many_code_points_as_the_header_says)
{
	static char src[IDNX_CODE_POINTS_MAX + 3];
	struct idnx_criteria high = { .level = IDNX_LEVEL_HIGHLY_RESTRICTIVE };

	memset(src, 'a', sizeof src);
	src[1] = '.';
	memcpy(src + IDNX_CODE_POINTS_MAX + 1, "\u0430", 2);
	check_finding(src, sizeof src, &high, "SCRIPTS 2 2 1025");
	src[IDNX_CODE_POINTS_MAX + 1] = 'a';
	src[IDNX_CODE_POINTS_MAX + 2] = 'a';
	check_finding(src, sizeof src - 1, &high, "OK");
	check_finding(src, sizeof src, &high, "TOO_LONG 2 1026");
}

TABLE_END("tests/engine/check.tsv");
