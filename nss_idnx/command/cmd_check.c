/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx check: writes what a lookup on this machine does with each name, one line per name. */
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx check [OPTION]... [NAME]...\n"
	"\n"
	"Shows what a lookup does with each NAME, or with each line of standard input if "
	"there is none, under this machine's idnx.conf: the ASCII form that is "
	"looked up, or why there is none. ASCII names and excluded ones stay as they are. A name "
	"that \"protection = browser\" would reject gets a warning on standard error.\n"
	"\n"
	"Example: idnx check --set=protection=browser <names\n";

static enum exit_code show_answer(const struct verdict *verdict, const struct options *options)
{
	if (options->json) {
		json_verdict_line(verdict);
	} else {
		line_put(verdict);
		output_end(&standard_output, options->null);
		if (verdict->has_warning)
			line_put_error(&verdict->name, "warning: ", line_of_warning(verdict));
		if (verdict->meant)
			line_put_error(&verdict->name, "warning: ", verdict->meant);
	}
	return verdict->code;
}

enum exit_code cmd_check(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of(&options);

	rule_set.reads_escapes = true;
	if (options.in_text)
		return verdict_in_text(&options, &rule_set);
	return verdict_each(&options, &rule_set, 1, show_answer);
}
