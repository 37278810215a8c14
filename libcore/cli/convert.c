/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx to-ascii and idnx to-unicode: UTS #46 sections 4.2 and 4.3 for every
 * name, one line out for each name in, whatever happens.
 */
#include "cli.h"

#include <string.h>

#include "idnx.h"
#include "json.h"
#include "names.h"
#include "options.h"
#include "output.h"

static const char to_ascii_help[] =
	"Usage: idnx to-ascii [OPTION]... [NAME]...\n"
	"\n"
	"Writes the ASCII form of each NAME, or else of each line of standard input,\n"
	"one a line; of a refused name an empty line, and the reason on standard error.\n"
	"\n";

static const char to_unicode_help[] =
	"Usage: idnx to-unicode [OPTION]... [NAME]...\n"
	"\n"
	"Writes the Unicode form of each NAME, or else of each line of standard input,\n"
	"one a line; a refused name as far as it got, and the reason on standard error.\n"
	"\n";

static const struct conversion {
	struct idnx_result (*convert)(const char *, size_t, char *, size_t, unsigned);
	bool all_or_nothing; /* no output beside an error */
	const char *help;
} to_ascii = { idnx_to_ascii, true, to_ascii_help },
  to_unicode = { idnx_to_unicode, false, to_unicode_help };

/*
 * A sentence, since the phrase is a predicate.  The name is not repeated: it is
 * somebody else's, and this may be a terminal.
 */
static void put_reason(const struct name *name, struct idnx_result result)
{
	output_format(&standard_error, "idnx: %s %llu: ", name->source, name->number);
	if (result.label > 0)
		output_format(&standard_error, "label %u", result.label);
	else
		output_text(&standard_error, "the name");
	output_format(&standard_error, " %s (%s)\n", idnx_strstatus(result.status),
	              idnx_status_code(result.status));
}

static void put_line(const struct name *name, const char *text, struct idnx_result result)
{
	output_put(&standard_output, text, result.length);
	output_put(&standard_output, "\n", 1);
	if (result.status != IDNX_OK)
		put_reason(name, result);
}

/* How much of the name --json shows: up to IDNX_INPUT_MAX, no character cut. */
static size_t shown_length(const struct name *name)
{
	size_t length = name->length;

	if (length <= IDNX_INPUT_MAX)
		return length;
	length = IDNX_INPUT_MAX;
	while (length > IDNX_INPUT_MAX - 3 && (name->octets[length] & 0xC0) == 0x80)
		length--;
	return length;
}

/* text is NULL where there is none. */
static void put_object(const struct name *name, const char *text,
                       struct idnx_result result)
{
	const char *message = idnx_strstatus(result.status);

	output_text(&standard_output, "{\"input\":");
	json_string(&standard_output, name->octets, shown_length(name));
	output_text(&standard_output, ",\"output\":");
	if (text)
		json_string(&standard_output, text, result.length);
	else
		output_text(&standard_output, "null");
	output_format(&standard_output, ",\"status\":\"%s\",\"label\":%u,\"message\":",
	              idnx_status_code(result.status), result.label);
	json_string(&standard_output, message, strlen(message));
	output_text(&standard_output, "}\n");
}

static enum exit_code convert_names(const struct conversion *conversion,
                                    const struct options *options)
{
	enum exit_code code = EXIT_OK;
	struct names names;
	struct name name;
	char text[IDNX_NAME_SIZE];

	names_open(&names, options->names);
	while (names_next(&names, &name)) {
		struct idnx_result result = conversion->convert(
			name.octets, name.length, text, sizeof text, options->flags);
		bool refused = result.status != IDNX_OK;
		bool none = refused && conversion->all_or_nothing;

		if (options->json)
			put_object(&name, none ? NULL : text, result);
		else
			put_line(&name, text, result);
		if (refused)
			code = EXIT_REFUSED;
	}
	return code;
}

static enum exit_code run(const struct conversion *conversion, int argc, char **argv)
{
	struct options options = options_read(argc, argv);

	if (!options.help)
		return convert_names(conversion, &options);
	output_text(&standard_output, conversion->help);
	output_text(&standard_output, options_help);
	return EXIT_OK;
}

enum exit_code convert_to_ascii(int argc, char **argv)
{
	return run(&to_ascii, argc, argv);
}

enum exit_code convert_to_unicode(int argc, char **argv)
{
	return run(&to_unicode, argc, argv);
}
