/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes a verdict as one line.  A name may have any octets: what is shown of it is visible. */
#include "line.h"

#include "config_status.h"

/* --- A reason ----------------------------------------------------------------- */

static void write_rule(FILE *out, const struct reason *reason)
{
	if (reason->label > 0)
		fprintf(out, "label %u ", reason->label);
	else
		fprintf(out, "the name ");
	fprintf(out, "%s (%s)", reason->message, idnx_status_code(reason->status));
}

static void write_octets(FILE *out, const struct reason *reason)
{
	fprintf(out, "octet%s", reason->octets == 1 ? "" : "s");
	for (size_t i = 0; i < reason->octets; i++)
		fprintf(out, " %02X", reason->ill_formed[i]);
}

static void write_culprit(FILE *out, struct output *output, const struct reason *reason)
{
	if (reason->is_ill_formed) {
		write_octets(out, reason);
		return;
	}
	character_put(out, output, reason->character);
	if (reason->source != reason->character) {
		fputs(", which comes from ", out);
		character_put(out, output, reason->source);
	}
}

static void write_place(FILE *out, const struct reason *reason)
{
	if (reason->decoded > 0)
		fprintf(out, "character %zu of the decoded label, which begins at ",
		        reason->decoded);
	fprintf(out, "character %zu, column %zu", reason->position, reason->column);
}

static void write_fault(FILE *out, struct output *output, const struct reason *reason)
{
	write_rule(out, reason);
	if (reason->is_character) {
		fputs(": ", out);
		write_culprit(out, output, reason);
		fputs(" (", out);
		write_place(out, reason);
		fputs(")", out);
	} else if (reason->position > 1) {
		fputs(", from ", out);
		write_place(out, reason);
	}
}

static void write_remedy(FILE *out, const struct reason *reason)
{
	if (reason->remedy)
		fprintf(out, ". %s", reason->remedy);
}

char *line_of_rule(const struct reason *reason)
{
	char *words;
	FILE *out = words_open(&words);

	write_rule(out, reason);
	words_close(out);
	return words;
}

char *line_of_place(struct output *output, const struct reason *reason)
{
	char *words;
	FILE *out = words_open(&words);

	write_place(out, reason);
	fprintf(out, ", octet %zu of the name: ", reason->octet);
	write_culprit(out, output, reason);
	words_close(out);
	return words;
}

char *line_of_fault(struct output *output, const struct reason *reason)
{
	char *words;
	FILE *out = words_open(&words);

	write_fault(out, output, reason);
	words_close(out);
	return words;
}

char *line_of_reason(struct output *output, const struct reason *reason)
{
	char *words;
	FILE *out = words_open(&words);

	write_fault(out, output, reason);
	write_remedy(out, reason);
	words_close(out);
	return words;
}

char *line_of_suffix(struct output *output, const char *suffix, size_t length)
{
	char form[IDNX_NAME_SIZE], *words;
	struct reason reason = reason_find(
		suffix, length, IDNX_HOST_NAME,
		idnx_to_unicode(suffix, length, form, sizeof form, IDNX_HOST_NAME));

	words = line_of_fault(output, &reason);
	reason_free(&reason);
	return words;
}

/* --- Look-alikes -------------------------------------------------------------- */

static void write_character(FILE *out, struct output *output, uint32_t character)
{
	char scripts[CHARACTER_SCRIPTS_SIZE];

	character_scripts(character, scripts);
	character_put(out, output, character);
	fprintf(out, " (%s)", scripts);
}

static void write_characters(FILE *out, struct output *output,
                             const struct confusable *confusable)
{
	for (size_t i = 0; i < confusable->count; i++) {
		fputs(i > 0 ? ", " : "", out);
		write_character(out, output, confusable->characters[i]);
	}
}

/* Writes characters that could change places by their numbers only. */
static void write_glyphs(FILE *out, struct output *output, const uint32_t *characters,
                         size_t count)
{
	for (size_t i = 0; i < count; i++) {
		putc(' ', out);
		if (character_shows(output, characters[i]) &&
		    !character_is_right_to_left(characters[i]))
			character_put_glyph(out, characters[i]);
		else
			fprintf(out, "U+%04X", (unsigned)characters[i]);
	}
}

