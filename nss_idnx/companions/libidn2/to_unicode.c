/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The functions that return the Unicode form of a name.  They only decode, since programs
 * compare the result with the input.  A result in the charset of the locale is to be shown
 * and must be a name: otherwise Punycode could bring anything to a terminal.
 */
#include "convert.h"

#include <stdlib.h>
#include <string.h>

#include "ascii_text.h"
#include "charset.h"

#define ACE_PREFIX "xn--"

/* --- UTF-8 -------------------------------------------------------------------- */

/* libidn2's limits, in code points; the dots of a name count. */
#define LABEL_POINTS ((size_t)IDNX_LABEL_MAX)
#define NAME_POINTS  ((size_t)255)

/* Writes a label and a NUL: TEXT_CHARACTER_MAX octets for each octet, and one. */
static enum libidn2_code decode_label(const char *label, size_t length, char *utf8,
                                      size_t *count)
{
	uint32_t decoded[LABEL_POINTS];
	size_t prefix = strlen(ACE_PREFIX);
	enum libidn2_code code;

	if (!ascii_same(label, ACE_PREFIX, prefix)) {
		memcpy(utf8, label, length);
		utf8[length] = '\0';
		*count = text_length(utf8);
		if (*count == SIZE_MAX)
			return LIBIDN2_ENCODING_ERROR;
		return *count > LABEL_POINTS ? LIBIDN2_TOO_BIG_LABEL : LIBIDN2_OK;
	}
	*count = LABEL_POINTS;
	code = idn2_punycode_decode(label + prefix, length - prefix, decoded, count);
	if (code != LIBIDN2_OK)
		return code;
	return text_from_code_points(decoded, *count, utf8, length * TEXT_CHARACTER_MAX + 1);
}

static enum libidn2_code decode_labels(const char *name, char *utf8)
{
	for (size_t left = NAME_POINTS, count;; left -= count + 1) {
		size_t length = strcspn(name, ".");
		bool is_last = name[length] == '\0';
		enum libidn2_code code = decode_label(name, length, utf8, &count);

		if (code == LIBIDN2_OK && count + !is_last > left)
			code = LIBIDN2_TOO_BIG_DOMAIN;
		if (code != LIBIDN2_OK || is_last)
			return code;
		utf8 = stpcpy(utf8 + strlen(utf8), ".");
		name += length + 1;
	}
}

int idn2_to_unicode_8z8z(const char *input, char **output, int flags)
{
	enum libidn2_code code;
	char *utf8;

	(void)flags;
	if (input == NULL)
		return text_give(LIBIDN2_OK, NULL, output);
	if (strlen(input) > IDNX_INPUT_MAX)
		return LIBIDN2_TOO_BIG_DOMAIN;
	utf8 = malloc(strlen(input) * TEXT_CHARACTER_MAX + 1);
	if (utf8 == NULL)
		return LIBIDN2_MALLOC;
	code = text_give(decode_labels(input, utf8), utf8, output);
	free(utf8);
	return code;
}

/* --- Code points -------------------------------------------------------------- */

int idn2_to_unicode_8z4z(const char *input, uint32_t **output, int flags)
{
	char *utf8 = NULL;
	enum libidn2_code code = idn2_to_unicode_8z8z(input, &utf8, flags);

	if (output != NULL && input == NULL)
		*output = NULL;
	else if (output != NULL && code == LIBIDN2_OK)
		code = text_to_code_points(utf8, output);
	free(utf8);
	return code;
}

int idn2_to_unicode_4z4z(const uint32_t *input, uint32_t **output, int flags)
{
	char utf8[IDNX_NAME_SIZE];
	enum libidn2_code code;

	if (input == NULL)
		return idn2_to_unicode_8z4z(NULL, output, flags);
	code = text_from_code_points(input, SIZE_MAX, utf8, sizeof utf8);
	return code == LIBIDN2_OK ? idn2_to_unicode_8z4z(utf8, output, flags) : code;
}

int idn2_to_unicode_44i(const uint32_t *in, size_t inlen, uint32_t *out, size_t *outlen,
                        int flags)
{
	char utf8[IDNX_NAME_SIZE] = "";
	uint32_t *code_points;
	size_t space = outlen != NULL ? *outlen : 0, length = 0;
	enum libidn2_code code = LIBIDN2_OK;

	if (in != NULL)
		code = text_from_code_points(in, inlen, utf8, sizeof utf8);
	if (code == LIBIDN2_OK)
		code = idn2_to_unicode_8z4z(utf8, &code_points, flags);
	if (code != LIBIDN2_OK)
		return code;
	for (; code_points[length] != 0; length++)
		if (out != NULL && length < space)
			out[length] = code_points[length];
	if (outlen != NULL)
		*outlen = length;
	free(code_points);
	return LIBIDN2_OK;
}

/* --- The locale --------------------------------------------------------------- */

/* Returns whether a name and its Unicode form have the same ASCII form, as policy.c does. */
static bool is_showable(const char *name, const char *unicode)
{
	char ascii[IDNX_HOST_NAME_SIZE], again[IDNX_HOST_NAME_SIZE];

	return convert_name(name, CONVERT_FROM_UTF8, 0, ascii) == LIBIDN2_OK &&
	       convert_name(unicode, CONVERT_FROM_UTF8, 0, again) == LIBIDN2_OK &&
	       strcmp(ascii, again) == 0;
}

/* dig and host expect ENCODING_ERROR for what the locale cannot represent. */
static enum libidn2_code encode(const char *unicode, char **output)
{
	size_t size = strlen(unicode) * TEXT_CHARACTER_MAX + 1, length;
	char *text = malloc(size);
	enum libidn2_code code = LIBIDN2_OK;

	if (text == NULL)
		return LIBIDN2_MALLOC;
	if (charset_convert("locale", "UTF-8", unicode, strlen(unicode), text, size, &length) !=
	    CHARSET_OK)
		code = LIBIDN2_ENCODING_ERROR;
	code = text_give(code, text, output);
	free(text);
	return code;
}

int idn2_to_unicode_8zlz(const char *input, char **output, int flags)
{
	char *unicode = NULL;
	enum libidn2_code code = idn2_to_unicode_8z8z(input, &unicode, flags);

	if (unicode == NULL || ascii_has_only_text(unicode))
		code = text_give(code, unicode, output);
	else if (is_showable(input, unicode))
		code = encode(unicode, output);
	else
		code = LIBIDN2_ENCODING_ERROR;
	free(unicode);
	return code;
}

int idn2_to_unicode_lzlz(const char *input, char **output, int flags)
{
	char utf8[IDNX_NAME_SIZE];
	enum libidn2_code code;

	if (input == NULL || text_length(input) != SIZE_MAX)
		return idn2_to_unicode_8zlz(input, output, flags);
	code = text_decode("locale", input, utf8);
	return code == LIBIDN2_OK ? idn2_to_unicode_8zlz(utf8, output, flags) : code;
}
