/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The smallest exception for a name is a section of its own, in which each key that rejects it is
 * one step weaker, as often as it takes.  The section has the settings of the one that applied
 * before, since a section inherits nothing but global settings.
 */
#include "set.h"

/* Returns what check says of the name under that text, until the next call. */
static struct verdict *verdict_under(const char *conf, const char *name)
{
	static struct verdict verdict;
	static struct rule_set rules;
	const struct input_name input = { span_of_text(name), "argument", 1 };

	rules = (struct rule_set){ .origin = IDNX_CONF, .conf = conf, .is_file = true };
	verdict_of(&verdict, &input, &rules);
	return &verdict;
}

/* Whoever made a name that reads as another one may ask for the exception. */
static void reject_reading(const struct verdict *verdict)
{
	enum idnx_status status = verdict->reason.status;
	const char *reading = verdict->confusable.reads_as;

	if (!reading && status != IDNX_READS_AS_PROTECTED && status != IDNX_CONTAINS_PROTECTED)
		return;
	line_put_error(&verdict->name, "nothing is changed: ",
	               words_format("%s%s", reading ? "it reads as " : verdict->cause.text,
	                            reading ? reading : " protects a name from it"));
	output_close();
	exit(EXIT_REJECTED);
}

static char *copy_settings(const struct verdict *verdict)
{
	struct span rest = span_of_text(verdict->rule_set->conf);
	unsigned section = verdict->decision.settings.section_line;
	struct conf_line line = { .number = 0 };
	bool is_inside = false;
	FILE *out = words_open();

	while (section > 0 && conf_line_next(&rest, &line)) {
		if (conf_line_is_section(&line))
			is_inside = line.number == section;
		else if (is_inside && !span_is_empty(line.text))
			fprintf(out, "%s%.*s", ftell(out) > 0 ? "\n" : "",
			        (int)span_length(line.text), line.text.next);
	}
	return words_close(out);
}

/* Returns the value with which the key rejects less. */
static char *weaker_value(const struct verdict *verdict, enum config_key key)
{
	const struct settings *settings = &verdict->decision.settings;
	const struct conf_line line = {
		.text = conf_line_text(verdict->rule_set->conf, settings->lines[key])
	};
	struct span name, scripts;

	if (key != CONFIG_SCRIPTS)
		return words_copy(config_keys[key].values[settings->values[key] - 1]);
	conf_line_split(&line, &name, &scripts);
	return words_format("%.*s %s", (int)span_length(scripts), scripts.next,
	                    idnx_script_name(verdict->confusable.characters[0], 0));
}

char *exception_for(const char *conf, const char *name)
{
	struct verdict *verdict = verdict_under(conf, name);
	struct span unicode = verdict_unicode(verdict);
	char *suffix, *text;
	enum config_key key;

	if (!verdict->would_reject || !verdict->cause.text) {
		line_put_error(&verdict->name, "nothing is changed: ", line_of_status(verdict));
		output_close();
		exit((int)verdict->code);
	}
	unicode.end -= !span_is_empty(unicode) && unicode.end[-1] == '.';
	suffix = words_copy_of(unicode);
	text = conf_with_section(conf, suffix, copy_settings(verdict));
	for (;;) {
		verdict = verdict_under(text, name);
		if (!verdict->would_reject)
			return text;
		reject_reading(verdict);
		key = policy_key(verdict->reason.status);
		text = conf_with(text, suffix, key, weaker_value(verdict, key));
	}
}
