/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What a user does about something: words, or a command line for sh(1) after them. */
#ifndef REMEDY_H
#define REMEDY_H

#include "output.h"

struct remedy {
	char *words;   /* all of it; where there is a command they end with "run" */
	char *command; /* for root; NULL: there is none */
};

__attribute__((format(printf, 1, 2)))
struct remedy remedy_words(const char *format, ...);

__attribute__((format(printf, 2, 3)))
struct remedy remedy_command(const char *words, const char *format, ...);

/* "Run: idnx enable", to root; the caller's to free. */
char *remedy_text(const struct remedy *remedy);

/*
 * The same as a line, in which column others stand before it.  On a terminal that is too narrow
 * the command has a line of its own, in which nothing breaks it.
 */
void remedy_write(struct output *output, int column, const struct remedy *remedy);

void remedy_free(struct remedy *remedy);

/* As vasprintf(); without memory the run ends with EXIT_IO. */
__attribute__((format(printf, 1, 2)))
char *text_format(const char *format, ...);

#endif
