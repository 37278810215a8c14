/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* config.c: what a text of idnx.conf sets for a name. */

#include <string.h>

#include "../common/test.h"
#include "verdict/config_status.h"
#include "config_parser.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

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

	for (size_t i = 0; i < COUNT(names); i++) {
		struct idnx_script_set set = *scripts;

		assert_int_equal(idnx_script_set_add(&set, names[i], strlen(names[i])), 0);
		append(said, memcmp(&set, scripts, sizeof set) == 0, names[i]);
	}
}

static void describe(const struct settings *settings, char said[static SAID_SIZE])
{
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
	for (size_t i = 0; i < COUNT(flags); i++)
		append(said, ((settings->flags ^ IDNX_LOOKUP) & flags[i].flag) != 0,
		       flags[i].word);
	append(said, settings->excluded, "excluded");
	if (settings->criteria.level != IDNX_LEVEL_UNRESTRICTED)
		append(said, true, levels[settings->criteria.level]);
	if (settings->criteria.repertoire != IDNX_REPERTOIRE_ANY)
		append(said, true, repertoires[settings->criteria.repertoire]);
	append(said, settings->criteria.look_alikes != 0, "look-alikes");
	append_scripts(said, &settings->criteria.scripts);
	append(said, settings->is_protected, "protected");
	snprintf(line, sizeof line, "reads-as@%u", settings->protected_line);
	append(said, settings->protected_line != 0, line);
	snprintf(line, sizeof line, "contains@%u", settings->contained_line);
	append(said, settings->contained_line != 0, line);
	append(said, settings->allows_contained, "words");
	append(said, settings->leaves_ace_names, "ace-names");
	append(said, settings->reports, "reports");
	append(said, settings->reports_everywhere && !settings->reports, "reports-elsewhere");
	append(said, settings->logs, "logs");
	append(said, settings->unicode_canonical_name, "canonical-name");
	append(said, settings->unicode_reverse, "reverse");
	append(said, settings->unicode_reverse_somewhere && !settings->unicode_reverse,
	       "reverse-somewhere");
	append(said, strcmp(settings->charset, "UTF-8") != 0, settings->charset);
	snprintf(section, sizeof section, "%zu@%u", settings->suffix_length,
	         settings->section_line);
	append(said, strcmp(section, "0@0") != 0, section);
}

static struct config_result parse(const char *text, size_t length, const char *name,
                                  struct settings *settings)
{
	return config_parse(text, length, name, strlen(name), settings);
}

/* Checks that a text has no mistake, and that it sets this for the name. */
static void check(const char *what, const char *text, const char *name, const char *expected)
{
	struct settings settings;
	struct config_result result = parse(text, strlen(text), name, &settings);
	char said[SAID_SIZE];

	if (result.status != CONFIG_OK)
		fail_msg("%s: line %u: %s", what, result.line,
		         config_status_text(result.status));
	describe(&settings, said);
	if (strcmp(said, expected) != 0)
		fail_msg("%s: of %s it says \"%s\", not \"%s\"", what, name, said, expected);
}

/* --- Keys ----------------------------------------------------------------- */

static const struct {
	const char *text;
	const char *expected;
} values[] = {
	{ "CheckHyphens = true", "hyphens" },
	{ "CheckHyphens = false", "" },
	{ "CheckBidi = true", "" },
	{ "CheckBidi = false", "no-bidi" },
	{ "CheckJoiners = true", "" },
	{ "CheckJoiners = false", "no-joiners" },
	{ "UseSTD3ASCIIRules = true", "std3" },
	{ "UseSTD3ASCIIRules = false", "" },
	{ "deviations = keep", "" },
	{ "deviations = map", "map" },
	{ "exclude =", "" },
	{ "exclude = .example", "excluded" },
	{ "exclude = example.net", "" },
	{ "script-policy = off", "" },
	{ "script-policy = moderately-restrictive", "moderately" },
	{ "script-policy = highly-restrictive", "highly" },
	{ "script-policy = single-script", "single" },
	{ "script-policy = ascii-only", "ascii" },
	{ "repertoire = any", "" },
	{ "repertoire = idna2008", "idna2008" },
	{ "repertoire = identifiers", "identifiers" },
	{ "look-alikes = allow", "" },
	{ "look-alikes = refuse", "look-alikes" },
	{ "scripts =", "" },
	{ "scripts = Latin", "Latin" },
	{ "scripts = Grek\tlatn  CYRILLIC", "Cyrillic Greek Latin" },
	{ "protect =", "" },
	{ "protect = bücher.example", "protected" },
	{ "protect = paypal.example", "" },
	{ "protected-words = reject", "" },
	{ "protected-words = allow", "words" },
	{ "ace-names = check", "" },
	{ "ace-names = leave", "ace-names" },
	{ "protection = off", "" },
	{ "protection = browser", "highly identifiers look-alikes" },
	{ "protection = strict", "single identifiers look-alikes" },
	{ "mode = enforce", "" },
	{ "mode = report", "reports" },
	{ "log = off", "" },
	{ "log = rejected", "logs" },
	{ "canonical-name = ace", "" },
	{ "canonical-name = unicode", "canonical-name" },
	{ "reverse = ace", "" },
	{ "reverse = unicode", "reverse" },
};

TEST(every_value_of_every_key_counts_for_all_names)
{
	for (size_t i = 0; i < COUNT(values); i++)
		check(values[i].text, values[i].text, "bücher.example", values[i].expected);
}

TEST(in_a_section_it_counts_for_the_names_of_the_section)
{
	for (size_t i = 0; i < COUNT(values); i++) {
		bool reverse = strcmp(values[i].expected, "reverse") == 0;
		char text[256], expected[SAID_SIZE];

		snprintf(text, sizeof text, "\n[.example]\n%s\n", values[i].text);
		snprintf(expected, sizeof expected, "%s%s7@2", values[i].expected,
		         values[i].expected[0] != '\0' ? " " : "");
		check(text, text, "bücher.example", expected);
		check(text, text, "bücher.test", reverse ? "reverse-somewhere" : "");
	}
}

TEST(all_keys_together_count_together)
{
	check("all",
	      "CheckHyphens = true\nCheckBidi = false\nCheckJoiners = false\n"
	      "UseSTD3ASCIIRules = true\ndeviations = map\nexclude = .example\n"
	      "script-policy = ascii-only\ncanonical-name = unicode\nreverse = unicode\n"
	      "repertoire = idna2008\nlook-alikes = refuse\nscripts = Latin\nprotect = u\n"
	      "protect = u.example\nprotect = example\nace-names = leave\n"
	      "protection = strict\nmode = report\nlog = rejected\ncharset = KOI8-R\n",
	      "ü.example",
	      "hyphens no-bidi no-joiners std3 map excluded ascii idna2008 look-alikes Latin "
	      "protected ace-names reports logs canonical-name reverse KOI8-R");
}

static const char *const charsets[] = {
	"locale", "ISO-8859-15", "EUC-JP", "KOI8-R", "GB18030", "ISO_8859-1:1987", "utf-8",
	"MS-MAC+(x).y", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz01234567890",
};

