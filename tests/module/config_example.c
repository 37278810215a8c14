/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * conf/idnx.conf, the example, changes nothing unless it is edited.  Each line that begins
 * with "#" and no blank is a section, or a setting with its default.
 */
#include <string.h>

#include "../common/test.h"
#include "verdict/config_status.h"
#include "config_parser.h"

static char text[CONFIG_SIZE_MAX + 1];
static size_t length;

BEFORE_EACH
{
	FILE *file = fopen("conf/idnx.conf", "r");

	assert_non_null(file);
	length = fread(text, 1, CONFIG_SIZE_MAX, file);
	assert_int_equal(fclose(file), 0);
}

/* Returns the next setting or section from place on, at its '#'. */
static char *next_line(char *place)
{
	char *line = strstr(place, "\n#");

	while (line != NULL && (line[2] == ' ' || line[2] == '\n'))
		line = strstr(line + 1, "\n#");
	return line != NULL ? line + 1 : NULL;
}

static void parse_valid(const char *form, struct settings *settings)
{
	struct config_result result = config_parse(text, length, form, strlen(form), settings);

	if (result.status != CONFIG_OK)
		fail_msg("line %u: %s", result.line, config_status_text(result.status));
}

static void assert_defaults(const struct settings *settings)
{
	struct settings defaults;

	config_parse("", 0, "", 0, &defaults);
	assert_int_equal(settings->flags, defaults.flags);
	assert_int_equal(settings->criteria.level, defaults.criteria.level);
	assert_int_equal(settings->criteria.repertoire, defaults.criteria.repertoire);
	assert_int_equal(settings->criteria.look_alikes, defaults.criteria.look_alikes);
	assert_memory_equal(&settings->criteria.scripts, &defaults.criteria.scripts,
	                    sizeof defaults.criteria.scripts);
	assert_int_equal(settings->is_protected, defaults.is_protected);
	assert_int_equal(settings->protected_line, defaults.protected_line);
	assert_int_equal(settings->contained_line, defaults.contained_line);
	assert_int_equal(settings->allows_contained, defaults.allows_contained);
	assert_int_equal(settings->leaves_ace_names, defaults.leaves_ace_names);
	assert_int_equal(settings->reports, defaults.reports);
	assert_int_equal(settings->logs, defaults.logs);
	assert_int_equal(settings->excluded, defaults.excluded);
	assert_int_equal(settings->unicode_canonical_name, defaults.unicode_canonical_name);
	assert_int_equal(settings->unicode_reverse_somewhere,
	                 defaults.unicode_reverse_somewhere);
	assert_string_equal(settings->charset, defaults.charset);
	assert_int_equal(settings->section_line, 0);
}

TEST(the_example_as_it_is_changes_nothing)
{
	struct settings settings;

	parse_valid("straße.example", &settings);
	assert_defaults(&settings);
}

/* Tests the settings before the first section. */
TEST(each_setting_in_it_is_the_default)
{
	static const char *const keys[] = {
		"CheckHyphens", "CheckBidi", "CheckJoiners", "UseSTD3ASCIIRules",
		"deviations", "exclude", "protection", "script-policy", "repertoire",
		"look-alikes", "scripts", "protect", "protected-words", "ace-names", "mode", "log",
		"canonical-name", "reverse", "charset",
	};
	char *line = next_line(text);

	assert_int_equal(sizeof keys / sizeof *keys, CONFIG_KEYS);
	for (size_t i = 0; i < CONFIG_KEYS; i++) {
		struct settings settings;

		assert_non_null(line);
		assert_memory_equal(line + 1, keys[i], strlen(keys[i]));
		*line = ' ';
		parse_valid("ü.straße.example", &settings);
		assert_defaults(&settings);
		line = next_line(line + 1);
	}
	assert_int_equal(line[1], '[');
}

TEST(its_section_is_one)
{
	struct settings settings;

	for (char *line = next_line(text); line != NULL; line = next_line(line + 1))
		*line = ' ';
	parse_valid("ü.test", &settings);
	assert_defaults(&settings);
	parse_valid("ü.straße.example", &settings);
	assert_int_equal(settings.flags, IDNX_LOOKUP | IDNX_TRANSITIONAL_PROCESSING);
	assert_int_equal(settings.criteria.level, IDNX_LEVEL_HIGHLY_RESTRICTIVE);
	assert_int_not_equal(settings.section_line, 0);
}
