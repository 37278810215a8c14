/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes a verdict as JSON.  Places are counted from 1. */
#include "verdict_json.h"

#include "config_status.h"

/* --- A reason ------------------------------------------------------------- */

static void put_reason_json(const struct reason *reason)
{
	bool is_named = reason->is_character && !reason->is_ill_formed;

	json_text("status", idnx_status_code(reason->status));
	json_number("label", reason->label);
	json_number("position", reason->position);
	json_number("column", reason->column);
	json_text("message", reason->message ? reason->message
	                                     : idnx_status_text(reason->status));
	if (is_named)
		json_character("character", reason->character);
	else
		json_text("character", NULL);
	json_text("rule", reason->rule);
	json_text("remedy", reason->remedy);
}

/* --- A lookup ------------------------------------------------------------- */

/* Writes null if this machine's idnx.conf was not read or does not exist. */
static void put_configuration_json(const struct verdict *verdict)
{
	const struct config_result *config = &verdict->decision.config;
	bool failed = config->status != CONFIG_OK;

	if (*verdict->settings->origin == '-' || !verdict_asked_config(verdict) ||
	    config->missing || config->masked) {
		json_text("configuration", NULL);
		return;
	}
	json_begin("configuration", '{');
	json_text("file", verdict->settings->origin);
	json_number("section_line", verdict->decision.settings.section_line);
	json_number("error_line", config->line);
	json_text("error", failed ? config_status_text(config->status) : NULL);
	json_end('}');
}

static void put_confusable_json(const char *member, const struct confusable *confusable,
                                const struct setting *setting)
{
	json_begin(member, '{');
	json_text("status", idnx_status_code(confusable->status));
	json_number("label", confusable->label);
	json_characters("characters", confusable->characters, confusable->count);
	json_text("reads_as", confusable->reads_as);
	if (setting) {
		json_begin("setting", '{');
		json_text("text", setting->text);
		json_number("line", setting->line);
		json_text("section", setting->section);
		json_end('}');
	}
	json_end('}');
}

static void put_objection(const struct verdict *verdict)
{
	if (verdict->objection == VERDICT_REJECTS)
		put_confusable_json("judgement", &verdict->confusable, &verdict->setting);
	else
		json_text("judgement", NULL);
	if (verdict->objection == VERDICT_WARNS)
		put_confusable_json("warning", &verdict->confusable, NULL);
	else
		json_text("warning", NULL);
}

void verdict_json_put(const struct verdict *verdict)
{
	json_input(&verdict->name);
	json_octets("output", verdict->output.next, span_length(verdict->output));
	if (!verdict->settings->convert)
		json_text("verdict", verdict_word(verdict->decision.verdict));
	put_reason_json(&verdict->reason);
	if (verdict->settings->convert)
		return;
	put_configuration_json(verdict);
	put_objection(verdict);
}

void verdict_json_put_line(const struct verdict *verdict)
{
	json_begin(NULL, '{');
	verdict_json_put(verdict);
	json_end_line();
}

/* --- Steps ---------------------------------------------------------------- */

/* Writes the same members as for the whole object. */
static void put_broken_json(const struct explanation *explanation,
                            const struct idnx_explanation *step)
{
	struct span utf8 = explanation->verdict->utf8;
	struct reason reason = reason_of_step(utf8.next, span_length(utf8), &explanation->trace,
	                                      step);

	put_reason_json(&reason);
	reason_free(&reason);
}

static void put_step_json(const struct explanation *explanation,
                          const struct idnx_explanation *step)
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
	if (step->step == IDNX_STEP_BROKEN) {
		put_broken_json(explanation, step);
	} else {
		json_number("label", step->label);
		json_number("position", step->code_point + 1);
	}
	json_number("octet", step->octet + 1);
	json_number("octets", step->octets);
	json_number("position_in_label", step->position + 1);
	json_characters("before", step->before, step->before_length);
	json_characters("after", step->after, step->after_length);
	if (step->ascii)
		json_octets("ascii", step->ascii, step->ascii_length);
	json_end('}');
}

static void put_steps_json(const struct explanation *explanation, unsigned label)
{
	const struct trace *trace = &explanation->trace;

	json_begin("steps", '[');
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label)
			put_step_json(explanation, &trace->steps[i]);
	json_end(']');
}

void verdict_json_put_steps(const struct explanation *explanation)
{
	json_text("section", *explanation->suffix ? explanation->suffix : NULL);
	json_text("other_deviations",
	          *explanation->other_ace ? explanation->other_ace : NULL);
	json_begin("labels", '[');
	for (unsigned label = 1; label <= explanation->trace.labels; label++) {
		json_begin(NULL, '{');
		json_number("label", label);
		put_steps_json(explanation, label);
		json_end('}');
	}
	json_end(']');
	put_steps_json(explanation, 0); /* of the whole name */
}
