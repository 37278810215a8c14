/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The rules of an idnx.conf, read for a handle. */
#ifndef LIBIDNX_RULES_READ_H
#define LIBIDNX_RULES_READ_H

#include "rules.h"

/*
 * Reads the text of an idnx.conf; rules->parser.result has its first error.  Returns false if
 * there is no memory.  rules is empty before.
 */
bool rules_read(struct rules *rules, const char *text, size_t length);

/* Leaves rules empty. */
void rules_free(struct rules *rules);

#endif
