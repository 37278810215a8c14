/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx explain: tells why a name becomes what it does, or is refused, to a reader who has
 * never heard of UTS #46.  This file finds everything out; text.c and json.c write it.
 */
#include "command.h"

#include <string.h>

#include "verdict/explain.h"
#include "verdict/decision_text.h"
#include "options.h"
#include "output.h"
#include "show/terminal.h"

static const char help[] =
	"Usage: idnx explain [OPTION]... [NAME]...\n"
	"\n"
	"Shows for each NAME, or for each line of standard input if there is none, label\n"
	"by label: its characters, what each step of UTS #46 makes of them, the rule that\n"
	"is broken and what to do, the ASCII form that DNS is asked for, the section of\n"
	"idnx.conf that applies, and where IDNA2003 asks for another name.  Writes\n"
	"characters that cannot be seen as <U+200D>.  Uses colours on a terminal, unless\n"
	"NO_COLOR is set.\n"
	"\n";

/* Finds the end of the name, in the form in which idnx.conf lists suffixes. */
static void find_suffix(struct subject *subject)
{
	size_t length = subject->decision.settings.suffix_length;
	char form[IDNX_NAME_SIZE];
	struct idnx_result result;

	subject->suffix[0] = '\0';
	if (length == 0)
		return;
	result = idnx_to_unicode(subject->src, subject->src_len, form, sizeof form, 0);
	if (form[result.length - 1] == '.')
		result.length--;
	memcpy(subject->suffix, form + result.length - length, length);
	subject->suffix[length] = '\0';
}

static void find_other_ace(struct subject *subject)
{
	struct idnx_result result = idnx_to_ascii(
		subject->src, subject->src_len, subject->other_ace, sizeof subject->other_ace,
		decision_flags(&subject->decision) ^ IDNX_TRANSITIONAL_PROCESSING);

	if (result.status != IDNX_OK ||
	    (subject->trace.result.status == IDNX_OK &&
	     strcmp(subject->other_ace, subject->trace.ace) == 0))
		subject->other_ace[0] = '\0';
}

static void find_all(struct subject *subject)
{
	char ace[IDNX_HOST_NAME_SIZE];

	subject->decision = decide(&subject->name, NULL, ace);
	subject->src = decision_source(&subject->name, &subject->decision, subject->decoded,
	                               &subject->src_len);
	trace_record(&subject->trace, subject->src, subject->src_len,
	             decision_flags(&subject->decision));
	find_suffix(subject);
	find_other_ace(subject);
	subject->judged = judged_find(&subject->name, &subject->decision, NULL, ace);
}

static void put_heading(const struct input_name *name)
{
	if (name->number > 1)
		output_text(&standard_output, "\n");
	terminal_set_style(TERMINAL_BOLD);
	output_format(&standard_output, "%s %llu\n", name->source, name->number);
	terminal_set_style(TERMINAL_PLAIN);
}

static void put(const struct subject *subject, const struct options *options, bool is_one)
{
	if (options->json) {
		explain_put_json(subject);
		return;
	}
	if (!is_one)
		put_heading(&subject->name);
	explain_put_text(subject);
}

enum exit_code cmd_explain(int argc, char **argv)
{
	static struct subject subject;
	struct options options = options_read(argc, argv, OPTIONS_NAMES | OPTIONS_PROSE,
	                                      help);
	bool is_one = options.names[0] && !options.names[1];
	enum exit_code code = EXIT_OK;
	struct input names;

	terminal_open();
	input_open(&names, options.names, options.null);
	while (input_next(&names, &subject.name)) {
		find_all(&subject);
		if (decision_exit_code(&subject.decision) > code)
			code = decision_exit_code(&subject.decision);
		put(&subject, &options, is_one);
		judged_free(&subject.judged);
	}
	return code;
}
