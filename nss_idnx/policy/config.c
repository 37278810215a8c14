/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Interprets the lines of idnx.conf (the grammar is in config.h) and keeps what matters for one
 * name: the settings for all names, and those of the one section that is chosen.
 *
 * A section is chosen by the name alone, before anything is checked, so that the section
 * can set the checks.  "[.example.de]" is for that name and all below it, and the longest
 * suffix wins.  A section inherits what it does not set from outside all sections, never
 * from a shorter one.
 *
 * The whole file is read for every name: an error anywhere makes every name fail, not
 * only those that an administrator happens to try.  A repeated section, however, fails only
 * the names for which it is chosen: finding all others would take memory in each process.
 * idnx doctor finds them.
 */
#include <string.h>

#include "config_parser.h"

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

/* --- Errors ------------------------------------------------------------- */

/* Without a key or a value the whole line is at fault. */
static enum config_status blame(struct config_parser *parser, struct span word,
                                enum config_status status)
{
	if (span_is_empty(word))
		word = parser->line.text;
	parser->result.word = (uint16_t)(word.next - parser->line.raw.next);
	parser->result.word_length = (uint16_t)span_length(word);
	return status;
}

/* --- What lines say of the name ----------------------------------------------- */

/* Two suffixes of one name that have the same length are equal. */
static void begin_section(struct config_parser *parser, struct span suffix)
{
	bool suits = parser->match != NULL && match_is_below(parser->match, suffix);
	size_t length = span_length(suffix);

	parser->settings = &parser->other;
	if (suits && length > parser->chosen.suffix_length) {
		parser->settings = &parser->chosen;
		parser->repeated_line = 0;
	} else if (suits && length == parser->chosen.suffix_length &&
	           parser->repeated_line == 0) {
		parser->repeated_line = parser->line.number;
	}
	*parser->settings = parser->all;
	parser->settings->suffix_length = length;
	parser->settings->section_line = (uint16_t)parser->line.number;
}

static void set_key(struct config_parser *parser, const struct config_event *event)
{
	struct settings *settings = parser->settings;

	if (event->key == CONFIG_EXCLUDE)
		settings->listed.excluded = false;
	if (event->key == CONFIG_PROTECT)
		settings->listed = (struct listed){ .excluded = settings->listed.excluded };
	if (event->key == CONFIG_SCRIPTS)
		settings->scripts = event->scripts;
	settings->values[event->key] = event->value;
	settings->lines[event->key] = (uint16_t)parser->line.number;
}

static void note_protected(struct config_parser *parser, struct span protected)
{
	uint16_t *lines = parser->settings->listed.protected_lines;
	enum match_likeness likeness;

	if (lines[MATCH_SAME] != 0)
		return;
	likeness = match_protected(parser->match, protected);
	if (lines[likeness] == 0)
		lines[likeness] = (uint16_t)parser->line.number;
}

void config_happens(struct config_parser *parser, const struct config_event *event)
{
	switch (event->kind) {
	case CONFIG_SETS:
		set_key(parser, event);
		break;
	case CONFIG_BEGINS_SECTION:
		begin_section(parser, event->suffix);
		break;
	case CONFIG_EXCLUDES:
		if (parser->match != NULL && match_is_below(parser->match, event->suffix))
			parser->settings->listed.excluded = true;
		break;
	case CONFIG_PROTECTS:
		note_protected(parser, event->suffix);
		break;
	}
}

/* Returns whether a protected name has to be compared with the name, as few have. */
static bool is_near(const struct config_parser *parser, struct span protected)
{
	return parser->match != NULL && parser->settings != &parser->other &&
	       idnx_letter_pairs(protected.next, span_length(protected),
	                         match_pairs(parser->match), NULL);
}

/* Inline: saves 2 % of a lookup with 512 protected names. */
static inline void happens(struct config_parser *parser, const struct config_event *event)
{
	if (parser->record != NULL)
		parser->record(parser, event);
	if (event->kind != CONFIG_PROTECTS || is_near(parser, event->suffix))
		config_happens(parser, event);
}

static enum config_status read_suffix(struct config_parser *parser, struct span suffix,
                                      enum config_event_kind kind)
{
	struct config_event event = { .kind = kind };
	char form[MATCH_SUFFIX_SIZE];
	size_t length;

	parser->result.suffix = match_suffix(suffix, form, &length);
	if (parser->result.suffix != IDNX_OK)
		return blame(parser, suffix, CONFIG_SUFFIX);
	event.suffix = (struct span){ form, form + length };
	happens(parser, &event);
	return CONFIG_OK;
}

static enum config_status read_section(struct config_parser *parser, struct span line)
{
	if (span_length(line) < strlen("[.]") || line.next[1] != '.' || line.end[-1] != ']')
		return blame(parser, line, CONFIG_SYNTAX);
	parser->protected_count = 0;
	parser->result.has_sections = true;
	line = (struct span){ line.next + strlen("[."), line.end - strlen("]") };
	return read_suffix(parser, line, CONFIG_BEGINS_SECTION);
}

