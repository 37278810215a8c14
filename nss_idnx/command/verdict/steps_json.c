/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain --json: one object per name, with its labels and all steps in order.  Places
 * are counted from 1.
 */
#include "explain.h"

#include "show/character_json.h"
#include "decision_text.h"
#include "json.h"
#include "reason.h"

/* Writes the same members as for the whole object. */
static void put_broken(const struct subject *subject, const struct idnx_explanation *step)
{
	struct reason reason = reason_of_step(subject->src, subject->src_len, &subject->trace,
	                                      step);

	reason_put_json(&reason);
	reason_free(&reason);
}

static void put_place(const struct idnx_explanation *step)
{
	json_number("label", step->label);
	json_number("position", step->code_point + 1);
}

static void put_step(const struct subject *subject, const struct idnx_explanation *step)
{
	static const char *const words[] = {
		[IDNX_STEP_KEPT] = "kept",
		[IDNX_STEP_MAPPED] = "mapped",
		[IDNX_STEP_IGNORED] = "ignored",
		[IDNX_STEP_NORMALIZED] = "normalized",
		[IDNX_STEP_DECODED] = "decoded",
		[IDNX_STEP_BROKEN] = "broken",
		[IDNX_STEP_ENCODED] = "encoded",
	};

	json_begin(NULL, '{');
	json_text("step", words[step->step]);
	if (step->step == IDNX_STEP_BROKEN)
		put_broken(subject, step);
	else
		put_place(step);
	json_number("octet", step->octet + 1);
	json_number("octets", step->octets);
	json_number("position_in_label", step->position + 1);
	characters_put_json("before", step->before, step->before_length);
	characters_put_json("after", step->after, step->after_length);
	if (step->ascii)
		json_octets("ascii", step->ascii, step->ascii_length);
	json_end('}');
}

static void put_steps(const struct subject *subject, unsigned label)
{
	const struct trace *trace = &subject->trace;

	json_begin("steps", '[');
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label)
			put_step(subject, &trace->steps[i]);
	json_end(']');
}

static void put_labels(const struct subject *subject)
{
	json_begin("labels", '[');
	for (unsigned label = 1; label <= subject->trace.labels; label++) {
		json_begin(NULL, '{');
		json_number("label", label);
		put_steps(subject, label);
		json_end('}');
	}
	json_end(']');
	put_steps(subject, 0); /* of the whole name */
}

void explain_put_json(const struct subject *subject)
{
	json_begin(NULL, '{');
	decision_put_json(&subject->name, &subject->decision, &subject->judged,
	                  subject->trace.ace, NULL);
	json_text("section", *subject->suffix ? subject->suffix : NULL);
	json_text("other_deviations", *subject->other_ace ? subject->other_ace : NULL);
	put_labels(subject);
	json_end_line();
}