TEST(a_charset_is_kept_as_written_in_every_section)
{
	check("by default", "charset = UTF-8\n", "ü", "");
	for (size_t i = 0; i < COUNT(charsets); i++) {
		char text[128], expected[128];

		snprintf(text, sizeof text, "charset = %s\n[.example]", charsets[i]);
		check(text, text, "ü.test", charsets[i]);
		snprintf(expected, sizeof expected, "%s 7@2", charsets[i]);
		check(text, text, "ü.example", expected);
	}
}

/* --- Sections ------------------------------------------------------------- */

struct row {
	const char *what;
	const char *text;
	const char *name;
	const char *expected;
};

static void check_all(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check(rows[i].what, rows[i].text, rows[i].name, rows[i].expected);
}

static const struct row choices[] = {
	{ "no text", "", "ü.example", "" },
	{ "the name itself", "[.ü.example]", "ü.example", "10@1" },
	{ "below it", "[.ü.example]", "a.b.ü.example", "10@1" },
	{ "above it", "[.ü.example]", "example", "" },
	{ "no boundary of labels", "[.example]", "übexample", "" },
	{ "... in a label of two scripts", "[.xample]", "ü.example", "" },
	{ "one octet longer than the name", "[.aü]", "ü", "" },
	{ "the longer one", "[.example]\n[.ü.example]", "a.ü.example", "10@2" },
	{ "... wherever it stands", "[.ü.example]\n[.example]", "a.ü.example", "10@1" },
	{ "... of three", "[.example]\n[.b.a.ü.example]\n[.a.ü.example]",
	  "b.a.ü.example", "14@2" },
	{ "longer, but of another name", "[.example]\n[.aü.example]", "bü.example", "7@1" },
	{ "the top", "[.рф]", "пример.рф", "4@1" },
	{ "a name with the root dot", "[.example]", "ü.example.", "7@1" },
	{ "a suffix with it", "[.example.]", "ü.example", "7@1" },
	{ "both", "[.example.]", "ü.example.", "7@1" },
	{ "the root alone", "[.example]", ".", "" },
	{ "no name", "[.example]", "", "" },
	{ "a suffix of one letter", "[.a]", "ü.a", "1@1" },
	{ "an underscore", "[._tcp.example]", "ü._tcp.example", "12@1" },
	{ "hyphens", "[.ab--c.example]", "ü.ab--c.example", "13@1" },
	{ "a number", "[.7]", "ü.7", "1@1" },
	{ "symbols", "[.i❤.ws]", "ü.i❤.ws", "7@1" },
	{ "before it is checked: hyphens", "[.example]", "-ü-.example", "7@1" },
	{ "... Bidi", "[.example]", "aא.example", "7@1" },
	{ "... joiners", "[.example]", "a\u200db.example", "7@1" },
	{ "... empty labels", "[.example]", "ü..example", "7@1" },
	{ "... a label that is too long", "[.example]",
	  "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü.example",
	  "7@1" },
	{ "... ill-formed UTF-8", "[.example]", "\xfc.example", "7@1" },
	{ "... Punycode that is none", "[.example]", "xn--0000h.ü.example", "7@1" },
	{ "... unassigned", "[.example]", "\u0378.example", "7@1" },
	{ "a suffix only wrong for Bidi", "[.1א]", "ü.1א", "3@1" },
};

TEST(the_longest_suffix_that_ends_a_name_chooses)
{
	check_all(choices, COUNT(choices));
}

/* Each of these is bücher.example, as a section and as the end of a name. */
static const char *const spellings[] = {
	"bücher.example",
	"BÜCHER.EXAMPLE",
	"Bücher.Example",
	"bu\u0308cher.example",
	"BU\u0308CHER.example",
	"bücher\u3002example",
	"bücher\uff0eexample",
	"bücher\uff61example",
	"ｂücher.ｅxample",
	"bü\u00adcher.example",
	"xn--bcher-kva.example",
	"XN--BCHER-KVA.EXAMPLE",
	"xn--bcher-kva\u3002example",
	"bücher.example.",
	"bücher.example\u3002",
};

TEST(suffix_and_name_match_in_any_equivalent_spelling)
{
	for (size_t i = 0; i < COUNT(spellings); i++)
		for (size_t j = 0; j < COUNT(spellings); j++) {
			char text[64], name[64];

			snprintf(text, sizeof text, "[.%s]", spellings[i]);
			snprintf(name, sizeof name, "ä.%s", spellings[j]);
			check(text, text, name, "15@1");
			snprintf(text, sizeof text, "exclude = %s", spellings[i]);
			check(text, text, name, "excluded");
		}
}

static const struct row deviations[] = {
	{ "sharp s", "[.straße.example]\n[.strasse.example]", "ü.straße.example", "15@1" },
	{ "... in ACE", "[.straße.example]\n[.strasse.example]",
	  "ü.xn--strae-oqa.example", "15@1" },
	{ "two s", "[.straße.example]\n[.strasse.example]", "ü.strasse.example", "15@2" },
	{ "capital sharp s", "[.straße.example]", "ü.STRAẞE.example", "15@1" },
	{ "final sigma", "[.βόλος]\n[.βόλοσ]", "ü.βόλος", "10@1" },
	{ "sigma", "[.βόλος]\n[.βόλοσ]", "ü.βόλοσ", "10@2" },
	{ "joiner", "[.نامه\u200cای]\n[.نامهای]", "ü.نامه\u200cای", "15@1" },
	{ "no joiner", "[.نامه\u200cای]\n[.نامهای]", "ü.نامهای", "12@2" },
	{ "mapped by another section's word",
	  "deviations = map\n[.straße.example]\nCheckHyphens = true", "straße.example",
	  "hyphens map 15@2" },
};

TEST(sections_are_chosen_with_deviations_kept)
{
	check_all(deviations, COUNT(deviations));
}

static const struct row inheritances[] = {
	{ "what a section does not set", "CheckHyphens = true\n[.example]\nreverse = unicode",
	  "ü.example", "hyphens reverse 7@2" },
	{ "what it sets", "CheckHyphens = true\n[.example]\nCheckHyphens = false",
	  "ü.example", "7@2" },
	{ "... to the default", "script-policy = ascii-only\n[.example]\nscript-policy = off",
	  "ü.example", "7@2" },
	{ "nothing from a shorter suffix",
	  "[.example]\nCheckHyphens = true\n[.a.example]\nreverse = unicode",
	  "ü.a.example", "reverse 9@3" },
	{ "... whichever comes first",
	  "[.a.example]\nreverse = unicode\n[.example]\nCheckHyphens = true",
	  "ü.a.example", "reverse 9@1" },
	{ "... though it stands between",
	  "deviations = map\n[.example]\ndeviations = keep\nexclude = .a.example\n"
	  "[.a.example]\n", "ü.a.example", "map 9@5" },
	{ "nothing from a section of others", "[.test]\nCheckHyphens = true\n[.example]",
	  "ü.example", "7@3" },
	{ "no section", "CheckHyphens = true\n[.test]\ndeviations = map", "ü.example",
	  "hyphens" },
	{ "somewhere: for all", "reverse = unicode\n[.example]\nreverse = ace", "ü.example",
	  "reverse-somewhere 7@2" },
	{ "somewhere: in another section", "[.test]\nreverse = unicode", "ü.example",
	  "reverse-somewhere" },
	{ "somewhere: in a shorter one", "[.example]\nreverse = unicode\n[.a.example]",
	  "ü.a.example", "reverse-somewhere 9@3" },
	{ "nowhere", "reverse = ace\n[.test]\nreverse = ace", "ü.example", "" },
};

