/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx check: what a lookup on this machine does with each name, one line out for each
 * name in.
 */
#include "command.h"

#include <string.h>

#include "judge.h"
#include "json.h"
#include "names.h"
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
static void put_as_it_is(const struct name *name)
{
	for (size_t i = 0; i < name->length; i++) {
		unsigned char octet = (unsigned char)name->octets[i];

		if (octet < 0x20 || octet >= 0x7F)
			output_format(&standard_output, "\\x%02x", octet);
		else
			output_put(&standard_output, name->octets + i, 1);
	}
}

static void put_line(const struct name *name, const char *ace, const struct policy *policy)
{
	if (policy->verdict == POLICY_CONVERTED)
		output_text(&standard_output, ace);
	else if (policy->verdict == POLICY_ASCII)
		put_as_it_is(name);
	else
		judge_put(&standard_output, policy);
}

static void put_object(const struct name *name, const char *ace, const struct policy *policy)
{
	output_text(&standard_output, "{\"input\":");
	json_name(&standard_output, name->octets, name->length);
	output_text(&standard_output, ",\"output\":");
	if (policy->verdict == POLICY_CONVERTED)
		json_text(&standard_output, ace);
	else
		output_text(&standard_output, "null");
	output_text(&standard_output, ",");
	judge_put_json(&standard_output, policy);
	output_text(&standard_output, "}\n");
}

enum exit_code check(int argc, char **argv)
{
	struct options options = options_read(argc, argv, OPTIONS_QUIET, help);
	enum exit_code code = EXIT_OK;
	struct names names;
	struct name name;

	names_open(&names, options.names, options.null);
	while (names_next(&names, &name)) {
		char ace[IDNX_HOST_NAME_SIZE];
		struct policy policy = judge(&name, ace);

		if (judge_code(&policy) > code)
			code = judge_code(&policy);
		if (options.quiet)
			continue;
		if (options.json) {
			put_object(&name, ace, &policy);
			continue;
		}
		put_line(&name, ace, &policy);
		output_end(&standard_output, options.null);
	}
	return code;
}
