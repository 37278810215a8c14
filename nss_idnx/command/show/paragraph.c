/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Breaks lines at blanks.  Columns are a terminal's: wide characters take two. */
#include "show.h"

static void begin_line(struct output *output, int indent)
{
	output_text(output, "\n");
	for (int i = 0; i < indent; i++)
		output_text(output, " ");
}

/* Returns the length up to a blank where the line may break: "key = value" stays whole. */
static size_t word_length(const char *text)
{
	static const char equals[] = " = ";
	size_t length = strcspn(text, " ");

	while (strncmp(text + length, equals, strlen(equals)) == 0) {
		length += strlen(equals);
		length += strcspn(text + length, " ");
	}
	return length;
}

void paragraph_put(struct output *output, int indent, const char *text)
{
	int column = indent;

	while (*text != '\0') {
		size_t length = word_length(text);
		int width = output_width(output, text, length);

		if (column > indent && column + 1 + width > output_columns(output)) {
			begin_line(output, indent);
			column = indent;
		}
		if (column > indent)
			output_text(output, " ");
		output_visible(output, text, length);
		column += (column > indent) + width;
		text += length;
		text += strspn(text, " ");
	}
}
