/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Takes the rule and its place from the trace of idnx_explain(), which reports what
 * idnx_to_ascii() does, and the phrases from idnx.h.  Where a phrase covers two errors,
 * this is more exact.
 */
#include <unistr.h>
#include <uniwidth.h>

#include "verdict.h"

/* --- Where ------------------------------------------------------------------ */

static void set_place(struct reason *reason, struct span name,
                      const struct idnx_explanation *step)
{
	const uint8_t *src = (const uint8_t *)name.next;

	reason->position = step->code_point + 1;
	reason->column = (size_t)u8_width(src, step->octet, "UTF-8") + 1;
	reason->octets.next = name.next + step->octet;
	reason->octets.end = reason->octets.next + step->octets;
}

/* Returns the character of the name that was mapped to this one; otherwise this one. */
static uint32_t find_source(const struct trace *trace, const struct idnx_explanation *broken)
{
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].step == IDNX_STEP_MAPPED &&
		    trace->steps[i].octet == broken->octet)
			return *trace->steps[i].before;
	return *broken->before;
}

static void set_character(struct reason *reason, const struct trace *trace,
                          const struct idnx_explanation *step)
{
	reason->is_character = step->octets > 0;
	reason->is_ill_formed = reason->is_character && step->before_length == 0;
	if (!reason->is_character || reason->is_ill_formed)
		return;
	reason->character = reason->source = *step->before;
	if (trace_find(trace, step->label, IDNX_STEP_DECODED))
		reason->decoded = step->position + 1;
	else
		reason->source = find_source(trace, step);
}

/* --- Which rule --------------------------------------------------------------- */

/* Returns whether a label, or with label 0 each one, is empty in ASCII form. */
static bool is_empty(const struct trace *trace, unsigned label)
{
	const struct idnx_explanation *encoded;
	unsigned last = label > 0 ? label : trace->labels;

	for (unsigned i = label > 0 ? label : 1; i <= last; i++) {
		encoded = trace_find(trace, i, IDNX_STEP_ENCODED);
		if (!encoded || encoded->ascii_length > 0)
			return false;
	}
	return true;
}

/* Some phrases of idnx.h cover two errors; this tells them apart. */
static char *find_message(struct span name, const struct trace *trace,
                          const struct idnx_explanation *step)
{
	switch (step->status) {
	case IDNX_A4_1:
	case IDNX_A4_2:
		if (is_empty(trace, step->label))
			return words_copy("is empty");
		return words_format("has more than %d octets in ASCII form",
		                    step->status == IDNX_A4_1 ? 253 : 63);
	case IDNX_TOO_LONG:
		if (span_length(name) > IDNX_INPUT_MAX)
			return words_format("has more than %d bytes", IDNX_INPUT_MAX);
		return words_format("has more than %d characters once mapped",
		                    IDNX_CODE_POINTS_MAX);
	case IDNX_V3:
		return words_format("%s with a hyphen",
		                    step->position == 0 ? "begins" : "ends");
	default:
		if (step->status == IDNX_BAD_UTF8 && name.next[step->octet] == '\0')
			return words_copy("contains U+0000, which ends every name");
		return words_copy(idnx_status_text(step->status));
	}
}

/* --- What to do ---------------------------------------------------------------- */

static const char *find_usual(const struct reason *reason)
{
	bool is_empty = strcmp(reason->message, "is empty") == 0;

	if (is_empty)
		return reason->label == 0 ? "Write a name." : rules_find(IDNX_X4_2)->remedy;
	if (reason->is_character && reason->source != reason->character)
		return "Leave it out: no host name can hold what it stands for.";
	return rules_find(reason->status)->remedy;
}

static char *find_remedy(struct span name, const struct reason *reason)
{
	bool is_ascii = reason->status == IDNX_HOST || reason->status == IDNX_U1;
	char *remedy = is_ascii ? pasted_remedy(name) : NULL;

	return remedy ? remedy : words_copy(find_usual(reason));
}

/* --- A reason -------------------------------------------------------------------- */

struct reason reason_of_step(struct span name, const struct trace *trace,
                             const struct idnx_explanation *step)
{
	struct reason reason = { .status = step->status, .label = step->label };

	reason.message = find_message(name, trace, step);
	set_place(&reason, name, step);
	set_character(&reason, trace, step);
	reason.remedy = find_remedy(name, &reason);
	return reason;
}

static struct trace recorded; /* too large for a stack */

struct reason reason_find(struct span name, unsigned flags, struct idnx_result result)
{
	char ace[IDNX_NAME_SIZE];

	if (result.status == IDNX_OK)
		return (struct reason){ .status = IDNX_OK };
	if (result.status == IDNX_X4_2)
		result = idnx_to_ascii(name.next, span_length(name), ace, sizeof ace, flags);
	trace_record(&recorded, name, flags);
	for (size_t i = 0; i < recorded.count; i++)
		if (recorded.steps[i].step == IDNX_STEP_BROKEN &&
		    recorded.steps[i].label == result.label &&
		    recorded.steps[i].status == result.status)
			return reason_of_step(name, &recorded, &recorded.steps[i]);
	return (struct reason){ .status = result.status,
		                .label = result.label,
		                .message = words_copy(idnx_status_text(result.status)) };
}

/* Finds the step that puts the character into the label; 0: into any. */
static const struct idnx_explanation *find_origin(const struct trace *trace, unsigned label,
                                                  uint32_t character)
{
	for (size_t i = 0; i < trace->count; i++) {
		const struct idnx_explanation *step = &trace->steps[i];

		if ((label != 0 && step->label != label) || step->step > IDNX_STEP_DECODED)
			continue;
		for (size_t j = 0; j < step->after_length; j++)
			if (step->after[j] == character)
				return step;
	}
	return NULL;
}

struct reason reason_of_confusable(struct span name, unsigned flags,
                                   const struct confusable *confusable)
{
	struct reason reason = {
		.status = confusable->status,
		.label = confusable->label,
		.character = confusable->characters[0],
		.source = confusable->characters[0],
		.message = words_copy(idnx_status_text(confusable->status)),
		.remedy = words_copy(rules_find(confusable->status)->remedy),
	};
	const struct idnx_explanation *step;

	trace_record(&recorded, name, flags);
	step = find_origin(&recorded, confusable->label, confusable->characters[0]);
	reason.is_character = step != NULL;
	if (step)
		set_place(&reason, name, step);
	return reason;
}

void reason_free(struct reason *reason)
{
	free(reason->message);
	free(reason->remedy);
}
