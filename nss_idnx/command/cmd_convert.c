/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx to-ascii and idnx to-unicode: UTS #46 sections 4.2 and 4.3 for every name.  Each
 * name in gives exactly one line out, even on an error.
 */
#include "command.h"

#include <stdbool.h>
#include <stdlib.h>

#include "idnx.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "verdict/reason.h"

static const char to_ascii_help[] =
	"Usage: idnx to-ascii [OPTION]... [NAME]...\n"
	"\n"
	"Writes the ASCII form of each NAME, or of each line of standard input. For a\n"
	"refused name it writes an empty line, and the reason on standard error.\n"
	"\n";

static const char to_unicode_help[] =
	"Usage: idnx to-unicode [OPTION]... [NAME]...\n"
	"\n"
	"Writes the Unicode form of each NAME, or of each line of standard input. For a\n"
	"refused name it goes as far as possible; the reason is on standard error.\n"
	"\n";

static const struct conversion {
	struct idnx_result (*convert)(const char *, size_t, char *, size_t, unsigned);
	bool all_or_nothing; /* on an error, no output */
	const char *help;
} to_ascii = { idnx_to_ascii, true, to_ascii_help },
  to_unicode = { idnx_to_unicode, false, to_unicode_help };

static void put_reason(const struct input_name *name, struct idnx_result result,
                       unsigned flags)
{
	struct reason reason = reason_find(name->octets, name->length, flags, result);
	char *text = reason_text(&standard_error, &reason, NULL, NULL);

	reason_put_line(name, "", text);
	free(text);
	reason_free(&reason);
}

static void put_line(const struct input_name *name, const char *text, struct idnx_result result,
                     const struct options *options)
{
	if (result.status == IDNX_OK && options->flags & IDNX_CHECK_JOINERS)
		output_valid_name(&standard_output, text, result.length);
	else
		output_put(&standard_output, text, result.length);
	output_end(&standard_output, options->null);
	if (result.status != IDNX_OK)
		put_reason(name, result, options->flags);
}

/* Takes NULL for text if there is none. */
static void put_object(const struct input_name *name, const char *text,
                       struct idnx_result result, unsigned flags)
{
	struct reason reason = reason_find(name->octets, name->length, flags, result);

	json_begin(NULL, '{');
	json_input(name);
	json_octets("output", text, result.length);
	reason_put_json(&reason);
	json_end_line();
	reason_free(&reason);
}

static enum exit_code convert_names(const struct conversion *conversion,
                                    const struct options *options)
{
	enum exit_code code = EXIT_OK;
	struct input names;
	struct input_name name;
	char text[IDNX_NAME_SIZE];

	input_open(&names, options->names, options->null);
	while (input_next(&names, &name)) {
		struct idnx_result result = conversion->convert(
			name.octets, name.length, text, sizeof text, options->flags);
		bool refused = result.status != IDNX_OK;
		bool none = refused && conversion->all_or_nothing;

		if (options->json)
			put_object(&name, none ? NULL : text, result, options->flags);
		else
			put_line(&name, text, result, options);
		if (refused)
			code = EXIT_REFUSED;
	}
	return code;
}

static enum exit_code run(const struct conversion *conversion, int argc, char **argv)
{
	struct options options = options_read(argc, argv, OPTIONS_NAMES | OPTIONS_FLAGS,
	                                      conversion->help);

	return convert_names(conversion, &options);
}

enum exit_code cmd_to_ascii(int argc, char **argv)
{
	return run(&to_ascii, argc, argv);
}

enum exit_code cmd_to_unicode(int argc, char **argv)
{
	return run(&to_unicode, argc, argv);
}
