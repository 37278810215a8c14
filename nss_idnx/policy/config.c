/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads the lines of idnx.conf (the grammar is in config.h) and keeps what matters for one
 * name: the settings for all names, and those of the one section that is chosen.
 *
 * A section is chosen by the name alone, before anything is checked, so that the section
 * can set the checks.  "[.example.de]" is for that name and all below it, and the longest
 * suffix wins.  A section inherits what it does not set from outside all sections, never
 * from a shorter one.  Name and suffix are compared in the same form, UTS #46 Map,
 * Normalize, Break and decoded Punycode; deviations are kept, so that straße.example and
 * strasse.example, two names, stay distinct.
 *
 * The whole file is read for every name: an error anywhere makes every name fail, not
 * only those that an administrator happens to try.  A repeated section, however, fails only
 * the names for which it is chosen: finding all others would take memory in each process.
 * idnx doctor finds them.
 */
#include <string.h>

#include "config_parser.h"
#include "span.h"

static const struct settings defaults = {
	.flags = IDNX_LOOKUP,
	.charset = "UTF-8",
};

const struct idnx_criteria config_protections[] = {
	[CONFIG_PROTECTION_OFF] = {
		.level = IDNX_LEVEL_UNRESTRICTED,
		.repertoire = IDNX_REPERTOIRE_ANY,
	},
	[CONFIG_PROTECTION_BROWSER] = {
		.level = IDNX_LEVEL_HIGHLY_RESTRICTIVE,
		.repertoire = IDNX_REPERTOIRE_IDENTIFIERS,
		.look_alikes = 1,
	},
	[CONFIG_PROTECTION_STRICT] = {
		.level = IDNX_LEVEL_SINGLE_SCRIPT,
		.repertoire = IDNX_REPERTOIRE_IDENTIFIERS,
		.look_alikes = 1,
	},
};

const struct config_key_words config_keys[CONFIG_KEYS] = {
	[CONFIG_CHECK_HYPHENS] =
		{ "CheckHyphens", { "false", "true" }, IDNX_CHECK_HYPHENS },
	[CONFIG_CHECK_BIDI] =
		{ "CheckBidi", { "false", "true" }, IDNX_CHECK_BIDI },
	[CONFIG_CHECK_JOINERS] =
		{ "CheckJoiners", { "false", "true" }, IDNX_CHECK_JOINERS },
	[CONFIG_USE_STD3_ASCII_RULES] =
		{ "UseSTD3ASCIIRules", { "false", "true" }, IDNX_USE_STD3_ASCII_RULES },
	[CONFIG_DEVIATIONS] =
		{ "deviations", { "keep", "map" }, IDNX_TRANSITIONAL_PROCESSING },
	[CONFIG_EXCLUDE] =
		{ .name = "exclude" },
	[CONFIG_PROTECTION] =
		{ .name = "protection", .values = {
			[CONFIG_PROTECTION_OFF] = "off",
			[CONFIG_PROTECTION_BROWSER] = "browser",
			[CONFIG_PROTECTION_STRICT] = "strict" } },
	[CONFIG_SCRIPT_POLICY] =
		{ .name = "script-policy", .values = {
			[IDNX_LEVEL_UNRESTRICTED] = "off",
			[IDNX_LEVEL_MODERATELY_RESTRICTIVE] = "moderately-restrictive",
			[IDNX_LEVEL_HIGHLY_RESTRICTIVE] = "highly-restrictive",
			[IDNX_LEVEL_SINGLE_SCRIPT] = "single-script",
			[IDNX_LEVEL_ASCII_ONLY] = "ascii-only" } },
	[CONFIG_REPERTOIRE] =
		{ .name = "repertoire", .values = {
			[IDNX_REPERTOIRE_ANY] = "any",
			[IDNX_REPERTOIRE_IDNA2008] = "idna2008",
			[IDNX_REPERTOIRE_IDENTIFIERS] = "identifiers" } },
	[CONFIG_LOOK_ALIKES] =
		{ .name = "look-alikes", .values = { "allow", "reject" } },
	[CONFIG_SCRIPTS] =
		{ .name = "scripts" },
	[CONFIG_PROTECT] =
		{ .name = "protect" },
	[CONFIG_PROTECTED_WORDS] =
		{ .name = "protected-words", .values = { "reject", "allow" } },
	[CONFIG_ACE_NAMES] =
		{ .name = "ace-names", .values = { "check", "leave" } },
	[CONFIG_MODE] =
		{ .name = "mode", .values = { "enforce", "report" } },
	[CONFIG_LOG] =
		{ .name = "log", .values = { "off", "rejected" } },
	[CONFIG_CANONICAL_NAME] =
		{ .name = "canonical-name", .values = { "ace", "unicode" } },
	[CONFIG_REVERSE] =
		{ .name = "reverse", .values = { "ace", "unicode" } },
	[CONFIG_CHARSET] =
		{ .name = "charset" },
};

