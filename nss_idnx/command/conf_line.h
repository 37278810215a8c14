/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The lines of an idnx.conf, for what is told of them. */
#ifndef CONF_LINE_H
#define CONF_LINE_H

#include <stdbool.h>

#include "config.h"
#include "span.h"

struct conf_line {
	unsigned number;  /* from 1 on; 0 before the first */
	struct span raw;  /* without its newline */
	struct span text; /* without blanks around it and its comment */
};

/* Takes the next line of the rest; false at the end. */
bool conf_line_next(struct span *rest, struct conf_line *line);

/* The text of the line with that number; empty where there is none. */
struct span conf_line_text(const char *conf, unsigned number);

/* The word at fault; empty where the mistake is one of the line as a whole. */
struct span conf_line_word(const char *conf, const struct config_result *config);

/* Whether the line sets that key: then *value is what stands behind "=". */
bool conf_line_sets(const struct conf_line *line, const char *key, struct span *value);

#endif
