/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx.conf(5): the table of what each value of "protection" sets matches the code. */

#include <string.h>

#include "../common/test.h"
#include "config.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

static const char *const protections[] = { "off", "browser", "strict" };

/* The columns of the table. */
static const struct {
	const char *key, *values[6];
} keys[] = {
	{ "script-policy",
	  { "off", "moderately-restrictive", "highly-restrictive", "single-script",
	    "ascii-only" } },
	{ "repertoire", { "any", "idna2008", "identifiers" } },
	{ "look-alikes", { "allow", "refuse" } },
};

static struct idnx_criteria criteria_of(const char *key, const char *value)
{
	struct settings settings;
	char text[64];
	int length = snprintf(text, sizeof text, "%s = %s", key, value);

	assert_int_equal(config_parse(text, (size_t)length, "", 0, &settings).status,
	                 CONFIG_OK);
	return settings.criteria;
}

static int column_of(const struct idnx_criteria *criteria, size_t key)
{
	const int columns[] = { (int)criteria->level, (int)criteria->repertoire,
		                criteria->look_alikes };

	return columns[key];
}

/* Returns the key's value that sets what the protection sets. */
static const char *value_of(const char *protection, size_t key)
{
	struct idnx_criteria expected = criteria_of("protection", protection);

	for (size_t i = 0; keys[key].values[i] != NULL; i++) {
		struct idnx_criteria set = criteria_of(keys[key].key, keys[key].values[i]);

		if (column_of(&set, key) == column_of(&expected, key))
			return keys[key].values[i];
	}
	fail_msg("%s: no value of %s", protection, keys[key].key);
	return NULL;
}

static void print_table(char table[static 1024])
{
	int length = sprintf(table, ".It Ic protection");

	for (size_t key = 0; key < COUNT(keys); key++)
		length += sprintf(table + length, " Ta Ic %s", keys[key].key);
	for (size_t i = 0; i < COUNT(protections); i++) {
		length += sprintf(table + length, "\n.It Li %s", protections[i]);
		for (size_t key = 0; key < COUNT(keys); key++)
			length += sprintf(table + length, " Ta Li %s",
			                  value_of(protections[i], key));
	}
	sprintf(table + length, "\n.El\n");
}

TEST(the_page_has_the_table_of_the_code)
{
	static char page[65536];
	FILE *file = fopen("nss_idnx/policy/idnx.conf.5", "r");
	char table[1024];

	assert_non_null(file);
	assert_in_range(fread(page, 1, sizeof page - 1, file), 1, sizeof page - 2);
	fclose(file);
	print_table(table);
	if (strstr(page, table) == NULL)
		fail_msg("idnx.conf(5) has not:\n%s", table);
}
