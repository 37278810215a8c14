/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What the user does about a problem: words, optionally followed by a command for sh(1) or by
 * the line of a file as it should be.
 */
#ifndef REMEDY_H
#define REMEDY_H

#include "output.h"

struct remedy {
	char *words;   /* the whole remedy; if a command follows, they end with "run" */
	char *command; /* for root, or a line; NULL if there is neither */
	bool is_line;
};

__attribute__((format(printf, 1, 2)))
struct remedy remedy_words(const char *format, ...);

__attribute__((format(printf, 2, 3)))
struct remedy remedy_command(const char *words, const char *format, ...);

/* The words end with what the line is for: "Write line 2 as". */
__attribute__((format(printf, 2, 3)))
struct remedy remedy_line(const char *line, const char *format, ...);

/* Returns "Run: idnx enable", for root, or "Write line 2 as: exclude = .a"; to be freed. */
char *remedy_text(const struct remedy *remedy);

/*
 * Writes the same from the given column on, in lines of the output's width.  If that is too
 * narrow, the command or the line gets a line of its own, which nothing breaks.
 */
void remedy_write(struct output *output, int column, const struct remedy *remedy);

void remedy_free(struct remedy *remedy);

#endif