/* --- Errors ------------------------------------------------------------- */

static enum config_status blame(struct config_parser *parser, struct span word,
                                enum config_status status)
{
	parser->result.word = (uint16_t)(word.next - parser->line_text);
	parser->result.word_length = (uint16_t)span_length(word);
	return status;
}

/* --- Suffixes ------------------------------------------------------------- */

static size_t without_root_dot(const char *form, size_t length)
{
	return length > 0 && form[length - 1] == '.' ? length - 1 : length;
}

/*
 * Writes the form of a suffix, without a root dot.  It must be a domain name, else no name
 * would be below it; the section sets all other checks for the names there.
 */
static enum config_status form_suffix(struct config_parser *parser, struct span suffix,
                                      char form[static CONFIG_SUFFIX_SIZE], size_t *length)
{
	struct idnx_result result = idnx_to_unicode(suffix.next, span_length(suffix), form,
	                                            CONFIG_SUFFIX_SIZE, IDNX_HOST_NAME);

	/* No name is that long: the longest form fits into CONFIG_SUFFIX_SIZE. */
	if (result.status == IDNX_NO_SPACE)
		result.status = IDNX_TOO_LONG;
	parser->result.suffix = result.status;
	if (result.status != IDNX_OK)
		return blame(parser, suffix, CONFIG_SUFFIX);
	*length = without_root_dot(form, result.length);
	return CONFIG_OK;
}

static void form_name(struct config_parser *parser)
{
	char *whole = parser->form.whole;
	struct idnx_result result = idnx_to_unicode(parser->name, parser->name_length, whole,
	                                            sizeof parser->form.whole, 0);
	size_t length = without_root_dot(whole, result.length), most = CONFIG_SUFFIX_SIZE;

	parser->form_length = length < most ? length : most;
	parser->is_whole_form = length <= most && result.status != IDNX_TOO_LONG;
	parser->is_single_label = memchr(whole, '.', length) == NULL;
	memmove(parser->form.end, whole + length - parser->form_length, parser->form_length);
	parser->has_form = true;
}

/* Returns whether the name is this suffix, or below it. */
static bool is_below(struct config_parser *parser, const char *suffix, size_t length)
{
	size_t above;

	if (!parser->has_form)
		form_name(parser);
	above = parser->form_length - length;
	return length <= parser->form_length &&
	       memcmp(parser->form.end + above, suffix, length) == 0 &&
	       (above == 0 || parser->form.end[above - 1] == '.');
}

/* --- Sections ------------------------------------------------------------- */

