/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes what becomes of a name, then label by label its characters and each step.
 *
 *     Result: DNS is asked for xn--bcher-fxa.example
 *
 *     Label 1: Ｂücher
 *       U+FF22   Ｂ  Latin  FULLWIDTH LATIN CAPITAL LETTER B      becomes U+0062 b
 *       U+00FC   ü   Latin  LATIN SMALL LETTER U WITH DIAERESIS
 *       cher         ASCII  unchanged
 *       ASCII form: xn--bcher-fxa
 */
#include "page.h"

#include <unistr.h>

#include "ascii_text.h"
#include "line.h"
#include "rules.h"

static void put_text(const char *text)
{
	output_text(&standard_output, text);
}

/* Writes the text, which it frees, in lines below its beginning. */
static void put_paragraph(const char *title, char *text)
{
	put_text(title);
	paragraph_put(&standard_output, (int)strlen(title), text);
	put_text("\n");
	free(text);
}

/* --- Rows of characters ---------------------------------------------------------- */

#define NAME_WIDTH  40 /* enough for most names; longer ones shift what follows */
#define GLYPH_PLACE 9  /* after "U+10FFFF" and a blank, or "U+0062" and three */
#define GLYPH_WIDTH 4  /* two columns, which wide characters take, and two blanks */

/* The widths of the columns: 0 at first; measure_row() widens them for each character. */
struct columns {
	int script, name;
};

static void measure_row(struct columns *columns, uint32_t character)
{
	char script[CHARACTER_SCRIPTS_SIZE], name[CHARACTER_NAME_SIZE];
	int script_width, name_width;

	character_scripts(character, script);
	character_name(character, name);
	script_width = (int)strlen(script);
	name_width = (int)strlen(name);
	if (script_width > columns->script)
		columns->script = script_width;
	if (name_width > columns->name && name_width <= NAME_WIDTH)
		columns->name = name_width;
}

static void put_blanks(int count)
{
	for (; count > 0; count--)
		put_text(" ");
}

/* Writes a word, and blanks up to a width. */
static void put_column(const char *word, int width)
{
	put_text(word);
	put_blanks(width - (int)strlen(word));
}

/* Writes the row but not the end of the line; is_last: nothing follows on it. */
static void put_row(const struct columns *columns, uint32_t character, bool is_last)
{
	char code[16], script[CHARACTER_SCRIPTS_SIZE], name[CHARACTER_NAME_SIZE];
	int width;

	snprintf(code, sizeof code, "U+%04X", (unsigned)character);
	character_scripts(character, script);
	character_name(character, name);
	put_text("  ");
	put_column(code, GLYPH_PLACE);
	width = character_shows(&standard_output, character) ? characters_put(&character, 1) : 0;
	put_blanks(GLYPH_WIDTH - width);
	put_column(script, columns->script + 2);
	put_column(name, is_last ? 0 : columns->name + 2);
}

/* Writes ASCII letters that stay as they are, together. */
static void put_run(const struct columns *columns, const uint32_t *letters, size_t length)
{
	put_text("  ");
	characters_put(letters, length);
	put_blanks(GLYPH_PLACE + GLYPH_WIDTH - (int)length);
	if (length >= GLYPH_PLACE + GLYPH_WIDTH)
		put_text("  ");
	put_column("ASCII", columns->script + 2);
	put_text("unchanged\n");
}

/* Writes "U+0062 b, U+0063 c". */
static void put_list(const uint32_t *characters, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		output_format(&standard_output, "%sU+%04X", i > 0 ? ", " : "",
		              (unsigned)characters[i]);
		if (character_shows(&standard_output, characters[i])) {
			put_text(" ");
			characters_put(&characters[i], 1);
		}
	}
}

/* --- The characters of a label ------------------------------------------------ */

/* Returns whether the step is about a character as it was given. */
static bool is_given(const struct idnx_explanation *step)
{
	return step->step <= IDNX_STEP_IGNORED || step->status == IDNX_BAD_UTF8;
}

