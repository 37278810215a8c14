/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Text in memory. */
#include "words.h"

#include "output.h"

FILE *words_open(char **words)
{
	static size_t size; /* the length, which nobody needs */
	FILE *out = open_memstream(words, &size);

	if (!out)
		die_io("memory");
	return out;
}

void words_close(FILE *out)
{
	if (fclose(out) != 0)
		die_io("memory");
}