/* Two suffixes of one name that have the same length are equal. */
static void begin_section(struct config_parser *parser, const char *suffix, size_t length)
{
	bool suits = is_below(parser, suffix, length);

	memset(parser->key_lines, 0, sizeof parser->key_lines);
	parser->protected_count = 0;
	parser->settings = &parser->other;
	if (suits && length > parser->chosen.suffix_length) {
		parser->settings = &parser->chosen;
		parser->repeated_line = 0;
	} else if (suits && length == parser->chosen.suffix_length &&
	           parser->repeated_line == 0) {
		parser->repeated_line = parser->line;
	}
	*parser->settings = parser->all;
	parser->settings->suffix_length = length;
	parser->settings->section_line = parser->line;
}

static enum config_status read_section(struct config_parser *parser, struct span line)
{
	char form[CONFIG_SUFFIX_SIZE];
	enum config_status status;
	size_t length;

	if (span_length(line) < strlen("[.]") || line.next[1] != '.' || line.end[-1] != ']')
		return CONFIG_SYNTAX;
	line.end--;
	status = form_suffix(parser, span_without_first(line, strlen("[.")), form, &length);
	if (status == CONFIG_OK)
		begin_section(parser, form, length);
	return status;
}

/* --- Settings ------------------------------------------------------------- */

static enum config_status read_scripts(struct config_parser *parser, struct span value)
{
	struct idnx_script_set *scripts = &parser->settings->criteria.scripts;
	struct span word;

	*scripts = (struct idnx_script_set){ { 0 } };
	parser->settings->lines.scripts = (uint16_t)parser->line;
	while (span_next_word(&value, &word))
		if (idnx_script_set_add(scripts, word.next, span_length(word)) != 0)
			return blame(parser, word, CONFIG_SCRIPT);
	return CONFIG_OK;
}

/* --- Protected names ------------------------------------------------------ */

/*
 * NULL if the name cannot be read: it is longer than any host name, or a label of it is.  A
 * source after idnx may shorten it, as glibc's dns does with "\\097", so it fails closed.
 */
static const struct idnx_reading *reading_of_name(struct config_parser *parser)
{
	struct idnx_reading *reading = &parser->form.reading;

	if (!parser->has_reading)
		parser->is_read = parser->is_whole_form &&
		                  idnx_read(parser->form.end, parser->form_length, reading) ==
		                          IDNX_OK;
	parser->has_reading = true;
	return parser->is_read ? reading : NULL;
}

/* Fewer characters are parts of many words. */
#define WORD_LENGTH_MIN 5

static bool is_word(const char *label, size_t length)
{
	size_t characters = 0;

	for (size_t i = 0; i < length; i++)
		characters += ((unsigned char)label[i] & 0xC0) != 0x80;
	return characters >= WORD_LENGTH_MIN;
}

static bool reads_as(struct config_parser *parser, const char *protected, size_t length)
{
	const struct idnx_reading *reading = reading_of_name(parser);

	return reading == NULL ||
	       idnx_reads_as(reading, protected, length) == IDNX_LIKE_IN_DISGUISE;
}

static bool contains(struct config_parser *parser, const char *word, size_t length)
{
	const struct idnx_reading *reading = reading_of_name(parser);

	return reading != NULL && is_word(word, length) &&
	       idnx_contains(reading, parser->form.end, parser->form_length, word, length);
}

/*
 * Keeps the first one that the name reads as, and the first one that it contains; none if
 * the name is one of them.  The search list of resolv.conf completes a name of one label, so
 * it is compared with the first label.
 */
static void note_protected(struct config_parser *parser, const char *protected, size_t length)
{
	struct settings *settings = parser->settings;
	size_t first = span_length(
		span_before((struct span){ protected, protected + length }, '.'));

	if (settings == &parser->other || settings->is_protected)
		return;
	if (!parser->has_form)
		form_name(parser);
	if (parser->is_single_label)
		length = first;
	if (is_below(parser, protected, length)) {
		settings->is_protected = true;
		settings->protected_line = 0;
		settings->contained_line = 0;
	} else if (settings->protected_line == 0 && reads_as(parser, protected, length)) {
		settings->protected_line = parser->line;
	} else if (settings->protected_line == 0 && settings->contained_line == 0 &&
	           contains(parser, protected, first)) {
		settings->contained_line = parser->line;
	}
}

