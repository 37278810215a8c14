/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain: tells why a name becomes what it does, or is rejected, to a reader who has never
 * heard of UTS #46.  Writes what becomes of it, then label by label its characters and each step.
 *
 *     Result: looked up as xn--bcher-fxa.example
 *
 *     Label 1: Ｂücher
 *       U+FF22 Ｂ FULLWIDTH LATIN CAPITAL LETTER B (Latin) becomes U+0062 b
 *       U+00FC ü LATIN SMALL LETTER U WITH DIAERESIS (Latin)
 *       Unchanged: cher
 *       ASCII form: xn--bcher-fxa
 *
 * Right-to-left text gets no isolating marks, which most terminals show as boxes: it ends its
 * line, or is one letter between Latin words, where no display order moves anything else.
 */
#include <unistr.h>

#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx explain [OPTION]... [NAME]...\n"
	"\n"
	"Shows for each NAME, or for each line of standard input if there is none, the "
	"ASCII form that is looked up and the section of idnx.conf that applies; then "
	"label by label its characters, what each step of UTS #46 makes of them, the rule "
	"that is broken and what to do. Writes characters that cannot be seen as <U+200D>.\n"
	"\n"
	"Example: idnx explain １２７.０.０.１\n";

static void put_coloured(enum terminal_style style, const char *title, const char *text)
{
	terminal_set_style(style);
	remedy_row(title, text);
	terminal_set_style(TERMINAL_PLAIN);
}

/* --- The characters of a label ------------------------------------------------ */

/* Returns whether it ends a label, as only "." and the characters mapped to it do. */
static bool is_separator(const struct idnx_explanation *step)
{
	return step->step <= IDNX_STEP_MAPPED && step->after_length == 1 && *step->after == '.';
}

static struct span given_label(const struct steps *steps, unsigned label)
{
	struct span given = { NULL, NULL };

	for (const struct idnx_explanation *step = steps->all; step < steps->end; step++) {
		bool is_given = step->step <= IDNX_STEP_IGNORED ||
		                step->status == IDNX_BAD_UTF8;

		if (step->label != label || !is_given || is_separator(step))
			continue;
		if (!given.next)
			given.next = steps->name.next + step->octet;
		given.end = steps->name.next + step->octet + step->octets;
	}
	return given;
}

static void put_character(const struct idnx_explanation *step, uint32_t character)
{
	const char *end = step->step == IDNX_STEP_IGNORED ? " is left out" : "";

	if (step->step == IDNX_STEP_MAPPED)
		end = words_format(" becomes %s", line_of_list(step->after, step->after_length,
		                                               character_code));
	remedy_row("  ", words_format("%s%s", line_of_character(character), end));
}

/* Writes a row for each character but ASCII letters that stay as they are. */
static void put_characters(const struct steps *steps, unsigned label)
{
	const char *unchanged;
	FILE *out = words_open();

	for (const struct idnx_explanation *step = steps->all; step < steps->end; step++) {
		if (step->label != label || step->step > IDNX_STEP_IGNORED)
			continue;
		if (step->step != IDNX_STEP_KEPT || *step->before <= ' ' ||
		    *step->before >= 0x7F)
			put_character(step, *step->before);
		else if (!is_separator(step))
			putc((int)*step->before, out);
	}
	unchanged = words_close(out);
	if (*unchanged != '\0')
		remedy_row("  Unchanged: ", unchanged);
}

static void put_decoded(const struct idnx_explanation *step)
{
	char label[4 * IDNX_CODE_POINTS_MAX];
	size_t length = sizeof label;

	u32_to_u8(step->after, step->after_length, (uint8_t *)label, &length);
	remedy_row("  Decoded from Punycode: ",
	           words_copy_of((struct span){ label, label + length }));
	for (size_t i = 0; i < step->after_length; i++)
		if (step->after[i] >= 0x80)
			put_character(step, step->after[i]);
}

/* --- Steps --------------------------------------------------------------------- */

static void put_rejected(const char *title, const struct verdict *verdict,
                         const struct reason *reason)
{
	put_coloured(TERMINAL_BAD, title, line_of_reason(verdict, reason));
	remedy_row("    Rule: ", verdict_rules[reason->status].section);
}

/* A broken rule does not affect ASCII and excluded names. */
static void put_broken(const struct verdict *verdict, const struct steps *steps,
                       const struct idnx_explanation *step)
{
	struct span name = steps->name;
	bool is_affected = verdict->decision.action != POLICY_EXCLUDED &&
	                   !ascii_has_only(name.next, span_length(name));
	struct reason reason;

	if (step->before_length > 0 && *step->before == 0xFFFD &&
	    steps->result.status == IDNX_BAD_UTF8)
		return; /* U+FFFD for what is not UTF-8, already reported */
	reason = reason_of_step(steps, step);
	put_rejected(is_affected ? "  Rejected: " : "  Not valid: ", verdict, &reason);
}

