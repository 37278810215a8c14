/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * config.c: what a text of idnx.conf sets for a name.  Rows are in config.tsv: the text, a name,
 * what the text says of the name (or its first error), and why.
 */

#include "../common/table.h"
#include "config_parser.h"

#define ROWS(test, check) TABLE_TEST(test, "tests/module/config.tsv", check)

/* --- Settings as text ----------------------------------------------------- */

#define SAID_SIZE 256

/* Appends the word if the value differs from the default. */
static void append(char *said, bool differs, const char *word)
{
	if (differs)
		strcat(strcat(said, said[0] != '\0' ? " " : ""), word);
}

/* Appends those of the scripts that rows here list. */
static void append_scripts(char *said, const struct idnx_script_set *scripts)
{
	static const char *const names[] = { "Cyrillic", "Greek", "Han", "Latin" };

	for (size_t i = 0; i < LENGTH(names); i++) {
		struct idnx_script_set set = *scripts;

		assert_int_equal(idnx_script_set_add(&set, names[i], strlen(names[i])), 0);
		append(said, memcmp(&set, scripts, sizeof set) == 0, names[i]);
	}
}

static void describe(const struct settings *settings, const struct config_result *result,
                     char said[static SAID_SIZE])
{
	const struct idnx_criteria criteria = config_criteria(settings);
	const uint16_t *lines = settings->listed.protected_lines;
	static const struct {
		unsigned flag;
		const char *word;
	} flags[] = {
		{ IDNX_CHECK_HYPHENS, "hyphens" },
		{ IDNX_CHECK_BIDI, "no-bidi" },
		{ IDNX_CHECK_JOINERS, "no-joiners" },
		{ IDNX_USE_STD3_ASCII_RULES, "std3" },
		{ IDNX_TRANSITIONAL_PROCESSING, "map" },
		{ ~(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |
		    IDNX_USE_STD3_ASCII_RULES | IDNX_TRANSITIONAL_PROCESSING),
		  "other-flags" },
	};
	static const char *const levels[] = {
		[IDNX_LEVEL_MODERATELY_RESTRICTIVE] = "moderately",
		[IDNX_LEVEL_HIGHLY_RESTRICTIVE] = "highly",
		[IDNX_LEVEL_SINGLE_SCRIPT] = "single",
		[IDNX_LEVEL_ASCII_ONLY] = "ascii",
	};
	static const char *const repertoires[] = {
		[IDNX_REPERTOIRE_IDNA2008] = "idna2008",
		[IDNX_REPERTOIRE_IDENTIFIERS] = "identifiers",
	};
	char section[64], line[32];

	said[0] = '\0';
	for (size_t i = 0; i < LENGTH(flags); i++)
		append(said, ((config_flags(settings) ^ IDNX_LOOKUP) & flags[i].flag) != 0,
		       flags[i].word);
	append(said, settings->listed.excluded, "excluded");
	if (criteria.level != IDNX_LEVEL_UNRESTRICTED)
		append(said, true, levels[criteria.level]);
	if (criteria.repertoire != IDNX_REPERTOIRE_ANY)
		append(said, true, repertoires[criteria.repertoire]);
	append(said, criteria.look_alikes != 0, "look-alikes");
	append_scripts(said, &criteria.scripts);
	append(said, lines[MATCH_SAME] != 0, "protected");
	snprintf(line, sizeof line, "reads-as@%u", lines[MATCH_READS]);
	append(said, config_protects(settings) == IDNX_READS_AS_PROTECTED, line);
	snprintf(line, sizeof line, "contains@%u", lines[MATCH_CONTAINS]);
	append(said, !lines[MATCH_SAME] && !lines[MATCH_READS] && lines[MATCH_CONTAINS] != 0,
	       line);
	append(said, settings->values[CONFIG_PROTECTED_WORDS], "words");
	append(said, settings->values[CONFIG_ACE_NAMES], "ace-names");
	append(said, settings->values[CONFIG_MODE], "reports");
	append(said, result->reports_everywhere && !settings->values[CONFIG_MODE],
	       "reports-elsewhere");
	append(said, settings->values[CONFIG_LOG], "logs");
	append(said, settings->values[CONFIG_CANONICAL_NAME], "canonical-name");
	append(said, settings->values[CONFIG_REVERSE], "reverse");
	append(said,
	       config_sets(result, CONFIG_REVERSE, CONFIG_REVERSE) &&
	               !settings->values[CONFIG_REVERSE],
	       "reverse-somewhere");
	append(said, strcmp(settings->charset, "UTF-8") != 0, settings->charset);
	snprintf(section, sizeof section, "%zu@%u", settings->suffix_length,
	         settings->section_line);
	append(said, strcmp(section, "0@0") != 0, section);
}

