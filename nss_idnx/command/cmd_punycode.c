/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx punycode: converts each string as it is by RFC 3492 section 6.  Adds no prefix, maps
 * nothing and checks no rule but those of the RFC.
 */
#include "command.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "idnx.h"
#include "ascii_text.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "verdict/line.h"
#include "verdict/verdict_json.h"

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

/* --- Code points, written as those of RFC 3492 section 7.1 ------------------- */

static int hexadecimal(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *digit = memchr(digits, ascii_fold(c), 16);

	return digit ? (int)(digit - digits) : -1;
}

/* Reads one "u+00FC" at octets.  Returns its length in octets, 0 if there is none. */
static size_t read_code_point(const char *octets, size_t length, uint32_t *code_point)
{
	size_t used = 2;

	if (length < 3 || (octets[0] != 'u' && octets[0] != 'U') || octets[1] != '+')
		return 0;
	*code_point = 0;
	for (; used < length && octets[used] != ' '; used++) {
		int digit = hexadecimal(octets[used]);

		if (digit < 0 || used >= 2 + 8) /* 32 bits */
			return 0;
		*code_point = *code_point << 4 | (uint32_t)digit;
	}
	return used > 2 ? used : 0;
}

/* Returns whether the string consists of such code points, with blanks between them. */
static bool read_code_points(const char *octets, size_t length, struct text *text)
{
	size_t at = 0;

	text->length = 0;
	while (at < length) {
		uint32_t code_point;
		size_t used = read_code_point(octets + at, length - at, &code_point);

		if (used == 0)
			return false;
		if (text->length <= IDNX_CODE_POINTS_MAX)
			text->code_points[text->length++] = code_point;
		at += used;
		while (at < length && octets[at] == ' ')
			at++;
	}
	return text->length > 0;
}

/* --- Text -------------------------------------------------------------------- */

static enum idnx_status read_text(const char *octets, size_t length, struct text *text)
{
	const uint8_t *src = (const uint8_t *)octets;

	text->length = 0;
	/* The function: clang finds a cast that drops const in libunistring 1.3's macro. */
	if ((u8_check)(src, length))
		return IDNX_BAD_UTF8;
	for (size_t at = 0; at < length && text->length <= IDNX_CODE_POINTS_MAX;)
		at += (size_t)u8_mbtouc(&text->code_points[text->length++], src + at,
		                        length - at);
	return IDNX_OK;
}

static size_t write_text(const struct text *text, char *octets)
{
	size_t length = 0;

	for (size_t i = 0; i < text->length; i++)
		length += (size_t)u8_uctomb((uint8_t *)octets + length, text->code_points[i],
		                            4);
	return length;
}

static size_t write_code_points(const struct text *text, char *octets)
{
	size_t length = 0;

	for (size_t i = 0; i < text->length; i++)
		length += (size_t)sprintf(octets + length, "%su+%04X", i ? " " : "",
		                          (unsigned)text->code_points[i]);
	return length;
}

/* --- Both ways --------------------------------------------------------------- */

/* " u+10FFFF" has nine octets; in Punycode it has at most seven digits. */
#define OUTPUT_SIZE (9 * IDNX_CODE_POINTS_MAX + 1)

static struct idnx_result encode(const struct input_name *string, char *octets)
{
	struct text text;
	enum idnx_status status = IDNX_OK;

	if (!read_code_points(string->octets, string->length, &text))
		status = read_text(string->octets, string->length, &text);
	if (status != IDNX_OK)
		return (struct idnx_result){ status, 0, 0 };
	return idnx_punycode_encode(text.code_points, text.length, octets, OUTPUT_SIZE);
}

static struct idnx_result decode(const struct input_name *string, char *octets,
                                 bool code_points)
{
	struct text text;
	struct idnx_result result = idnx_punycode_decode(string->octets, string->length,
	                                                 text.code_points,
	                                                 IDNX_CODE_POINTS_MAX);

	if (result.status != IDNX_OK)
		return (struct idnx_result){ result.status, 0, 0 };
	text.length = result.length;
	result.length = code_points ? write_code_points(&text, octets)
	                            : write_text(&text, octets);
	return result;
}

/* --- Why not ----------------------------------------------------------------- */

static const char *phrase(enum idnx_status status)
{
	if (status == IDNX_P4)
		return "is not Punycode";
	if (status == IDNX_TOO_LONG)
		return "is longer than 1024 code points";
	return idnx_status_text(status);
}