/* Writes what is wrong with the label, as a predicate. */
static void write_predicate(FILE *out, struct output *output,
                            const struct confusable *confusable)
{
	char scripts[CHARACTER_SCRIPTS_SIZE], others[CHARACTER_SCRIPTS_SIZE];
	size_t count = confusable->count;

	if (confusable->status != IDNX_MIXED_SCRIPTS) {
		fprintf(out, "%s: ", idnx_status_text(confusable->status));
		write_characters(out, output, confusable);
		return;
	}
	character_scripts(confusable->characters[0], scripts);
	character_scripts(confusable->characters[count - 1], others);
	fprintf(out, "mixes %s", scripts);
	write_glyphs(out, output, confusable->characters, count - 1);
	fprintf(out, " with %s", others);
}

static void write_setting(FILE *out, const struct verdict *verdict)
{
	const struct setting *setting = &verdict->setting;
	const char *origin = verdict->settings->origin;

	fprintf(out, "%s (%s", setting->text, origin);
	if (*origin != '-')
		fprintf(out, ", line %u, %s%s", setting->line,
		        setting->section ? "in " : "above all sections",
		        setting->section ? setting->section : "");
	fputs(")", out);
}

char *line_of_setting(const struct verdict *verdict)
{
	char *words;
	FILE *out = words_open(&words);

	write_setting(out, verdict);
	words_close(out);
	return words;
}

char *line_of_character(struct output *output, uint32_t character)
{
	char *words;
	FILE *out = words_open(&words);

	write_character(out, output, character);
	words_close(out);
	return words;
}

char *line_of_warning(struct output *output, const struct verdict *verdict)
{
	const struct confusable *confusable = &verdict->confusable;
	bool reads = confusable->reads_as;
	bool is_all = confusable->status == IDNX_READS_AS_ASCII && reads;
	char *words;
	FILE *out = words_open(&words);

	fprintf(out, "label %u ", confusable->label);
	if (!is_all)
		write_predicate(out, output, confusable);
	if (reads)
		fprintf(out, "%sreads as \"%s\"", is_all ? "" : " and ", confusable->reads_as);
	fputs(verdict_is_left(verdict) ? "; ace-names = leave lets it pass" :
	                                 "; protection = browser would refuse it", out);
	words_close(out);
	return words;
}

static void write_rejection(FILE *out, struct output *output, const struct verdict *verdict)
{
	const struct confusable *confusable = &verdict->confusable;

	write_rule(out, &verdict->reason);
	fputs(": ", out);
	write_characters(out, output, confusable);
	if (verdict->reason.is_character) {
		fputs(", from ", out);
		write_place(out, &verdict->reason);
	}
	if (confusable->reads_as)
		fprintf(out, "; reads as \"%s\"", confusable->reads_as);
	fputs("; ", out);
	write_setting(out, verdict);
}

char *line_of_refusal(struct output *output, const struct verdict *verdict)
{
	char *words;
	FILE *out;

	if (verdict->objection != VERDICT_REJECTS)
		return line_of_reason(output, &verdict->reason);
	out = words_open(&words);
	write_rejection(out, output, verdict);
	write_remedy(out, &verdict->reason);
	words_close(out);
	return words;
}

/* --- Other reasons ------------------------------------------------------------ */

static void put_suffix(struct output *output, struct span suffix)
{
	char *fault = line_of_suffix(output, suffix.next, span_length(suffix));

	output_text(output, ": ");
	output_visible(output, fault, strlen(fault));
	free(fault);
}

static void put_mistake(struct output *output, const struct config_result *config,
                        const char *conf)
{
	struct span word = conf_line_word(conf, config);

	output_text(output, config_status_text(config->status));
	if (config->first > 0)
		output_format(output, ", first in line %u", config->first);
	if (!span_is_empty(word)) {
		output_text(output, ": \"");
		output_visible(output, word.next, span_length(word));
		output_text(output, "\"");
	}
	if (config->suffix != IDNX_OK)
		put_suffix(output, word);
	if (config->error != 0)
		output_format(output, ": %s", strerror(config->error));
}