static struct config_result parse(const char *text, size_t length, const char *name,
                                  struct settings *settings)
{
	struct match match;

	match_begin(&match, name, strlen(name));
	return config_parse(text, length, &match, settings);
}

/* Says what a text sets for a name, or its first error, which leaves the defaults. */
static void say(const char *text, size_t length, const char *name, char said[static SAID_SIZE])
{
	struct settings settings;
	struct config_result result = parse(text, length, name, &settings);
	char more[SAID_SIZE / 2] = "";

	assert_true(result.error == 0 && !result.missing);
	describe(&settings, &result, said);
	if (result.status == CONFIG_OK)
		return;
	assert_string_equal(said, "");
	if (result.first != 0)
		snprintf(more, sizeof more, ", as line %u", result.first);
	if (result.suffix != IDNX_OK)
		snprintf(more, sizeof more, ", %s", idnx_status_code(result.suffix));
	snprintf(said, SAID_SIZE, "line %u: %s%s", result.line,
	         config_status_text(result.status), more);
}

static void check(const char *text, const char *name, const char *expected)
{
	char said[SAID_SIZE];

	say(text, strlen(text), name, said);
	if (strcmp(said, expected) != 0)
		fail_msg("%s: of %s it says \"%s\", not \"%s\"", text, name, said, expected);
}

static void check_row(char *column[])
{
	check(column[0], column[1], column[2]);
}

/* --- Keys ----------------------------------------------------------------- */

static void check_value(char *column[])
{
	bool reverse = strcmp(column[1], "reverse") == 0;
	char text[256], expected[SAID_SIZE];

	check(column[0], "bücher.example", column[1]);
	snprintf(text, sizeof text, "\n[.example]\n%s\n", column[0]);
	snprintf(expected, sizeof expected, "%s%s7@2", column[1],
	         *column[1] != '\0' ? " " : "");
	check(text, "bücher.example", expected);
	check(text, "bücher.test", reverse ? "reverse-somewhere" : "");
}

ROWS(every_value_of_every_key_counts_for_all_names_or_those_of_its_section, check_value);

ROWS(all_keys_together_count_together, check_row);

ROWS(a_charset_is_kept_as_written_in_every_section, check_row);

/* --- Sections ------------------------------------------------------------- */

ROWS(the_longest_suffix_that_ends_a_name_chooses, check_row);

ROWS(suffix_and_name_match_in_any_equivalent_spelling, check_row);
ROWS(sections_are_chosen_with_deviations_kept, check_row);
ROWS(a_section_inherits_what_holds_for_all_names, check_row);
ROWS(an_excluded_suffix_is_one_of_the_nearest_list, check_row);

/* --- Protection ----------------------------------------------------------- */

ROWS(the_section_counts_before_all_names_and_a_key_before_protection, check_row);

