/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Strings of JSON (RFC 8259) out of any octets. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

#include "output.h"

/*
 * Writes the octets as a JSON string, quotation marks included.  It is valid
 * JSON and harmless on a terminal whatever they are: controls (C0, DEL and C1)
 * and format characters, those of direction among them, are escaped, and what is
 * not UTF-8 becomes U+FFFD, one or more of them, as libunistring divides it.
 */
void json_string(struct output *output, const char *octets, size_t length);

/* The same of a C string. */
void json_text(struct output *output, const char *text);

/* The same of a name: its first IDNX_INPUT_MAX octets, no character cut. */
void json_name(struct output *output, const char *octets, size_t length);

#endif
