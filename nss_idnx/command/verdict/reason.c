/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Takes the rule and its place from the trace of idnx_explain(), which reports what
 * idnx_to_ascii() does, and the phrases from idnx.h.  Where a phrase covers two mistakes,
 * this is more exact.
 */
#include "reason.h"

#include <unistr.h>
#include <uniwidth.h>

#include "ascii_text.h"
#include "show.h"
#include "pasted.h"
#include "rules.h"

/* --- Where ------------------------------------------------------------------ */

/* Counts the columns before an octet: one for ill-formed input, none for invisible characters. */
static size_t count_columns(const char *src, size_t octet)
{
	size_t columns = 0;
	int length;

	for (size_t at = 0; at < octet; at += (size_t)length) {
		ucs4_t character;
		int width;

		length = u8_mbtouc(&character, (const uint8_t *)src + at, octet - at);
		width = uc_width(character, "UTF-8");
		columns += width > 0 ? (size_t)width : 0;
	}
	return columns;
}

static void set_place(struct reason *reason, const char *src,
                      const struct idnx_explanation *step)
{
	reason->octet = step->octet + 1;
	reason->position = step->code_point + 1;
	reason->column = count_columns(src, step->octet) + 1;
}

/* Returns the character of the name that was mapped to this one; otherwise this one. */
static uint32_t find_source(const struct trace *trace, size_t octet, uint32_t character)
{
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].step == IDNX_STEP_MAPPED && trace->steps[i].octet == octet)
			return *trace->steps[i].before;
	return character;
}

static void set_character(struct reason *reason, const char *src, const struct trace *trace,
                          const struct idnx_explanation *step)
{
	reason->is_character = step->octets > 0;
	reason->octets = step->octets;
	reason->is_ill_formed = reason->is_character && step->before_length == 0;
	if (reason->is_ill_formed)
		memcpy(reason->ill_formed, src + step->octet, step->octets);
	if (!reason->is_character || reason->is_ill_formed)
		return;
	reason->character = reason->source = *step->before;
	if (trace_find(trace, step->label, IDNX_STEP_DECODED))
		reason->decoded = step->position + 1;
	else
		reason->source = find_source(trace, step->octet, reason->character);
}

/* --- Which rule --------------------------------------------------------------- */

/* Returns a label's length in ASCII form; SIZE_MAX if it did not fit. */
static size_t label_length(const struct trace *trace, unsigned label)
{
	const struct idnx_explanation *encoded = trace_find(trace, label, IDNX_STEP_ENCODED);

	return encoded ? encoded->ascii_length : SIZE_MAX;
}

/* Returns the length without the root dot. */
static size_t name_length(const struct trace *trace)
{
	size_t total = 0;

	for (unsigned label = 1; label <= trace->labels; label++) {
		size_t length = label_length(trace, label);

		if (length == SIZE_MAX)
			return SIZE_MAX;
		total += length + (label > 1 && (length > 0 || label < trace->labels));
	}
	return total;
}

static char *message_of_length(size_t length, unsigned most)
{
	if (length == 0)
		return words_copy("is empty");
	if (length == SIZE_MAX)
		return words_format("has more than %u octets in ASCII form", most);
	return words_format("has %zu octets in ASCII form, and %u is the most", length, most);
}

/* Some phrases of idnx.h cover two mistakes; this tells them apart. */
static char *find_message(const char *src, size_t src_len, const struct trace *trace,
                          const struct idnx_explanation *step)
{
	switch (step->status) {
	case IDNX_A4_1:
		return message_of_length(name_length(trace), 253);
	case IDNX_A4_2:
		return message_of_length(label_length(trace, step->label), 63);
	case IDNX_TOO_LONG:
		if (src_len > IDNX_INPUT_MAX)
			return words_format("has more than %d octets", IDNX_INPUT_MAX);
		return words_format("has more than %d characters once mapped",
		                    IDNX_CODE_POINTS_MAX);
	case IDNX_V3:
		return words_format("%s with a hyphen", step->position == 0 ? "begins" : "ends");
	default:
		if (step->status == IDNX_BAD_UTF8 && src[step->octet] == '\0')
			return words_copy("contains U+0000, which ends every name");
		return words_copy(idnx_status_text(step->status));
	}
}

/* --- What to do ---------------------------------------------------------------- */

static bool is_joined_emoji(const char *src, const struct reason *reason)
{
	ucs4_t before;
	const uint8_t *joiner = (const uint8_t *)src + reason->octet - 1;

	return reason->status == IDNX_C2 && reason->decoded == 0 &&
	       u8_prev(&before, joiner, (const uint8_t *)src) &&
	       (character_is_symbol(before) || before == 0xFE0F);
}