/* Returns whether it ends a label, as only "." and the characters mapped to it do. */
static bool is_separator(const struct idnx_explanation *step)
{
	return step->step <= IDNX_STEP_MAPPED && step->after_length == 1 && *step->after == '.';
}

static bool is_plain(uint32_t character)
{
	return character < 0x80 && character_is_visible(character);
}

/* Returns whether it keeps a letter that is written together with its neighbours. */
static bool is_unchanged(const struct idnx_explanation *step)
{
	return step->step == IDNX_STEP_KEPT && is_plain(*step->before);
}

static bool has_row(const struct idnx_explanation *step)
{
	return step->step <= IDNX_STEP_IGNORED && !is_unchanged(step);
}

/* Letters that wait for the next one, to be written in one row. */
struct run {
	size_t length;
	uint32_t letters[IDNX_INPUT_MAX];
};

static void end_run(const struct columns *columns, struct run *run)
{
	if (run->length > 0)
		put_run(columns, run->letters, run->length);
	run->length = 0;
}

static void put_ill_formed(const struct explanation *explanation,
                           const struct idnx_explanation *step)
{
	const char *octets = explanation->verdict->utf8.next + step->octet;

	put_text(" ");
	for (size_t i = 0; i < step->octets; i++)
		output_format(&standard_output, " %02X", (unsigned char)octets[i]);
	put_text(": not UTF-8\n");
}

static void put_given(const struct columns *columns, const struct idnx_explanation *step)
{
	put_row(columns, *step->before, step->step == IDNX_STEP_KEPT);
	if (step->step == IDNX_STEP_IGNORED)
		put_text("left out");
	if (step->step == IDNX_STEP_MAPPED) {
		put_text("becomes ");
		put_list(step->after, step->after_length);
	}
	put_text("\n");
}

static struct run run; /* too large for a stack */

static void put_characters(const struct explanation *explanation, unsigned label)
{
	const struct trace *trace = &explanation->trace;
	struct columns columns = { (int)strlen("ASCII"), 0 };

	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label && has_row(&trace->steps[i]))
			measure_row(&columns, *trace->steps[i].before);
	for (size_t i = 0; i < trace->count; i++) {
		const struct idnx_explanation *step = &trace->steps[i];

		if (step->label != label || !is_given(step))
			continue;
		if (is_unchanged(step)) {
			if (*step->before != '.')
				run.letters[run.length++] = *step->before;
			continue;
		}
		end_run(&columns, &run);
		if (has_row(step))
			put_given(&columns, step);
		else
			put_ill_formed(explanation, step);
	}
	end_run(&columns, &run);
}

static void put_decoded(const struct idnx_explanation *step)
{
	struct columns columns = { (int)strlen("ASCII"), 0 };

	put_text("  Decoded from Punycode: ");
	characters_put(step->after, step->after_length);
	put_text("\n");
	for (size_t i = 0; i < step->after_length; i++)
		if (!is_plain(step->after[i]))
			measure_row(&columns, step->after[i]);
	for (size_t i = 0; i < step->after_length; i++) {
		if (is_plain(step->after[i])) {
			run.letters[run.length++] = step->after[i];
			continue;
		}
		end_run(&columns, &run);
		put_row(&columns, step->after[i], true);
		put_text("\n");
	}
	end_run(&columns, &run);
}

/* Writes the characters as they were given. */
static void put_title(const struct trace *trace, unsigned label)
{
	static const uint32_t replacement = 0xFFFD;

	for (size_t i = 0; i < trace->count; i++) {
		const struct idnx_explanation *step = &trace->steps[i];

		if (step->label == label && is_given(step) && !is_separator(step))
			run.letters[run.length++] = step->step == IDNX_STEP_BROKEN
			                            ? replacement : *step->before;
	}
	output_format(&standard_output, "\nLabel %u: ", label);
	characters_put(run.letters, run.length);
	run.length = 0;
}

static bool is_ascii_label(const struct trace *trace, unsigned label)
{
	for (size_t i = 0; i < trace->count; i++) {
		const struct idnx_explanation *step = &trace->steps[i];

		if (step->label == label && is_given(step) &&
		    (step->step == IDNX_STEP_BROKEN || *step->before >= 0x80))
			return false;
	}
	return true;
}

