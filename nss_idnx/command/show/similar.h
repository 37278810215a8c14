/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * "Did you mean": the word of a list that a mistyped word probably means.  Upper and lower
 * case are the same.
 *
 *     struct similar similar = similar_to("Docor", 5);
 *
 *     for (i = 0; i < COMMANDS; i++)
 *             similar_try(&similar, commands[i].name);
 *     similar_found(&similar) is "doctor"
 */
#ifndef SIMILAR_H
#define SIMILAR_H

#include <stddef.h>

struct similar {
	const char *word; /* as it was typed */
	size_t length;
	const char *beginning; /* the last that begins with the word */
	int beginnings;        /* how many do */
	const char *nearest;   /* the one with the fewest edits */
	int edits;             /* how many it has; more than allowed if there is none */
};

/* Begins the search for a word, which has to stay, with no list read yet. */
struct similar similar_to(const char *word, size_t length);

/* Compares one word of the list, which has to stay. */
void similar_try(struct similar *similar, const char *candidate);

/*
 * Returns the only word that begins with what was typed, or else the first with the fewest
 * edits: one letter in three may err.  Returns NULL if there is none.
 */
const char *similar_found(const struct similar *similar);

#endif
