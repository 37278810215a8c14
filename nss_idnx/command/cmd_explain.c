/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain: tells why a name becomes what it does, or is refused, to a reader who has
 * never heard of UTS #46.
 */
#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx explain [OPTION]... [NAME]...\n"
	"\n"
	"Shows for each NAME, or for each line of standard input if there is none, the "
	"ASCII form that DNS is asked for, the section of idnx.conf that applies, and where "
	"IDNA2003 asks for another name; then label by label its characters, what each step "
	"of UTS #46 makes of them, the rule that is broken and what to do. Writes "
	"characters that cannot be seen as <U+200D>.\n"
	"\n"
	"Example: idnx explain １２７.０.０.１\n";

static void put_heading(const struct input_name *name)
{
	terminal_set_style(TERMINAL_BOLD);
	output_format(&standard_output, "%s%s %llu\n", name->number > 1 ? "\n" : "", name->source,
	              name->number);
	terminal_set_style(TERMINAL_PLAIN);
}

static void put_explanation_json(const struct explanation *explanation)
{
	json_begin(NULL, '{');
	json_verdict(explanation->verdict);
	json_explanation(explanation);
	json_end_line();
}

enum exit_code cmd_explain(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct verdict_settings settings = verdict_settings_of_machine();
	bool is_one = options.names[0] && !options.names[1];
	enum exit_code code = EXIT_OK;
	static struct verdict verdict;
	static struct explanation explanation;
	struct input names;
	struct input_name name;

	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		verdict_of(&verdict, &name, &settings);
		explanation_find(&explanation, &verdict);
		if (verdict.code > code)
			code = verdict.code;
		if (!options.json && !is_one)
			put_heading(&name);
		if (options.json)
			put_explanation_json(&explanation);
		else
			page_put(&explanation);
		verdict_free(&verdict);
	}
	return code;
}