TEST(a_section_inherits_what_holds_for_all_names)
{
	check_all(inheritances, COUNT(inheritances));
}

static const struct row exclusions[] = {
	{ "the name itself", "exclude = .ü.example", "ü.example", "excluded" },
	{ "... written without a dot", "exclude = ü.example", "ü.example", "excluded" },
	{ "below it", "exclude = example", "a.ü.example", "excluded" },
	{ "no boundary", "exclude = .example", "ü.anexample", "" },
	{ "of several the first", "exclude = .a .b .c", "ü.a", "excluded" },
	{ "... the second", "exclude = .a\tb  \t .c", "ü.b", "excluded" },
	{ "... the last", "exclude = .a .b .c # .d", "ü.c", "excluded" },
	{ "... in the comment", "exclude = .a .b .c # .d", "ü.d", "" },
	{ "twice the same", "exclude = .a a", "ü.a", "excluded" },
	{ "no section of it", "exclude = .example", "ü.test", "" },
	{ "a section inherits the list", "exclude = .a.example\n[.example]\n", "ü.a.example",
	  "excluded 7@2" },
	{ "... or has another one", "exclude = .a.example\n[.example]\nexclude = .b.example",
	  "ü.a.example", "7@2" },
	{ "... of its own", "exclude = .a.example\n[.example]\nexclude = .b.example",
	  "ü.b.example", "excluded 7@2" },
	{ "... or none", "exclude = .a.example\n[.example]\nexclude =", "ü.a.example",
	  "7@2" },
	{ "one not chosen counts not", "[.example]\nexclude = .a.example\n[.a.example]\n",
	  "ü.a.example", "9@3" },
	{ "outside of the section's names", "[.example]\nexclude = .test", "ü.test", "" },
};

TEST(an_excluded_suffix_is_one_of_the_nearest_list)
{
	check_all(exclusions, COUNT(exclusions));
}

/* --- Protection ----------------------------------------------------------- */

static const struct {
	const char *key, *values[6];
	size_t set[3]; /* by protection = off, browser, strict: index in values */
} protected_keys[] = {
	{ "script-policy",
	  { "off", "moderately-restrictive", "highly-restrictive", "single-script",
	    "ascii-only" },
	  { 0, 2, 3 } },
	{ "repertoire", { "any", "idna2008", "identifiers" }, { 0, 2, 2 } },
	{ "look-alikes", { "allow", "refuse" }, { 0, 1, 1 } },
};

static const char *const protections[] = { "off", "browser", "strict" };

/* The possible lines; the first two stand above the section. */
enum { KEY, PROTECTION, SECTION_KEY, SECTION_PROTECTION, LINES };

/* A line that is present has the index of its value; else -1. */
struct precedence {
	size_t key;
	int values[LINES];
	bool is_swapped; /* the two lines of each part are swapped */
};

static size_t print_line(char *text, const struct precedence *is, int line)
{
	const char *key = protected_keys[is->key].key;
	int value = is->values[line];

	if (value < 0)
		return 0;
	if (line == PROTECTION || line == SECTION_PROTECTION)
		return (size_t)sprintf(text, "protection = %s\n", protections[value]);
	return (size_t)sprintf(text, "%s = %s\n", key, protected_keys[is->key].values[value]);
}

static void print_lines(char text[static 256], const struct precedence *is)
{
	size_t length = print_line(text, is, is->is_swapped ? PROTECTION : KEY);

	length += print_line(text + length, is, is->is_swapped ? KEY : PROTECTION);
	length += (size_t)sprintf(text + length, "[.example]\n");
	length += print_line(text + length, is,
	                     is->is_swapped ? SECTION_PROTECTION : SECTION_KEY);
	print_line(text + length, is, is->is_swapped ? SECTION_KEY : SECTION_PROTECTION);
}

static size_t expect(const struct precedence *is, bool is_below)
{
	const size_t *set = protected_keys[is->key].set;
	const int *said = is->values;

	if (is_below && said[SECTION_KEY] >= 0)
		return (size_t)said[SECTION_KEY];
	if (is_below && said[SECTION_PROTECTION] >= 0)
		return set[said[SECTION_PROTECTION]];
	if (said[KEY] >= 0)
		return (size_t)said[KEY];
	return said[PROTECTION] >= 0 ? set[said[PROTECTION]] : 0;
}

static size_t value_of(const struct settings *settings, size_t key)
{
	const struct idnx_criteria *criteria = &settings->criteria;

	if (key == 0)
		return (size_t)criteria->level;
	return key == 1 ? (size_t)criteria->repertoire : (size_t)criteria->look_alikes;
}

static void check_precedence(const struct precedence *is)
{
	char text[256];

	print_lines(text, is);
	for (int below = 0; below <= 1; below++) {
		struct settings settings;
		struct config_result result = parse(text, strlen(text),
		                                    below ? "ü.example" : "ü.test", &settings);

		assert_int_equal(result.status, CONFIG_OK);
		if (value_of(&settings, is->key) != expect(is, below))
			fail_msg("%s%s: not %s", text, below ? "below" : "above",
			         protected_keys[is->key].values[expect(is, below)]);
	}
}

/* Moves on to the next combination of values; false: all were tried. */
static bool next_values(struct precedence *is)
{
	for (int line = 0; line < LINES; line++) {
		bool is_key = line == KEY || line == SECTION_KEY;
		int next = ++is->values[line];

		if (is_key ? protected_keys[is->key].values[next] != NULL : next < 3)
			return true;
		is->values[line] = -1;
	}
	return false;
}

/* Each of the 16 sets of lines, in each order, with all values: 4,160 files. */
TEST(the_section_counts_before_all_names_and_a_key_before_protection)
{
	unsigned files = 0;

	for (size_t key = 0; key < COUNT(protected_keys); key++) {
		struct precedence is = { key, { -1, -1, -1, -1 }, false };

		do {
			is.is_swapped = false;
			check_precedence(&is);
			is.is_swapped = true;
			check_precedence(&is);
			files += 2;
		} while (next_values(&is));
	}
	assert_int_equal(files, 2 * 16 * (6 * 6 + 4 * 4 + 3 * 3));
}

/* 20 octets in DNS, if glibc's dns converts them; 80 characters to read. */
#define ESCAPES_5  "\\097\\097\\097\\097\\097"
#define LONG_LABEL ESCAPES_5 ESCAPES_5 ESCAPES_5 ESCAPES_5

