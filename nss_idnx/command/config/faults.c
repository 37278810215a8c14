/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds one error after the other, with the module's parser: the line of each is replaced by an
 * empty one, or by a section for no name, before the text is parsed again.
 */
#include "faults.h"

#include "config_parser.h"
#include "idnx.h"
#include "sections.h"
#include "verdict/line.h"

/* --- The line at fault ---------------------------------------------------- */

struct at_fault {
	const struct config_result *result;
	struct span raw, text;  /* of the line; text: without blanks around it and comment */
	struct span key, value; /* trimmed; value: empty without "=" */
	struct span word;
};

static struct conf_line find_line(struct span rest, unsigned number)
{
	struct conf_line line = { .number = 0 };

	while (line.number < number && conf_line_next(&rest, &line))
		;
	return line;
}

static enum config_key key_of(const struct at_fault *fault)
{
	enum config_key key = 0;

	while (key < CONFIG_KEYS && !span_equals(fault->key, config_keys[key].name))
		key++;
	return key;
}

static bool is_header(const struct at_fault *fault)
{
	return !span_is_empty(fault->text) && *fault->text.next == '[';
}

static struct at_fault find_fault(struct span conf, const struct config_result *result)
{
	struct conf_line line = find_line(conf, result->line);
	struct span key = span_before(line.text, '='), value = { key.end, line.text.end };

	if (!span_is_empty(value))
		value.next++;
	return (struct at_fault){
		.result = result,
		.raw = line.raw,
		.text = line.text,
		.key = span_trim(key),
		.value = span_trim(value),
		.word = conf_line_word(conf.next, result),
	};
}

/* --- Did you mean --------------------------------------------------------- */

static const char *similar_key(struct span word)
{
	struct similar similar = similar_to(word.next, span_length(word));

	for (size_t i = 0; i < CONFIG_KEYS; i++)
		similar_try(&similar, config_keys[i].name);
	return similar_found(&similar);
}

static const char *similar_value(enum config_key key, struct span word)
{
	struct similar similar = similar_to(word.next, span_length(word));

	for (size_t i = 0; key < CONFIG_KEYS && i < CONFIG_VALUES_MAX; i++)
		if (config_keys[key].values[i][0] != '\0')
			similar_try(&similar, config_keys[key].values[i]);
	return similar_found(&similar);
}

/* Reads the scripts of all characters: libcore has no other list of them. */
static const char *similar_script(struct span word)
{
	struct similar similar = similar_to(word.next, span_length(word));
	const char *last = NULL;

	for (uint32_t c = 0; c <= 0x10FFFF; c++) {
		const char *script = idnx_script_name(c, 0);

		if (script != NULL && script != last)
			similar_try(&similar, script);
		last = script;
	}
	return similar_found(&similar);
}

/* Returns the word that was probably meant; NULL if there is none. */
static const char *similar_word(const struct at_fault *fault)
{
	switch (fault->result->status) {
	case CONFIG_UNKNOWN_KEY:
		return similar_key(fault->key);
	case CONFIG_VALUE:
		return similar_value(key_of(fault), fault->value);
	case CONFIG_SCRIPT:
		return similar_script(fault->word);
	default:
		return NULL;
	}
}

/* --- What is wrong -------------------------------------------------------- */

static struct span faulty_word(const struct at_fault *fault)
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
		return fault->word;
	}
}

static void put_values(FILE *out, enum config_key key)
{
	const char *comma = "";

	for (size_t i = 0; i < CONFIG_VALUES_MAX && config_keys[key].values[i][0] != '\0'; i++) {
		fprintf(out, "%s%s", comma, config_keys[key].values[i]);
		comma = ", ";
	}
}

static bool has_values(enum config_key key)
{
	return key < CONFIG_KEYS && config_keys[key].values[0][0] != '\0';
}

static void put_reason(FILE *out, struct span suffix)
{
	char *reason = line_of_suffix(&standard_output, suffix.next, span_length(suffix));

	fprintf(out, ": %s", reason);
	free(reason);
}

static void put_text(FILE *out, const struct at_fault *fault)
{
	const struct config_result *result = fault->result;
	struct span word = faulty_word(fault);
	const char *similar = similar_word(fault);

	fputs(config_status_text(result->status), out);
	if (!span_is_empty(word))
		fprintf(out, ": \"%.*s\"", (int)span_length(word), word.next);
	if (result->first > 0)
		fprintf(out, ", first in line %u", result->first);
	if (result->suffix != IDNX_OK)
		put_reason(out, word);
	if (result->status == CONFIG_VALUE && has_values(key_of(fault))) {
		fputs("; values are ", out);
		put_values(out, key_of(fault));
	}
	if (similar != NULL)
		fprintf(out, "; did you mean \"%s\"?", similar);
}

