/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The functions that return the ASCII form of a name: convert.c with other types. */
#include "convert.h"

#include <string.h>

/* Sets *output to a copy for the caller to free; output and name may be NULL. */
static int to_ascii(const char *name, enum convert_from from, char **output, int flags)
{
	char ascii[CONVERT_SIZE];

	if (name == NULL)
		return text_give(LIBIDN2_OK, NULL, output);
	return text_give(convert(name, from, flags, ascii), ascii, output);
}

/* The same with octets for characters. */
static int to_ascii_u8(const uint8_t *name, uint8_t **output, int flags)
{
	char *ascii;
	int code = to_ascii((const char *)name, CONVERT_FROM_UTF8,
	                    output != NULL ? &ascii : NULL, flags);

	if (code == LIBIDN2_OK && output != NULL)
		*output = (uint8_t *)ascii;
	return code;
}

static int to_ascii_4(const uint32_t *name, size_t length, char **output, int flags)
{
	char utf8[TEXT_SIZE];
	enum libidn2_code code = LIBIDN2_OK;

	if (name != NULL)
		code = text_from_code_points(name, length, utf8);
	if (code != LIBIDN2_OK)
		return code;
	return to_ascii(name != NULL ? utf8 : NULL, CONVERT_FROM_UTF8, output, flags);
}

int idn2_lookup_u8(const uint8_t *src, uint8_t **lookupname, int flags)
{
	return to_ascii_u8(src, lookupname, flags);
}

int idn2_lookup_ul(const char *src, char **lookupname, int flags)
{
	return to_ascii(src, CONVERT_FROM_LOCALE, lookupname, flags);
}

int idn2_to_ascii_8z(const char *input, char **output, int flags)
{
	return to_ascii(input, CONVERT_FROM_UTF8, output, flags);
}

int idn2_to_ascii_lz(const char *input, char **output, int flags)
{
	return to_ascii(input, CONVERT_FROM_LOCALE, output, flags);
}

int idn2_to_ascii_4z(const uint32_t *input, char **output, int flags)
{
	return to_ascii_4(input, SIZE_MAX, output, flags);
}

int idn2_to_ascii_4i2(const uint32_t *input, size_t inlen, char **output, int flags)
{
	return to_ascii_4(input, inlen, output, flags);
}

/* Writes a NUL, too, which libidn2 does only since 2.3.5. */
int idn2_to_ascii_4i(const uint32_t *input, size_t inlen, char *output, int flags)
{
	char utf8[TEXT_SIZE] = "", ascii[CONVERT_SIZE] = "";
	enum libidn2_code code = LIBIDN2_OK;

	if (input != NULL)
		code = text_from_code_points(input, inlen, utf8);
	if (code == LIBIDN2_OK)
		code = convert(utf8, CONVERT_FROM_UTF8, input != NULL ? flags : 0, ascii);
	if (code == LIBIDN2_OK && strlen(ascii) > TEXT_LABEL_MAX)
		code = LIBIDN2_TOO_BIG_LABEL;
	if (code == LIBIDN2_OK && output != NULL)
		memcpy(output, ascii, strlen(ascii) + 1);
	return code;
}