static const struct row protects[] = {
	{ "it reads as one", "protect = paypal.example", "раypal.example", "reads-as@1" },
	{ "... written with a dot", "protect = .paypal.example", "раypal.example",
	  "reads-as@1" },
	{ "... in ASCII", "protect = paypal.example", "XN--ypal-43d9g.example.", "reads-as@1" },
	{ "as a name below it", "protect = paypal.example", "www.раypal.example",
	  "reads-as@1" },
	{ "not as the end of a label", "protect = paypal.example", "nаpaypal.example", "" },
	{ "it is the name", "protect = paypal.example", "paypal.example", "protected" },
	{ "it is below the name", "protect = paypal.example", "ü.paypal.example", "protected" },
	{ "... the look-alike of another one", "protect = paypal.example раypal.example",
	  "раypal.example", "protected" },
	{ "... in whatever order", "protect = раypal.example paypal.example",
	  "раypal.example", "protected" },
	{ "marks: it is ASCII", "protect = muller.example", "müller.example", "reads-as@1" },
	{ "marks: it is not", "protect = müller.example", "muller.example", "" },
	{ "... another mark", "protect = müller.example", "mûller.example", "reads-as@1" },
	{ "both", "protect = muller.example müller.example", "müller.example", "protected" },
	{ "of several", "protect = a b\tpaypal.example c # d", "раypal.example",
	  "reads-as@1" },
	{ "in several lines", "protect = a\n\nprotect = paypal.example\nprotect = b",
	  "раypal.example", "reads-as@3" },
	{ "the first line", "protect = paypal.example\nprotect = example\n"
	  "protect = paypal.example", "раypal.test", "contains@1" },
	{ "in several lines itself", "protect = paypal.example\nprotect = раypal.example",
	  "раypal.example", "protected" },
	{ "a section inherits the list", "protect = paypal.example\n[.example]",
	  "раypal.example", "reads-as@1 7@2" },
	{ "... or has another one", "protect = paypal.example\n[.example]\nprotect = a",
	  "раypal.example", "7@2" },
	{ "... of its own", "protect = раypal.example\n[.example]\nprotect = paypal.example",
	  "раypal.example", "reads-as@3 7@2" },
	{ "... of several lines", "protect = раypal.example\n[.example]\nprotect = a\n"
	  "protect = paypal.example", "раypal.example", "reads-as@4 7@2" },
	{ "... or none", "protect = paypal.example\n[.example]\nprotect =",
	  "раypal.example", "7@2" },
	{ "one not chosen counts not", "[.example]\nprotect = paypal.test\n[.test]",
	  "раypal.test", "4@3" },
	{ "a section of others", "[.test]\nprotect = paypal.example", "раypal.example", "" },
	{ "a name below honest ASCII", "protect = paypal.example", "bücher.paypai.example", "" },
	{ "... in disguise", "protect = paypal.example", "bücher.pаypai.example",
	  "reads-as@1" },
	{ "an i for an l", "protect = paypal.example", "paypaı.example", "reads-as@1" },
	{ "... in ASCII form", "protect = paypal.example", "xn--paypa-r4a.example", "reads-as@1" },
	{ "an apostrophe", "protect = paypal.example", "payʼpal.example", "reads-as@1" },

	{ "a word", "protect = paypal.example", "my-pаypal.test", "contains@1" },
	{ "... in ASCII form", "protect = paypal.example", "xn--my-pypal-46g.test",
	  "contains@1" },
	{ "... on its last letter", "protect = paypal.example", "paypaĺ-login.test",
	  "contains@1" },
	{ "... that a language writes with marks", "protect = garcon.example",
	  "garçons-de-paris.test", "contains@1" },
	{ "... and the name", "protect = b.paypal.example paypal.example", "раypal.example",
	  "reads-as@1" },
	{ "... of another one", "protect = paypal.example\nprotect = b.paypal.test",
	  "b.раypal.test", "reads-as@2 contains@1" },
	{ "... as a label of another domain", "protect = paypal.example",
	  "раypal.example.test", "contains@1" },
	{ "... in plain letters", "protect = paypal.example", "paypal-bücher.test", "" },
	{ "... of five letters", "protect = apple.example", "аррӏе-é.test", "contains@1" },
	{ "... of four", "protect = ebay.example", "my-ebаy.test", "" },
	{ "... of five octets in four letters", "protect = büro.example", "my-bûro.test", "" },
	{ "... that is not the first label", "protect = www.paypal.example",
	  "my-pаypal.test", "" },
	{ "... below the name", "protect = paypal.example", "my-pаypal.paypal.example",
	  "protected" },
	{ "... of a name that is listed", "protect = garcon.example garçons-de-paris.test",
	  "garçons-de-paris.test", "protected" },
	{ "... of the second line", "protect = a\nprotect = paypal.example",
	  "my-pаypal.test", "contains@2" },
	{ "... of the first of two", "protect = paypal.example\nprotect = paypal.test",
	  "my-pаypal.test", "contains@1" },
	{ "... allowed before", "protected-words = allow\nprotect = paypal.example",
	  "my-pаypal.test", "contains@2 words" },
	{ "... allowed in a section", "protect = paypal.example\n[.test]\n"
	  "protected-words = allow", "my-pаypal.test", "contains@1 words 4@2" },
	{ "... of another list in a section", "protect = paypal.example\n[.test]\n"
	  "protect = a", "my-pаypal.test", "4@2" },

	{ "one label", "protect = bank.example", "bаnk", "reads-as@1" },
	{ "... in ASCII form", "protect = bank.example", "xn--bnk-6cd", "reads-as@1" },
	{ "... with a root dot", "protect = bank.example", "bаnk.", "reads-as@1" },
	{ "... of a name of three", "protect = bank.intern.example", "bаnk", "reads-as@1" },
	{ "... of a name of one", "protect = bank", "bаnk", "reads-as@1" },
	{ "... that is the second", "protect = www.bank.example", "bаnk", "" },
	{ "... that has it", "protect = bank.example", "mybаnk", "" },
	{ "... with a word", "protect = paypal.example", "my-pаypal", "contains@1" },
	{ "... itself", "protect = muller.example müller.example", "müller", "protected" },
	{ "... that is not ASCII", "protect = müller.example", "müllėr", "reads-as@1" },
	{ "two labels are none", "protect = bank.example", "www.bаnk", "" },

	{ "a label too long to be read", "protect = paypal.example", "xn--a." LONG_LABEL "é",
	  "reads-as@1" },
	{ "... below the name", "protect = paypal.example", LONG_LABEL "é.paypal.example",
	  "protected" },
	{ "... without a name to protect", "protect =", LONG_LABEL "é", "" },
	{ "no name to protect", "protect = paypal.example", "ü..example", "" },
	{ "no UTF-8", "protect = paypal.example", "\xfc.example", "" },
};

TEST(a_look_alike_of_a_protected_name_has_its_line)
{
	check_all(protects, COUNT(protects));
}

/*
 * A form longer than a host name is compared by its end.  It has no reading, and fails closed
 * unless it is protected itself; a conversion refuses it in any case.
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
		assert_int_equal(settings.is_protected, is_read);
		strcpy(name + 3 * count, "раypal.example");
		parse(text, strlen(text), name, &settings);
		assert_false(settings.is_protected);
		assert_int_equal(settings.protected_line, 1);
	}
}

/* --- Lines ---------------------------------------------------------------- */

