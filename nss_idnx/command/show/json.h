/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes JSON (RFC 8259): strings from any octets, and objects and lists of them. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

#include "input.h"
#include "output.h"

/*
 * Writes the octets as a JSON string, quotation marks included.  The string is valid JSON
 * and harmless on a terminal, whatever the octets are: controls (C0, DEL and C1) and format
 * characters, such as those of direction, are escaped.  What is not UTF-8 becomes one or
 * more U+FFFD, as libunistring divides it.
 */
void json_string(struct output *output, const char *octets, size_t length);

/*
 * Write objects and lists to standard output, and the commas between their values.  Each
 * begins and ends with a bracket of its kind; the end of an outermost object ends the line.
 * The name of a member is NULL in a list and at the outermost level.
 */
void json_begin(const char *name, char bracket);
void json_end(char bracket);
void json_end_line(void);

/* Writes what precedes a value that the caller writes by other means. */
void json_member(const char *name);

/* Writes a string; null for NULL. */
void json_octets(const char *name, const char *octets, size_t length);
void json_text(const char *name, const char *text);

void json_number(const char *name, unsigned long long number);

/* Writes the member "input": the first IDNX_INPUT_MAX octets, in whole characters. */
void json_input(const struct input_name *name);

#endif