/* The first line in a section starts a new list; further lines add to it. */
static void begin_protected(struct config_parser *parser)
{
	if (parser->key_lines[CONFIG_PROTECT] != 0)
		return;
	parser->settings->is_protected = false;
	parser->settings->protected_line = 0;
	parser->settings->contained_line = 0;
}

/* --- Lists of suffixes ------------------------------------------------------ */

/* Reads suffixes, with or without a leading dot, separated by blanks. */
static enum config_status read_suffixes(struct config_parser *parser, enum config_key key,
                                        struct span list)
{
	enum config_status status = CONFIG_OK;
	char form[CONFIG_SUFFIX_SIZE];
	struct span word;
	size_t length;

	while (status == CONFIG_OK && span_next_word(&list, &word)) {
		if (key == CONFIG_PROTECT && parser->protected_count++ == CONFIG_PROTECTED_MAX)
			return blame(parser, word, CONFIG_TOO_MANY);
		status = form_suffix(parser, span_without_first(word, word.next[0] == '.'),
		                     form, &length);
		if (status == CONFIG_OK && key == CONFIG_PROTECT)
			note_protected(parser, form, length);
		else if (status == CONFIG_OK && is_below(parser, form, length))
			parser->settings->excluded = true;
	}
	return status;
}

/* --- Other values ----------------------------------------------------------- */

/*
 * Rejects comma, slash and blank: with these the value is a list, of which the first charset
 * that accepts an octet would choose the host, or a suffix like //IGNORE, which drops octets.
 */
static bool is_charset(struct span value)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	                              "0123456789._:()+-";

	for (const char *c = value.next; c < value.end; c++)
		if (memchr(allowed, *c, strlen(allowed)) == NULL)
			return false;
	return !span_is_empty(value) && span_length(value) < CONFIG_CHARSET_SIZE;
}

static enum config_status read_charset(struct config_parser *parser, struct span value)
{
	char *charset = parser->all.charset;

	if (parser->settings != &parser->all)
		return CONFIG_MISPLACED_KEY;
	if (!is_charset(value))
		return CONFIG_VALUE;
	memcpy(charset, value.next, span_length(value));
	charset[span_length(value)] = '\0';
	return CONFIG_OK;
}

static void set(struct config_parser *parser, enum config_key key, unsigned value)
{
	struct settings *settings = parser->settings;
	uint16_t line = (uint16_t)parser->line;

	switch (key) {
	case CONFIG_SCRIPT_POLICY:
		settings->criteria.level = (enum idnx_restriction_level)value;
		settings->lines.script_policy = line;
		break;
	case CONFIG_REPERTOIRE:
		settings->criteria.repertoire = (enum idnx_repertoire)value;
		settings->lines.repertoire = line;
		break;
	case CONFIG_LOOK_ALIKES:
		settings->criteria.look_alikes = (int)value;
		settings->lines.look_alikes = line;
		break;
	case CONFIG_PROTECTED_WORDS:
		settings->allows_contained = value;
		break;
	case CONFIG_ACE_NAMES:
		settings->leaves_ace_names = value;
		break;
	case CONFIG_MODE:
		settings->reports = value;
		parser->enforces_somewhere |= !value;
		break;
	case CONFIG_LOG:
		settings->logs = value;
		break;
	case CONFIG_CANONICAL_NAME:
		settings->unicode_canonical_name = value;
		break;
	case CONFIG_REVERSE:
		settings->unicode_reverse = value;
		parser->unicode_reverse_somewhere |= value;
		break;
	default: /* those of UTS #46: a flag each, in the table */
		settings->flags &= ~config_keys[key].flag;
		if (value)
			settings->flags |= config_keys[key].flag;
	}
}

