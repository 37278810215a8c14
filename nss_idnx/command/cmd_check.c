/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx check: what a lookup on this machine does with each name, one line out for each
 * name in.
 */
#include "command.h"

#include <string.h>

#include "decision_text.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"

static const char help[] =
	"Usage: idnx check [OPTION]... [NAME]...\n"
	"\n"
	"Writes what a lookup does with each NAME, or else with each line of standard\n"
	"input, under this machine's idnx.conf: the ASCII form that DNS is asked for, or\n"
	"why there is none.  A name that is ASCII, or excluded, stays as it is.\n"
	"\n"
	"  -q, --quiet                 write nothing: the exit status tells\n";

/* A name that goes on as it is may hold anything: no control character is written. */
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

static void put_line(const struct input_name *name, const char *ace,
                     const struct decision *decision)
{
	if (decision->verdict == POLICY_CONVERTED)
		output_text(&standard_output, ace);
	else if (decision->verdict == POLICY_ASCII)
		put_as_it_is(name);
	else
		decision_put(&standard_output, decision);
}

static void put_object(const struct input_name *name, const char *ace,
                       const struct decision *decision)
{
	json_begin(NULL, '{');
	json_input(name);
	json_text("output", decision->verdict == POLICY_CONVERTED ? ace : NULL);
	decision_put_json(decision);
	json_end_line();
}

enum exit_code cmd_check(int argc, char **argv)
{
	struct options options = options_read(argc, argv, OPTIONS_NAMES | OPTIONS_QUIET, help);
	enum exit_code code = EXIT_OK;
	struct input names;
	struct input_name name;

	input_open(&names, options.names, options.null);
	while (input_next(&names, &name)) {
		char ace[IDNX_HOST_NAME_SIZE];
		struct decision decision = decide(&name, ace);

		if (decision_exit_code(&decision) > code)
			code = decision_exit_code(&decision);
		if (options.quiet)
			continue;
		if (options.json) {
			put_object(&name, ace, &decision);
			continue;
		}
		put_line(&name, ace, &decision);
		output_end(&standard_output, options.null);
	}
	return code;
}
