/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * All errors of an idnx.conf, in words.  Finds one after the other, with the module's parser:
 * the line of each is replaced by an empty one, or by a section for no name, before the text is
 * parsed again.
 */
#include "verdict.h"

#include "config_parser.h"

/* --- The line at fault ---------------------------------------------------- */

struct at_fault {
	const struct config_result *result;
	struct span raw, text;  /* of the line; text: without blanks around it and comment */
	struct span key, value; /* trimmed; value: empty without "=" */
	struct span word;       /* at fault */
	const struct config_key_words *key_words; /* NULL: unknown */
};

static struct span faulty_word(const struct at_fault *fault, const char *conf)
{
	switch (fault->result->status) {
	case CONFIG_UNKNOWN_KEY:
	case CONFIG_REPEATED_KEY:
	case CONFIG_MISPLACED_KEY:
		return fault->key;
	case CONFIG_VALUE:
		return fault->value;
	case CONFIG_SYNTAX:
		return fault->text;
	default:
		return conf_line_word(conf, fault->result);
	}
}

static struct at_fault find_fault(struct span conf, const struct config_result *result)
{
	struct span rest = conf;
	struct conf_line line = { .number = 0 };
	struct at_fault fault = { .result = result };

	while (line.number < result->line && conf_line_next(&rest, &line))
		;
	fault.raw = line.raw;
	fault.text = line.text;
	fault.key = span_before(line.text, '=');
	fault.value = (struct span){ fault.key.end, line.text.end };
	if (!span_is_empty(fault.value))
		fault.value = span_trim(span_without_first(fault.value, strlen("=")));
	fault.key = span_trim(fault.key);
	for (size_t key = 0; key < CONFIG_KEYS; key++)
		if (span_equals(fault.key, config_keys[key].name))
			fault.key_words = &config_keys[key];
	fault.word = faulty_word(&fault, conf.next);
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
	if (fault->result->status == CONFIG_VALUE && fault->key_words)
		for (size_t i = 0; i < CONFIG_VALUES_MAX; i++)
			similar_try(&similar, fault->key_words->values[i]);
	if (fault->result->status == CONFIG_SCRIPT)
		for (uint32_t c = 0; c < SCRIPTS_END; c++)
			if (c == 0 || idnx_script_name(c, 0) != idnx_script_name(c - 1, 0))
				similar_try(&similar, idnx_script_name(c, 0));
	return similar.found;
}

/* --- In words ------------------------------------------------------------- */

static void write_values(FILE *out, const struct config_key_words *key)
{
	for (size_t i = 0; i < CONFIG_VALUES_MAX && key->values[i][0] != '\0'; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : "; values are ", key->values[i]);
}

static char *text_of(const struct at_fault *fault)
{
	const struct config_result *result = fault->result;
	const char *similar = similar_word(fault);
	char *text;
	FILE *out = words_open(&text);

	fputs(config_status_text(result->status), out);
	if (result->error != 0)
		fprintf(out, ": %s", strerror(result->error));
	if (!span_is_empty(fault->word))
		fprintf(out, ": \"%.*s\"", (int)span_length(fault->word), fault->word.next);
	if (result->first > 0)
		fprintf(out, ", first in line %u", result->first);
	if (result->suffix != IDNX_OK)
		fprintf(out, ": a label %s (%s)", idnx_status_text(result->suffix),
		        idnx_status_code(result->suffix));
	if (result->status == CONFIG_VALUE && fault->key_words)
		write_values(out, fault->key_words);
	if (similar)
		fprintf(out, "; did you mean \"%s\"?", similar);
	words_close(out);
	return text;
}

char *config_fault_text(const char *conf, const struct config_result *result)
{
	struct at_fault fault = find_fault(span_of_text(conf), result);

	return text_of(&fault);
}