/* What each value of "protection" sets, as the rows of every_value_of_every_key say. */
TEST(the_page_idnx_conf_has_the_table_of_protection)
{
	static char page[65536];
	FILE *file = fopen("nss_idnx/policy/idnx.conf.5", "r");

	assert_non_null(file);
	assert_in_range(fread(page, 1, sizeof page - 1, file), 1, sizeof page - 2);
	fclose(file);
	assert_non_null(strstr(
		page,
		".It Ic protection Ta Ic script-policy Ta Ic repertoire Ta Ic look-alikes\n"
		".It Li off Ta Li off Ta Li any Ta Li allow\n"
		".It Li browser Ta Li highly-restrictive Ta Li identifiers Ta Li reject\n"
		".It Li strict Ta Li single-script Ta Li identifiers Ta Li reject\n.El\n"));
}

ROWS(a_look_alike_of_a_protected_name_has_its_line, check_row);

/*
 * A form longer than a host name is compared by its end.  It has no reading, and fails closed
 * unless it is protected itself; a conversion rejects it in any case.
 */
TEST(a_name_of_any_length_may_end_in_a_protected_name)
{
	static const char text[] = "protect = paypal.example";
	char name[2 * IDNX_CODE_POINTS_MAX];

	for (size_t count = 50; count < IDNX_CODE_POINTS_MAX / 2; count++) {
		bool is_read = 2 * count + strlen("paypal.example") <= IDNX_CODE_POINTS_MAX;
		struct settings settings;

		for (size_t i = 0; i < count; i++)
			memcpy(name + 3 * i, "ü.", strlen("ü."));
		strcpy(name + 3 * count, "paypal.example");
		parse(text, strlen(text), name, &settings);
		assert_int_equal(settings.listed.protected_lines[MATCH_SAME] != 0, is_read);
		strcpy(name + 3 * count, "раypal.example");
		parse(text, strlen(text), name, &settings);
		assert_int_equal(settings.listed.protected_lines[MATCH_SAME], 0);
		assert_int_equal(settings.listed.protected_lines[MATCH_READS], 1);
	}
}

/* --- The example ---------------------------------------------------------- */

/*
 * conf/idnx.conf changes nothing unless it is edited.  Each line that begins with "#" and no
 * blank is a section, or a setting with its default.
 */
static char example[CONFIG_SIZE_MAX + 1];