static const struct row lines[] = {
	{ "no newline", "reverse = unicode", "ü", "reverse" },
	{ "newline", "reverse = unicode\n", "ü", "reverse" },
	{ "CR LF", "\r\nreverse = unicode\r\n[.ü]\r\ndeviations = map\r\n", "ü",
	  "map reverse 2@3" },
	{ "CR at the end", "reverse = unicode\r", "ü", "reverse" },
	{ "byte order mark", "\ufeffreverse = unicode\n", "ü", "reverse" },
	{ "... before a section", "\ufeff[.ü]\n", "ü", "2@1" },
	{ "... before a comment", "\ufeff# reverse = unicode\n", "ü", "" },
	{ "... alone", "\ufeff", "ü", "" },
	{ "comment", "# reverse = unicode\n", "ü", "" },
	{ "... after blanks", " \t # reverse = unicode\n", "ü", "" },
	{ "... after a value", "reverse = unicode # or ace\n", "ü", "reverse" },
	{ "... directly", "reverse = unicode#\n", "ü", "reverse" },
	{ "... after a section", "[.ü] # x\n", "ü", "2@1" },
	{ "... of any octets but NUL and CR", "# \x01\x80\xff\xc3 \x7f\nreverse = unicode",
	  "ü", "reverse" },
	{ "... goes not on", "# \\\nreverse = unicode\n", "ü", "reverse" },
	{ "no blanks", "reverse=unicode\n[.ü]\ndeviations=map", "ü", "map reverse 2@2" },
	{ "blanks", " \treverse\t =\t unicode\t \n \t[.ü]\t \n", "ü", "reverse 2@2" },
	{ "blank lines", "\n \n\t\n\r\nreverse = unicode\n\n", "ü", "reverse" },
	{ "many lines", "\n\n\n\n\n\n\n\n\n\n\n[.ü]", "ü", "2@12" },
};

TEST(a_line_may_be_written_in_these_ways)
{
	check_all(lines, COUNT(lines));
}

/* --- Mistakes ------------------------------------------------------------- */

static const struct mistake {
	const char *what;
	const char *text;
	enum config_status status;
	unsigned line;
	unsigned first;
} mistakes[] = {
	{ "unknown key", "Reverse = ace", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "... longer than one", "reverses = ace", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "... shorter than one", "revers = ace", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "... of another case", "\n\ncheckhyphens = true", CONFIG_UNKNOWN_KEY, 3, 0 },
	{ "... with a blank in it", "Check Bidi = true", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "... of a full-width letter", "\n\uff52everse = ace", CONFIG_UNKNOWN_KEY, 2, 0 },
	{ "... in a section of others", "[.test]\nx = y", CONFIG_UNKNOWN_KEY, 2, 0 },
	{ "... with an unknown value", "x = y", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "a flag that is no key", "VerifyDnsLength = true", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "no key", "= ace", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "a byte order mark in the second line", "\n\ufeffreverse = ace", CONFIG_UNKNOWN_KEY,
	  2, 0 },
	{ "two byte order marks", "\ufeff\ufeffreverse = ace", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "a no-break space", "\u00a0reverse = ace", CONFIG_UNKNOWN_KEY, 1, 0 },
	{ "no =", "reverse", CONFIG_SYNTAX, 1, 0 },
	{ "... nor key", "include /etc/passwd", CONFIG_SYNTAX, 1, 0 },
	{ "a colon", "reverse: ace", CONFIG_SYNTAX, 1, 0 },
	{ "= in the comment", "reverse # = ace", CONFIG_SYNTAX, 1, 0 },
	{ "repeated key", "reverse = ace\n\nreverse = ace", CONFIG_REPEATED_KEY, 3, 1 },
	{ "... in a section", "reverse = ace\n[.a]\nreverse = ace\nreverse = unicode",
	  CONFIG_REPEATED_KEY, 4, 3 },
	{ "... in a section of others", "[.ü]\n[.test]\nCheckBidi = true\nCheckBidi = true",
	  CONFIG_REPEATED_KEY, 4, 3 },
	{ "... exclude", "exclude = .a\nexclude = .b", CONFIG_REPEATED_KEY, 2, 1 },
	{ "... charset", "charset = UTF-8\ncharset = UTF-8", CONFIG_REPEATED_KEY, 2, 1 },
	{ "unknown value", "reverse = Unicode", CONFIG_VALUE, 1, 0 },
	{ "... of another key", "CheckBidi = off", CONFIG_VALUE, 1, 0 },
	{ "... of another case", "CheckBidi = True", CONFIG_VALUE, 1, 0 },
	{ "... in quotes", "CheckBidi = \"true\"", CONFIG_VALUE, 1, 0 },
	{ "... two", "CheckBidi = true true", CONFIG_VALUE, 1, 0 },
	{ "... with =", "CheckBidi = = true", CONFIG_VALUE, 1, 0 },
	{ "... of a number", "CheckBidi = 1", CONFIG_VALUE, 1, 0 },
	{ "no value", "\nreverse =", CONFIG_VALUE, 2, 0 },
	{ "... but a comment", "reverse = # ace", CONFIG_VALUE, 1, 0 },
	{ "no charset", "charset =", CONFIG_VALUE, 1, 0 },
	{ "two charsets", "charset = ISO-8859-15 EUC-JP", CONFIG_VALUE, 1, 0 },
	{ "... with a comma", "charset = ISO-8859-15,EUC-JP", CONFIG_VALUE, 1, 0 },
	{ "... of iconv's", "charset = ISO-8859-15//TRANSLIT", CONFIG_VALUE, 1, 0 },
	{ "a charset of octets", "charset = \xff", CONFIG_VALUE, 1, 0 },
	{ "a charset too long",
	  "charset = ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz012345678901",
	  CONFIG_VALUE, 1, 0 },
	{ "unknown repertoire", "repertoire = idna2003", CONFIG_VALUE, 1, 0 },
	{ "unknown protection", "protection = chrome", CONFIG_VALUE, 1, 0 },
	{ "repeated protection", "protection = off\nprotection = off", CONFIG_REPEATED_KEY, 2,
	  1 },
	{ "repeated scripts", "scripts = Latin\nscripts = Greek", CONFIG_REPEATED_KEY, 2, 1 },
	{ "charset in a section", "[.a]\ncharset = UTF-8", CONFIG_MISPLACED_KEY, 2, 0 },
	{ "... of others", "[.test]\n\ncharset = UTF-8", CONFIG_MISPLACED_KEY, 3, 0 },
	{ "an open bracket", "[.a", CONFIG_SYNTAX, 1, 0 },
	{ "... in the comment", "[.a # ]", CONFIG_SYNTAX, 1, 0 },
	{ "a section without a dot", "[a]", CONFIG_SYNTAX, 1, 0 },
	{ "... without anything", "[]", CONFIG_SYNTAX, 1, 0 },
	{ "a bracket alone", "[", CONFIG_SYNTAX, 1, 0 },
	{ "a closing one", "]", CONFIG_SYNTAX, 1, 0 },
	{ "something after it", "[.a] reverse = ace", CONFIG_SYNTAX, 1, 0 },
	{ "CR within a line", "# comment\rreverse = unicode\r\n", CONFIG_CONTROL, 1, 0 },
	{ "... twice at its end", "\n#\r\r\n", CONFIG_CONTROL, 2, 0 },
	{ "the first of several", "\nx = y\nreverse = x\n[.]", CONFIG_UNKNOWN_KEY, 2, 0 },
	{ "... lines of one kind", "reverse = x\nreverse = x", CONFIG_VALUE, 1, 0 },
};

