/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the files of the library call of each other; libidn2.h has the map. */
#ifndef LIBIDN2_CONVERT_H
#define LIBIDN2_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "idnx.h"
#include "libidn2.h"

/* --- codes.c ---------------------------------------------------------------- */

/* Returns the code of the rule that a name breaks. */
enum libidn2_code code_of_status(enum idnx_status status);

/* --- text.c ----------------------------------------------------------------- */

/* Octets of a name without its root dot. */
#define TEXT_NAME_MAX (IDNX_HOST_NAME_SIZE - 2)

/* Octets, in UTF-8 and in any charset of a locale; GB18030 is the worst. */
#define TEXT_CHARACTER_MAX 4

/* Returns how many characters it has; SIZE_MAX if it is not UTF-8. */
size_t text_length(const char *text);

/* Converts a name that is not UTF-8 from a charset, as charset.h has it. */
enum libidn2_code text_decode(const char *charset, const char *src,
                              char utf8[static IDNX_NAME_SIZE]);

/* Converts length code points, or fewer if a 0 ends them, to size octets of UTF-8. */
enum libidn2_code text_from_code_points(const uint32_t *src, size_t length, char *utf8,
                                        size_t size);

/* Sets *output to the code points of well-formed UTF-8, and a 0, for the caller to free. */
enum libidn2_code text_to_code_points(const char *utf8, uint32_t **output);

/*
 * If code is LIBIDN2_OK, sets what output points to, a char * or uint8_t *, to a copy of the text,
 * for the caller to free, or to NULL if text is NULL.  output may be NULL.
 */
enum libidn2_code text_give(enum libidn2_code code, const char *text, void *output);

/* --- convert.c -------------------------------------------------------------- */

/* The charset of a name that is not UTF-8: unknown, or that of the locale. */
enum convert_from { CONVERT_FROM_UTF8, CONVERT_FROM_LOCALE };

/* Writes the ASCII form of a name; ascii is valid only if LIBIDN2_OK. */
enum libidn2_code convert_name(const char *name, enum convert_from from, int flags,
                               char ascii[static IDNX_HOST_NAME_SIZE]);

#endif
