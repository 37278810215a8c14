/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx punycode: the sample program of RFC 3492 appendix C, for text as well as for code
 * points.  Adds no prefix, maps nothing and checks no rule but those of the RFC.
 */
#include "command.h"

#include <unistr.h>

#include "idnx.h"
#include "ascii_text.h"
#include "verdict/line.h"

static const char help[] =
	"Usage: idnx punycode -e | -d [OPTION]... [STRING]...\n"
	"\n"
	"Encodes or decodes each STRING, or each line of standard input if there is none, "
	"as it stands: Punycode (RFC 3492) without \"xn--\"; nothing is mapped or checked. "
	"A string to encode may be code points instead: \"u+0062 u+00FC\".\n"
	"\n"
	"Example: idnx punycode -e bücher\n";

struct text {
	size_t length;
	uint32_t code_points[IDNX_CODE_POINTS_MAX + 1]; /* one more: IDNX_TOO_LONG */
};

/* " u+10FFFF" has nine octets; in Punycode it has at most seven digits. */
#define OUTPUT_SIZE (9 * IDNX_CODE_POINTS_MAX + 1)

/* Reads a word such as "u+00FC", of at most 32 bits.  Returns false if it is none. */
static bool read_code_point(const char *word, uint32_t *code_point)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit;
	size_t at = 2;

	if (ascii_fold(word[0]) != 'u' || word[1] != '+')
		return false;
	*code_point = 0;
	for (; (digit = memchr(digits, ascii_fold(word[at]), 16)) != NULL; at++)
		*code_point = *code_point << 4 | (uint32_t)(digit - digits);
	return at > 2 && at <= 2 + 8 && word[at] == '\0';
}

/* Returns whether the string consists of such words, with blanks between them. */
static bool read_code_points(const struct input_name *string, struct text *text)
{
	char *words = words_format("%.*s", (int)string->length, string->octets), *rest = words;
	bool are_code_points = strlen(words) == string->length; /* it has no NUL */

	text->length = 0;
	for (char *word; are_code_points && (word = strsep(&rest, " ")) != NULL;)
		if (*word != '\0' && text->length <= IDNX_CODE_POINTS_MAX)
			are_code_points = read_code_point(word, &text->code_points[text->length++]);
	free(words);
	return are_code_points && text->length > 0;
}

static enum idnx_status read_text(const struct input_name *string, struct text *text)
{
	const uint8_t *octets = (const uint8_t *)string->octets;

	text->length = 0;
	/* The function: clang finds a cast that drops const in libunistring 1.3's macro. */
	if ((u8_check)(octets, string->length))
		return IDNX_BAD_UTF8;
	for (size_t at = 0; at < string->length && text->length <= IDNX_CODE_POINTS_MAX;)
		at += (size_t)u8_mbtouc(&text->code_points[text->length++], octets + at,
		                        string->length - at);
	return IDNX_OK;
}

static struct idnx_result encode(const struct input_name *string, char *octets)
{
	struct text text;
	enum idnx_status status = IDNX_OK;

	if (!read_code_points(string, &text))
		status = read_text(string, &text);
	if (status != IDNX_OK)
		return (struct idnx_result){ status, 0, 0 };
	return idnx_punycode_encode(text.code_points, text.length, octets, OUTPUT_SIZE);
}

static struct idnx_result decode(const struct input_name *string, char *octets, bool code_points)
{
	struct text text;
	struct idnx_result result = idnx_punycode_decode(
		string->octets, string->length, text.code_points, IDNX_CODE_POINTS_MAX);
	size_t length = 0;

	for (size_t i = 0; result.status == IDNX_OK && i < result.length; i++)
		length += (size_t)(code_points
			? sprintf(octets + length, "%su+%04X", i > 0 ? " " : "",
			          (unsigned)text.code_points[i])
			: u8_uctomb((uint8_t *)octets + length, text.code_points[i], 4));
	result.length = length;
	return result;
}

static const char *phrase(enum idnx_status status)
{
	switch (status) {
	case IDNX_OK:
		return "valid";
	case IDNX_P4:
		return "is not Punycode (RFC 3492 section 6.2), which has no \"xn--\"";
	case IDNX_A3:
		return "has a surrogate, or a number beyond U+10FFFF";
	case IDNX_TOO_LONG:
		return "is longer than 1024 code points";
	default:
		return idnx_status_text(status);
	}
}

static void put_object(const struct input_name *string, const char *octets,
                       struct idnx_result result)
{
	json_begin(NULL, '{');
	json_input(string);
	json_octets("output", result.status == IDNX_OK ? octets : NULL, result.length);
	json_text("status", idnx_status_code(result.status));
	json_text("message", phrase(result.status));
	json_end_line();
}

/* A refused argument has no line; a line of the input keeps its place. */
static void put_line(const struct input_name *string, const char *octets,
                     struct idnx_result result, const struct options *options)
{
	char *fault;

	if (result.status == IDNX_OK)
		output_put(&standard_output, octets, result.length);
	if (result.status == IDNX_OK || !options->names[0])
		output_end(&standard_output, options->null);
	if (result.status == IDNX_OK)
		return;
	fault = words_format("the string %s (%s).", phrase(result.status),
	                     idnx_status_code(result.status));
	line_put_error(string, "", fault);
	free(fault);
}

enum exit_code cmd_punycode(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	enum exit_code code = EXIT_OK;
	struct input strings;
	struct input_name string;

	if (options.encode == options.decode)
		die_usage(options.encode ? "-e and -d exclude each other" : "-e or -d is missing",
		          NULL);
	input_open(&strings, options.names, options.null);
	while (input_next(&strings, &string)) {
		char octets[OUTPUT_SIZE];
		struct idnx_result result = options.encode
			? encode(&string, octets)
			: decode(&string, octets, options.code_points);

		if (result.status != IDNX_OK)
			code = EXIT_REFUSED;
		if (options.json)
			put_object(&string, octets, result);
		else
			put_line(&string, octets, result, &options);
	}
	return code;
}
