/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain --json: one object a name, with its labels and all steps in their order.
 * Places are counted from 0, as in idnx.h.
 */
#include "explain.h"

#include "character_json.h"
#include "decision_text.h"
#include "json.h"
#include "rules.h"

static void put_broken(const struct idnx_explanation *step)
{
	const struct rule *rule = rules_find(step->status);

	json_text("status", idnx_status_code(step->status));
	json_text("message", idnx_status_text(step->status));
	json_text("rule", rule->section);
	json_text("mend", rule->mend);
}

static void put_step(const struct idnx_explanation *step)
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
	json_number("label", step->label);
	json_number("octet", step->octet);
	json_number("octets", step->octets);
	json_number("code_point", step->code_point);
	json_number("position", step->position);
	character_put_json("before", step->before, step->before_length);
	character_put_json("after", step->after, step->after_length);
	if (step->ascii)
		json_octets("ascii", step->ascii, step->ascii_length);
	if (step->step == IDNX_STEP_BROKEN)
		put_broken(step);
	json_end('}');
}

static void put_steps(const struct trace *trace, unsigned label)
{
	json_begin("steps", '[');
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label)
			put_step(&trace->steps[i]);
	json_end(']');
}

static void put_labels(const struct trace *trace)
{
	json_begin("labels", '[');
	for (unsigned label = 1; label <= trace->labels; label++) {
		json_begin(NULL, '{');
		json_number("label", label);
		put_steps(trace, label);
		json_end('}');
	}
	json_end(']');
	put_steps(trace, 0); /* of the whole name */
}

void explain_put_json(const struct subject *subject)
{
	bool has_form = subject->decision.verdict == POLICY_CONVERTED;

	json_begin(NULL, '{');
	json_input(&subject->name);
	json_text("output", has_form ? subject->trace.ace : NULL);
	decision_put_json(&subject->decision, NULL);
	judged_put_json(&subject->judged);
	json_text("section", *subject->suffix ? subject->suffix : NULL);
	json_text("other_deviations", *subject->other_ace ? subject->other_ace : NULL);
	put_labels(&subject->trace);
	json_end_line();
}
