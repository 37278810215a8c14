/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes a verdict as one line.  A name may have any octets: what is shown of it is visible. */
#include "verdict.h"

/* --- A reason ----------------------------------------------------------------- */

static const char *subject_of(unsigned label)
{
	return label > 0 ? words_format("label %u", label) : "the name";
}

/* Returns "bytes C3 28". */
static const char *octets_of(struct span octets)
{
	FILE *out = words_open();

	fputs(span_length(octets) == 1 ? "byte" : "bytes", out);
	for (; !span_is_empty(octets); octets.next++)
		fprintf(out, " %02X", (unsigned char)*octets.next);
	return words_close(out);
}

static const char *culprit_of(const struct reason *reason)
{
	const char *text = character_text(reason->character);

	if (reason->character == 0)
		return octets_of(reason->octets);
	return reason->source == reason->character
	               ? text
	               : words_format("%s, which comes from %s", text,
	                              character_text(reason->source));
}

static const char *place_of(const struct reason *reason)
{
	const char *decoded = "";

	if (reason->decoded > 0)
		decoded = words_format("character %zu of the decoded label, which begins at ",
		                       reason->decoded);
	return words_format("%scharacter %zu, column %zu", decoded, reason->position,
	                    reason->column);
}

static const char *fault_of(const struct reason *reason)
{
	const char *fault = words_format("%s %s (%s)", subject_of(reason->label),
	                                 reason->message, idnx_status_code(reason->status));

	if (reason->character != 0 || !span_is_empty(reason->octets))
		return words_format("%s: %s (%s)", fault, culprit_of(reason), place_of(reason));
	return reason->position > 1 ? words_format("%s, from %s", fault, place_of(reason))
	                            : fault;
}

/* --- Look-alikes -------------------------------------------------------------- */

const char *line_of_character(uint32_t character)
{
	return words_format("%s (%s)", character_text(character), character_scripts(character));
}

const char *line_of_list(const uint32_t *characters, size_t count, const char *text(uint32_t))
{
	FILE *out = words_open();

	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : "", text(characters[i]));
	return words_close(out);
}

/* Writes " mixes Cyrillic р а with Latin"; by its number a character that could change places. */
static void write_mixed(FILE *out, const struct confusable *confusable)
{
	const uint32_t *all = confusable->characters, *last = all + confusable->count - 1;

	fprintf(out, " mixes %s", character_scripts(*all));
	for (const uint32_t *one = all; one < last; one++) {
		const char *glyph = character_is_right_to_left(*one) ? NULL
		                                                     : character_glyph(*one);

		fprintf(out, " %s", glyph ? glyph : words_format("U+%04X", (unsigned)*one));
	}
	fprintf(out, " with %s", character_scripts(*last));
}

/* Returns 'label 1 mixes Cyrillic р а with Latin and reads as "paypal"', code and end. */
static const char *finding_of(const struct confusable *confusable, const char *code,
                              const char *end)
{
	enum idnx_status status = confusable->status;
	bool is_mixed = status == IDNX_MIXED_SCRIPTS && confusable->count > 1;
	bool is_reading = status == IDNX_READS_AS_ASCII && confusable->reads_as;
	FILE *out = words_open(); /* many names have a warning: one text takes the least time */

	if (confusable->label > 0)
		fprintf(out, "label %u", confusable->label);
	else
		fputs("the name", out);
	if (is_mixed)
		write_mixed(out, confusable);
	else if (!is_reading)
		fprintf(out, " %s%s", idnx_status_text(status), code);
	for (size_t i = 0; i < confusable->count && !is_mixed && !is_reading; i++)
		fprintf(out, "%s%s", i > 0 ? ", " : ": ",
		        line_of_character(confusable->characters[i]));
	if (confusable->reads_as)
		fprintf(out, "%sreads as \"%s\"", is_reading ? " " : " and ",
		        confusable->reads_as);
	fprintf(out, "%s%s", is_mixed || is_reading ? code : "", end);
	return words_close(out);
}

const char *line_of_warning(const struct verdict *verdict)
{
	if (verdict->decision.is_reported)
		return words_format("would be rejected; mode = report, which protects nobody, "
		                    "lets it pass: %s",
		                    line_of_reason(verdict, &verdict->reason));
	return finding_of(&verdict->confusable, "",
	                  verdict->is_left ? "; ace-names = leave lets it pass"
	                                   : "; protection = browser would reject it");
}

static bool is_of_policy(const struct verdict *verdict, const struct reason *reason)
{
	return verdict->cause.text != NULL && reason->status == verdict->confusable.status;
}

const char *line_of_fault(const struct verdict *verdict, const struct reason *reason)
{
	if (!is_of_policy(verdict, reason))
		return fault_of(reason);
	return finding_of(&verdict->confusable,
	                  words_format(" (%s)", idnx_status_code(reason->status)), "");
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
	if (verdict->not_in_force)
		return words_format("set to be rejected, but not in force: %s",
		                    verdict->not_in_force);
	return verdict->is_rejected ? "rejected" : "not looked up";
}

const char *line_of_status(const struct verdict *verdict)
{
	const struct decision *decision = &verdict->decision;
	const char *origin = verdict->rule_set->origin, *fault = verdict->rule_set->fault;
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
			fault ? fault
			      : config_fault_text(verdict->rule_set->conf, &decision->config));
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