/* --- Values ----------------------------------------------------------------- */

static void set(struct config_parser *parser, enum config_key key, unsigned char value)
{
	const struct config_event event = { .kind = CONFIG_SETS, .key = key, .value = value };

	happens(parser, &event);
}

static enum config_status read_scripts(struct config_parser *parser, struct span list)
{
	struct config_event event = { .kind = CONFIG_SETS, .key = CONFIG_SCRIPTS };
	struct span word;

	while (span_next_word(&list, &word))
		if (idnx_script_set_add(&event.scripts, word.next, span_length(word)) != 0)
			return blame(parser, word, CONFIG_SCRIPT);
	happens(parser, &event);
	return CONFIG_OK;
}

/* Reads suffixes, with or without a leading dot, separated by blanks. */
static enum config_status read_suffixes(struct config_parser *parser, struct span list,
                                        enum config_event_kind kind)
{
	enum config_status status = CONFIG_OK;
	struct span word;

	while (status == CONFIG_OK && span_next_word(&list, &word)) {
		if (kind == CONFIG_PROTECTS &&
		    parser->protected_count++ == CONFIG_PROTECTED_MAX)
			return blame(parser, word, CONFIG_TOO_MANY);
		status = read_suffix(parser, span_without_first(word, word.next[0] == '.'),
		                     kind);
	}
	return status;
}

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
	if (!is_charset(value))
		return blame(parser, value, CONFIG_VALUE);
	span_copy(value, parser->all.charset, CONFIG_CHARSET_SIZE);
	set(parser, CONFIG_CHARSET, 0);
	return CONFIG_OK;
}

static enum config_status read_value(struct config_parser *parser, enum config_key key,
                                     struct span text)
{
	unsigned char value = 0;

	while (!span_equals(text, config_keys[key].values[value]) || span_is_empty(text))
		if (++value == CONFIG_VALUES_MAX)
			return blame(parser, text, CONFIG_VALUE);
	set(parser, key, value);
	parser->enforces |= key == CONFIG_MODE && !value;
	return CONFIG_OK;
}

/* --- Settings ------------------------------------------------------------- */

enum config_key config_key_named(struct span name)
{
	enum config_key key = 0;

	while (key < CONFIG_KEYS && !span_equals(name, config_keys[key].name))
		key++;
	return key;
}

/* The line that has set the key in this section, or if it is in none, globally; else 0. */
static uint16_t line_here(const struct settings *settings, enum config_key key)
{
	return settings->lines[key] > settings->section_line ? settings->lines[key] : 0;
}

static enum config_status read_list_or_value(struct config_parser *parser, enum config_key key,
                                             struct span value)
{
	switch (key) {
	case CONFIG_CHARSET:
		return read_charset(parser, value);
	case CONFIG_EXCLUDE:
		set(parser, key, 0);
		return read_suffixes(parser, value, CONFIG_EXCLUDES);
	case CONFIG_SCRIPTS:
		return read_scripts(parser, value);
	case CONFIG_PROTECT: /* the first line here starts a new list; others add to it */
		if (line_here(parser->settings, CONFIG_PROTECT) == 0)
			set(parser, key, 0);
		return read_suffixes(parser, value, CONFIG_PROTECTS);
	default: /* the table has their values */
		return read_value(parser, key, value);
	}
}

static enum config_status read_setting(struct config_parser *parser)
{
	struct span name, value;
	bool is_setting = conf_line_split(&parser->line, &name, &value);
	enum config_key key = CONFIG_PROTECT;

	if (!is_setting)
		return blame(parser, parser->line.text, CONFIG_SYNTAX);
	/* As most lines of a long file: saves 17 % of a lookup with 512 protected names. */
	if (!span_equals(name, config_keys[key].name))
		key = config_key_named(name);
	if (key == CONFIG_KEYS)
		return blame(parser, name, CONFIG_UNKNOWN_KEY);
	if (key == CONFIG_CHARSET && parser->settings != &parser->all)
		return blame(parser, name, CONFIG_MISPLACED_KEY);
	if (key != CONFIG_PROTECT)
		parser->result.first = line_here(parser->settings, key);
	if (parser->result.first != 0)
		return blame(parser, name, CONFIG_REPEATED_KEY);
	parser->result.restricts |= key >= CONFIG_PROTECTION && key <= CONFIG_ACE_NAMES;
	if (!span_equals(value, config_keys[key].values[0]))
		parser->result.sets |= UINT32_C(1) << key;
	return read_list_or_value(parser, key, value);
}

/* --- Lines ---------------------------------------------------------------- */

/*
 * A NUL means that the file is not text, or is UTF-16.  A CR within a line means that it
 * is several lines, all of which would be comments after a '#'.  Either would allow what
 * an administrator has forbidden.
 */
static bool has_control(struct span line)
{
	const char *cr = memchr(line.next, '\r', span_length(line));

	return memchr(line.next, '\0', span_length(line)) != NULL ||
	       (cr != NULL && cr + 1 < line.end);
}

