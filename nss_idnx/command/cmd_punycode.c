/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx punycode: the sample program of RFC 3492 appendix C, for text as well as for code
 * points.  Adds no prefix, maps nothing and checks no rule but those of the RFC.
 */
#include <unistr.h>

#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx punycode -e | -d [OPTION]... [STRING]...\n"
	"\n"
	"Encodes or decodes each STRING, or each line of standard input if there is none, "
	"as it stands: Punycode (RFC 3492) without \"xn--\"; nothing is mapped or checked.\n"
	"\n"
	"Example: idnx punycode -e bücher\n";

/* Room for any result: Punycode takes at most 7 digits for a code point, and a hyphen. */
#define OUTPUT_SIZE (7 * IDNX_CODE_POINTS_MAX + 1)

/* These return the length of the output, in octets. */
static struct idnx_result encode(const struct input_name *string, char *output)
{
	struct idnx_result result = { .status = IDNX_BAD_UTF8 };
	size_t length = 0;
	uint32_t *text = u8_to_u32((const uint8_t *)string->text.next,
	                           span_length(string->text), NULL, &length);

	if (text)
		result = idnx_punycode_encode(text, length, output, OUTPUT_SIZE);
	free(text);
	return result;
}

static struct idnx_result decode(const struct input_name *string, char *output)
{
	uint32_t code_points[IDNX_CODE_POINTS_MAX];
	struct idnx_result result = idnx_punycode_decode(string->text.next,
	                                                 span_length(string->text), code_points,
	                                                 IDNX_CODE_POINTS_MAX);
	size_t length = OUTPUT_SIZE;

	if (result.status == IDNX_OK)
		u32_to_u8(code_points, result.length, (uint8_t *)output, &length);
	result.length = length;
	return result;
}

/* A rejected argument has no line; a line of the input keeps its place. */
static void put_string(const struct input_name *string, const char *output,
                       struct idnx_result result, const struct options *options)
{
	enum idnx_status status = result.status;
	const char *fault = status == IDNX_P4 ? "is not Punycode" : idnx_status_text(status);

	if (status == IDNX_OK)
		output_put(&standard_output, (struct span){ output, output + result.length },
		           AS_IT_IS);
	if (status == IDNX_OK || !options->names[0])
		output_end(&standard_output, options->null);
	if (status != IDNX_OK)
		line_put_error(
			string, "",
			words_format("the string %s (%s).", fault, idnx_status_code(status)));
}

enum exit_code cmd_punycode(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	enum exit_code code = EXIT_OK;
	struct input strings;
	struct input_name string;
	struct idnx_result result;
	char output[OUTPUT_SIZE];

	if (options.encode == options.decode)
		die_usage(options.encode ? "-e and -d exclude each other"
		                         : "punycode needs -e or -d",
		          NULL);
	input_open(&strings, options.names, options.null);
	while (input_next(&strings, &string)) {
		result = options.encode ? encode(&string, output) : decode(&string, output);
		if (result.status != IDNX_OK)
			code = EXIT_REJECTED;
		put_string(&string, output, result, &options);
	}
	return code;
}