static struct remedy find_remedy(enum config_status status)
{
	static const char *const remedies[] = {
		[CONFIG_CONTROL] = "Save the file as UTF-8, with a newline at the end of each line",
		[CONFIG_LONG_LINE] = "Make several lines of it, each with at most 4095 bytes",
		[CONFIG_SYNTAX] = "Write a setting like \"protection = browser\", a section like "
		                  "\"[.example]\", or a comment after \"#\"",
		[CONFIG_UNKNOWN_KEY] = "Write one of the keys that idnx.conf(5) lists",
		[CONFIG_MISPLACED_KEY] = "Move the line above the first section",
		[CONFIG_VALUE] = "Write one value that idnx.conf(5) lists for this key",
		[CONFIG_SUFFIX] = "Write a domain name; blanks separate the names of a list",
		[CONFIG_SCRIPT] = "Write names of scripts with blanks between them, as in: "
		                  "scripts = Latin Greek",
		[CONFIG_TOO_MANY] = "Leave at most 512 names to protect in that section",
		[CONFIG_REPEATED_KEY] = "Keep one of the two lines; a list has all its "
		                        "words in one line",
		[CONFIG_REPEATED_SECTION] = "Move what is below this line into the first "
		                            "section of that name, and remove this line",
	};

	return remedy_words("%s", remedies[status]);
}

/* --- Sections that are there twice ---------------------------------------- */

static bool is_header(struct span line)
{
	return !span_is_empty(line) && *line.next == '[';
}

/*
 * Finds a repeated section, which is an error only for names below it.  The text has no other
 * error.  A file of 64 KiB that is all sections takes two seconds.
 */
static struct config_result find_repeated(struct span conf)
{
	struct config_result result = { .status = CONFIG_OK };
	struct conf_line line = { .number = 0 };
	struct span rest = conf;
	struct settings settings;

	while (result.status == CONFIG_OK && conf_line_next(&rest, &line)) {
		const char *suffix = line.text.next + strlen("[.");

		if (is_header(line.text))
			result = config_parse(conf.next, span_length(conf), suffix,
			                      (size_t)(line.text.end - suffix) - strlen("]"),
			                      &settings);
	}
	return result;
}

/* --- One after the other -------------------------------------------------- */

static struct config_result next_fault(struct span conf)
{
	struct settings settings;
	struct config_result result = config_parse(conf.next, span_length(conf), "", 0,
	                                           &settings);

	return result.status == CONFIG_OK ? find_repeated(conf) : result;
}

/* Makes a text with a line without a fault in place of the one at fault. */
static char *replace_line(struct span *conf, const struct at_fault *fault)
{
	char header[sizeof "[.fault-65536]"] = "", *end;
	char *text = malloc(span_length(*conf) + sizeof header);

	if (!text)
		die_io("memory");
	if (is_header(fault->text))
		snprintf(header, sizeof header, "[.fault-%u]", fault->result->line);
	end = mempcpy(text, conf->next, (size_t)(fault->raw.next - conf->next));
	end = mempcpy(end, header, strlen(header));
	end = mempcpy(end, fault->raw.end, (size_t)(conf->end - fault->raw.end));
	*end = '\0';
	*conf = (struct span){ text, end };
	return text;
}

static int by_line(const void *a, const void *b)
{
	const struct config_fault *left = a, *right = b;

	return left->line < right->line ? -1 : left->line > right->line;
}

struct config_faults config_faults(const char *text, size_t length)
{
	struct config_faults faults = { .count = 0 };
	char *copy = words_copy_of(text, length), *next;
	struct span conf = { copy, copy + length };
	struct config_result result;

	while ((result = next_fault(conf)).line > 0 && !faults.is_more) {
		struct at_fault fault = find_fault(conf, &result);

		faults.is_more = faults.count == CONFIG_FAULTS_MAX;
		if (!faults.is_more)
			faults.all[faults.count++] = (struct config_fault){
				result.line,
				text_of(&fault),
				find_remedy(result.status),
			};
		next = replace_line(&conf, &fault);
		free(copy);
		copy = next;
	}
	free(copy);
	qsort(faults.all, faults.count, sizeof faults.all[0], by_line);
	return faults;
}

void config_faults_free(struct config_faults *faults)
{
	for (size_t i = 0; i < faults->count; i++) {
		free(faults->all[i].text);
		remedy_free(&faults->all[i].remedy);
	}
	faults->count = 0;
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
