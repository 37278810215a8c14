/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the user does about a problem: words, optionally followed by a command for sh(1). */
#ifndef REMEDY_H
#define REMEDY_H

#include "output.h"

struct remedy {
	char *words;   /* the whole remedy; if a command follows, they end with "run" */
	char *command; /* for root; NULL if there is none */
};

__attribute__((format(printf, 1, 2)))
struct remedy remedy_words(const char *format, ...);

__attribute__((format(printf, 2, 3)))
struct remedy remedy_command(const char *words, const char *format, ...);

/* Returns "Run: idnx enable", for root; to be freed. */
char *remedy_text(const struct remedy *remedy);

/*
 * Writes the same as a line, from the given column on.  On a terminal that is too narrow,
 * the command gets a line of its own, which nothing breaks.
 */
void remedy_write(struct output *output, int column, const struct remedy *remedy);

void remedy_free(struct remedy *remedy);

#endif
