/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The lines of an idnx.conf: for config.c, which interprets them, and for whoever shows them. */
#ifndef POLICY_CONF_LINE_H
#define POLICY_CONF_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "span.h"

/* Octets of a line that are read at once; room for some 150 suffixes in a list. */
#define CONF_LINE_MAX 4095

struct conf_line {
	unsigned number;  /* counted from 1; 0 before the first line */
	struct span raw;  /* without its newline */
	struct span text; /* without byte order mark, CR, comment, and surrounding blanks */
};

/* Takes the next line of the rest; returns false at the end. */
bool conf_line_next(struct span *rest, struct conf_line *line);

/* Returns the text of the line with that number; empty if there is none. */
struct span conf_line_text(const char *conf, unsigned number);

static inline bool conf_line_is_section(const struct conf_line *line)
{
	return !span_is_empty(line->text) && line->text.next[0] == '[';
}

/* Splits "key = value"; returns false if there is no "=". */
bool conf_line_split(const struct conf_line *line, struct span *key, struct span *value);

/*
 * Passes the whole lines of a window, length octets, to take, and moves what follows them to its
 * beginning; returns the length of that, at most CONF_LINE_MAX.  A longer line is passed as it is.
 */
typedef void conf_lines_taker(void *context, struct span lines);
size_t conf_lines_take(char *window, size_t length, conf_lines_taker *take, void *context);

#endif
