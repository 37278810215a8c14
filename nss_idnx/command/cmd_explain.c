/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain: tells why a name becomes what it does, or is rejected, to a reader who has
 * never heard of UTS #46.
 */
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx explain [OPTION]... [NAME]...\n"
	"\n"
	"Shows for each NAME, or for each line of standard input if there is none, the "
	"ASCII form that is looked up and the section of idnx.conf that applies; then "
	"label by label its characters, what each step of UTS #46 makes of them, the rule "
	"that is broken and what to do. Writes characters that cannot be seen as <U+200D>.\n"
	"\n"
	"Example: idnx explain １２７.０.０.１\n";

static void put_heading(const struct input_name *name)
{
	terminal_set_style(TERMINAL_BOLD);
	output_format(&standard_output, "%s%s %llu\n", name->number > 1 ? "\n" : "",
	              name->source, name->number);
	terminal_set_style(TERMINAL_PLAIN);
}

static enum exit_code explain(const struct verdict *verdict, const struct options *options)
{
	bool is_one = options->names[0] && !options->names[1];

	if (!is_one)
		put_heading(&verdict->name);
	page_put(verdict);
	return verdict->code;
}

enum exit_code cmd_explain(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of_file(IDNX_CONF);

	rule_set.reads_escapes = true;
	return verdict_each(&options, &rule_set, explain);
}
