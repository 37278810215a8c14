/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain --json: one object a name, with its labels and all steps in their order.
 * Places are counted from 0, as in idnx.h.
 */
#include "explain.h"

#include <string.h>

#include "character.h"
#include "decision_text.h"
#include "json.h"
#include "output.h"
#include "rules.h"

static void put(const char *text)
{
	output_text(&standard_output, text);
}

static void put_text_or_null(const char *text)
{
	if (*text != '\0')
		json_text(&standard_output, text);
	else
		put("null");
}

/* "code_point":"U+00FC","name":"...","scripts":["Latin"] */
static void put_character(uint32_t code_point)
{
	char name[CHARACTER_NAME_SIZE];
	const char *script;

	character_name(code_point, name);
	output_format(&standard_output,
	              "{\"code_point\":\"U+%04X\",\"name\":\"%s\",\"scripts\":[",
	              (unsigned)code_point, name);
	for (unsigned i = 0; (script = idnx_script_name(code_point, i)); i++)
		output_format(&standard_output, "%s\"%s\"", i ? "," : "", script);
	put("]}");
}

static void put_characters(const char *member, const uint32_t *code_points, size_t length)
{
	output_format(&standard_output, ",\"%s\":[", member);
	for (size_t i = 0; i < length; i++) {
		if (i > 0)
			put(",");
		put_character(code_points[i]);
	}
	put("]");
}

static void put_broken(const struct idnx_explanation *step)
{
	const struct rule *rule = rules_find(step->status);

	output_format(&standard_output, ",\"status\":\"%s\",\"message\":",
	              idnx_status_code(step->status));
	json_text(&standard_output, idnx_status_text(step->status));
	put(",\"rule\":");
	json_text(&standard_output, rule->section);
	put(",\"mend\":");
	json_text(&standard_output, rule->mend);
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

	output_format(&standard_output,
	              "{\"step\":\"%s\",\"label\":%u,\"octet\":%zu,\"octets\":%zu,"
	              "\"code_point\":%zu,\"position\":%zu",
	              words[step->step], step->label, step->octet, step->octets,
	              step->code_point, step->position);
	put_characters("before", step->before, step->before_length);
	put_characters("after", step->after, step->after_length);
	if (step->ascii) {
		put(",\"ascii\":");
		json_string(&standard_output, step->ascii, step->ascii_length);
	}
	if (step->step == IDNX_STEP_BROKEN)
		put_broken(step);
	put("}");
}

static void put_steps(const struct trace *trace, unsigned label)
{
	bool is_first = true;

	put("\"steps\":[");
	for (size_t i = 0; i < trace->count; i++) {
		if (trace->steps[i].label != label)
			continue;
		if (!is_first)
			put(",");
		is_first = false;
		put_step(&trace->steps[i]);
	}
	put("]");
}

static void put_labels(const struct trace *trace)
{
	put(",\"labels\":[");
	for (unsigned label = 1; label <= trace->labels; label++) {
		output_format(&standard_output, "%s{\"label\":%u,", label > 1 ? "," : "",
		              label);
		put_steps(trace, label);
		put("}");
	}
	put("],");
	put_steps(trace, 0); /* of the whole name */
}

static void put_scripts(const struct subject *subject)
{
	enum idnx_status status = subject->decision.result.status;
	uint32_t both[] = { subject->first, subject->second };

	if (status == IDNX_MIXED_SCRIPTS || status == IDNX_MIXED_NUMBERS)
		put_characters("characters", both, 2);
}

void explain_put_json(const struct subject *subject)
{
	bool has_form = subject->decision.verdict == POLICY_CONVERTED;

	put("{\"input\":");
	json_name(&standard_output, subject->name.octets, subject->name.length);
	put(",\"output\":");
	put_text_or_null(has_form ? subject->trace.ace : "");
	put(",");
	decision_put_json(&standard_output, &subject->decision);
	put(",\"section\":");
	put_text_or_null(subject->suffix);
	put(",\"other_deviations\":");
	put_text_or_null(subject->other_ace);
	put_scripts(subject);
	put_labels(&subject->trace);
	put("}\n");
}
