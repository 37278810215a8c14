/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Reads the names of make bench: see corpora.h. */
#include "corpora.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct corpus corpora[CORPORA];

/* They stay where they are read, one after the other. */
void corpora_read(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL, *line;
	size_t size = 0, kinds = 0, names = 0;

	if (file == NULL || getdelim(&text, &size, '\0', file) == -1) {
		perror(path);
		exit(1);
	}
	fclose(file);
	while (*(line = strsep(&text, "\n")) != '\0')
		if (strncmp(line, "= ", 2) == 0) {
			corpora[kinds++].title = line + 2;
			names = 0;
		} else {
			corpora[kinds - 1].names[names++] = (struct name){ line, strlen(line) };
		}
}
