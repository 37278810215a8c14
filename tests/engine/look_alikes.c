/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The project's own files in libcore/gen, compared with look_alike.h: each row is found,
 * and nothing is found without a row.
 */
#include "../common/table.h"
#include "confusable/look_alike.h"
#include "ucd.h"

/* --- Shapes --------------------------------------------------------------- */

static unsigned shapes; /* that rows have: "=" has none */

static void check_shape(char *column[])
{
	uint32_t code_point = (uint32_t)strtoul(column[1] + strlen("U+"), NULL, 16);
	uint32_t row = look_alike_row(code_point);
	const char *shape = look_alike_shape(row, LOOK_ALIKE_ANY), *reading;
	const char *close = look_alike_shape(row, LOOK_ALIKE_CLOSELY);
	unsigned others = look_alike_others(row);

	if (strcmp(reading = strsep(&column[2], " "), "=") == 0)
		assert_null(shape);
	else
		assert_string_equal(shape, reading);
	assert_ptr_equal(close, strcmp(column[3], "close") == 0 ? shape : NULL);
	shapes += shape != NULL;
	assert_int_equal(others != 0, column[2] != NULL);
	for (; (reading = strsep(&column[2], " ")) != NULL;
	     others += (unsigned)strlen(reading) + 1)
		assert_string_equal(look_alike_reading(others), reading);
	if (others != 0)
		assert_string_equal(look_alike_reading(others), "");
}

TEST(the_shapes_are_those_of_look_alikes_tsv)
{
	unsigned found = 0;

	for (uint32_t c = 0; c < 0x110000; c++)
		found += look_alike_shape(look_alike_row(c), LOOK_ALIKE_ANY) != NULL;
	shapes = 0;
	assert_true(table_rows("libcore/gen/look_alikes.tsv", NULL, check_shape) > shapes);
	assert_int_equal(found, shapes);
}

/* --- Scripts of countries ------------------------------------------------- */

static unsigned homes;

static void check_homes(char *column[])
{
	int script = look_alike_script(column[0], strlen(column[0]));
	char *domains = column[1], *domain;

	assert_true(script >= 0);
	while ((domain = strsep(&domains, " ")) != NULL) {
		assert_true(look_alike_is_at_home((unsigned)script, domain, strlen(domain)));
		homes++;
	}
}

static unsigned count_homes(void)
{
	unsigned count = 0;

	for (unsigned script = 0; script < UCD_SCRIPTS_MAX; script++)
		for (unsigned first = 0; first <= UINT8_MAX; first++)
			for (unsigned second = 0; second <= UINT8_MAX; second++) {
				char domain[] = { (char)first, (char)second };

				count += look_alike_is_at_home(script, domain, 2);
			}
	return count;
}

TEST(the_homes_of_scripts_are_those_of_country_scripts_tsv)
{
	homes = 0;
	assert_int_not_equal(table_rows("libcore/gen/country_scripts.tsv", NULL, check_homes),
	                     0);
	assert_int_equal(count_homes(), homes);
}

TEST(only_a_domain_of_two_letters_has_scripts)
{
	static const char *const domains[] = { "", "r", "rux", "com", "xn--p1ai" };

	assert_true(look_alike_is_at_home(UCD_SCRIPT_CYRILLIC, "ru", 2));
	for (size_t i = 0; i < LENGTH(domains); i++)
		assert_false(look_alike_is_at_home(UCD_SCRIPT_CYRILLIC, domains[i],
		                                   strlen(domains[i])));
}

static bool has_home(unsigned script)
{
	for (char first = 'a'; first <= 'z'; first++)
		for (char second = 'a'; second <= 'z'; second++) {
			char domain[] = { first, second };

			if (look_alike_is_at_home(script, domain, 2))
				return true;
		}
	return false;
}

TEST(every_recommended_script_but_latin_is_at_home_somewhere)
{
	for (size_t i = 0; i < ucd_recommended_script_count; i++) {
		uint8_t script = ucd_recommended_scripts[i];

		print_message("# %s\n", ucd_script_name(script));
		assert_int_equal(has_home(script), script != UCD_SCRIPT_LATIN);
	}
}

/* --- Letters of countries ------------------------------------------------- */

#define LETTERS_MAX 0x2000 /* above all letters listed */

static unsigned char letters_listed[LETTERS_MAX];

static void check_letters(char *column[])
{
	uint32_t first = (uint32_t)strtoul(column[0] + strlen("U+"), NULL, 16);
	uint32_t last = (uint32_t)strtoul(column[1] + strlen("U+"), NULL, 16);
	char *domains = column[2], *domain;

	assert_true(first <= last && last < LETTERS_MAX);
	for (uint32_t c = first; c <= last; c++)
		letters_listed[c] = true;
	while (*domains != '-' && (domain = strsep(&domains, " ")) != NULL) {
		assert_false(look_alike_is_foreign(first, domain, strlen(domain)));
		if (domains == NULL)
			break;
	}
}

TEST(the_foreign_letters_are_those_of_country_letters_tsv)
{
	assert_int_not_equal(table_rows("libcore/gen/country_letters.tsv", NULL, check_letters),
	                     0);
	for (uint32_t c = 0; c < 0x110000; c++) {
		bool is_listed = c < LETTERS_MAX && letters_listed[c];

		assert_int_equal(look_alike_is_foreign(c, "com", 3), is_listed);
		assert_int_equal(look_alike_is_foreign(c, "", 0), is_listed);
		assert_int_equal(look_alike_is_foreign(c, "de", 2), is_listed);
	}
}
