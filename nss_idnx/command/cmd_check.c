/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx check: writes what a lookup on this machine does with each name, one line per name. */
#include "command.h"

#include <stdlib.h>
#include <string.h>

#include "conf_line.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "verdict/line.h"
#include "verdict/totals.h"
#include "verdict/verdict_json.h"

static const char help[] =
	"Usage: idnx check [OPTION]... [NAME]...\n"
	"\n"
	"Shows what a lookup does with each NAME, or with each line of standard input if "
	"there is none, under this machine's idnx.conf: the ASCII form that DNS is asked "
	"for, or why there is none. ASCII names and excluded ones stay as they are. A name "
	"that \"protection = browser\" would refuse gets a warning on standard error.\n"
	"\n"
	"Example: idnx check --set=protection=browser <names\n";

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
	line_put_mistake(&standard_error, &result, set);
	die_usage_said();
}

static struct verdict_settings settings_of(const struct options *options)
{
	if (!options->set)
		return verdict_settings_of_machine();
	refuse_mistakes(options->set);
	return verdict_settings_of_text("--set", options->set);
}

static void put_verdict(const struct verdict *verdict, const struct options *options)
{
	if (options->json) {
		json_begin(NULL, '{');
		verdict_json_put(verdict);
		json_end_line();
		return;
	}
	line_put(verdict);
	output_end(&standard_output, options->null);
	line_put_warning(verdict);
}

enum exit_code cmd_check(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = settings_of(&options);
	enum exit_code code = EXIT_OK;
	struct totals totals = { .names = 0 };
	static struct verdict verdict;
	struct input names;
	struct input_name name;

	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		verdict_of(&verdict, &name, &settings);
		totals_count(&totals, &verdict);
		if (verdict.code > code)
			code = verdict.code;
		if (!options.quiet)
			put_verdict(&verdict, &options);
		verdict_free(&verdict);
	}
	if (options.set && !options.quiet && options.json)
		totals_put_json(&totals);
	else if (options.set && !options.quiet)
		totals_put(&totals);
	return code;
}
