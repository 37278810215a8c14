/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The scripts of every code point and its other properties that UTS #39 needs, from
 * Unicode's files.  A script is its short name, "Latn".
 */
#ifndef REFERENCE_SCRIPT_H
#define REFERENCE_SCRIPT_H

#include "unicode_file.h"

#define SCRIPTS_MAX 256

/* The files it reads, ended by NULL. */
extern const char *const script_files[];

void script_read(void);

/* Returns "Latin" for "Latn". */
const char *script_long_name(const char *script);

/* Returns Script_Extensions: short names in the file's order, ended by NULL. */
const char *const *script_extensions(uint32_t code_point);

/*
 * Returns the scripts that have a character of their own with Identifier_Type=Recommended,
 * ended by NULL.
 */
const char *const *script_recommended(void);

/* Returns the zero of a decimal digit's number system; 0 if it is no such digit. */
uint32_t script_zero(uint32_t code_point);

#endif