static void put_config(struct output *output, const struct verdict *verdict)
{
	const struct config_result *config = &verdict->decision.config;

	output_text(output, verdict->settings->origin);
	if (config->line > 0)
		output_format(output, ", line %u", config->line);
	output_text(output, ": ");
	put_mistake(output, config, verdict->settings->conf);
}

static void put_charset(struct output *output, const struct verdict *verdict)
{
	bool is_unsuitable = verdict->decision.charset == CHARSET_UNSUITABLE;

	output_format(output, "%s: charset %s: %s", verdict->settings->origin,
	              verdict->decision.settings.charset,
	              is_unsuitable ? "it has shift states, or its ASCII is not ASCII"
	                            : "there is no converter");
}

void line_put_status(struct output *output, const struct verdict *verdict)
{
	static const char *const phrases[] = {
		[POLICY_CONVERTED] = "converted",
		[POLICY_ASCII] = "left alone: ASCII",
		[POLICY_EXCLUDED] = "left alone: excluded in ",
		[POLICY_REFUSED] = "refused: ",
		[POLICY_NO_CONFIG] = "not looked up: ",
		[POLICY_NO_CONVERTER] = "not looked up: ",
	};
	enum policy_verdict kind = verdict->decision.verdict;

	output_text(output, phrases[kind]);
	if (kind == POLICY_EXCLUDED)
		output_text(output, verdict->settings->origin);
	else if (kind == POLICY_NO_CONFIG)
		put_config(output, verdict);
	else if (kind == POLICY_NO_CONVERTER)
		put_charset(output, verdict);
}

/* --- About a name ------------------------------------------------------------- */

/* How much is shown of a name longer than any host name. */
#define NAME_SHOWN 60

static void put_about(struct output *output, const struct input_name *name, const char *text)
{
	bool is_long = name->length > 4 * (IDNX_HOST_NAME_SIZE - 1);
	size_t length = is_long ? NAME_SHOWN : name->length;

	while (is_long && ((unsigned char)name->octets[length] & 0xC0) == 0x80)
		length--;
	output_text(output, "\"");
	output_visible(output, name->octets, length);
	output_text(output, is_long ? "...\": " : "\": ");
	output_visible(output, text, strlen(text));
}

static void put_source(const struct input_name *name)
{
	output_format(&standard_error, "idnx: %s %llu: ", name->source, name->number);
}

void line_put_error(const struct input_name *name, const char *kind, const char *text)
{
	put_source(name);
	output_text(&standard_error, kind);
	put_about(&standard_error, name, text);
	output_text(&standard_error, "\n");
}

void line_put_reason(const struct verdict *verdict)
{
	char *text;

	if (!verdict_is_refused(verdict)) {
		put_source(&verdict->name);
		line_put_status(&standard_error, verdict);
		output_text(&standard_error, "\n");
		return;
	}
	text = line_of_refusal(&standard_error, verdict);
	line_put_error(&verdict->name, "", text);
	free(text);
}

void line_put_warning(const struct verdict *verdict)
{
	char *warning;

	if (verdict->objection != VERDICT_WARNS)
		return;
	warning = line_of_warning(&standard_error, verdict);
	line_put_error(&verdict->name, "warning: ", warning);
	free(warning);
}

/* Writes no control character: a name that passes through unchanged may contain anything. */
static void put_unchanged(const struct input_name *name)
{
	for (size_t i = 0, done; i < name->length; i = done) {
		done = i;
		while (done < name->length && vis_is_printable(name->octets[done]))
			done++;
		output_put(&standard_output, name->octets + i, done - i);
		if (done < name->length)
			output_format(&standard_output, "\\x%02x",
			              (unsigned char)name->octets[done++]);
	}
}

void line_put(const struct verdict *verdict)
{
	char *text;

	if (verdict->decision.verdict == POLICY_CONVERTED) {
		output_put(&standard_output, verdict->output.next, span_length(verdict->output));
	} else if (verdict->decision.verdict == POLICY_ASCII) {
		put_unchanged(&verdict->name);
	} else {
		line_put_status(&standard_output, verdict);
		if (!verdict_is_refused(verdict))
			return;
		text = line_of_refusal(&standard_output, verdict);
		put_about(&standard_output, &verdict->name, text);
		free(text);
	}
}