static void read_example(void)
{
	FILE *file = fopen("conf/idnx.conf", "r");

	assert_non_null(file);
	example[fread(example, 1, CONFIG_SIZE_MAX, file)] = '\0';
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

/* As it is, and with each of the settings before the first section. */
TEST(each_setting_in_the_example_is_the_default)
{
	char *line;

	read_example();
	check(example, "ü.straße.example", "");
	line = next_line(example);
	for (size_t i = 0; i < CONFIG_KEYS; i++) {
		if (line == NULL ||
		    strncmp(line + 1, config_keys[i].name, strlen(config_keys[i].name)) != 0)
			fail_msg(
				"conf/idnx.conf: write %s = in its place, as config_keys.h has it",
				config_keys[i].name);
		*line = ' ';
		check(example, "ü.straße.example", "");
		line = next_line(line + 1);
	}
	assert_int_equal(line[1], '[');
}

TEST(the_section_of_the_example_is_one)
{
	char said[SAID_SIZE];

	read_example();
	for (char *line = next_line(example); line != NULL; line = next_line(line + 1))
		*line = ' ';
	check(example, "ü.test", "");
	say(example, strlen(example), "ü.straße.example", said);
	assert_memory_equal(said, "map highly 15@", strlen("map highly 15@"));
}

/* --- Lines ---------------------------------------------------------------- */

ROWS(a_line_may_be_written_in_these_ways, check_row);

ROWS(the_longest_suffix_has_room, check_row);
ROWS(a_line_has_4095_octets_and_a_file_65536, check_row);

/* --- Errors ------------------------------------------------------------- */

/* Asks for a name with a section, for one without, and for no particular name. */
static void check_error(char *column[])
{
	check(column[0], "ü.a", column[1]);
	check(column[0], "ü.example", column[1]);
	check(column[0], "", column[1]);
}

ROWS(an_error_is_one_for_every_name_and_has_a_line, check_error);

/* --- Repeated sections ---------------------------------------------------- */

ROWS(a_repeated_section_is_an_error_for_its_names, check_row);

/* The first two have one suffix, the next two another. */
static const char *const sections[] = {
	"[.de]\nscript-policy = single-script\n",
	"[.De.]\nexclude = .de\nCheckBidi = false\n",
	"[.bücher.de]\ndeviations = map\n",
	"[.XN--BCHER-KVA.de]\nCheckHyphens = true\nUseSTD3ASCIIRules = true\n",
	"[.test.de]\nscript-policy = ascii-only\n",
	"[.example]\nexclude = .example\n",
};

/* Each section comes first once, with the others after it forwards and backwards. */
#define ORDERS (2 * LENGTH(sections))

/* Prints all sections in an order, except those whose bit is set. */
static void print_in_order(char text[static 1024], unsigned number, unsigned without)
{
	const size_t count = LENGTH(sections);

	text[0] = '\0';
	for (size_t i = 0; i < count; i++) {
		size_t section = (number / 2 + (number % 2 ? i : count - i)) % count;

		if ((without >> section & 1) == 0)
			strcat(text, sections[section]);
	}
}

/* Returns the result for a name, without the line number. */
static struct config_result say_in_order(unsigned number, unsigned without, const char *name,
                                         char said[static SAID_SIZE])
{
	char text[1024];
	struct settings settings;
	struct config_result result;

	print_in_order(text, number, without);
	result = parse(text, strlen(text), name, &settings);
	settings.section_line = 0;
	describe(&settings, &result, said);
	return result;
}

/*
 * A name of a repeated section has no answer.  Any other name has the answer that it has
 * with either copy alone.
 */
TEST(no_order_of_repeated_sections_loosens_a_name)
{
	static const char *const names[] = { "ü.de", "de", "bücher.de", "ü.bücher.de",
		                             "ü.test.de", "ü.example", "ü.test" };
	const size_t repeated = 4; /* the first names */
	static const unsigned copies[] = { 1 << 0 | 1 << 2, 1 << 0 | 1 << 3, 1 << 1 | 1 << 2,
		                           1 << 1 | 1 << 3 };
	char said[SAID_SIZE], alone[SAID_SIZE];

	for (unsigned i = 0; i < ORDERS * LENGTH(names); i++) {
		const char *name = names[i / ORDERS];
		struct config_result result = say_in_order(i % ORDERS, 0, name, said);

		assert_int_equal(result.status,
		                 i / ORDERS < repeated ? CONFIG_REPEATED_SECTION : CONFIG_OK);
		for (size_t j = 0; j < LENGTH(copies); j++) {
			assert_int_equal(
				say_in_order(i % ORDERS, copies[j], name, alone).status,
				CONFIG_OK);
			if (result.status == CONFIG_OK)
				assert_string_equal(said, alone);
		}
	}
}

/* --- Other errors -------------------------------------------------------- */

TEST(nul_is_an_error_in_any_place)
{
	static const char text[] = "[.a] # x\nreverse = ace";

	for (size_t i = 0; i < strlen(text); i++) {
		char broken[sizeof text], said[SAID_SIZE];

		memcpy(broken, text, sizeof text);
		broken[i] = '\0';
		say(broken, strlen(text), "ü", said);
		assert_string_equal(said, i > 8 ? "line 2: NUL, or CR within a line"
		                                : "line 1: NUL, or CR within a line");
	}
}

ROWS(a_suffix_is_a_domain_name, check_error);

/* A suffix with such a blank or dot is valid in no section. */
ROWS(no_section_has_these_suffixes, check_error);

static const char *line_of(const char *text, unsigned line)
{
	while (--line > 0)
		text = strchr(text, '\n') + 1;
	return text;
}

/* Columns: the text, the error, and the word in its line. */
static void check_word(char *column[])
{
	struct settings settings;
	struct config_result result = parse(column[0], strlen(column[0]), "ü.a", &settings);

	check_error(column);
	assert_int_equal(result.word_length, strlen(column[2]));
	assert_memory_equal(line_of(column[0], result.line) + result.word, column[2],
	                    result.word_length);
}

ROWS(a_list_has_the_word_at_fault, check_word);

TABLE_END("tests/module/config.tsv");

TEST(every_error_has_a_phrase_of_its_own)
{
	for (int i = CONFIG_OK; i <= CONFIG_REPEATED_SECTION; i++)
		for (int j = -1; j < i; j++)
			assert_string_not_equal(config_status_text((enum config_status)i),
			                        config_status_text((enum config_status)j));
	assert_string_equal(config_status_text(CONFIG_REPEATED_SECTION + 1),
	                    config_status_text((enum config_status) - 1));
}

/* --- Limits --------------------------------------------------------------- */

static char long_text[CONFIG_SIZE_MAX + 2];

static struct config_result parse_long(size_t length, struct settings *settings)
{
	return parse(long_text, length, "ü.s1.example", settings);
}

/* The newline may be in the second piece. */
TEST(the_longest_line_may_come_in_two_pieces)
{
	static struct match match;
	struct config_parser parser = { .match = &match };
	struct settings settings;
	size_t left;

	match_begin(&match, "ü", strlen("ü"));
	memset(long_text, '#', CONF_LINE_MAX);
	config_begin(&parser);
	left = conf_lines_take(long_text, CONF_LINE_MAX, config_lines, &parser);
	assert_int_equal(left, CONF_LINE_MAX);
	memcpy(long_text + left, "\n[.ü]", 6);
	left = conf_lines_take(long_text, left + 6, config_lines, &parser);
	assert_int_equal(left, 5);
	config_lines(&parser, (struct span){ long_text, long_text + left });
	assert_int_equal(config_end(&parser, &settings).status, CONFIG_OK);
	assert_int_equal(settings.section_line, 2);
}

TEST(a_file_may_be_full_of_sections)
{
	struct settings settings;
	struct config_result result;
	size_t length = 0;
	unsigned count = 0;

	for (; length < CONFIG_SIZE_MAX - 32; count++)
		length += (size_t)sprintf(long_text + length, "[.s%u.example]\n", count);
	result = parse_long(length, &settings);
	assert_int_equal(result.status, CONFIG_OK);
	assert_int_equal(settings.section_line, 2);
	length += (size_t)sprintf(long_text + length, "[.S1.example.]");
	result = parse_long(length, &settings);
	assert_int_equal(result.status, CONFIG_REPEATED_SECTION);
	assert_int_equal(result.line, count + 1);
	assert_int_equal(result.first, 2);
}

/* Prints n1 ... of a section, in lines of 32. */
static size_t print_names(char *text, unsigned count)
{
	size_t length = 0;

	for (unsigned i = 1; i <= count; i++)
		length += (size_t)sprintf(text + length, "%s n%u",
		                          i % 32 == 1 ? "\nprotect =" : "", i);
	return length;
}

TEST(a_list_has_at_most_512_names)
{
	size_t length = 0, all;
	struct settings settings;
	struct config_result result;

	for (unsigned section = 0; section < 3; section++) {
		length += print_names(long_text + length, 512);
		result = parse_long(length, &settings);
		assert_int_equal(result.status, CONFIG_OK);
		all = length;
		memcpy(long_text + length, " n1", 4);
		result = parse_long(length + 3, &settings);
		assert_int_equal(result.status, CONFIG_TOO_MANY);
		assert_int_equal(result.line, 17 * section + 17);
		assert_memory_equal(line_of(long_text, result.line) + result.word, "n1", 2);
		assert_int_equal(result.word_length, 2);
		length = all + (size_t)sprintf(long_text + all, "\n[.s%u.example]", section);
	}
}
