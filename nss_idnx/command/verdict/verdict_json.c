/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes a verdict as JSON.  Places are counted from 1. */
#include "verdict.h"

static void put_reason_json(const struct reason *reason)
{
	json_text("status", idnx_status_code(reason->status));
	json_number("label", reason->label);
	json_number("position", reason->position);
	json_number("column", reason->column);
	json_text("message",
	          reason->message ? reason->message : idnx_status_text(reason->status));
	if (reason->character != 0)
		json_character("character", reason->character);
	else
		json_text("character", NULL);
	json_text("rule", verdict_rules[reason->status].section);
	json_text("fix", reason->remedy);
}

/* Writes null if no idnx.conf was read, or none exists. */
static void put_configuration_json(const struct verdict *verdict)
{
	const struct rule_set *rule_set = verdict->rule_set;
	const struct config_result *config = &verdict->decision.config;
	bool failed = config->status != CONFIG_OK;

	if (!rule_set->is_file || rule_set->file.missing || rule_set->file.masked ||
	    !verdict->asked_config) {
		json_text("configuration", NULL);
		return;
	}
	json_begin("configuration", '{');
	json_text("file", rule_set->origin);
	json_number("section_line", verdict->decision.settings.section_line);
	json_number("error_line", config->line);
	json_text("error", failed ? config_status_text(config->status) : NULL);
	json_end('}');
}

/* A finding has its setting, and a warning none. */
static void put_confusable_json(const char *member, const struct verdict *verdict,
                                bool has_setting)
{
	const struct confusable *confusable = &verdict->confusable;
	const struct cause *cause = &verdict->cause;

	if (confusable->status == IDNX_OK || (cause->text != NULL) != has_setting) {
		json_text(member, NULL);
		return;
	}
	json_begin(member, '{');
	json_text("status", idnx_status_code(confusable->status));
	json_number("label", confusable->label);
	json_begin("characters", '[');
	for (size_t i = 0; i < confusable->count; i++)
		json_character(NULL, confusable->characters[i]);
	json_end(']');
	json_text("reads_as", confusable->reads_as);
	if (has_setting) {
		json_begin("setting", '{');
		json_text("text", cause->text);
		json_number("line", cause->line);
		json_text("section", cause->section);
		json_end('}');
	}
	json_end('}');
}

void json_verdict(const struct verdict *verdict)
{
	struct span name = verdict->name.text;

	if (span_length(name) > IDNX_INPUT_MAX)
		name.end = name.next + IDNX_INPUT_MAX;
	json_octets("input", name);
	if (!verdict->rule_set->convert)
		json_octets("given", verdict->given);
	json_octets("output", verdict->output);
	if (!verdict->rule_set->convert)
		json_text("verdict", verdict->word);
	put_reason_json(&verdict->reason);
	if (verdict->rule_set->convert)
		return;
	json_text("meant", verdict->meant);
	json_text("not_in_force", verdict->not_in_force);
	put_configuration_json(verdict);
	put_confusable_json("finding", verdict, true);
	put_confusable_json("warning", verdict, false);
}

void json_verdict_line(const struct verdict *verdict)
{
	json_begin(NULL, '{');
	json_verdict(verdict);
	json_end_line();
}
