/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain for a reader: label by label, its characters and what becomes of them, then
 * what becomes of the name.
 *
 *     Label 1: Ｂü
 *       U+FF22  Ｂ  Latin  FULLWIDTH LATIN CAPITAL LETTER B      becomes U+0062 b
 *       U+00FC  ü   Latin  LATIN SMALL LETTER U WITH DIAERESIS
 *       ASCII form: xn--b-eha
 */
#include "explain.h"

#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "ascii_text.h"
#include "show/character.h"
#include "decision_text.h"
#include "output.h"
#include "paragraph.h"
#include "reason.h"
#include "row.h"
#include "rules.h"
#include "show/terminal.h"

static void put(const char *text)
{
	output_text(&standard_output, text);
}

/* --- The characters of a label ------------------------------------------------ */

static bool is_map(const struct idnx_explanation *step)
{
	return step->step <= IDNX_STEP_IGNORED || step->status == IDNX_BAD_UTF8;
}

/* Returns whether it ends a label, as only "." and the characters mapped to it do. */
static bool is_separator(const struct idnx_explanation *step)
{
	return step->step <= IDNX_STEP_MAPPED && step->after_length == 1 && *step->after == '.';
}

static void put_ill_formed(const struct subject *subject, const struct idnx_explanation *step)
{
	put(" ");
	for (size_t i = 0; i < step->octets; i++)
		output_format(&standard_output, " %02X",
		              (unsigned char)subject->src[step->octet + i]);
	put(": not UTF-8\n");
}

static void put_mapped_row(const struct row_columns *columns,
                           const struct idnx_explanation *step)
{
	row_put(columns, *step->before, step->step == IDNX_STEP_KEPT);
	if (step->step == IDNX_STEP_IGNORED)
		put("left out");
	if (step->step == IDNX_STEP_MAPPED) {
		put("becomes ");
		row_put_characters(step->after, step->after_length);
	}
	put("\n");
}

static void put_mapped(const struct subject *subject, unsigned label)
{
	const struct trace *trace = &subject->trace;
	struct row_columns columns = { 0, 0 };

	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label && trace->steps[i].step <= IDNX_STEP_IGNORED)
			row_measure(&columns, *trace->steps[i].before);
	for (size_t i = 0; i < trace->count; i++) {
		const struct idnx_explanation *step = &trace->steps[i];

		if (step->label != label || !is_map(step))
			continue;
		if (step->step == IDNX_STEP_BROKEN)
			put_ill_formed(subject, step);
		else if (*step->before != '.')
			put_mapped_row(&columns, step);
	}
}

static void put_decoded(const struct idnx_explanation *step)
{
	struct row_columns columns = { 0, 0 };

	put("  Decoded from Punycode: ");
	terminal_put_text(step->after, step->after_length);
	put("\n");
	for (size_t i = 0; i < step->after_length; i++)
		row_measure(&columns, step->after[i]);
	for (size_t i = 0; i < step->after_length; i++) {
		row_put(&columns, step->after[i], true);
		put("\n");
	}
}

/* Writes the characters as they were given. */
static void put_label_text(const struct trace *trace, unsigned label)
{
	static const uint32_t replacement = 0xFFFD;
	static uint32_t text[IDNX_INPUT_MAX];
	size_t length = 0;

	for (size_t i = 0; i < trace->count; i++) {
		const struct idnx_explanation *step = &trace->steps[i];

		if (step->label != label || !is_map(step) || is_separator(step))
			continue;
		text[length++] = step->step == IDNX_STEP_BROKEN ? replacement : *step->before;
	}
	terminal_put_text(text, length);
}

static bool is_ascii_label(const struct trace *trace, unsigned label)
{
	for (size_t i = 0; i < trace->count; i++) {
		const struct idnx_explanation *step = &trace->steps[i];

		if (step->label == label && is_map(step) &&
		    (step->step == IDNX_STEP_BROKEN || *step->before >= 0x80))
			return false;
	}
	return true;
}