/* --- Broken rules -------------------------------------------------------------- */

static void put_rule(const struct reason *reason)
{
	output_format(&standard_output, "    Rule: %s\n", rules_find(reason->status)->section);
	put_paragraph("    Remedy: ", words_copy(reason->remedy));
}

/* Returns false for ASCII and excluded names, which a broken rule does not affect. */
static bool breaks_name(const struct verdict *verdict)
{
	return verdict->decision.verdict != POLICY_EXCLUDED &&
	       !ascii_has_only(verdict->utf8.next, span_length(verdict->utf8));
}

static void put_refused(const char *word, const struct reason *reason)
{
	put_text("  ");
	terminal_set_style(TERMINAL_BAD);
	output_format(&standard_output, "%s: %s %s (%s)", word,
	              reason->label > 0 ? "the label" : "the name", reason->message,
	              idnx_status_code(reason->status));
	terminal_set_style(TERMINAL_PLAIN);
	put_text("\n");
}

static void put_broken(const struct explanation *explanation,
                       const struct idnx_explanation *step)
{
	const struct verdict *verdict = explanation->verdict;
	bool is_replacement = step->before_length > 0 && *step->before == 0xFFFD &&
	                      explanation->trace.result.status == IDNX_BAD_UTF8;
	struct reason reason;

	if (is_replacement)
		return; /* U+FFFD for what is not UTF-8, already reported */
	reason = reason_of_step(verdict->utf8.next, span_length(verdict->utf8),
	                        &explanation->trace, step);
	put_refused(breaks_name(verdict) ? "Refused" : "Not valid", &reason);
	if (reason.is_character)
		put_paragraph("    Where: ", line_of_place(&standard_output, &reason));
	put_rule(&reason);
	reason_free(&reason);
}

/* For a label that breaks no rule, writes what a setting rejects it for. */
static void put_rejected(const struct verdict *verdict)
{
	const struct confusable *confusable = &verdict->confusable;

	put_refused("Refused", &verdict->reason);
	for (size_t i = 0; i < confusable->count; i++)
		put_paragraph(i == 0 ? "    Where: " : "           ",
		              line_of_character(&standard_output, confusable->characters[i]));
	if (confusable->reads_as)
		output_format(&standard_output, "    Reads as: \"%s\"\n", confusable->reads_as);
	put_paragraph("    Setting: ", line_of_setting(verdict));
	put_rule(&verdict->reason);
}

/* --- A label ------------------------------------------------------------------- */

static void put_step(const struct explanation *explanation, const struct idnx_explanation *step)
{
	switch (step->step) {
	case IDNX_STEP_NORMALIZED:
		put_text("  Normalized: ");
		put_list(step->before, step->before_length);
		put_text(" become ");
		put_list(step->after, step->after_length);
		put_text("\n");
		break;
	case IDNX_STEP_DECODED:
		put_decoded(step);
		break;
	case IDNX_STEP_BROKEN:
		put_broken(explanation, step);
		break;
	case IDNX_STEP_ENCODED:
		put_text("  ASCII form: ");
		output_put(&standard_output, step->ascii, step->ascii_length);
		put_text("\n");
		break;
	default: /* those of Map are in the rows */
		break;
	}
}

/* Label 0 has the steps of the whole name. */
static void put_steps(const struct explanation *explanation, unsigned label)
{
	const struct trace *trace = &explanation->trace;
	const struct verdict *verdict = explanation->verdict;

	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label)
			put_step(explanation, &trace->steps[i]);
	if (verdict->objection == VERDICT_REJECTS && verdict->confusable.label == label)
		put_rejected(verdict);
}

/* Writes how a label reads that nothing is said against. */
static void put_reading(const struct verdict *verdict, unsigned label)
{
	char unicode[IDNX_NAME_SIZE], *reading;
	struct span name;

	if (verdict->objection != VERDICT_NO_OBJECTION && verdict->confusable.label == label)
		return;
	name = verdict_unicode(verdict, unicode);
	reading = confusable_reading(confusable_label(name, label));
	if (reading)
		output_format(&standard_output, "  Reads as: \"%s\"\n", reading);
	free(reading);
}