/* Those of Map are in the rows of characters. */
static void put_step(const struct verdict *verdict, const struct steps *steps,
                     const struct idnx_explanation *step)
{
	if (step->step == IDNX_STEP_NORMALIZED) {
		const char *before = line_of_list(step->before, step->before_length,
		                                  character_code);

		remedy_row("  Normalized: ",
		           words_format("%s become %s", before,
		                        line_of_list(step->after, step->after_length,
		                                     character_code)));
	}
	if (step->step == IDNX_STEP_DECODED)
		put_decoded(step);
	if (step->step == IDNX_STEP_BROKEN)
		put_broken(verdict, steps, step);
	if (step->step == IDNX_STEP_ENCODED)
		remedy_row("  ASCII form: ",
		           words_format("%.*s", (int)step->ascii_length, step->ascii));
}

/* Label 0 has the steps of the whole name. */
static void put_steps(const struct verdict *verdict, const struct steps *steps, unsigned label)
{
	for (const struct idnx_explanation *step = steps->all; step < steps->end; step++)
		if (step->label == label)
			put_step(verdict, steps, step);
	if (verdict->cause.text != NULL && verdict->confusable.label == label)
		put_rejected(verdict->is_rejected ? "  Rejected: " : "  Would be rejected: ",
		             verdict, &verdict->reason);
}

/* Writes how a label reads that nothing is said against. */
static void put_reading(const struct verdict *verdict, unsigned label)
{
	const char *reading;

	if (verdict->confusable.status != IDNX_OK && verdict->confusable.label == label)
		return;
	reading = confusable_reading(verdict_unicode(verdict), label);
	if (reading)
		remedy_row("  Reads as: ", words_format("\"%s\"", reading));
}

static void put_label(const struct verdict *verdict, const struct steps *steps, unsigned label)
{
	struct span given = given_label(steps, label);

	terminal_set_style(TERMINAL_BOLD);
	output_format(&standard_output, "\nLabel %u: ", label);
	output_put(&standard_output, given, VISIBLE);
	terminal_set_style(TERMINAL_PLAIN);
	output_text(&standard_output, "\n");
	if (ascii_has_only(given.next, span_length(given)) &&
	    !steps_find(steps, label, IDNX_STEP_BROKEN))
		output_text(&standard_output, "  ASCII: nothing to map\n");
	else if (!steps_find(steps, label, IDNX_STEP_DECODED))
		put_characters(steps, label);
	put_steps(verdict, steps, label);
	put_reading(verdict, label);
}

/* --- The result ------------------------------------------------------------------ */

static const char *result_text(const struct verdict *verdict)
{
	if (verdict->decision.action == POLICY_CONVERTED)
		return words_format("looked up as %s", verdict->output.next);
	if (!verdict->is_rejected)
		return line_of_status(verdict);
	return words_format("%s: %s%s", line_of_rejection(verdict),
	                    line_of_fault(verdict, &verdict->reason),
	                    verdict->not_in_force ? "" : "; no query is sent");
}

static void put_configuration(const struct verdict *verdict)
{
	const struct decision *decision = &verdict->decision;
	unsigned line = decision->settings.section_line;
	struct span section = conf_line_text(verdict->rule_set->conf, line);

	if (!verdict->asked_config || decision->action == POLICY_NO_CONFIG)
		return;
	if (decision->charset == CHARSET_OK)
		output_format(&standard_output, "Charset: %s, not UTF-8\n",
		              decision->settings.charset);
	output_text(&standard_output, "Configuration: " IDNX_CONF);
	if (verdict->rule_set->file.missing)
		output_text(&standard_output, " does not exist: the defaults");
	else if (verdict->rule_set->file.masked)
		output_text(&standard_output, " is /dev/null: the defaults");
	else if (line == 0)
		output_text(&standard_output, ", no section for this name");
	else
		output_format(&standard_output, ", line %u, section ", line);
	output_put(&standard_output, section, VISIBLE);
	output_text(&standard_output, "\n");
}

static void put_page(const struct verdict *verdict)
{
	const struct steps *steps = steps_of(verdict->utf8, verdict->flags);

	put_coloured(verdict->code == EXIT_OK ? TERMINAL_GOOD : TERMINAL_BAD,
	             "Result: ", result_text(verdict));
	if (verdict->given.next)
		remedy_row("Written as: ", words_copy_of(verdict->given));
	if (verdict->has_warning)
		remedy_row("Warning: ", line_of_warning(verdict));
	if (verdict->meant)
		remedy_row("Warning: ", verdict->meant);
	put_configuration(verdict);
	put_steps(verdict, steps, 0);
	for (unsigned label = 1; label <= steps->labels; label++)
		put_label(verdict, steps, label);
}

/* --- All ------------------------------------------------------------------------- */

/* Of several names, each has a heading. */
static enum exit_code explain(const struct verdict *verdict, const struct options *options)
{
	const struct input_name *name = &verdict->name;

	if (!options->names[0] || options->names[1]) {
		terminal_set_style(TERMINAL_BOLD);
		output_format(&standard_output, "%s%s %llu\n", name->number > 1 ? "\n" : "",
		              name->source, name->number);
		terminal_set_style(TERMINAL_PLAIN);
	}
	put_page(verdict);
	return verdict->code;
}

enum exit_code cmd_explain(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of_file(IDNX_CONF);

	rule_set.reads_escapes = true;
	return verdict_each(&options, &rule_set, 1, explain);
}
