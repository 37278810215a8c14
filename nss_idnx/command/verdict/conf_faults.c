/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * All errors of an idnx.conf, in words.  The module's parser stops at one; here it goes back to
 * its state before that line, which counts as empty, or as a section for no name.
 */
#include "verdict.h"

#include "config_parser.h"

/* --- The line at fault ---------------------------------------------------- */

struct at_fault {
	const struct config_result *result;
	struct conf_line line;
	struct span name, value; /* around "=" */
	enum config_key key;     /* CONFIG_KEYS: unknown */
	struct span word;        /* at fault */
};

/* Without a key or a value the whole line is at fault. */
static struct span or_line(const struct at_fault *fault, struct span word)
{
	return span_is_empty(word) ? fault->line.text : word;
}

static struct span faulty_word(const struct at_fault *fault)
{
	struct span raw = fault->line.raw;
	size_t begin = fault->result->word, end = begin + fault->result->word_length;

	switch (fault->result->status) {
	case CONFIG_UNKNOWN_KEY:
	case CONFIG_REPEATED_KEY:
	case CONFIG_MISPLACED_KEY:
		return or_line(fault, fault->name);
	case CONFIG_VALUE:
		return or_line(fault, fault->value);
	case CONFIG_SYNTAX:
		return fault->line.text;
	default:
		if (end > span_length(raw)) /* the file has changed meanwhile */
			return (struct span){ raw.next, raw.next };
		return (struct span){ raw.next + begin, raw.next + end };
	}
}

static struct at_fault find_fault(struct span rest, const struct config_result *result)
{
	struct at_fault fault = { result, .line = { 0, { "", "" }, { "", "" } } };

	while (fault.line.number < result->line && conf_line_next(&rest, &fault.line))
		;
	conf_line_split(&fault.line, &fault.name, &fault.value);
	fault.key = config_key_named(fault.name);
	fault.word = faulty_word(&fault);
	return fault;
}

/* --- Did you mean --------------------------------------------------------- */

/* Every script has a character below U+20000: libcore has no other list of them. */
#define SCRIPTS_END 0x20000

/* Returns the word that was probably meant; NULL if there is none. */
static const char *similar_word(const struct at_fault *fault)
{
	struct similar similar = similar_to(fault->word.next, span_length(fault->word));

	if (fault->result->status == CONFIG_UNKNOWN_KEY)
		for (size_t i = 0; i < CONFIG_KEYS; i++)
			similar_try(&similar, config_keys[i].name);
	if (fault->result->status == CONFIG_VALUE && fault->key < CONFIG_KEYS)
		for (size_t i = 0; i < CONFIG_VALUES_MAX; i++)
			similar_try(&similar, config_keys[fault->key].values[i]);
	if (fault->result->status == CONFIG_SCRIPT)
		for (uint32_t c = 0; c < SCRIPTS_END; c++)
			if (c == 0 || idnx_script_name(c, 0) != idnx_script_name(c - 1, 0))
				similar_try(&similar, idnx_script_name(c, 0));
	return similar.found;
}

/* --- In words ------------------------------------------------------------- */

static void write_values(FILE *out, const struct config_key_row *key)
{
	for (size_t i = 0; i < CONFIG_VALUES_MAX && key->values[i][0] != '\0'; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : "; values are ", key->values[i]);
}

static char *text_of(struct span conf, const struct config_result *result)
{
	const struct at_fault fault = find_fault(conf, result);
	const char *similar = similar_word(&fault);
	char *text;
	FILE *out = words_open(&text);

	fputs(config_status_text(result->status), out);
	if (result->error != 0)
		fprintf(out, ": %s", strerror(result->error));
	if (!span_is_empty(fault.word))
		fprintf(out, ": \"%.*s\"", (int)span_length(fault.word), fault.word.next);
	if (result->first > 0)
		fprintf(out, ", first in line %u", result->first);
	if (result->suffix != IDNX_OK)
		fprintf(out, ": a label %s (%s)", idnx_status_text(result->suffix),
		        idnx_status_code(result->suffix));
	if (result->status == CONFIG_VALUE && fault.key < CONFIG_KEYS)
		write_values(out, &config_keys[fault.key]);
	if (similar)
		fprintf(out, "; did you mean \"%s\"?", similar);
	words_close(out);
	return text;
}

char *config_fault_text(const char *conf, const struct config_result *result)
{
	return text_of(span_of_text(conf), result);
}

