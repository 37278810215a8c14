/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes a verdict as one line.  A name may have any octets: what is shown of it is visible. */
#include "verdict.h"

/* --- A reason ----------------------------------------------------------------- */

static void write_subject(FILE *out, unsigned label)
{
	if (label > 0)
		fprintf(out, "label %u ", label);
	else
		fputs("the name ", out);
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
	fputs(character_text(reason->character), out);
	if (reason->source != reason->character)
		fprintf(out, ", which comes from %s", character_text(reason->source));
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
	write_subject(out, reason->label);
	fprintf(out, "%s (%s)", reason->message, idnx_status_code(reason->status));
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

const char *line_of_character(uint32_t character)
{
	return words_format("%s (%s)", character_text(character), character_scripts(character));
}

static void write_characters(FILE *out, const struct confusable *confusable)
{
	for (size_t i = 0; i < confusable->count; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : ": ",
		        line_of_character(confusable->characters[i]));
}

/* Writes "mixes Cyrillic р а with Latin"; by its number a character that could change places. */
static void write_mixed(FILE *out, const struct confusable *confusable)
{
	const uint32_t *all = confusable->characters, *last = all + confusable->count - 1;

	fprintf(out, "mixes %s", character_scripts(*all));
	for (const uint32_t *one = all; one < last; one++) {
		const char *glyph = character_is_right_to_left(*one) ? NULL
		                                                     : character_glyph(*one);

		if (glyph)
			fprintf(out, " %s", glyph);
		else
			fprintf(out, " U+%04X", (unsigned)*one);
	}
	fprintf(out, " with %s", character_scripts(*last));
}

/* Writes 'label 1 mixes Cyrillic р а with Latin and reads as "paypal"', and the code if wanted. */
static void write_finding(FILE *out, const struct confusable *confusable, bool has_code)
{
	enum idnx_status status = confusable->status;
	bool is_mixed = status == IDNX_MIXED_SCRIPTS && confusable->count > 1;
	bool is_reading = status == IDNX_READS_AS_ASCII && confusable->reads_as;
	const char *code = has_code ? words_format(" (%s)", idnx_status_code(status)) : "";

	write_subject(out, confusable->label);
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
}

const char *line_of_warning(const struct verdict *verdict)
{
	FILE *out;

	if (verdict->decision.is_reported)
		return words_format("would be rejected; mode = report, which protects nobody, "
		                    "lets it pass: %s",
		                    line_of_reason(verdict, &verdict->reason));
	out = words_open();
	write_finding(out, &verdict->confusable, false);
	fputs(verdict->is_left ? "; ace-names = leave lets it pass"
	                       : "; protection = browser would reject it",
	      out);
	return words_close(out);
}

static bool is_of_policy(const struct verdict *verdict, const struct reason *reason)
{
	return verdict->cause.text != NULL && reason->status == verdict->confusable.status;
}

const char *line_of_fault(const struct verdict *verdict, const struct reason *reason)
{
	FILE *out = words_open();

	if (is_of_policy(verdict, reason))
		write_finding(out, &verdict->confusable, true);
	else
		write_fault(out, reason);
	return words_close(out);
}

/* Returns "; script-policy = single-script (/etc/idnx.conf, line 1, global)". */
static const char *cause_text(const struct verdict *verdict)
{
	const struct cause *cause = &verdict->cause;
	const char *origin = verdict->rule_set->origin;

	if (!verdict->rule_set->is_file)
		return words_format("; %s (%s)", cause->text, origin);
	return words_format("; %s (%s, line %u, %s%s)", cause->text, origin, cause->line,
	                    cause->section ? "in " : "global",
	                    cause->section ? cause->section : "");
}

const char *line_of_reason(const struct verdict *verdict, const struct reason *reason)
{
	return words_format("%s%s%s%s", line_of_fault(verdict, reason),
	                    is_of_policy(verdict, reason) ? cause_text(verdict) : "",
	                    reason->remedy ? ". " : "", reason->remedy ? reason->remedy : "");
}

/* --- A status ----------------------------------------------------------------- */

const char *line_of_rejection(const struct verdict *verdict)
{
	const char *reason = verdict->not_in_force;

	if (reason)
		return words_format("set to be rejected, but not in force: %s", reason);
	return verdict->is_rejected ? "rejected" : "not looked up";
}

const char *line_of_status(const struct verdict *verdict)
{
	const struct decision *decision = &verdict->decision;
	const struct rule_set *rule_set = verdict->rule_set;
	const char *origin = rule_set->origin;
	unsigned line = decision->config.line;

	switch (decision->action) {
	case POLICY_CONVERTED:
		return "converted";
	case POLICY_UNCHANGED:
		return "passed through unchanged: ASCII";
	case POLICY_EXCLUDED:
		return words_format("passed through unchanged: excluded in %s", origin);
	case POLICY_NO_CONFIG:
		return words_format(
			"%s: %s%s: %s", line_of_rejection(verdict), origin,
			line > 0 ? words_format(", line %u", line) : "",
			rule_set->fault ? rule_set->fault
					: config_fault_text(rule_set->conf, &decision->config));
	case POLICY_NO_CHARSET:
		return words_format("not looked up: %s: charset %s: %s", origin,
		                    decision->settings.charset,
		                    decision->charset == CHARSET_UNSUITABLE
		                            ? "it has shift states, or its ASCII is not ASCII"
		                            : "there is no converter");
	default:
		return words_format("%s: %s", line_of_rejection(verdict),
		                    line_of_reason(verdict, &verdict->reason));
	}
}

/* --- About a name ------------------------------------------------------------- */

/* How much is shown of a name longer than any host name. */
#define NAME_SHOWN 60
#define TAIL_MAX   3 /* octets of a character after its first */

static void put_about(struct output *output, struct span name, const char *text)
{
	bool is_long = span_length(name) > 4 * (IDNX_HOST_NAME_SIZE - 1);

	if (is_long)
		name.end = name.next + NAME_SHOWN;
	while (is_long && span_length(name) > NAME_SHOWN - TAIL_MAX &&
	       (*name.end & 0xC0) == 0x80)
		name.end--;
	output_text(output, "\"");
	output_put(output, name, VISIBLE);
	output_text(output, is_long ? "...\": " : "\": ");
	output_put(output, span_of_text(text), VISIBLE);
}

void line_put_error(const struct input_name *name, const char *kind, const char *text)
{
	output_format(&standard_error, "idnx: %s %llu: %s", name->source, name->number, kind);
	put_about(&standard_error, name->text, text);
	output_text(&standard_error, "\n");
}

void line_put_reason(const struct verdict *verdict)
{
	line_put_error(&verdict->name, "",
	               verdict->is_rejected ? line_of_reason(verdict, &verdict->reason)
	                                    : line_of_status(verdict));
}

void line_put(const struct verdict *verdict)
{
	enum policy_action kind = verdict->decision.action;
	struct span text = verdict->output;

	if (kind == POLICY_REJECTED)
		text = span_of_text(words_format("%s: ", line_of_rejection(verdict)));
	else if (kind != POLICY_CONVERTED && kind != POLICY_UNCHANGED)
		text = span_of_text(line_of_status(verdict));
	output_put(&standard_output, text, VISIBLE);
	if (kind == POLICY_REJECTED)
		put_about(&standard_output, verdict->name.text,
		          line_of_reason(verdict, &verdict->reason));
}
