/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes a verdict as one line.  A name may have any octets: what is shown of it is visible. */
#include "verdict.h"

/* --- A reason ----------------------------------------------------------------- */

static void write_rule(FILE *out, const struct reason *reason)
{
	if (reason->label > 0)
		fprintf(out, "label %u ", reason->label);
	else
		fputs("the name ", out);
	fprintf(out, "%s (%s)", reason->message, idnx_status_code(reason->status));
}

static void write_culprit(FILE *out, const struct reason *reason)
{
	size_t count = span_length(reason->octets);

	if (reason->character == 0) {
		fprintf(out, "byte%s", count == 1 ? "" : "s");
		for (size_t i = 0; i < count; i++)
			fprintf(out, " %02X", (unsigned char)reason->octets.next[i]);
		return;
	}
	character_put(out, reason->character);
	if (reason->source != reason->character) {
		fputs(", which comes from ", out);
		character_put(out, reason->source);
	}
}

static void write_place(FILE *out, const struct reason *reason)
{
	if (reason->decoded > 0)
		fprintf(out, "character %zu of the decoded label, which begins at ",
		        reason->decoded);
	fprintf(out, "character %zu, column %zu", reason->position, reason->column);
}

static void write_fault(FILE *out, const struct reason *reason)
{
	write_rule(out, reason);
	if (reason->character != 0 || !span_is_empty(reason->octets)) {
		fputs(": ", out);
		write_culprit(out, reason);
		fputs(" (", out);
		write_place(out, reason);
		fputs(")", out);
	} else if (reason->position > 1) {
		fputs(", from ", out);
		write_place(out, reason);
	}
}

/* --- Look-alikes -------------------------------------------------------------- */

void line_write_character(FILE *out, uint32_t character)
{
	char scripts[CHARACTER_SCRIPTS_SIZE];

	character_scripts(character, scripts);
	character_put(out, character);
	fprintf(out, " (%s)", scripts);
}

static void write_characters(FILE *out, const struct confusable *confusable)
{
	for (size_t i = 0; i < confusable->count; i++) {
		fputs(i > 0 ? ", " : ": ", out);
		line_write_character(out, confusable->characters[i]);
	}
}

/* Writes "mixes Cyrillic р а with Latin"; by its number a character that could change places. */
static void write_mixed(FILE *out, const struct confusable *confusable)
{
	char scripts[CHARACTER_SCRIPTS_SIZE];
	size_t last = confusable->count - 1;

	character_scripts(confusable->characters[0], scripts);
	fprintf(out, "mixes %s", scripts);
	for (size_t i = 0; i < last; i++) {
		uint32_t character = confusable->characters[i];

		putc(' ', out);
		if (character_shows(character) && !character_is_right_to_left(character))
			character_put_glyph(out, character);
		else
			fprintf(out, "U+%04X", (unsigned)character);
	}
	character_scripts(confusable->characters[last], scripts);
	fprintf(out, " with %s", scripts);
}

/* Writes 'label 1 mixes Cyrillic р а with Latin and reads as "paypal"', and the code if wanted. */
static void write_finding(FILE *out, const struct confusable *confusable, bool has_code)
{
	enum idnx_status status = confusable->status;
	bool is_mixed = status == IDNX_MIXED_SCRIPTS && confusable->count > 1;
	bool is_reading = status == IDNX_READS_AS_ASCII && confusable->reads_as;
	char *code = has_code ? words_format(" (%s)", idnx_status_code(status))
	                      : words_copy("");

	if (confusable->label > 0)
		fprintf(out, "label %u ", confusable->label);
	else
		fputs("the name ", out);
	if (is_mixed) {
		write_mixed(out, confusable);
	} else if (!is_reading) {
		fprintf(out, "%s%s", idnx_status_text(status), code);
		write_characters(out, confusable);
	}
	if (confusable->reads_as)
		fprintf(out, "%sreads as \"%s\"", is_reading ? "" : " and ",
		        confusable->reads_as);
	if (is_mixed || is_reading)
		fputs(code, out);
	free(code);
}

char *line_of_warning(const struct verdict *verdict)
{
	char *words;
	FILE *out;

	if (verdict->decision.is_reported)
		return line_of_reason("would be rejected; mode = report, which protects "
		                      "nobody, lets it pass: ",
		                      verdict, &verdict->reason);
	out = words_open(&words);
	write_finding(out, &verdict->confusable, false);
	fputs(verdict_is_left(verdict) ? "; ace-names = leave lets it pass"
	                               : "; protection = browser would reject it",
	      out);
	words_close(out);
	return words;
}

/* Writes "; script-policy = single-script (/etc/idnx.conf, line 1, global)". */
static void write_cause(FILE *out, const struct verdict *verdict)
{
	const struct cause *cause = &verdict->cause;

	fprintf(out, "; %s (%s", cause->text, verdict->rule_set->origin);
	if (verdict->rule_set->is_file)
		fprintf(out, ", line %u, %s%s", cause->line, cause->section ? "in " : "global",
		        cause->section ? cause->section : "");
	putc(')', out);
}

