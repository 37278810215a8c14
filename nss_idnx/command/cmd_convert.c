/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx to-ascii and idnx to-unicode: UTS #46 sections 4.2 and 4.3 for every name.  Each
 * line in gives exactly one line out, even on an error.
 */
#include "verdict/verdict.h"

#define FLAGS_HELP \
	"\n" \
	"Each of UTS #46's flags is an option, such as --check-hyphens or " \
	"--no-check-hyphens; idnx(1) has all.\n" \
	"\n"

static const char to_ascii_help[] =
	"Usage: idnx to-ascii [OPTION]... [NAME]...\n"
	"\n"
	"Writes the ASCII form of each NAME, or of each line of standard input. For a "
	"rejected line it writes an empty line, and the reason on standard error. It follows "
	"its options, and no idnx.conf: idnx check shows what a lookup on this machine "
	"does. With --in-text, it copies a configuration with its names in ASCII form.\n"
	FLAGS_HELP
	"Example: idnx to-ascii bücher.example\n";

static const char to_unicode_help[] =
	"Usage: idnx to-unicode [OPTION]... [NAME]...\n"
	"\n"
	"Writes the Unicode form of each NAME, or of each line of standard input. For a "
	"rejected name it writes the name itself, and the reason on standard error. It "
	"follows its options, and no idnx.conf.\n"
	FLAGS_HELP
	"Example: idnx to-unicode xn--bcher-kva.example\n";

/* A rejected argument without a result has no line; a line of the input keeps its place. */
static enum exit_code put_result(const struct verdict *verdict, const struct options *options)
{
	struct span output = verdict->output;
	bool is_valid = verdict->code == EXIT_OK;

	if (options->json) {
		json_verdict_line(verdict);
		return verdict->code;
	}
	if (output.next)
		output_put(&standard_output, output,
		           is_valid && options->flags & IDNX_CHECK_JOINERS ? VALID_NAME
		                                                           : AS_IT_IS);
	if (output.next || !options->names[0])
		output_end(&standard_output, options->null);
	if (!is_valid)
		line_put_reason(verdict);
	return verdict->code;
}

static enum exit_code convert_names(const struct options *options, struct rule_set rule_set)
{
	rule_set.flags = options->flags;
	return options->in_text ? verdict_in_text(options, &rule_set)
	                        : verdict_each(options, &rule_set, 1, put_result);
}

enum exit_code cmd_to_ascii(int argc, char **argv)
{
	struct options options = options_read(argc, argv, to_ascii_help);

	return convert_names(&options, (struct rule_set){ .convert = idnx_to_ascii });
}

enum exit_code cmd_to_unicode(int argc, char **argv)
{
	struct options options = options_read(argc, argv, to_unicode_help);

	return convert_names(&options, (struct rule_set){ .convert = idnx_to_unicode });
}
