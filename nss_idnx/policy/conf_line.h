/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The lines of an idnx.conf, for whoever shows them; config.c interprets them. */
#ifndef POLICY_CONF_LINE_H
#define POLICY_CONF_LINE_H

#include <stdbool.h>

#include "config.h"
#include "span.h"

struct conf_line {
	unsigned number;  /* counted from 1; 0 before the first line */
	struct span raw;  /* without its newline */
	struct span text; /* without surrounding blanks and comment */
};

/* Takes the next line of the rest; returns false at the end. */
bool conf_line_next(struct span *rest, struct conf_line *line);

/* Returns the text of the line with that number; empty if there is none. */
struct span conf_line_text(const char *conf, unsigned number);

/* Returns whether the line sets that key; if so, *value is the text after "=". */
bool conf_line_sets(const struct conf_line *line, const char *key, struct span *value);

#endif