static const char *const remedies[] = {
	[CONFIG_CONTROL] = "Save the file as UTF-8, with a newline at the end of each line",
	[CONFIG_LONG_LINE] = "Make several lines of it, each with at most " ASCII_DIGITS(CONF_LINE_MAX) " bytes",
	[CONFIG_SYNTAX] = "Write a setting like \"protection = browser\", a section like "
	                  "\"[.example]\", or a comment after \"#\"",
	[CONFIG_UNKNOWN_KEY] = "Write one of the keys that idnx.conf(5) lists",
	[CONFIG_MISPLACED_KEY] = "Move the line above the first section",
	[CONFIG_VALUE] = "Write one value that idnx.conf(5) lists for this key",
	[CONFIG_SUFFIX] = "Write a domain name; blanks separate the names of a list",
	[CONFIG_SCRIPT] = "Write names of scripts with blanks between them, as in: "
	                  "scripts = Latin Greek",
	[CONFIG_TOO_MANY] = "Leave at most " ASCII_DIGITS(CONFIG_PROTECTED_MAX) " names to protect in that section",
	[CONFIG_REPEATED_KEY] = "Keep one of the two lines; a list has all its "
	                        "words in one line",
	[CONFIG_REPEATED_SECTION] = "Move what is below this line into the first "
	                            "section of that name, and remove this line",
};

/* --- One after the other -------------------------------------------------- */

static struct config_result read_line(struct config_parser *parser,
                                      const struct conf_line *line)
{
	parser->line.number = line->number - 1;
	parser->result = (struct config_result){ .status = CONFIG_OK };
	config_lines(parser, line->raw);
	return parser->result;
}

/*
 * Finds an earlier section of the same name, which is an error only for names below it.  For a
 * file of 64 KiB that is all sections, this takes two seconds.
 */
static struct config_result find_earlier(struct span conf, const struct conf_line *header)
{
	const char *suffix = header->text.next + strlen("[.");
	struct conf_line line = { .number = 0 };
	struct match match;
	struct config_parser parser = { .match = &match };
	struct config_result result;
	struct settings settings;

	match_begin(&match, suffix, (size_t)(header->text.end - suffix) - strlen("]"));
	config_begin(&parser);
	while (line.number < header->number && conf_line_next(&conf, &line))
		if (conf_line_is_section(&line))
			read_line(&parser, &line);
	result = config_end(&parser, &settings);
	result.line = header->number;
	return result;
}

/* Leaves the parser in its state before a line at fault, or in a section for no name. */
static struct config_result find_error(struct config_parser *parser, struct span conf,
                                       const struct conf_line *line)
{
	const struct config_parser before = *parser;
	struct config_result result = read_line(parser, line);

	if (result.status == CONFIG_OK)
		return conf_line_is_section(line) ? find_earlier(conf, line) : result;
	*parser = before;
	if (conf_line_is_section(line))
		config_lines(parser, span_of_text("[.fault]"));
	return result;
}

struct config_faults config_faults(const char *text, size_t length)
{
	struct config_faults faults = { .count = 0 };
	const struct span conf = { text, text + (length <= CONFIG_SIZE_MAX ? length : 0) };
	struct conf_line line = { .number = 0 };
	struct span rest = conf;
	struct config_parser parser = { .match = NULL };

	config_begin(&parser);
	while (!faults.is_more && conf_line_next(&rest, &line)) {
		struct config_result result = find_error(&parser, conf, &line);

		if (result.status == CONFIG_TOO_MANY && faults.has_too_many)
			continue; /* so is each further line of the list */
		faults.has_too_many |= result.status == CONFIG_TOO_MANY;
		faults.is_more = result.status != CONFIG_OK &&
		                 faults.count == CONFIG_FAULTS_MAX;
		if (result.status != CONFIG_OK && !faults.is_more)
			faults.all[faults.count++] = (struct config_fault){
				result.line,
				text_of(conf, &result),
				remedies[result.status],
			};
	}
	return faults;
}

void config_faults_free(struct config_faults *faults)
{
	while (faults->count > 0)
		free(faults->all[--faults->count].text);
}

void config_faults_die(const char *path, const struct config_faults *faults, const char *fault)
{
	for (size_t i = 0; i < faults->count; i++) {
		const struct config_fault *its = &faults->all[i];

		output_format(&standard_error, "idnx: %s, line %u: ", path, its->line);
		output_visible(&standard_error, its->text, strlen(its->text));
		output_text(&standard_error, "\n");
	}
	if (faults->count == 0)
		output_format(&standard_error, "idnx: %s: %s\n", path, fault);
	else if (strcmp(path, IDNX_CONF) == 0)
		output_text(&standard_error, "idnx: idnx doctor says what to do\n");
	else
		output_format(&standard_error,
		              "idnx: idnx doctor --config=%s says what to do\n",
		              shell_word(path));
	output_close();
	exit(EXIT_CONFIGURATION);
}