/* Keys set in this section take precedence, whether they come before or after. */
static void set_protection(struct config_parser *parser, enum config_protection protection)
{
	const struct idnx_criteria *from = &config_protections[protection];

	if (parser->key_lines[CONFIG_SCRIPT_POLICY] == 0)
		set(parser, CONFIG_SCRIPT_POLICY, from->level);
	if (parser->key_lines[CONFIG_REPERTOIRE] == 0)
		set(parser, CONFIG_REPERTOIRE, from->repertoire);
	if (parser->key_lines[CONFIG_LOOK_ALIKES] == 0)
		set(parser, CONFIG_LOOK_ALIKES, (unsigned)from->look_alikes);
}

/* Returns CONFIG_VALUES_MAX if the key has no such value. */
static unsigned value_named(enum config_key key, struct span value)
{
	unsigned i = 0;

	while (i < CONFIG_VALUES_MAX &&
	       (span_is_empty(value) || !span_equals(value, config_keys[key].values[i])))
		i++;
	return i;
}

static enum config_status read_value(struct config_parser *parser, enum config_key key,
                                     struct span text)
{
	unsigned value = value_named(key, text);

	if (value == CONFIG_VALUES_MAX)
		return CONFIG_VALUE;
	if (key == CONFIG_PROTECTION)
		set_protection(parser, (enum config_protection)value);
	else
		set(parser, key, value);
	return CONFIG_OK;
}

static enum config_key key_named(struct span name)
{
	enum config_key key = 0;

	while (key < CONFIG_KEYS && !span_equals(name, config_keys[key].name))
		key++;
	return key;
}

static enum config_status read_list_or_value(struct config_parser *parser, enum config_key key,
                                             struct span value)
{
	switch (key) {
	case CONFIG_CHARSET:
		return read_charset(parser, value);
	case CONFIG_EXCLUDE:
		parser->settings->excluded = false;
		return read_suffixes(parser, key, value);
	case CONFIG_SCRIPTS:
		return read_scripts(parser, value);
	case CONFIG_PROTECT:
		begin_protected(parser);
		return read_suffixes(parser, key, value);
	default: /* the table has their values */
		return read_value(parser, key, value);
	}
}

static enum config_status read_setting(struct config_parser *parser, struct span line)
{
	struct span name = span_before(line, '='), value;
	enum config_key key = key_named(span_trim(name));
	enum config_status status;

	if (name.end == line.end)
		return CONFIG_SYNTAX;
	if (key == CONFIG_KEYS)
		return CONFIG_UNKNOWN_KEY;
	if (key != CONFIG_PROTECT)
		parser->result.first = parser->key_lines[key];
	if (parser->result.first != 0)
		return CONFIG_REPEATED_KEY;
	value = span_trim((struct span){ name.end + strlen("="), line.end });
	status = read_list_or_value(parser, key, value);
	parser->key_lines[key] = (uint16_t)parser->line;
	return status;
}

/* --- Lines ---------------------------------------------------------------- */

/*
 * A NUL means that the file is not text, or is UTF-16.  A CR within a line means that it
 * is several lines, all of which would be comments after a '#'.  Either would allow what
 * an administrator has forbidden.
 */
static bool has_control(struct span line)
{
	return memchr(line.next, '\0', span_length(line)) != NULL ||
	       memchr(line.next, '\r', span_length(line)) != NULL;
}

static enum config_status read_line(struct config_parser *parser, struct span line)
{
	if (span_length(line) > CONFIG_LINE_MAX)
		return CONFIG_LONG_LINE;
	if (!span_is_empty(line) && line.end[-1] == '\r')
		line.end--;
	if (has_control(line))
		return CONFIG_CONTROL;
	if (parser->line == 1)
		line = span_without_byte_order_mark(line);
	line = span_trim(span_before(line, '#'));
	if (span_is_empty(line))
		return CONFIG_OK;
	return line.next[0] == '[' ? read_section(parser, line) : read_setting(parser, line);
}

