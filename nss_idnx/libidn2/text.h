/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Converts names between UTF-8 and what programs use. */
#ifndef LIBIDN2_TEXT_H
#define LIBIDN2_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "codes.h"

/* In octets with the NUL; longer names are rejected. */
#define TEXT_SIZE (IDNX_INPUT_MAX + 1)

/* Octets of a label, and of a name without its root dot: RFC 1035 section 2.3.4. */
#define TEXT_LABEL_MAX 63
#define TEXT_NAME_MAX  253

/* Octets, in UTF-8 and in any charset of a locale; GB18030 is the worst. */
#define TEXT_CHARACTER_MAX 4

/* Converts length code points, or fewer if a 0 ends them. */
enum libidn2_code text_from_code_points(const uint32_t *src, size_t length,
                                        char utf8[static TEXT_SIZE]);

/* Copies UTF-8 unchanged; converts anything else from the charset of the locale. */
enum libidn2_code text_from_locale(const char *src, char utf8[static TEXT_SIZE]);

/*
 * Converts src, well-formed UTF-8, to *length code points, at most as many as octets, and a
 * 0 after them.
 */
enum libidn2_code text_to_code_points(const char *src, size_t src_len, uint32_t *dst,
                                      size_t *length);

/* Writes scalar values and a NUL; utf8 has room for TEXT_CHARACTER_MAX octets each. */
void text_from_scalars(const uint32_t *src, size_t length, char *utf8);

/*
 * If code is LIBIDN2_OK, sets *output to a copy of the text, for the caller to free, or to
 * NULL if text is NULL.  output may be NULL.
 */
enum libidn2_code text_give(enum libidn2_code code, const char *text, char **output);

#endif