/* --- Broken rules -------------------------------------------------------------- */

static void put_rule(enum idnx_status status, const char *remedy)
{
	output_format(&standard_output, "    Rule: %s\n    Remedy: ", rules_find(status)->section);
	output_visible(&standard_output, remedy, strlen(remedy));
	put("\n");
}

static void put_where(const struct reason *reason)
{
	char *where = reason_where(&standard_output, reason);

	put("    Where: ");
	output_visible(&standard_output, where, strlen(where));
	put("\n");
	free(where);
}

/* Returns false for ASCII and excluded names, which a broken rule does not affect. */
static bool breaks_name(const struct subject *subject)
{
	return subject->decision.verdict != POLICY_EXCLUDED &&
	       !ascii_has_only(subject->src, subject->src_len);
}

static void put_refused(const char *word, const struct reason *reason)
{
	put("  ");
	terminal_set_style(TERMINAL_BAD);
	output_format(&standard_output, "%s: %s ", word,
	              reason->label > 0 ? "the label" : "the name");
	put(reason->message);
	output_format(&standard_output, " (%s)", idnx_status_code(reason->status));
	terminal_set_style(TERMINAL_PLAIN);
	put("\n");
}

static void put_broken(const struct subject *subject, const struct idnx_explanation *step)
{
	bool is_replacement = step->before_length > 0 && *step->before == 0xFFFD &&
	                      subject->trace.result.status == IDNX_BAD_UTF8;
	struct reason reason;

	if (is_replacement)
		return; /* U+FFFD for what is not UTF-8, already reported */
	reason = reason_of_step(subject->src, subject->src_len, &subject->trace, step);
	put_refused(breaks_name(subject) ? "Refused" : "Not valid", &reason);
	if (reason.is_character)
		put_where(&reason);
	put_rule(reason.status, reason.remedy);
	reason_free(&reason);
}

static void put_paragraph(const char *title, char *text)
{
	put(title);
	paragraph_put(&standard_output, (int)strlen(title), text);
	put("\n");
	free(text);
}

static void put_judged_characters(const struct judged *judged)
{
	for (size_t i = 0; i < judged->count; i++)
		put_paragraph(i == 0 ? "    Where: " : "           ",
		              judged_character_text(&standard_output, judged->characters[i]));
}

/* For a label that breaks no rule, writes what a setting refuses it for. */
static void put_judged(const struct subject *subject)
{
	const struct judged *judged = &subject->judged;
	struct reason reason = decision_reason(&subject->name, &subject->decision, judged);

	put_refused("Refused", &reason);
	put_judged_characters(judged);
	if (judged->reads_as)
		output_format(&standard_output, "    Reads as: \"%s\"\n", judged->reads_as);
	put_paragraph("    Setting: ", judged_setting_text(&judged->setting, NULL));
	put_rule(reason.status, reason.remedy);
	reason_free(&reason);
}

static bool is_judged(const struct subject *subject, unsigned label)
{
	return judged_is_refused(&subject->judged) && subject->judged.label == label;
}

/* --- A label, the name ----------------------------------------------------------- */

static void put_step(const struct subject *subject, const struct idnx_explanation *step)
{
	switch (step->step) {
	case IDNX_STEP_NORMALIZED:
		put("  Normalized: ");
		row_put_characters(step->before, step->before_length);
		put(" become ");
		row_put_characters(step->after, step->after_length);
		put("\n");
		break;
	case IDNX_STEP_DECODED:
		put_decoded(step);
		break;
	case IDNX_STEP_BROKEN:
		put_broken(subject, step);
		break;
	case IDNX_STEP_ENCODED:
		put("  ASCII form: ");
		output_put(&standard_output, step->ascii, step->ascii_length);
		put("\n");
		break;
	default: /* those of Map are in the rows */
		break;
	}
}