static enum config_status read_line(struct config_parser *parser)
{
	if (span_length(parser->line.raw) > CONF_LINE_MAX)
		return CONFIG_LONG_LINE;
	if (has_control(parser->line.raw))
		return CONFIG_CONTROL;
	if (span_is_empty(parser->line.text))
		return CONFIG_OK;
	if (conf_line_is_section(&parser->line))
		return read_section(parser, parser->line.text);
	return read_setting(parser);
}

void config_lines(void *context, struct span lines)
{
	struct config_parser *parser = context;

	while (parser->result.status == CONFIG_OK && conf_line_next(&lines, &parser->line)) {
		parser->result.status = read_line(parser);
		if (parser->result.status != CONFIG_OK)
			parser->result.line = parser->line.number;
	}
}

void config_preset(struct settings *settings)
{
	*settings = (struct settings){ .section_line = 0 };
	for (enum config_key key = 0; key < CONFIG_KEYS; key++)
		settings->values[key] = config_keys[key].preset;
	memcpy(settings->charset, config_keys[CONFIG_CHARSET].unset,
	       sizeof config_keys[CONFIG_CHARSET].unset);
}

void config_begin(struct config_parser *parser)
{
	memset(&parser->result, 0,
	       offsetof(struct config_parser, all) - offsetof(struct config_parser, result));
	parser->settings = &parser->all;
	config_preset(&parser->all);
	parser->chosen.suffix_length = parser->chosen.section_line = 0;
}

/* --- What then applies ------------------------------------------------------ */

/* A section takes precedence over what is global, and each key over "protection". */
static void protect_by(struct settings *settings, enum config_key key, unsigned value)
{
	uint16_t line = settings->lines[CONFIG_PROTECTION];

	if (settings->lines[key] != 0 &&
	    (line_here(settings, CONFIG_PROTECTION) == 0 || line_here(settings, key) != 0))
		return;
	settings->values[key] = (unsigned char)value;
	settings->lines[key] = line;
}

static void apply_protection(struct settings *settings)
{
	const struct idnx_criteria *by =
		&config_protections[settings->values[CONFIG_PROTECTION]];

	protect_by(settings, CONFIG_SCRIPT_POLICY, by->level);
	protect_by(settings, CONFIG_REPERTOIRE, by->repertoire);
	protect_by(settings, CONFIG_LOOK_ALIKES, (unsigned)by->look_alikes);
}

unsigned config_flags(const struct settings *settings)
{
	unsigned flags = IDNX_HOST_NAME | IDNX_ASCII_AS_IS;

	for (enum config_key key = 0; key <= CONFIG_DEVIATIONS; key++)
		if (settings->values[key])
			flags |= config_keys[key].flag;
	return flags;
}

struct idnx_criteria config_criteria(const struct settings *settings)
{
	return (struct idnx_criteria){
		.level = (enum idnx_restriction_level)settings->values[CONFIG_SCRIPT_POLICY],
		.repertoire = (enum idnx_repertoire)settings->values[CONFIG_REPERTOIRE],
		.look_alikes = settings->values[CONFIG_LOOK_ALIKES],
		.scripts = settings->scripts,
	};
}

enum config_protection config_protection(const struct settings *settings)
{
	static const struct idnx_script_set any;
	const struct idnx_criteria its = config_criteria(settings);
	const struct idnx_criteria *by = config_protections;

	while (by < config_protections + CONFIG_PROTECTIONS &&
	       (its.level != by->level || its.repertoire != by->repertoire ||
	        its.look_alikes != by->look_alikes))
		by++;
	if (memcmp(&its.scripts, &any, sizeof any) != 0)
		return CONFIG_PROTECTIONS;
	return (enum config_protection)(by - config_protections);
}

struct config_result config_end(const struct config_parser *parser, struct settings *settings)
{
	struct config_result result = parser->result;

	/* Checked only here: a longer section could have followed. */
	if (result.status == CONFIG_OK && parser->repeated_line != 0)
		result = (struct config_result){ .status = CONFIG_REPEATED_SECTION,
			                         .line = parser->repeated_line,
			                         .first = parser->chosen.section_line };
	if (result.status != CONFIG_OK) {
		config_preset(settings);
		result.restricts = result.has_sections = false;
		result.sets = 0;
		return result;
	}
	*settings = parser->chosen.section_line != 0 ? parser->chosen : parser->all;
	apply_protection(settings);
	result.reports_everywhere = parser->all.values[CONFIG_MODE] && !parser->enforces;
	return result;
}

void config_text(struct config_parser *parser, struct span text)
{
	config_begin(parser);
	if (span_length(text) > CONFIG_SIZE_MAX)
		parser->result.status = CONFIG_TOO_LARGE;
	config_lines(parser, text);
}

struct config_result config_parse(const char *text, size_t length, struct match *match,
                                  struct settings *settings)
{
	struct config_parser parser = { .match = match };

	config_text(&parser, (struct span){ text, text + length });
	return config_end(&parser, settings);
}