static char *text_of(const struct at_fault *fault)
{
	char *text;
	FILE *out = words_open(&text);

	put_text(out, fault);
	words_close(out);
	return text;
}

char *config_fault_text(const char *conf, const struct config_result *result)
{
	struct at_fault fault = find_fault(span_of_text(conf), result);

	return text_of(&fault);
}

/* --- The line as it should be --------------------------------------------- */

/* Returns the line with another text in place of a part of it; to be freed. */
static char *with_part(const struct at_fault *fault, struct span part, const char *text)
{
	struct span raw = fault->raw;

	if (!span_is_empty(raw) && raw.end[-1] == '\r')
		raw.end--;
	return words_format("%.*s%s%.*s", (int)(part.next - raw.next), raw.next, text,
	                    (int)(raw.end - part.end), part.end);
}

/* Writes blanks in place of the commas of a list. */
static char *without_commas(const struct at_fault *fault)
{
	struct span rest = fault->value, word;
	const char *blank = "";
	char *list, *line;
	FILE *out = words_open(&list);

	while (!span_is_empty(rest)) {
		struct span piece = span_before(rest, ',');

		rest.next = piece.end + (piece.end < rest.end);
		while (span_next_word(&piece, &word)) {
			fprintf(out, "%s%.*s", blank, (int)span_length(word), word.next);
			blank = " ";
		}
	}
	words_close(out);
	line = with_part(fault, fault->value, list);
	free(list);
	return line;
}

/* [example.de, [example.de] and [ .example.de ] become [.example.de]. */
static char *header_of(const struct at_fault *fault)
{
	struct span suffix = span_without_first(fault->text, strlen("["));
	char *text, *line;

	if (!span_is_empty(suffix) && suffix.end[-1] == ']')
		suffix.end--;
	suffix = span_trim(suffix);
	if (!span_is_empty(suffix) && *suffix.next == '.')
		suffix.next++;
	text = words_format("[.%.*s]", (int)span_length(suffix), suffix.next);
	line = with_part(fault, fault->text, text);
	free(text);
	return line;
}

/* "protection browser" and "protection: browser" become "protection = browser". */
static char *setting_of(const struct at_fault *fault)
{
	struct span rest = fault->text, word = { rest.next, rest.next };
	char *text, *line;
	const char *key;

	span_next_word(&rest, &word);
	if (!span_is_empty(word) && word.end[-1] == ':')
		word.end--;
	key = similar_key(word);
	rest = span_trim(rest);
	if (key == NULL || span_is_empty(rest))
		return NULL;
	text = words_format("%s = %.*s", key, (int)span_length(rest), rest.next);
	line = with_part(fault, fault->text, text);
	free(text);
	return line;
}

static char *corrected(const struct at_fault *fault)
{
	const char *similar = similar_word(fault);
	bool has_comma = memchr(fault->value.next, ',', span_length(fault->value)) != NULL;

	if (fault->result->status == CONFIG_SYNTAX)
		return is_header(fault) ? header_of(fault) : setting_of(fault);
	if (has_comma && (fault->result->status == CONFIG_SCRIPT ||
	                  fault->result->status == CONFIG_SUFFIX))
		return without_commas(fault);
	return similar != NULL ? with_part(fault, faulty_word(fault), similar) : NULL;
}

/* Returns whether the line is right by itself. */
static bool is_right(const char *line)
{
	struct settings settings;

	return config_parse(line, strlen(line), "", 0, &settings).status == CONFIG_OK;
}

/* --- What to do ----------------------------------------------------------- */

/* Both lines of a list become one; of other keys, one has to go. */
static struct remedy remedy_of_key(const char *conf, const struct at_fault *fault)
{
	unsigned first = fault->result->first, second = fault->result->line;
	struct config_result result = { .line = first };
	struct at_fault list = find_fault(span_of_text(conf), &result);
	enum config_key key = key_of(fault);
	struct remedy remedy;
	char *line;

	if (key != CONFIG_EXCLUDE && key != CONFIG_SCRIPTS)
		return remedy_words("Decide which of the lines %u and %u holds, and remove the "
		                    "other", first, second);
	line = words_format("%.*s = %.*s %.*s", (int)span_length(list.key), list.key.next,
	                    (int)span_length(list.value), list.value.next,
	                    (int)span_length(fault->value), fault->value.next);
	remedy = remedy_line(line, "Remove line %u, and write line %u as", second, first);
	free(line);
	return remedy;
}

static struct remedy remedy_of_section(const char *conf, const struct config_result *result)
{
	if (section_last_line(conf, result->line) == result->line)
		return remedy_words("Remove line %u", result->line);
	return remedy_words("Move the settings below line %u into the section of line %u, and "
	                    "remove line %u", result->line, result->first, result->line);
}