/* Asks for a name with a section, for one without, and for no particular name. */
TEST(a_mistake_is_one_for_every_name_and_has_a_line)
{
	static const char *const names[] = { "ü.a", "ü.example", "" };

	for (size_t i = 0; i < COUNT(mistakes); i++)
		for (size_t j = 0; j < COUNT(names); j++) {
			const struct mistake *row = &mistakes[i];
			struct settings settings;
			char said[SAID_SIZE];
			struct config_result result = parse(row->text, strlen(row->text),
			                                    names[j], &settings);

			describe(&settings, said);
			if (result.status != row->status || result.line != row->line ||
			    result.first != row->first || result.error != 0 || result.missing ||
			    result.suffix != IDNX_OK)
				fail_msg("%s: line %u (%u): %s", row->what, result.line,
				         result.first, config_status_text(result.status));
			if (strcmp(said, "") != 0)
				fail_msg("%s: not the defaults, \"%s\"", row->what, said);
		}
}

/* --- Repeated sections ---------------------------------------------------- */

/* line: the line of the repeated section; 0: not for this name. */
static const struct {
	const char *what, *text, *name;
	unsigned line, first;
} repetitions[] = {
	{ "the one chosen", "[.a]\n\n[.a]", "ü.a", 3, 1 },
	{ "... for itself", "[.ü]\n[.ü]", "ü", 2, 1 },
	{ "... in another spelling", "[.bücher]\n[.XN--BCHER-KVA.]", "a.bücher", 2, 1 },
	{ "... three times", "[.a]\n[.a]\n[.a]", "ü.a", 2, 1 },
	{ "... after a shorter one", "[.a]\n[.ü.a]\n[.ü.a]", "ü.a", 3, 2 },
	{ "... before a shorter one", "[.ü.a]\n[.ü.a]\n[.a]", "ü.a", 2, 1 },
	{ "... both of them", "[.a]\n[.ü.a]\n[.a]\n[.ü.a]", "ü.a", 4, 2 },
	{ "a shorter one", "[.a]\n[.a]\n[.ü.a]", "ü.a", 0, 0 },
	{ "... after the longer one", "[.ü.a]\n[.a]\n[.a]", "ü.a", 0, 0 },
	{ "... around the longer one", "[.a]\n[.ü.a]\n[.a]", "ü.a", 0, 0 },
	{ "that of others", "[.test]\n[.a]\n[.test]", "ü.a", 0, 0 },
	{ "... of no section", "[.test]\n[.test]", "ü.a", 0, 0 },
	{ "... below this one", "[.b.ü.a]\n[.a]\n[.b.ü.a]", "ü.a", 0, 0 },
	{ "... as long", "[.b]\n[.b]\n[.a]", "ü.a", 0, 0 },
	{ "outside of all sections", "[.a]\n[.a]", "", 0, 0 },
};

TEST(a_repeated_section_is_a_mistake_for_its_names)
{
	for (size_t i = 0; i < COUNT(repetitions); i++) {
		struct settings settings;
		char said[SAID_SIZE];
		struct config_result result = parse(repetitions[i].text,
		                                    strlen(repetitions[i].text),
		                                    repetitions[i].name, &settings);

		describe(&settings, said);
		if ((result.status == CONFIG_REPEATED_SECTION) != (repetitions[i].line > 0) ||
		    result.line != repetitions[i].line || result.first != repetitions[i].first)
			fail_msg("%s: line %u (%u): %s", repetitions[i].what, result.line,
			         result.first, config_status_text(result.status));
		if (result.status != CONFIG_OK && strcmp(said, "") != 0)
			fail_msg("%s: not the defaults, \"%s\"", repetitions[i].what, said);
	}
}

TEST(another_mistake_counts_before_a_repeated_section)
{
	static const char text[] = "[.a]\n[.a]\nx = y";
	struct settings settings;

	assert_int_equal(parse(text, strlen(text), "ü.a", &settings).line, 3);
	assert_int_equal(parse(text, strlen(text), "ü.b", &settings).line, 3);
}

/* The first two have one suffix, the next two another. */
static const char *const sections[] = {
	"[.de]\nscript-policy = single-script\n",
	"[.De.]\nexclude = .de\nCheckBidi = false\n",
	"[.bücher.de]\ndeviations = map\n",
	"[.XN--BCHER-KVA.de]\nCheckHyphens = true\nUseSTD3ASCIIRules = true\n",
	"[.test.de]\nscript-policy = ascii-only\n",
	"[.example]\nexclude = .example\n",
};

#define ORDERS (6 * 5 * 4 * 3 * 2)

static void find_order(unsigned number, size_t order[static COUNT(sections)])
{
	for (size_t count = 0; count < COUNT(sections); number /= (unsigned)++count) {
		size_t place = number % (count + 1);

		memmove(order + place + 1, order + place, (count - place) * sizeof *order);
		order[place] = count;
	}
}

/* Prints all sections in an order, except those whose bit is set. */
static void print_in_order(char text[static 1024], unsigned number, unsigned without)
{
	size_t order[COUNT(sections)];

	find_order(number, order);
	text[0] = '\0';
	for (size_t i = 0; i < COUNT(sections); i++)
		if ((without >> order[i] & 1) == 0)
			strcat(text, sections[order[i]]);
}

/* Returns the result for a name, without the line number. */
static struct config_result say(unsigned number, unsigned without, const char *name,
                                char said[static SAID_SIZE])
{
	char text[1024];
	struct settings settings;
	struct config_result result;

	print_in_order(text, number, without);
	result = parse(text, strlen(text), name, &settings);
	settings.section_line = 0;
	describe(&settings, said);
	return result;
}

/*
 * A name of a repeated section has no answer.  Any other name has the answer that it has
 * with either copy alone.
 */
TEST(no_order_of_repeated_sections_loosens_a_name)
{
	static const struct {
		const char *name;
		enum config_status status;
	} names[] = {
		{ "ü.de", CONFIG_REPEATED_SECTION },
		{ "de", CONFIG_REPEATED_SECTION },
		{ "bücher.de", CONFIG_REPEATED_SECTION },
		{ "ü.bücher.de", CONFIG_REPEATED_SECTION },
		{ "ü.test.de", CONFIG_OK },
		{ "ü.example", CONFIG_OK },
		{ "ü.test", CONFIG_OK },
	};
	static const unsigned copies[] = { 1 << 0 | 1 << 2, 1 << 0 | 1 << 3, 1 << 1 | 1 << 2,
		                           1 << 1 | 1 << 3 };
	char said[SAID_SIZE], alone[SAID_SIZE];

	for (unsigned i = 0; i < ORDERS * COUNT(names); i++) {
		const char *name = names[i / ORDERS].name;
		struct config_result result = say(i % ORDERS, 0, name, said);

		assert_int_equal(result.status, names[i / ORDERS].status);
		for (size_t j = 0; j < COUNT(copies); j++) {
			assert_int_equal(say(i % ORDERS, copies[j], name, alone).status,
			                 CONFIG_OK);
			if (result.status == CONFIG_OK)
				assert_string_equal(said, alone);
		}
	}
}

/* --- Other mistakes -------------------------------------------------------- */

