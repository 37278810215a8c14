/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes a verdict as JSON.  Places are counted from 1. */
#include "verdict.h"

/* --- A reason ------------------------------------------------------------- */

static void put_reason_json(const struct reason *reason)
{
	json_text("status", idnx_status_code(reason->status));
	json_number("label", reason->label);
	json_number("position", reason->position);
	json_number("column", reason->column);
	json_text("message",
	          reason->message ? reason->message : idnx_status_text(reason->status));
	if (reason->is_character && !reason->is_ill_formed)
		json_character("character", reason->character);
	else
		json_text("character", NULL);
	json_text("rule", reason->rule);
	json_text("fix", reason->remedy);
}

/* --- A lookup ------------------------------------------------------------- */

/* Writes null if no idnx.conf was read, or none exists. */
static void put_configuration_json(const struct verdict *verdict)
{
	const struct config_result *config = &verdict->decision.config;
	bool failed = config->status != CONFIG_OK;

	if (!verdict->settings->is_file || !verdict_asked_config(verdict) || config->missing ||
	    config->masked) {
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

static void put_confusable_json(const char *member, const struct verdict *verdict, bool is_it)
{
	const struct confusable *confusable = &verdict->confusable;
	const struct setting *setting = &verdict->setting;

	if (!is_it) {
		json_text(member, NULL);
		return;
	}
	json_begin(member, '{');
	json_text("status", idnx_status_code(confusable->status));
	json_number("label", confusable->label);
	json_characters("characters", confusable->characters, confusable->count);
	json_text("reads_as", confusable->reads_as);
	if (setting->text != NULL) {
		json_begin("setting", '{');
		json_text("text", setting->text);
		json_number("line", setting->line);
		json_text("section", setting->section);
		json_end('}');
	}
	json_end('}');
}

void json_verdict(const struct verdict *verdict)
{
	json_input(&verdict->name);
	json_octets("output", verdict->output.next, span_length(verdict->output));
	if (!verdict->settings->convert)
		json_text("verdict", verdict_word(verdict->decision.verdict));
	put_reason_json(&verdict->reason);
	if (verdict->settings->convert)
		return;
	put_configuration_json(verdict);
	put_confusable_json("finding", verdict, verdict->setting.text != NULL);
	put_confusable_json("warning", verdict, verdict->objection == VERDICT_WARNS);
}

void json_verdict_line(const struct verdict *verdict)
{
	json_begin(NULL, '{');
	json_verdict(verdict);
	json_end_line();
}

/* --- Steps ---------------------------------------------------------------- */

/* A broken rule has the same members as the whole object. */
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
	struct reason reason;

	json_begin(NULL, '{');
	json_text("step", words[step->step]);
	if (step->step == IDNX_STEP_BROKEN) {
		reason = reason_of_step(explanation->verdict->utf8, &explanation->trace, step);
		put_reason_json(&reason);
		reason_free(&reason);
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

void json_explanation(const struct explanation *explanation)
{
	struct span section = verdict_section(explanation->verdict);
	const char *other = explanation->other_ace;

	json_octets("section", span_is_empty(section) ? NULL : section.next,
	            span_length(section));
	json_text("other_deviations", *other ? other : NULL);
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