size_t config_lines(struct config_parser *parser, const char *text, size_t length, bool is_end)
{
	struct span rest = { text, text + length };

	while (!span_is_empty(rest) && parser->result.status == CONFIG_OK) {
		struct span line = span_before(rest, '\n');
		bool is_whole = line.end < rest.end;

		if (!is_whole && !is_end && span_length(line) <= CONFIG_LINE_MAX)
			return length - span_length(rest);
		parser->line++;
		parser->line_text = line.next;
		parser->result.status = read_line(parser, line);
		if (parser->result.status != CONFIG_OK)
			parser->result.line = parser->line;
		rest.next = line.end + is_whole;
	}
	return length;
}

/* Not in config_file.c, where _FORTIFY_SOURCE brings __memmove_chk(): 2 us of a process's start. */
size_t config_feed(struct config_parser *parser, char *window, size_t length)
{
	size_t taken = config_lines(parser, window, length, false);

	memmove(window, window + taken, length - taken);
	return length - taken;
}

void config_begin(struct config_parser *parser, const char *name, size_t name_length)
{
	memset(parser, 0, offsetof(struct config_parser, settings));
	parser->name = name;
	parser->name_length = name_length;
	parser->all = parser->chosen = defaults;
	parser->settings = &parser->all;
}

static bool is_protection_key(struct span name)
{
	enum config_key key = key_named(name);

	return key >= CONFIG_PROTECTION && key <= CONFIG_ACE_NAMES;
}

bool config_find_protection(struct config_scan *scan, const char *piece, size_t length)
{
	/* Byte order marks, of UTF-16, too: wherever else they stand, they are an error. */
	static const char skipped[] = " \t\xef\xbb\xbf\xfe\xff";

	for (size_t i = 0; i < length; i++) {
		char c = piece[i];

		if (c == '\n' || c == '\r') {
			scan->length = 0;
		} else if (c == '=' || (ascii_is_space(c) && scan->length > 0)) {
			if (is_protection_key(
				    (struct span){ scan->word, scan->word + scan->length }))
				return true;
			scan->length = sizeof scan->word; /* until the line ends */
		} else if (c != '\0' && scan->length < sizeof scan->word &&
		           (scan->length > 0 || memchr(skipped, c, strlen(skipped)) == NULL)) {
			scan->word[scan->length++] = c;
		}
	}
	return false;
}

bool config_text_restricts(const char *text)
{
	struct config_scan scan = { .length = 0 };

	return config_find_protection(&scan, text, strlen(text));
}

struct config_result config_missing(struct settings *settings)
{
	*settings = defaults;
	return (struct config_result){ .missing = true };
}

struct config_result config_end(const struct config_parser *parser, struct settings *settings)
{
	struct config_result result = parser->result;

	/* Checked only here: a longer section could have followed. */
	if (result.status == CONFIG_OK && parser->repeated_line != 0)
		result = (struct config_result){ .status = CONFIG_REPEATED_SECTION,
			                         .line = parser->repeated_line,
			                         .first = parser->chosen.section_line };
	*settings = defaults;
	if (result.status != CONFIG_OK)
		return result;
	*settings = parser->chosen.section_line != 0 ? parser->chosen : parser->all;
	settings->unicode_reverse_somewhere = parser->unicode_reverse_somewhere;
	settings->reports_everywhere = parser->all.reports && !parser->enforces_somewhere;
	return result;
}

struct config_result config_parse(const char *text, size_t length, const char *name,
                                  size_t name_length, struct settings *settings)
{
	struct config_parser parser;

	config_begin(&parser, name, name_length);
	if (length > CONFIG_SIZE_MAX)
		parser.result.status = CONFIG_TOO_LARGE;
	config_lines(&parser, text, length, true);
	return config_end(&parser, settings);
}