TEST(nul_is_a_mistake_in_any_place)
{
	static const char text[] = "[.a] # x\nreverse = ace";

	for (size_t i = 0; i < strlen(text); i++) {
		struct config_result result;
		struct settings settings;
		char broken[sizeof text];

		memcpy(broken, text, sizeof text);
		broken[i] = '\0';
		result = parse(broken, strlen(text), "ü", &settings);
		assert_int_equal(result.status, CONFIG_CONTROL);
		assert_int_equal(result.line, i > 8 ? 2 : 1);
	}
}

static const struct {
	const char *suffix;
	enum idnx_status status;
} no_suffixes[] = {
	{ "..", IDNX_X4_2 },
	{ "...", IDNX_X4_2 },
	{ "..a", IDNX_X4_2 },
	{ ".a..b", IDNX_X4_2 },
	{ ".a..", IDNX_X4_2 },
	{ ".\u3002a", IDNX_X4_2 },
	{ ".\xfc", IDNX_BAD_UTF8 },
	{ ".*.a", IDNX_HOST },
	{ ".a/b", IDNX_HOST },
	{ ".\xe2\x84\x80", IDNX_HOST }, /* account of: a/c */
	{ ".a,b", IDNX_HOST },
	{ ".\u0378", IDNX_V7 },
	{ ".\u0308a", IDNX_V6 },
	{ ".xn--0000h", IDNX_P4 },
	{ ".xn--", IDNX_P4 },
	{ ".\uff11", IDNX_NUMBER },
	{ ".\uff4cocalhost", IDNX_LOCALHOST },
	{ ".ip6-\uff4coopback", IDNX_LOCALHOST },
	{ ".aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", IDNX_A4_2 },
};

TEST(a_suffix_is_a_domain_name)
{
	for (size_t i = 0; i < COUNT(no_suffixes); i++) {
		static const char *const places[] = { "\n[%s]", "\nexclude = .a %s .b" };

		for (size_t j = 0; j < COUNT(places); j++) {
			struct config_result result;
			struct settings settings;
			char text[128];

			snprintf(text, sizeof text, places[j], no_suffixes[i].suffix);
			result = parse(text, strlen(text), "ü.a", &settings);
			if (result.status != CONFIG_SUFFIX || result.line != 2 ||
			    result.suffix != no_suffixes[i].status)
				fail_msg("%s: line %u: %s, %s", text, result.line,
				         config_status_text(result.status),
				         idnx_status_code(result.suffix));
		}
	}
}

/* A suffix with such a blank or dot is valid in no section. */
TEST(no_section_has_these_suffixes)
{
	static const char *const texts[] = { "[.]", "[. a]", "[.a ]", "[.a b]", "[.a].b]",
	                                     "[..a]", "exclude = .", "exclude = a b. ." };

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct settings settings;
		struct config_result result = parse(texts[i], strlen(texts[i]), "ü.a",
		                                    &settings);

		if (result.status != CONFIG_SUFFIX || result.suffix == IDNX_OK)
			fail_msg("%s: %s", texts[i], config_status_text(result.status));
	}
}

static const struct {
	const char *text;
	enum config_status status;
	unsigned line;
	const char *word;
} words[] = {
	{ "\n scripts = Latin  Klingon Greek # x", CONFIG_SCRIPT, 2, "Klingon" },
	{ "scripts = Latin,Greek", CONFIG_SCRIPT, 1, "Latin,Greek" },
	{ "scripts = L", CONFIG_SCRIPT, 1, "L" },
	{ "[.test]\nscripts = Latin Lateinisch", CONFIG_SCRIPT, 2, "Lateinisch" },
	{ "\ufeffscripts = \xff", CONFIG_SCRIPT, 1, "\xff" },
	{ "protect = a example..com", CONFIG_SUFFIX, 1, "example..com" },
	{ "protect = a\nprotect = *.example", CONFIG_SUFFIX, 2, "*.example" },
	{ "[.test]\nprotect = https://example", CONFIG_SUFFIX, 2, "https://example" },
	{ "exclude = a .b/c d", CONFIG_SUFFIX, 1, "b/c" },
	{ " [.a/b]", CONFIG_SUFFIX, 1, "a/b" },
	{ "exclude = .", CONFIG_SUFFIX, 1, "" },
	{ "x = y", CONFIG_UNKNOWN_KEY, 1, "" },
	{ "scripts = Latin\nscripts = Latin", CONFIG_REPEATED_KEY, 2, "" },
};

static const char *line_of(const char *text, unsigned line)
{
	while (--line > 0)
		text = strchr(text, '\n') + 1;
	return text;
}

TEST(a_list_has_the_word_at_fault)
{
	for (size_t i = 0; i < COUNT(words); i++) {
		struct settings settings;
		struct config_result result = parse(words[i].text, strlen(words[i].text), "ü.a",
		                                    &settings);

		if (result.status != words[i].status || result.line != words[i].line ||
		    result.word_length != strlen(words[i].word))
			fail_msg("%s: line %u: %s", words[i].text, result.line,
			         config_status_text(result.status));
		assert_memory_equal(line_of(words[i].text, result.line) + result.word,
		                    words[i].word, result.word_length);
	}
}

TEST(every_mistake_has_a_phrase_of_its_own)
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

TEST(a_line_ends_after_4095_octets)
{
	struct settings settings;
	struct config_result result;

	memset(long_text, 'x', sizeof long_text);
	memcpy(long_text, "reverse = unicode\n#", 19);
	long_text[18 + CONFIG_LINE_MAX] = '\n';
	result = parse_long(18 + CONFIG_LINE_MAX, &settings);
	assert_int_equal(result.status, CONFIG_OK);
	assert_true(settings.unicode_reverse);
	result = parse_long(18 + CONFIG_LINE_MAX + 1, &settings);
	assert_int_equal(result.status, CONFIG_OK);

	long_text[18 + CONFIG_LINE_MAX] = 'x';
	result = parse_long(18 + CONFIG_LINE_MAX + 1, &settings);
	assert_int_equal(result.status, CONFIG_LONG_LINE);
	assert_int_equal(result.line, 2);
}

/* The newline may be in the second piece. */
TEST(the_longest_line_may_come_in_two_pieces)
{
	static struct config_parser parser;
	struct settings settings;

	memset(long_text, '#', CONFIG_LINE_MAX);
	config_begin(&parser, "ü", strlen("ü"));
	assert_int_equal(config_lines(&parser, long_text, CONFIG_LINE_MAX, false), 0);
	memcpy(long_text + CONFIG_LINE_MAX, "\n[.ü]", 6);
	assert_int_equal(config_lines(&parser, long_text, CONFIG_LINE_MAX + 6, true),
	                 CONFIG_LINE_MAX + 6);
	assert_int_equal(config_end(&parser, &settings).status, CONFIG_OK);
	assert_int_equal(settings.section_line, 2);
}