static struct remedy remedy_of_value(enum config_key key)
{
	struct remedy remedy = { .words = NULL };
	FILE *out;

	if (!has_values(key))
		return remedy_words("Write the name of one charset, as in: charset = ISO-8859-15");
	out = words_open(&remedy.words);
	fputs("Write one of these values: ", out);
	put_values(out, key);
	words_close(out);
	return remedy;
}

static struct remedy remedy_of_unknown_key(void)
{
	struct remedy remedy = { .words = NULL };
	FILE *out = words_open(&remedy.words);
	const char *comma = "";

	fputs("Write one of these keys: ", out);
	for (size_t i = 0; i < CONFIG_KEYS; i++) {
		fprintf(out, "%s%s", comma, config_keys[i].name);
		comma = ", ";
	}
	words_close(out);
	return remedy;
}

static struct remedy remedy_in_words(const char *conf, const struct at_fault *fault)
{
	static const char *const words[] = {
		[CONFIG_CONTROL] = "Save the file as UTF-8, with a newline at the end of each line",
		[CONFIG_LONG_LINE] = "Make several lines of it, each with at most 4095 octets",
		[CONFIG_SYNTAX] = "Write a setting like \"protection = browser\", a section like "
		                  "\"[.example]\", or a comment after \"#\"",
		[CONFIG_MISPLACED_KEY] = "Move the line above all sections",
		[CONFIG_SUFFIX] = "Write a domain name there",
		[CONFIG_SCRIPT] = "Write names of scripts, as in: scripts = Latin Greek",
		[CONFIG_TOO_MANY] = "Leave at most 512 names to protect in that section",
	};

	switch (fault->result->status) {
	case CONFIG_UNKNOWN_KEY:
		return remedy_of_unknown_key();
	case CONFIG_REPEATED_KEY:
		return remedy_of_key(conf, fault);
	case CONFIG_VALUE:
		return remedy_of_value(key_of(fault));
	case CONFIG_REPEATED_SECTION:
		return remedy_of_section(conf, fault->result);
	default:
		return remedy_words("%s", words[fault->result->status]);
	}
}

static struct remedy remedy_of(const char *conf, const struct at_fault *fault)
{
	char *line = corrected(fault);
	struct remedy remedy;

	remedy = line != NULL && is_right(line)
	                 ? remedy_line(line, "Write line %u as", fault->result->line)
	                 : remedy_in_words(conf, fault);
	free(line);
	return remedy;
}

/* --- One after the other -------------------------------------------------- */

struct copy {
	char *text;
	size_t length;
};

/* Replaces the line at fault by one without a fault. */
static void replace_line(struct copy *copy, const struct at_fault *fault)
{
	size_t before = (size_t)(fault->raw.next - copy->text);
	size_t after = copy->length - before - span_length(fault->raw);
	char header[sizeof "[.fault-65536]"] = "";
	char *text = malloc(copy->length + sizeof header);

	if (text == NULL)
		die_io("memory");
	if (is_header(fault))
		snprintf(header, sizeof header, "[.fault-%u]", fault->result->line);
	memcpy(text, copy->text, before);
	memcpy(text + before, header, strlen(header));
	memcpy(text + before + strlen(header), fault->raw.end, after);
	copy->length = before + strlen(header) + after;
	text[copy->length] = '\0';
	free(copy->text);
	copy->text = text;
}

/* Finds the first error; a repeated section is one only for names below it. */
static struct config_result next_fault(const struct copy *copy)
{
	struct settings settings;
	struct config_result result = config_parse(copy->text, copy->length, "", 0, &settings);

	return result.status == CONFIG_OK ? sections_find_repeated(copy->text) : result;
}

static int by_line(const void *a, const void *b)
{
	const struct config_fault *left = a, *right = b;

	return left->line < right->line ? -1 : left->line > right->line;
}

struct config_faults config_faults(const char *text, size_t length)
{
	struct config_faults faults = { .count = 0 };
	struct copy copy = { words_copy_of(text, length), length };
	struct config_result result;

	while ((result = next_fault(&copy)).status != CONFIG_OK && result.line > 0 &&
	       !faults.is_more) {
		struct span all = { copy.text, copy.text + copy.length };
		struct at_fault fault = find_fault(all, &result);

		faults.is_more = faults.count == CONFIG_FAULTS_MAX;
		if (!faults.is_more)
			faults.all[faults.count++] = (struct config_fault){
				result.line, text_of(&fault), remedy_of(copy.text, &fault),
			};
		replace_line(&copy, &fault);
	}
	free(copy.text);
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
