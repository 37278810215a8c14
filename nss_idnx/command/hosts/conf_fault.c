/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The first error of an idnx.conf, in words. */
#include "hosts.h"

#include "config_parser.h"

/* --- The line at fault ---------------------------------------------------- */

struct at_fault {
	const struct config_result *result;
	struct conf_line line;
	enum config_key key; /* CONFIG_KEYS: unknown */
	struct span word;    /* at fault */
};

static struct at_fault find_fault(struct span rest, const struct config_result *result)
{
	struct at_fault fault = { result, .line = { 0, { "", "" }, { "", "" } } };
	size_t begin = result->word, end = begin + result->word_length;
	struct span name, value;

	while (fault.line.number < result->line && conf_line_next(&rest, &fault.line))
		;
	conf_line_split(&fault.line, &name, &value);
	fault.key = config_key_named(name);
	fault.word = (struct span){ fault.line.raw.next, fault.line.raw.next };
	if (end <= span_length(fault.line.raw)) { /* else the file has changed meanwhile */
		fault.word.next += begin;
		fault.word.end += end;
	}
	return fault;
}

/* --- Did you mean --------------------------------------------------------- */

/* Every script has a character below U+20000: libcore has no other list of them. */
#define SCRIPTS_END 0x20000

/* Returns the word that was probably meant; NULL if there is none. */
static const char *similar_word(const struct at_fault *fault)
{
	struct similar similar = similar_to(fault->word);

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

char *config_fault_text(const char *conf, const struct config_result *result)
{
	const struct at_fault fault = find_fault(span_of_text(conf), result);
	const char *similar = similar_word(&fault);
	FILE *out = words_open();

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
	return words_close(out);
}

const char *config_fault_remedy(enum config_status status)
{
	static const char *const remedies[] = {
#define CONFIG_STATUS(name, phrase, fix) [CONFIG_##name] = fix,
#include "config_statuses.h"
	};

	return remedies[status];
}

/* --- Section by section --------------------------------------------------- */

static const char *find_section_end(struct span rest)
{
	struct conf_line line = { .number = 0 };

	while (conf_line_next(&rest, &line))
		if (conf_line_is_section(&line))
			return line.raw.next;
	return rest.end;
}

/*
 * Finds the settings of a section, or that it repeats an earlier one, which is an error only for
 * names below it.  For a file of 64 KiB that is all sections, all of them take two seconds.
 */
static struct config_result check_section(const char *text, const char *end,
                                          const struct conf_line *header,
                                          struct settings *settings)
{
	const char *suffix = header->text.next + strlen("[.");
	struct match match;

	match_begin(&match, suffix, (size_t)(header->text.end - suffix) - strlen("]"));
	return config_parse(text, (size_t)(end - text), &match, settings);
}

static void note_protection(struct config_result *whole, const struct settings *settings)
{
	bool has_names = settings->lines[CONFIG_PROTECT] != 0 &&
	                 config_sets(whole, CONFIG_PROTECT, CONFIG_PROTECT);
	bool restricts = has_names || config_protection(settings) != CONFIG_PROTECTION_OFF;

	whole->restricts |= restricts;
	whole->reports_everywhere &= !restricts || settings->values[CONFIG_MODE];
}

struct config_result config_check(const char *text, size_t length)
{
	struct span rest = { text, text + length };
	struct conf_line line = { .number = 0 };
	struct settings settings;
	struct config_result whole = config_parse(text, length, NULL, &settings), its;

	if (whole.status != CONFIG_OK)
		return whole;
	whole.restricts = false;
	whole.reports_everywhere = true;
	note_protection(&whole, &settings);
	while (conf_line_next(&rest, &line)) {
		if (!conf_line_is_section(&line))
			continue;
		its = check_section(text, find_section_end(rest), &line, &settings);
		if (its.status != CONFIG_OK)
			return its;
		note_protection(&whole, &settings);
	}
	return whole;
}

struct config_result config_check_draft(const struct sysroot_file *draft)
{
	if (draft->error == SYSROOT_NOT_REGULAR)
		return (struct config_result){ .status = CONFIG_NOT_REGULAR };
	if (draft->error == EFBIG || draft->length > CONFIG_SIZE_MAX)
		return (struct config_result){ .status = CONFIG_TOO_LARGE };
	if (draft->error != 0)
		return (struct config_result){ CONFIG_UNREADABLE, .error = draft->error };
	if (draft->length == 0)
		return (struct config_result){ .status = CONFIG_EMPTY };
	return config_check(draft->octets, draft->length);
}

void config_fault_die(const char *path, unsigned line, const char *fault)
{
	const char *place = line > 0 ? words_format(", line %u", line) : "";

	output_line(&standard_error, "%s%s: %s", path, place, fault);
	if (line > 0)
		output_line(&standard_error, "idnx doctor%s%s says what to do",
		            strcmp(path, IDNX_CONF) == 0 ? "" : " --config=",
		            strcmp(path, IDNX_CONF) == 0 ? "" : shell_word(path));
	output_close();
	exit(EXIT_CONFIGURATION);
}
