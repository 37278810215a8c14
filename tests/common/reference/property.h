/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * One property of the Unicode character database for every code point, from the
 * file Unicode derives for it (UAX #44).
 */
#ifndef REFERENCE_PROPERTY_H
#define REFERENCE_PROPERTY_H

#include "unicode_file.h"

/*
 * Reads a file of rows "range; value", or, where property is not NULL, its rows
 * "range; property; value".  value() turns a value's name, short or long, into
 * a number; a negative one ends the program.
 */
void property_read(const char *file, const char *property, int (*value)(const char *name),
                   uint8_t values[UNICODE_CODE_POINTS]);

/* Returns the index of name in names, a list that NULL terminates, or -1. */
int property_index(const char *const *names, const char *name);

#endif