/* Returns what to do if the name is more than a host name; otherwise NULL. */
static char *find_pasted(const char *src, size_t src_len, const struct reason *reason)
{
	bool is_ascii = (reason->status == IDNX_HOST || reason->status == IDNX_U1) &&
	                reason->is_character && reason->decoded == 0 &&
	                (uint32_t)(unsigned char)src[reason->octet - 1] == reason->character;

	return is_ascii ? pasted_remedy(src, src_len, reason->octet - 1) : NULL;
}

/* Names that the module passes through without checking a rule. */
static bool is_left_alone(const char *src, size_t src_len)
{
	return src_len > 0 && src_len <= IDNX_INPUT_MAX && ascii_has_only(src, src_len) &&
	       !memchr(src, '\0', src_len);
}

static bool is_empty(const struct reason *reason)
{
	return strcmp(reason->message, idnx_status_text(IDNX_X4_2)) == 0;
}

static const char *find_usual(const char *src, const struct reason *reason)
{
	if (is_joined_emoji(src, reason))
		return "Leave it out: no host name can hold emoji that are joined into one.";
	if (reason->status == IDNX_A4_1 && is_empty(reason))
		return "Write a name.";
	if (reason->status == IDNX_A4_2 && is_empty(reason))
		return rules_find(IDNX_X4_2)->remedy;
	if (reason->is_ill_formed && reason->ill_formed[0] == 0)
		return "Leave it out.";
	if (reason->is_character && reason->source != reason->character)
		return "Leave it out: no host name can hold what it stands for.";
	return rules_find(reason->status)->remedy;
}

static char *find_remedy(const char *src, size_t src_len, const struct reason *reason)
{
	char *remedy = find_pasted(src, src_len, reason), *before;

	if (!remedy)
		remedy = words_copy(find_usual(src, reason));
	if (!is_left_alone(src, src_len))
		return remedy;
	before = remedy;
	remedy = words_format("%s A lookup leaves an ASCII name alone, valid or not.", before);
	free(before);
	return remedy;
}

/* --- A reason -------------------------------------------------------------------- */

struct reason reason_of_step(const char *src, size_t src_len, const struct trace *trace,
                             const struct idnx_explanation *step)
{
	struct reason reason = { .status = step->status, .label = step->label };

	reason.message = find_message(src, src_len, trace, step);
	set_place(&reason, src, step);
	set_character(&reason, src, trace, step);
	reason.rule = rules_find(step->status)->section;
	reason.remedy = find_remedy(src, src_len, &reason);
	return reason;
}

static struct reason reason_of_result(struct idnx_result result)
{
	return (struct reason){ .status = result.status, .label = result.label,
		                .message = words_copy(idnx_status_text(result.status)) };
}

static bool is_step_of(const struct idnx_explanation *step, struct idnx_result result)
{
	return step->step == IDNX_STEP_BROKEN && step->label == result.label &&
	       step->status == result.status;
}

static struct trace recorded; /* too large for a stack */

struct reason reason_find(const char *src, size_t src_len, unsigned flags,
                          struct idnx_result result)
{
	char ace[IDNX_NAME_SIZE];

	if (result.status == IDNX_OK)
		return (struct reason){ .status = IDNX_OK };
	if (result.status == IDNX_X4_2)
		result = idnx_to_ascii(src, src_len, ace, sizeof ace, flags);
	trace_record_changes(&recorded, src, src_len, flags);
	for (size_t i = 0; i < recorded.count; i++)
		if (is_step_of(&recorded.steps[i], result))
			return reason_of_step(src, src_len, &recorded, &recorded.steps[i]);
	return reason_of_result(result);
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

struct reason reason_of_confusable(const char *src, size_t src_len, unsigned flags,
                                   const struct confusable *confusable)
{
	struct reason reason = reason_of_result(
		(struct idnx_result){ confusable->status, confusable->label, 0 });
	const struct idnx_explanation *step;

	trace_record(&recorded, src, src_len, flags);
	step = find_origin(&recorded, confusable->label, confusable->characters[0]);
	reason.rule = rules_find(confusable->status)->section;
	reason.remedy = words_copy(rules_find(confusable->status)->remedy);
	if (!step)
		return reason;
	set_place(&reason, src, step);
	reason.is_character = true;
	reason.octets = step->octets;
	reason.character = reason.source = confusable->characters[0];
	return reason;
}

void reason_free(struct reason *reason)
{
	free(reason->message);
	free(reason->remedy);
}