/* Returns NULL if the string breaks no rule. */
static const struct rule *find_rule(enum idnx_status status)
{
	static const struct rule decoding = {
		"RFC 3492 section 6.2", "Decode only what was encoded, without \"xn--\"."
	}, encoding = {
		"RFC 3492 section 6.3", "Leave the code point out: no character has it."
	}, length = {
		"limit of idnx", "Shorten the string."
	}, text = {
		"Unicode section 3.9, table 3-7", "Write the string in UTF-8, as iconv makes it."
	};

	switch (status) {
	case IDNX_OK:
		return NULL;
	case IDNX_P4:
		return &decoding;
	case IDNX_A3:
		return &encoding;
	case IDNX_TOO_LONG:
		return &length;
	default:
		return &text;
	}
}

/* Returns the offset of the first octet that is not a Punycode digit; length if all are. */
static size_t find_no_digit(const char *octets, size_t length)
{
	const char *delimiter = memrchr(octets, '-', length);
	size_t at = 0, digits = delimiter ? (size_t)(delimiter - octets) : 0;

	while (at < length && ((unsigned char)octets[at] & 0x80) == 0 &&
	       (at < digits || ascii_is_ldh(octets[at])))
		at++;
	return at;
}

/* Returns where the number begins that encodes no character. */
static size_t find_no_character(const char *octets, size_t length, uint32_t *code_point)
{
	size_t at = 0, used;

	while (at < length) {
		used = read_code_point(octets + at, length - at, code_point);
		if (*code_point > 0x10FFFF || (*code_point & 0xFFFFF800) == 0xD800)
			break;
		at += used;
		while (at < length && octets[at] == ' ')
			at++;
	}
	return at;
}

/* The octets at fault are digits of a number, not a character of the string. */
static struct reason find_reason_of_number(const struct input_name *string)
{
	char message[sizeof "has u+FFFFFFFF, which is a surrogate or beyond U+10FFFF"];
	uint32_t code_point = 0;
	size_t at = find_no_character(string->octets, string->length, &code_point);
	struct reason reason;

	snprintf(message, sizeof message, "has u+%04X, which is %s", (unsigned)code_point,
	         code_point > 0x10FFFF ? "beyond U+10FFFF" : "a surrogate");
	reason = reason_of_string(string->octets, string->length, IDNX_A3, find_rule(IDNX_A3),
	                          message, at);
	reason.is_character = false;
	return reason;
}

static struct reason find_reason(const struct input_name *string, enum idnx_status status)
{
	const char *octets = string->octets;
	size_t length = string->length, at = length;

	if (status == IDNX_A3)
		return find_reason_of_number(string);
	if (status == IDNX_P4)
		at = find_no_digit(octets, length);
	else if (status == IDNX_BAD_UTF8)
		at = (size_t)((const char *)(u8_check)((const uint8_t *)octets, length) - octets);
	return reason_of_string(octets, length, status, find_rule(status), phrase(status), at);
}

/* --- Output ------------------------------------------------------------------ */

static void put_object(const struct input_name *string, const char *octets,
                       struct idnx_result result)
{
	struct reason reason = find_reason(string, result.status);

	json_begin(NULL, '{');
	json_input(string);
	json_octets("output", result.status == IDNX_OK ? octets : NULL, result.length);
	verdict_json_put_reason(&reason);
	json_end_line();
	reason_free(&reason);
}

static void put_reason(const struct input_name *string, enum idnx_status status)
{
	struct reason reason = find_reason(string, status);
	char *text = line_of_reason(&standard_error, &reason);

	line_put_error(string, "", text);
	free(text);
	reason_free(&reason);
}

static void put_line(const struct input_name *string, const char *octets,
                     struct idnx_result result, bool null)
{
	output_put(&standard_output, octets, result.length);
	output_end(&standard_output, null);
	if (result.status != IDNX_OK)
		put_reason(string, result.status);
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
		struct idnx_result result =
			options.encode
				? encode(&string, octets)
				: decode(&string, octets, options.code_points);

		if (result.status != IDNX_OK)
			code = EXIT_REFUSED;
		if (options.json)
			put_object(&string, octets, result);
		else
			put_line(&string, octets, result, options.null);
	}
	return code;
}
