/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The functions that return the ASCII form of a name: convert.c with other types. */
#include "convert.h"

#include <string.h>

#include "ascii_text.h"

static int to_ascii(const char *name, enum convert_from from, void *output, int flags)
{
	char ascii[IDNX_HOST_NAME_SIZE];

	if (name == NULL)
		return text_give(LIBIDN2_OK, NULL, output);
	return text_give(convert_name(name, from, flags, ascii), ascii, output);
}

int idn2_lookup_u8(const uint8_t *src, uint8_t **lookupname, int flags)
{
	return to_ascii((const char *)src, CONVERT_FROM_UTF8, lookupname, flags);
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

/* --- Registration --------------------------------------------------------------- */

/*
 * RFC 5891 section 4 allows less than a lookup: IDNA2008's repertoire and its contextual rules.
 * They are not implemented here, so labels to which they apply are rejected.
 */
static int register_label(const char *ulabel, const char *alabel, void *insertname)
{
	enum libidn2_code code = LIBIDN2_OK;

	if (alabel != NULL || (ulabel != NULL && !ascii_has_only_text(ulabel)))
		code = LIBIDN2_IDNX_REGISTER;
	else if (ulabel != NULL && strlen(ulabel) > IDNX_LABEL_MAX)
		code = LIBIDN2_TOO_BIG_LABEL;
	return text_give(code, ulabel, insertname);
}

int idn2_register_ul(const char *ulabel, const char *alabel, char **insertname, int flags)
{
	(void)flags;
	return register_label(ulabel, alabel, insertname);
}

int idn2_register_u8(const uint8_t *ulabel, const uint8_t *alabel, uint8_t **insertname,
                     int flags)
{
	(void)flags;
	return register_label((const char *)ulabel, (const char *)alabel, insertname);
}
