/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Names as UTF-8, whatever a program has them in. */
#ifndef LIBIDN2_TEXT_H
#define LIBIDN2_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "codes.h"

/* With the NUL: no longer name is read. */
#define TEXT_SIZE (IDNX_INPUT_MAX + 1)

/* Octets of a label, and of a name without its root dot: RFC 1035 section 2.3.4. */
#define TEXT_LABEL_MAX 63
#define TEXT_NAME_MAX  253

/* In UTF-8 as in any charset of a locale, GB18030 being the worst. */
#define TEXT_CHARACTER_MAX 4

/* length code points, or fewer where a 0 ends them. */
enum libidn2_code text_from_code_points(const uint32_t *src, size_t length,
                                        char utf8[static TEXT_SIZE]);

/* UTF-8, which comes as it is; or else what the locale says. */
enum libidn2_code text_from_locale(const char *src, char utf8[static TEXT_SIZE]);

/*
 * The well-formed UTF-8 of src as code points and a 0, of which there are at most as many as
 * octets; their number in *length.
 */
enum libidn2_code text_to_code_points(const char *src, size_t src_len, uint32_t *dst,
                                      size_t *length);

/* Writes scalar values and a NUL: TEXT_CHARACTER_MAX octets each have to fit. */
void text_from_scalars(const uint32_t *src, size_t length, char *utf8);

/*
 * If code is LIBIDN2_OK, *output is a copy of the text, the caller's to free, and NULL of a
 * NULL; output may be NULL.
 */
enum libidn2_code text_give(enum libidn2_code code, const char *text, char **output);

#endif
