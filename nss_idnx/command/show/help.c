/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "show.h"

#define NARROW_COLUMN 6 /* of the text below a term, if its column is too far to the right */

void help_put_item(const char *term, int column, const char *text)
{
	int used = (int)strlen("  ") + (int)strlen(term);

	standard_output.is_prose = true;
	output_format(&standard_output, "  %s", term);
	if (column > output_columns(&standard_output) / 2 || used + 2 > column) {
		output_text(&standard_output, "\n");
		used = 0;
		column = NARROW_COLUMN;
	}
	for (; used < column; used++)
		output_text(&standard_output, " ");
	paragraph_put(&standard_output, column, text);
	output_text(&standard_output, "\n");
}

/* Writes a line that begins with two blanks: term, blanks, text. */
static void put_line_of_item(char *line)
{
	char *gap = strstr(line + 2, "  ");
	char *text = gap ? gap + strspn(gap, " ") : line + strlen(line);

	if (gap)
		*gap = '\0';
	help_put_item(line + 2, (int)(text - line), text);
}

void help_put(const char *text)
{
	standard_output.is_prose = true;
	while (*text != '\0') {
		size_t length = strcspn(text, "\n");
		char *line = words_format("%.*s", (int)length, text);

		if (strncmp(line, "  ", 2) == 0) {
			put_line_of_item(line);
		} else {
			paragraph_put(&standard_output, 0, line);
			output_text(&standard_output, "\n");
		}
		free(line);
		text += length;
		text += *text == '\n';
	}
}
