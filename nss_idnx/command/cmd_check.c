/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx check: writes what a lookup on this machine does with each name, one line per name. */
#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "conf_line.h"
#include "verdict/decision_text.h"
#include "input.h"
#include "json.h"
#include "verdict/judged.h"
#include "options.h"
#include "output.h"
#include "verdict/reason.h"
#include "verdict/totals.h"

static const char help[] =
	"Usage: idnx check [OPTION]... [NAME]...\n"
	"\n"
	"Shows what a lookup does with each NAME, or with each line of standard input if\n"
	"there is none, under this machine's idnx.conf: the ASCII form that DNS is asked\n"
	"for, or why there is none.  ASCII names and excluded ones stay as they are.  A\n"
	"name that \"protection = browser\" would refuse gets a warning on standard error.\n"
	"\n"
	"  --set=KEY=VALUE             judge by this setting instead of idnx.conf, and\n"
	"                              end with totals; may be given several times\n"
	"  -q, --quiet                 write nothing, only set the exit status\n";

/* Writes no control character: a name that passes through unchanged may contain anything. */
static void put_as_it_is(const struct input_name *name)
{
	for (size_t i = 0; i < name->length; i++) {
		unsigned char octet = (unsigned char)name->octets[i];

		if (octet < 0x20 || octet >= 0x7F)
			output_format(&standard_output, "\\x%02x", octet);
		else
			output_put(&standard_output, name->octets + i, 1);
	}
}

/* --- One name --------------------------------------------------------------- */

struct checked {
	const struct input_name *name;
	const char *set; /* or NULL */
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;
	struct judged judged;
};

static void put_refused(const struct checked *checked)
{
	const struct judged *judged = &checked->judged;
	struct reason reason = decision_reason(checked->name, &checked->decision, judged);
	char *text = reason_text(&standard_output, &reason,
	                         judged_is_refused(judged) ? judged : NULL, checked->set);

	reason_put_about(&standard_output, checked->name, text);
	free(text);
	reason_free(&reason);
}

/* Writes why there is no ASCII form. */
static void put_none(const struct checked *checked)
{
	decision_put(&standard_output, &checked->decision, checked->set);
	if (checked->decision.verdict == POLICY_REFUSED)
		put_refused(checked);
}

static void put_line(const struct checked *checked)
{
	if (checked->decision.verdict == POLICY_CONVERTED)
		output_text(&standard_output, checked->ace);
	else if (checked->decision.verdict == POLICY_ASCII)
		put_as_it_is(checked->name);
	else
		put_none(checked);
}

/* Goes to standard error, since the line is for a program. */
static void put_warning(const struct checked *checked)
{
	char *warning;

	if (!checked->judged.is_warning)
		return;
	warning = judged_warning(&standard_error, &checked->judged);
	reason_put_line(checked->name, "warning: ", warning);
	free(warning);
}

static void put_object(const struct checked *checked)
{
	json_begin(NULL, '{');
	decision_put_json(checked->name, &checked->decision, &checked->judged, checked->ace,
	                  checked->set);
	json_end_line();
}

static void put(struct checked *checked, const struct options *options)
{
	checked->judged = judged_find(checked->name, &checked->decision, checked->set,
	                              checked->ace);
	if (options->json) {
		put_object(checked);
	} else {
		put_line(checked);
		output_end(&standard_output, options->null);
		put_warning(checked);
	}
	judged_free(&checked->judged);
}

/* --- All -------------------------------------------------------------------- */

static void refuse_mistakes(const char *set)
{
	struct settings settings;
	struct config_result result = config_parse(set, strlen(set), "", 0, &settings);
	struct span line = conf_line_text(set, result.line);

	if (result.status == CONFIG_OK)
		return;
	output_text(&standard_error, "idnx: --set ");
	json_string(&standard_error, line.next, span_length(line));
	output_text(&standard_error, ": ");
	result.first = 0; /* a setting of --set has no line number for the user */
	decision_put_mistake(&standard_error, &result, set);
	die_usage_said();
}

enum exit_code cmd_check(int argc, char **argv)
{
	struct options options = options_read(
		argc, argv, OPTIONS_NAMES | OPTIONS_QUIET | OPTIONS_SET | OPTIONS_PROSE, help);
	enum exit_code code = EXIT_OK;
	struct totals totals = { .names = 0 };
	struct input names;
	struct input_name name;
	struct checked checked = { .name = &name, .set = options.set };

	if (options.set)
		refuse_mistakes(options.set);
	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		checked.decision = decide(&name, options.set, checked.ace);
		totals_count(&totals, &checked.decision);
		if (decision_exit_code(&checked.decision) > code)
			code = decision_exit_code(&checked.decision);
		if (!options.quiet)
			put(&checked, &options);
	}
	if (options.set && !options.quiet)
		(options.json ? totals_put_json : totals_put)(&totals);
	free(options.set);
	return code;
}
