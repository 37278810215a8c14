/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Recognizes what people type or paste instead of a host name, and tells how to correct it. */
#ifndef PASTED_H
#define PASTED_H

#include <stddef.h>

/*
 * Handles an ASCII character, at octet of src, that no host name contains.  If src is more
 * than a host name (a URL, user@host, host:80, a line with a Windows line end, a blank at
 * an end ...), returns what to do, a sentence, to be freed; otherwise NULL.
 */
char *pasted_remedy(const char *src, size_t length, size_t octet);

/*
 * Decodes a name as programs print it: \321\200 (ssh, in octal; dig, in decimal) or %D1%80
 * (wget, browsers).  Returns the name in UTF-8, to be freed; NULL if src is not printed so.
 */
char *pasted_name(const char *src, size_t length);

#endif
