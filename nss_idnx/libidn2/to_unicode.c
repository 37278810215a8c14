/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The functions that return the Unicode form of a name.  They only decode, since programs
 * compare the result with the input.  A result in the charset of the locale is to be shown
 * and must be a name: otherwise Punycode could bring anything to a terminal.
 */
#include "convert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "ace.h"
#include "ascii_text.h"
#include "charset.h"

#define ACE_PREFIX "xn--"

/* The decoded name, and a 0 after it. */
struct unicode {
	uint32_t *code_points; /* from malloc() */
	size_t length;
};

/* --- Decoding ----------------------------------------------------------------- */

/* Writes at most as many code points as the label has octets. */
static enum libidn2_code decode_label(const char *label, size_t length, uint32_t *dst,
                                      size_t *count)
{
	size_t prefix = strlen(ACE_PREFIX);

	if (length < prefix || !ascii_same(label, ACE_PREFIX, prefix))
		return text_to_code_points(label, length, dst, count);
	*count = length;
	return ace_decode(label + prefix, length - prefix, dst, count);
}

/* Requires room for as many code points as octets, and a 0. */
static enum libidn2_code decode_labels(const char *name, struct unicode *unicode)
{
	for (;;) {
		size_t length = strcspn(name, "."), count;
		uint32_t *label = unicode->code_points + unicode->length;
		enum libidn2_code code = decode_label(name, length, label, &count);

		if (code != LIBIDN2_OK)
			return code;
		unicode->length += count;
		name += length;
		if (*name == '\0')
			break;
		unicode->code_points[unicode->length++] = '.';
		name++;
	}
	unicode->code_points[unicode->length] = 0;
	return LIBIDN2_OK;
}

/* On LIBIDN2_OK the caller frees the code points. */
static enum libidn2_code decode(const char *name, struct unicode *unicode)
{
	size_t length = strlen(name);
	enum libidn2_code code;

	if (length >= TEXT_SIZE)
		return LIBIDN2_TOO_BIG_DOMAIN;
	*unicode = (struct unicode){ malloc((length + 1) * sizeof *unicode->code_points), 0 };
	if (unicode->code_points == NULL)
		return LIBIDN2_MALLOC;
	code = decode_labels(name, unicode);
	if (code != LIBIDN2_OK)
		free(unicode->code_points);
	return code;
}

/* The same as UTF-8, for the caller to free. */
static enum libidn2_code decode_to_utf8(const char *name, char **utf8)
{
	struct unicode unicode;
	enum libidn2_code code = decode(name, &unicode);

	if (code != LIBIDN2_OK)
		return code;
	*utf8 = malloc(TEXT_CHARACTER_MAX * unicode.length + 1);
	if (*utf8 == NULL)
		code = LIBIDN2_MALLOC;
	else
		text_from_scalars(unicode.code_points, unicode.length, *utf8);
	free(unicode.code_points);
	return code;
}

/* --- Code points, UTF-8 --------------------------------------------------------- */

static enum libidn2_code to_code_points(const char *name, uint32_t **output)
{
	struct unicode unicode = { NULL, 0 };
	enum libidn2_code code = name != NULL ? decode(name, &unicode) : LIBIDN2_OK;

	if (code == LIBIDN2_OK && output != NULL)
		*output = unicode.code_points;
	else if (code == LIBIDN2_OK)
		free(unicode.code_points);
	return code;
}

int idn2_to_unicode_8z4z(const char *input, uint32_t **output, int flags)
{
	(void)flags;
	return to_code_points(input, output);
}

int idn2_to_unicode_4z4z(const uint32_t *input, uint32_t **output, int flags)
{
	char utf8[TEXT_SIZE];
	enum libidn2_code code = LIBIDN2_OK;

	(void)flags;
	if (input != NULL)
		code = text_from_code_points(input, SIZE_MAX, utf8);
	return code == LIBIDN2_OK ? to_code_points(input != NULL ? utf8 : NULL, output) : code;
}