static bool is_of_policy(const struct verdict *verdict, const struct reason *reason)
{
	return verdict->cause.text != NULL && reason->status == verdict->confusable.status;
}

static void write_broken(FILE *out, const struct verdict *verdict, const struct reason *reason)
{
	if (is_of_policy(verdict, reason))
		write_finding(out, &verdict->confusable, true);
	else
		write_fault(out, reason);
}

char *line_of_fault(const struct verdict *verdict)
{
	char *words;
	FILE *out = words_open(&words);

	write_broken(out, verdict, &verdict->reason);
	words_close(out);
	return words;
}

char *line_of_reason(const char *before, const struct verdict *verdict,
                     const struct reason *reason)
{
	char *words;
	FILE *out = words_open(&words);

	fputs(before, out);
	write_broken(out, verdict, reason);
	if (is_of_policy(verdict, reason))
		write_cause(out, verdict);
	if (reason->remedy)
		fprintf(out, ". %s", reason->remedy);
	words_close(out);
	return words;
}

/* --- A status ----------------------------------------------------------------- */

const char *line_of_rejection(const struct verdict *verdict)
{
	static char *text;
	const char *reason = verdict_not_in_force(verdict);

	if (!reason)
		return "rejected";
	if (!text)
		text = words_format("set to be rejected, but not in force: %s", reason);
	return text;
}

char *line_of_status(const struct verdict *verdict)
{
	const struct decision *decision = &verdict->decision;
	const struct rule_set *rule_set = verdict->rule_set;
	const char *origin = rule_set->origin;
	char *fault, *status, *rejected;

	switch (decision->action) {
	case POLICY_CONVERTED:
		return words_copy("converted");
	case POLICY_UNCHANGED:
		return words_copy("passed through unchanged: ASCII");
	case POLICY_EXCLUDED:
		return words_format("passed through unchanged: excluded in %s", origin);
	case POLICY_NO_CONFIG:
		fault = rule_set->fault ? words_copy(rule_set->fault)
		                        : config_fault_text(rule_set->conf, &decision->config);
		status = decision->config.line > 0
		                 ? words_format("not looked up: %s, line %u: %s", origin,
		                                decision->config.line, fault)
		                 : words_format("not looked up: %s: %s", origin, fault);
		free(fault);
		return status;
	case POLICY_NO_CHARSET:
		return words_format("not looked up: %s: charset %s: %s", origin,
		                    decision->settings.charset,
		                    decision->charset == CHARSET_UNSUITABLE
		                            ? "it has shift states, or its ASCII is not ASCII"
		                            : "there is no converter");
	default:
		rejected = words_format("%s: ", line_of_rejection(verdict));
		status = line_of_reason(rejected, verdict, &verdict->reason);
		free(rejected);
		return status;
	}
}

/* --- About a name ------------------------------------------------------------- */

/* How much is shown of a name longer than any host name. */
#define NAME_SHOWN 60
#define TAIL_MAX   3 /* octets of a character after its first */

static void put_freed(struct output *output, char *text)
{
	output_visible(output, text, strlen(text));
	free(text);
}

/* Frees the text. */
static void put_about(struct output *output, const struct input_name *name, char *text)
{
	bool is_long = name->length > 4 * (IDNX_HOST_NAME_SIZE - 1);
	size_t length = is_long ? NAME_SHOWN : name->length;

	while (is_long && length > NAME_SHOWN - TAIL_MAX &&
	       ((unsigned char)name->octets[length] & 0xC0) == 0x80)
		length--;
	output_text(output, "\"");
	output_visible(output, name->octets, length);
	output_text(output, is_long ? "...\": " : "\": ");
	put_freed(output, text);
}

void line_put_error(const struct input_name *name, const char *kind, char *text)
{
	output_format(&standard_error, "idnx: %s %llu: %s", name->source, name->number, kind);
	put_about(&standard_error, name, text);
	output_text(&standard_error, "\n");
}

void line_put_reason(const struct verdict *verdict)
{
	line_put_error(&verdict->name, "",
	               verdict_is_rejected(verdict)
	                       ? line_of_reason("", verdict, &verdict->reason)
	                       : line_of_status(verdict));
}

void line_put(const struct verdict *verdict)
{
	enum policy_action kind = verdict->decision.action;

	if (kind == POLICY_CONVERTED || kind == POLICY_UNCHANGED) {
		output_visible(&standard_output, verdict->output.next,
		               span_length(verdict->output));
	} else if (kind == POLICY_REJECTED) {
		const char *rejection = line_of_rejection(verdict);

		output_visible(&standard_output, rejection, strlen(rejection));
		output_text(&standard_output, ": ");
		put_about(&standard_output, &verdict->name,
		          line_of_reason("", verdict, &verdict->reason));
	} else {
		put_freed(&standard_output, line_of_status(verdict));
	}
}
