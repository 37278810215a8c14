/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Takes the rule and its place from the steps, and the phrases from statuses.h. */
#include <unistr.h>
#include <uniwidth.h>

#include "verdict.h"

const struct verdict_rule verdict_rules[] = {
#define STATUS(name, code, key, libidn2, shown, phrase, rule, fix) [IDNX_##name] = { rule, fix },
#include "statuses.h"
};

/* --- Where ------------------------------------------------------------------ */

static void set_place(struct reason *reason, const struct steps *steps,
                      const struct idnx_explanation *step)
{
	const char *name = steps->name.next;

	reason->position = step->code_point + 1;
	reason->column = (size_t)u8_width((const uint8_t *)name, step->octet, "UTF-8") + 1;
	reason->octets.next = name + step->octet;
	reason->octets.end = reason->octets.next + step->octets;
}

/* Returns the character of the name that was mapped to this one; otherwise this one. */
static uint32_t find_source(const struct steps *steps, const struct idnx_explanation *broken)
{
	for (const struct idnx_explanation *step = steps->all; step < steps->end; step++)
		if (step->step == IDNX_STEP_MAPPED && step->octet == broken->octet)
			return *step->before;
	return *broken->before;
}

/* If no character alone breaks the rule, or it is not UTF-8, the reason names none. */
static void set_character(struct reason *reason, const struct steps *steps,
                          const struct idnx_explanation *step)
{
	bool is_decoded = steps_find(steps, step->label, IDNX_STEP_DECODED);

	if (step->octets == 0 || step->before_length == 0)
		return;
	reason->character = *step->before;
	reason->source = is_decoded ? *step->before : find_source(steps, step);
	reason->decoded = is_decoded ? step->position + 1 : 0;
}

/* --- Which rule --------------------------------------------------------------- */

/* Returns whether a label, or with label 0 each one, is empty in ASCII form. */
static bool is_empty(const struct steps *steps, unsigned label)
{
	const struct idnx_explanation *encoded;

	for (unsigned i = 1; i <= steps->labels; i++) {
		encoded = steps_find(steps, i, IDNX_STEP_ENCODED);
		if ((label == 0 || label == i) && (!encoded || encoded->ascii_length > 0))
			return false;
	}
	return true;
}

/* Some phrases of idnx.h cover two errors; this tells them apart. */
static const char *find_message(const struct steps *steps, const struct idnx_explanation *step)
{
	int most = step->status == IDNX_A4_1   ? IDNX_HOST_NAME_SIZE - 2
	           : step->status == IDNX_A4_2 ? IDNX_LABEL_MAX
	                                       : 0;

	if (most > 0 && is_empty(steps, step->label))
		return "is empty";
	if (most > 0)
		return words_format("has more than %d octets in ASCII form", most);
	if (step->status == IDNX_BAD_UTF8 && steps->name.next[step->octet] == '\0')
		return "contains U+0000, which ends every name";
	return idnx_status_text(step->status);
}

static const char *find_remedy(struct span name, const struct reason *reason)
{
	struct span octets = reason->octets;
	/* The parts of a label before and after these octets would meet without them. */
	bool is_inside = octets.next > name.next && octets.next[-1] != '.' &&
	                 octets.end < name.end && *octets.end != '.';
	const char *meant = meant_remedy(name, reason);

	if (meant)
		return meant;
	if (strcmp(reason->message, "is empty") == 0)
		return reason->label == 0 ? "Write a name." : verdict_rules[IDNX_X4_2].remedy;
	if (reason->source == reason->character)
		return verdict_rules[reason->status].remedy;
	return is_inside ? "Write a full stop in its place if it separates labels, or leave it "
	                   "out: no host name can hold what it stands for."
	                 : "Leave it out: no host name can hold what it stands for.";
}

struct reason reason_of_step(const struct steps *steps, const struct idnx_explanation *step)
{
	struct reason reason = { .status = step->status, .label = step->label };

	reason.message = find_message(steps, step);
	set_place(&reason, steps, step);
	set_character(&reason, steps, step);
	reason.remedy = find_remedy(steps->name, &reason);
	return reason;
}

/* The policy does not say in which label an escape is. */
static const struct idnx_explanation *find_broken(const struct steps *steps, unsigned label,
                                                  enum idnx_status status)
{
	const struct idnx_explanation *step = steps_find(steps, label, IDNX_STEP_BROKEN);

	if (step && step->status == status)
		return step;
	for (step = steps->all; step < steps->end; step++)
		if (step->step == IDNX_STEP_BROKEN && step->status == status)
			return step;
	return NULL;
}

struct reason reason_find(struct span name, unsigned flags, struct idnx_result result)
{
	const struct idnx_explanation *step;
	const struct steps *steps;

	if (result.status == IDNX_OK)
		return (struct reason){ .status = IDNX_OK };
	steps = steps_of(name, flags);
	if (result.status == IDNX_X4_2)
		result = steps->result;
	step = find_broken(steps, result.label, result.status);
	if (step)
		return reason_of_step(steps, step);
	return (struct reason){
		.status = result.status,
		.label = result.label,
		.message = idnx_status_text(result.status),
		.remedy = verdict_rules[result.status].remedy,
	};
}

/* Finds the step that puts the character into the label; 0: into any. */
static const struct idnx_explanation *find_origin(const struct steps *steps, unsigned label,
                                                  uint32_t character)
{
	for (const struct idnx_explanation *step = steps->all; step < steps->end; step++)
		if ((label == 0 || step->label == label) && step->step <= IDNX_STEP_DECODED &&
		    u32_chr(step->after, step->after_length, character))
			return step;
	return NULL;
}

struct reason reason_of_confusable(struct span name, unsigned flags,
                                   const struct confusable *confusable)
{
	struct reason reason = {
		.status = confusable->status,
		.label = confusable->label,
		.message = idnx_status_text(confusable->status),
		.remedy = verdict_rules[confusable->status].remedy,
	};
	const struct steps *steps = steps_of(name, flags);
	const struct idnx_explanation *step = find_origin(steps, confusable->label,
	                                                  confusable->characters[0]);

	if (step) {
		set_place(&reason, steps, step);
		reason.character = reason.source = confusable->characters[0];
	}
	return reason;
}