int idn2_to_unicode_44i(const uint32_t *in, size_t inlen, uint32_t *out, size_t *outlen,
                        int flags)
{
	char utf8[TEXT_SIZE] = "";
	struct unicode unicode;
	enum libidn2_code code = LIBIDN2_OK;

	(void)flags;
	if (in != NULL)
		code = text_from_code_points(in, inlen, utf8);
	if (code == LIBIDN2_OK)
		code = decode(utf8, &unicode);
	if (code != LIBIDN2_OK)
		return code;
	if (outlen != NULL) {
		size_t fits = unicode.length < *outlen ? unicode.length : *outlen;

		if (out != NULL)
			memcpy(out, unicode.code_points, fits * sizeof *out);
		*outlen = unicode.length;
	}
	free(unicode.code_points);
	return LIBIDN2_OK;
}

/* Hands the text over, or frees it. */
static enum libidn2_code give(enum libidn2_code code, char *text, char **output)
{
	if (code == LIBIDN2_OK && output != NULL)
		*output = text;
	else if (code == LIBIDN2_OK)
		free(text);
	return code;
}

int idn2_to_unicode_8z8z(const char *input, char **output, int flags)
{
	char *utf8 = NULL;
	enum libidn2_code code = input != NULL ? decode_to_utf8(input, &utf8) : LIBIDN2_OK;

	(void)flags;
	return give(code, utf8, output);
}

/* --- The locale --------------------------------------------------------------- */

/* Returns whether a name and its Unicode form have the same ASCII form, as policy.c does. */
static bool is_showable(const char *name, const char *unicode)
{
	char ascii[CONVERT_SIZE], again[CONVERT_SIZE];

	if (ascii_has_only_text(unicode))
		return strcmp(name, unicode) == 0;
	return convert(name, CONVERT_FROM_UTF8, 0, ascii) == LIBIDN2_OK &&
	       convert(unicode, CONVERT_FROM_UTF8, 0, again) == LIBIDN2_OK &&
	       strcmp(ascii, again) == 0;
}

/* dig and host expect ENCODING_ERROR for what the locale cannot represent. */
static enum libidn2_code encode(const char *unicode, char **shown)
{
	size_t size = strlen(unicode) * TEXT_CHARACTER_MAX + 1, length;
	char *text = malloc(size);

	if (text == NULL)
		return LIBIDN2_MALLOC;
	if (charset_convert("locale", "UTF-8", unicode, strlen(unicode), text, size, &length) !=
	    CHARSET_OK) {
		free(text);
		return LIBIDN2_ENCODING_ERROR;
	}
	*shown = text;
	return LIBIDN2_OK;
}

static enum libidn2_code show(const char *name, char **shown)
{
	char *unicode;
	enum libidn2_code code = decode_to_utf8(name, &unicode);

	if (code != LIBIDN2_OK)
		return code;
	if (!is_showable(name, unicode))
		code = LIBIDN2_ENCODING_ERROR;
	else if (ascii_has_only_text(unicode))
		*shown = unicode;
	else
		code = encode(unicode, shown);
	if (code != LIBIDN2_OK || *shown != unicode)
		free(unicode);
	return code;
}

static enum libidn2_code to_locale(const char *name, char **output)
{
	char *shown = NULL;
	enum libidn2_code code = name != NULL ? show(name, &shown) : LIBIDN2_OK;

	return give(code, shown, output);
}

int idn2_to_unicode_8zlz(const char *input, char **output, int flags)
{
	(void)flags;
	return to_locale(input, output);
}

int idn2_to_unicode_lzlz(const char *input, char **output, int flags)
{
	char utf8[TEXT_SIZE];
	enum libidn2_code code = LIBIDN2_OK;

	(void)flags;
	if (input != NULL)
		code = text_from_locale(input, utf8);
	return code == LIBIDN2_OK ? to_locale(input != NULL ? utf8 : NULL, output) : code;
}