TEST(a_file_ends_after_65536_octets)
{
	struct settings settings;
	struct config_result result;

	memset(long_text, '\n', sizeof long_text);
	memcpy(long_text + CONFIG_SIZE_MAX - 5, "[.ü]", 5);
	result = parse(long_text, CONFIG_SIZE_MAX, "ü", &settings);
	assert_int_equal(result.status, CONFIG_OK);
	assert_int_equal(settings.section_line, CONFIG_SIZE_MAX - 4);
	result = parse(long_text, CONFIG_SIZE_MAX + 1, "ü", &settings);
	assert_int_equal(result.status, CONFIG_TOO_LARGE);
	assert_int_equal(result.line, 0);
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

/* Each octet of the ASCII form is at most four octets of UTF-8: SUFFIX_SIZE in config.c. */
TEST(the_longest_suffix_has_room)
{
	struct settings settings;
	struct config_result result;
	char name[IDNX_NAME_SIZE] = "", text[sizeof "exclude = " + 2 * IDNX_NAME_SIZE];
	char ace[IDNX_HOST_NAME_SIZE];

	for (int label = 0; label < 4; label++) {
		for (int i = 0; i < 55 - 4 * (label == 3); i++)
			strcat(name, "𠀀");
		strcat(name, label < 3 ? "." : "");
	}
	assert_int_equal(
		idnx_to_ascii(name, strlen(name), ace, sizeof ace, IDNX_HOST_NAME).status,
		IDNX_OK);
	snprintf(text, sizeof text, "[.%s.]", name);
	result = parse(text, strlen(text), name, &settings);
	assert_int_equal(result.status, CONFIG_OK);
	assert_int_equal(settings.suffix_length, strlen(name));

	snprintf(text, sizeof text, "exclude = %s%s", name, name);
	result = parse(text, strlen(text), name, &settings);
	assert_int_equal(result.status, CONFIG_SUFFIX);
	assert_int_equal(result.suffix, IDNX_TOO_LONG);
}

/* --- Random texts --------------------------------------------------------- */

static uint64_t seed = 1;

/* Xorshift, the same numbers in each run. */
static unsigned below(unsigned bound)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed >> 33) % bound;
}

static const char *const pieces[] = {
	"\n", "\n", "\n", "\n", "\n#", "\r\n", "\r", "#", " ", "\t", "=", " = ", " = ",
	"[", "]", "[.",
	"]\n", "[.example]\n", "[.ü]\n", "[.a.ü]\n", ".", ".example", "ü", "xn--tda", "\ufeff",
	"\xff", "\xc3", "x", "CheckHyphens", "CheckBidi = false\n", "CheckJoiners = true\n",
	"exclude", "exclude = .ü\n", "exclude =\n", "charset = locale\n", "charset", "locale",
	"reverse = unicode\n", "reverse", "unicode", "ace", "true", "false", "off",
	"ascii-only",
	"script-policy = single-script\n", "canonical-name = unicode\n", "deviations = map\n",
	"protection = strict\n", "protection", "browser", "repertoire = idna2008\n", "scripts",
	"scripts = Latin\n", "look-alikes = refuse\n", "protect", "protect = u\n",
	"protect = ü а\n", "Greek", "ace-names = leave\n",
};

static size_t random_text(char text[static 1024])
{
	size_t length = 0;

	for (unsigned count = below(16); count > 0; count--) {
		const char *piece = pieces[below(COUNT(pieces))];

		memcpy(text + length, piece, strlen(piece));
		length += strlen(piece);
	}
	for (unsigned count = below(8) == 0 ? below(4) : 0; count > 0 && length > 0; count--)
		text[below((unsigned)length)] = (char)below(256);
	return length;
}

static unsigned lines_of(const char *text, size_t length)
{
	unsigned count = length > 0 && text[length - 1] != '\n';

	for (size_t i = 0; i < length; i++)
		count += text[i] == '\n';
	return count;
}

static void assert_same(const struct config_result *a, const struct settings *b,
                        const struct config_result *c, const struct settings *d)
{
	char said[SAID_SIZE], again[SAID_SIZE];

	assert_int_equal(a->status, c->status);
	assert_int_equal(a->line, c->line);
	assert_int_equal(a->first, c->first);
	assert_int_equal(a->suffix, c->suffix);
	assert_int_equal(a->word, c->word);
	assert_int_equal(a->word_length, c->word_length);
	describe(b, said);
	describe(d, again);
	assert_string_equal(said, again);
}

/* Parses as from a file that read() returns in pieces of any length. */
static struct config_result parse_pieces(const char *text, size_t length,
                                         struct settings *settings)
{
	struct config_parser parser;
	size_t taken = 0, end = 0;

	config_begin(&parser, "a.ü", strlen("a.ü"));
	while (end < length) {
		end += 1 + below((unsigned)(length - end));
		taken += config_lines(&parser, text + taken, end - taken, false);
		assert_true(taken <= end);
	}
	config_lines(&parser, text + taken, end - taken, true);
	return config_end(&parser, settings);
}

/* Parses in an allocation of its own, so that a sanitizer detects an octet more. */
static void check_random_text(const char *random, size_t length, unsigned statuses[])
{
	struct settings settings, again;
	char *text = malloc(length + 1);
	struct config_result result, second;

	memcpy(text + 1, random, length);
	result = parse(text + 1, length, "a.ü", &settings);
	statuses[result.status]++;
	second = parse(text + 1, length, "a.ü", &again);
	assert_same(&result, &settings, &second, &again);
	second = parse_pieces(text + 1, length, &again);
	assert_same(&result, &settings, &second, &again);
	assert_true(result.status == CONFIG_OK ? result.line == 0 : result.line > 0);
	assert_true(result.line <= lines_of(text + 1, length));
	assert_true(result.first == 0 || result.first < result.line);
	assert_true(settings.section_line <= lines_of(text + 1, length));
	free(text);
}

TEST(random_texts_give_the_same_result_twice)
{
	unsigned statuses[CONFIG_REPEATED_SECTION + 1] = { 0 };
	char text[1024];

	for (int i = 0; i < 100000; i++)
		check_random_text(text, random_text(text), statuses);
	/* Checks all statuses except those that need longer texts. */
	for (int i = CONFIG_CONTROL; i <= CONFIG_REPEATED_SECTION; i++)
		assert_true(i == CONFIG_LONG_LINE || i == CONFIG_TOO_MANY || statuses[i] > 0);
	assert_true(statuses[CONFIG_OK] > 10000);
}

TEST(random_octets_give_the_same_result_twice)
{
	unsigned statuses[CONFIG_REPEATED_SECTION + 1] = { 0 };
	char text[1024];

	for (int i = 0; i < 20000; i++) {
		size_t length = below(sizeof text);

		for (size_t j = 0; j < length; j++)
			text[j] = (char)below(256);
		check_random_text(text, length, statuses);
	}
	assert_true(statuses[CONFIG_CONTROL] > 1000);
}

/* What follows the first mistake changes nothing. */
TEST(the_first_mistake_is_that_of_the_shorter_text)
{
	char text[1024];

	for (int i = 0; i < 20000; i++) {
		size_t length = random_text(text), end = 0;
		struct settings settings, again;
		struct config_result result = parse(text, length, "a.ü", &settings), second;

		for (unsigned line = 0; line < result.line && end < length; end++)
			line += text[end] == '\n';
		if (result.status == CONFIG_OK)
			continue;
		second = parse(text, end, "a.ü", &again);
		assert_same(&result, &settings, &second, &again);
	}
}
