/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Writes what to do: a sentence, with a command or a line that is never broken in two. */
#include "show.h"

char *remedy_text(const struct remedy *remedy)
{
	if (remedy->command == NULL)
		return remedy->words;
	return words_format("%s%s: %s", remedy->words,
	                    geteuid() == 0 || remedy->is_line ? "" : " as root",
	                    remedy->command);
}

/* A log gets one line; a page, which has text to the left, and a terminal get narrow ones. */
void remedy_write(struct output *output, int column, const struct remedy *remedy)
{
	size_t whole = remedy->command != NULL ? strlen(remedy->command) : 0;
	const char *text = remedy_text(remedy);

	if (column > 0 || (output->is_prose && output->is_terminal)) {
		paragraph_put(output, column, text, whole);
		return;
	}
	output_put(output, span_of_text(text), VISIBLE);
	output_text(output, "\n");
}

void remedy_row(const char *title, const char *text)
{
	const char *allow = strstr(text, ": idnx allow "), *set = strstr(text, ": idnx set ");
	const char *command = allow ? allow : set;

	output_text(&standard_output, title);
	paragraph_put(&standard_output, (int)strlen(title), text,
	              command ? strlen(command + strlen(": ")) : 0);
}
