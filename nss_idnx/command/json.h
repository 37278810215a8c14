/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* JSON (RFC 8259): strings out of any octets, and objects and lists of them. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

#include "input.h"
#include "output.h"

/*
 * Writes the octets as a JSON string, quotation marks included.  It is valid
 * JSON and harmless on a terminal whatever they are: controls (C0, DEL and C1)
 * and format characters, those of direction among them, are escaped, and what is
 * not UTF-8 becomes U+FFFD, one or more of them, as libunistring divides it.
 */
void json_string(struct output *output, const char *octets, size_t length);

/*
 * Objects and lists, on standard output; commas come by themselves.  Each begins and ends
 * with a bracket of its kind, an object that is in no other with the end of its line.  A
 * member of an object has a name, in a list and outside of all it is NULL.
 */
void json_begin(const char *name, char bracket);
void json_end(char bracket);
void json_end_line(void);

/* What comes before a value that is written in another way. */
void json_member(const char *name);

/* A string; null for a NULL. */
void json_octets(const char *name, const char *octets, size_t length);
void json_text(const char *name, const char *text);

void json_number(const char *name, unsigned long long number);

/* The member "input": the name's first IDNX_INPUT_MAX octets, no character cut. */
void json_input(const struct input_name *name);

#endif