static void put_label(const struct explanation *explanation, unsigned label)
{
	const struct trace *trace = &explanation->trace;

	terminal_set_style(TERMINAL_BOLD);
	put_title(trace, label);
	terminal_set_style(TERMINAL_PLAIN);
	put_text("\n");
	if (is_ascii_label(trace, label) && !trace_find(trace, label, IDNX_STEP_BROKEN))
		put_text("  ASCII: nothing to map\n");
	else if (!trace_find(trace, label, IDNX_STEP_DECODED))
		put_characters(explanation, label);
	put_steps(explanation, label);
	put_reading(explanation->verdict, label);
}

/* --- The result ------------------------------------------------------------------ */

/* Writes the rule, except what its label shows. */
static void put_broken_rule(const struct reason *reason)
{
	char *rule = line_of_rule(reason);

	put_text(rule);
	put_text("; no query is sent");
	free(rule);
}

static void put_result(const struct verdict *verdict)
{
	enum policy_verdict kind = verdict->decision.verdict;

	put_text("Result: ");
	terminal_set_style(verdict->code == EXIT_OK ? TERMINAL_GOOD : TERMINAL_BAD);
	if (kind == POLICY_CONVERTED)
		output_format(&standard_output, "DNS is asked for %s", verdict->output.next);
	else
		line_put_status(&standard_output, verdict);
	if (kind == POLICY_REFUSED)
		put_broken_rule(&verdict->reason);
	terminal_set_style(TERMINAL_PLAIN);
	if (kind == POLICY_ASCII)
		put_text(", which is passed on as it is, valid or not");
	put_text("\n");
}

static void put_section(const struct explanation *explanation)
{
	static uint32_t suffix[IDNX_CODE_POINTS_MAX];
	size_t length = sizeof suffix / sizeof *suffix;

	output_format(&standard_output, ", line %u, section of .",
	              explanation->verdict->decision.settings.section_line);
	u8_to_u32((const uint8_t *)explanation->suffix, strlen(explanation->suffix), suffix,
	          &length);
	characters_put(suffix, length);
}

static void put_configuration(const struct explanation *explanation)
{
	const struct verdict *verdict = explanation->verdict;
	const struct decision *decision = &verdict->decision;

	if (!verdict_asked_config(verdict) || decision->verdict == POLICY_NO_CONFIG)
		return;
	if (decision->charset == CHARSET_OK)
		output_format(&standard_output, "Charset: %s, not UTF-8\n",
		              decision->settings.charset);
	put_text("Configuration: " IDNX_CONF);
	if (decision->config.missing)
		put_text(" does not exist: the defaults");
	else if (decision->config.masked)
		put_text(" is /dev/null: the defaults");
	else if (decision->settings.section_line == 0)
		put_text(", no section for this name");
	else
		put_section(explanation);
	put_text("\n");
}

static void put_deviations(const struct explanation *explanation)
{
	const struct decision *decision = &explanation->verdict->decision;
	bool maps = decision->settings.flags & IDNX_TRANSITIONAL_PROCESSING;

	if (explanation->other_ace[0] == '\0' || decision->verdict == POLICY_EXCLUDED)
		return;
	output_format(&standard_output, "Deviations: %s ask for %s instead\n",
	              maps ? "browsers and other lookups of today"
	                   : "transitional lookups (IDNA2003)",
	              explanation->other_ace);
}

void page_put(const struct explanation *explanation)
{
	const struct verdict *verdict = explanation->verdict;

	put_result(verdict);
	if (verdict->objection == VERDICT_WARNS)
		put_paragraph("Warning: ",
		              line_of_warning(&standard_output, verdict));
	put_configuration(explanation);
	put_deviations(explanation);
	put_steps(explanation, 0);
	for (unsigned label = 1; label <= explanation->trace.labels; label++)
		put_label(explanation, label);
}
