/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What people write or paste where a host name belongs, and how to make one of it. */
#ifndef PASTED_H
#define PASTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * If the ASCII character at octet of src, which no host name has, stands there because src is
 * more than a host name (a URL, user@host, host:80, a line that ends as Windows has it, a
 * blank at an end ...), writes what to do, a sentence, and returns true.
 */
bool pasted_put_remedy(FILE *out, const char *src, size_t length, size_t octet);

#endif