/* Label 0 has the steps of the whole name. */
static void put_steps(const struct subject *subject, unsigned label)
{
	const struct trace *trace = &subject->trace;

	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label)
			put_step(subject, &trace->steps[i]);
}

static void put_label(const struct subject *subject, unsigned label)
{
	const struct trace *trace = &subject->trace;

	terminal_set_style(TERMINAL_BOLD);
	output_format(&standard_output, "Label %u: ", label);
	put_label_text(trace, label);
	terminal_set_style(TERMINAL_PLAIN);
	put("\n");
	if (is_ascii_label(trace, label) && !trace_find(trace, label, IDNX_STEP_BROKEN))
		put("  ASCII: nothing to map\n");
	else if (!trace_find(trace, label, IDNX_STEP_DECODED))
		put_mapped(subject, label);
	put_steps(subject, label);
	if (is_judged(subject, label))
		put_judged(subject);
	put("\n");
}

/* Writes the reason, except what its label shows. */
static void put_reason(const struct subject *subject)
{
	struct reason reason = decision_reason(&subject->name, &subject->decision,
	                                       &subject->judged);

	reason_put_short(&standard_output, &reason);
	put("; no query is sent");
	reason_free(&reason);
}

static void put_verdict(const struct subject *subject)
{
	const struct decision *decision = &subject->decision;

	put("Result: ");
	terminal_set_style(decision_exit_code(decision) == EXIT_OK ? TERMINAL_GOOD : TERMINAL_BAD);
	if (decision->verdict == POLICY_CONVERTED)
		output_format(&standard_output, "DNS is asked for %s", subject->trace.ace);
	else
		decision_put(&standard_output, decision, NULL);
	if (decision->verdict == POLICY_REFUSED)
		put_reason(subject);
	terminal_set_style(TERMINAL_PLAIN);
	if (decision->verdict == POLICY_ASCII)
		put(", which is passed on as it is, valid or not");
	put("\n");
}

static void put_configuration(const struct subject *subject)
{
	const struct decision *decision = &subject->decision;
	static uint32_t suffix[IDNX_CODE_POINTS_MAX];
	size_t length = sizeof suffix / sizeof *suffix;

	if (!decision_asked_config(decision) || decision->verdict == POLICY_NO_CONFIG)
		return;
	if (decision->charset == CHARSET_OK)
		output_format(&standard_output, "Charset: %s, not UTF-8\n",
		              decision->settings.charset);
	put("Configuration: " IDNX_CONF);
	if (decision->config.missing)
		put(" does not exist: the defaults");
	else if (decision->config.masked)
		put(" is /dev/null: the defaults");
	else if (decision->settings.section_line == 0)
		put(", no section for this name");
	else {
		output_format(&standard_output, ", line %u, section of .",
		              decision->settings.section_line);
		u8_to_u32((const uint8_t *)subject->suffix, strlen(subject->suffix), suffix,
		          &length);
		terminal_put_text(suffix, length);
	}
	put("\n");
}

static void put_deviations(const struct subject *subject)
{
	bool maps = subject->decision.settings.flags & IDNX_TRANSITIONAL_PROCESSING;

	if (subject->other_ace[0] == '\0' || subject->decision.verdict == POLICY_EXCLUDED)
		return;
	output_format(&standard_output, "Deviations: %s ask for %s instead\n",
	              maps ? "browsers and other lookups of today"
	                   : "transitional lookups (IDNA2003)",
	              subject->other_ace);
}

void explain_put_text(const struct subject *subject)
{
	for (unsigned label = 1; label <= subject->trace.labels; label++)
		put_label(subject, label);
	put_steps(subject, 0);
	if (is_judged(subject, 0))
		put_judged(subject);
	put_verdict(subject);
	if (subject->judged.is_warning)
		put_paragraph("Warning: ", judged_warning(&standard_output, &subject->judged));
	put_configuration(subject);
	put_deviations(subject);
}
