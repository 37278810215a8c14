/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The functions that return the ASCII form of a name: convert.c with other types. */
#include "convert.h"

#include <string.h>

static int to_ascii(const char *name, enum convert_from from, char **output, int flags)
{
	char ascii[IDNX_HOST_NAME_SIZE];

	if (name == NULL)
		return text_give(LIBIDN2_OK, NULL, output);
	return text_give(convert_name(name, from, flags, ascii), ascii, output);
}

int idn2_lookup_u8(const uint8_t *src, uint8_t **lookupname, int flags)
{
	char *ascii;
	int code = to_ascii((const char *)src, CONVERT_FROM_UTF8,
	                    lookupname != NULL ? &ascii : NULL, flags);

	if (code == LIBIDN2_OK && lookupname != NULL)
		*lookupname = (uint8_t *)ascii;
	return code;
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

/* --- Code points ---------------------------------------------------------------- */

static enum libidn2_code convert_4(const uint32_t *name, size_t length, int flags,
                                   char ascii[static IDNX_HOST_NAME_SIZE])
{
	char utf8[IDNX_NAME_SIZE];
	enum libidn2_code code = text_from_code_points(name, length, utf8, sizeof utf8);

	return code == LIBIDN2_OK ? convert_name(utf8, CONVERT_FROM_UTF8, flags, ascii) : code;
}

int idn2_to_ascii_4z(const uint32_t *input, char **output, int flags)
{
	return idn2_to_ascii_4i2(input, SIZE_MAX, output, flags);
}

int idn2_to_ascii_4i2(const uint32_t *input, size_t inlen, char **output, int flags)
{
	char ascii[IDNX_HOST_NAME_SIZE];

	if (input == NULL)
		return text_give(LIBIDN2_OK, NULL, output);
	return text_give(convert_4(input, inlen, flags, ascii), ascii, output);
}

/* Writes a NUL, too, which libidn2 does only since 2.3.5. */
int idn2_to_ascii_4i(const uint32_t *input, size_t inlen, char *output, int flags)
{
	char ascii[IDNX_HOST_NAME_SIZE] = "";
	enum libidn2_code code = LIBIDN2_OK;

	if (input != NULL)
		code = convert_4(input, inlen, flags, ascii);
	if (code == LIBIDN2_OK && strlen(ascii) > IDNX_LABEL_MAX)
		code = LIBIDN2_TOO_BIG_LABEL;
	if (code == LIBIDN2_OK && output != NULL)
		strcpy(output, ascii);
	return code;
}
