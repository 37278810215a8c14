/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds the word that a misspelled one was meant to be.  Typing errors are counted as the optimal
 * string alignment distance: letters that are missing, superfluous, wrong or swapped.
 */
#include "show.h"

#include <sys/param.h>

#include "ascii_text.h"

#define WORD_MAX 32 /* of both words; no word of the command or of idnx.conf is longer */

/* edits[i][j] is how many edits make the first j letters of name of the first i of word. */
static int count_edits(struct span typed, const char *name)
{
	const char *word = typed.next;
	size_t length = span_length(typed);
	int edits[WORD_MAX + 1][WORD_MAX + 1];
	size_t name_length = strlen(name);

	for (size_t i = 0; i <= length; i++)
		for (size_t j = 0; j <= name_length; j++) {
			edits[i][j] = (int)(i + j);
			if (i == 0 || j == 0)
				continue;
			edits[i][j] = MIN(edits[i - 1][j], edits[i][j - 1]) + 1;
			edits[i][j] = MIN(edits[i][j],
			                  edits[i - 1][j - 1] +
			                          !ascii_same(&word[i - 1], &name[j - 1], 1));
			if (i > 1 && j > 1 && ascii_same(&word[i - 1], &name[j - 2], 1) &&
			    ascii_same(&word[i - 2], &name[j - 1], 1))
				edits[i][j] = MIN(edits[i][j], edits[i - 2][j - 2] + 1);
		}
	return edits[length][name_length];
}

struct similar similar_to(struct span word)
{
	return (struct similar){ .word = word, .edits = (int)span_length(word) / 3 + 1 };
}

void similar_try(struct similar *similar, const char *candidate)
{
	int edits;

	if (span_length(similar->word) > WORD_MAX || *candidate == '\0' ||
	    strlen(candidate) > WORD_MAX)
		return;
	edits = count_edits(similar->word, candidate);
	if (edits < similar->edits) {
		similar->edits = edits;
		similar->found = candidate;
	}
}
