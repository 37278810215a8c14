/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes the texts of --help, unchanged or rewrapped for a narrow terminal.  Such a text
 * has paragraphs, and items, which have a term:
 *
 *     Shows what a lookup does with each NAME, or with each line of standard input if
 *     there is none, under this machine's idnx.conf
 *
 *       --set=KEY=VALUE             judge by this setting instead of idnx.conf, and
 *       ^ indent                    end with totals; may be given several times
 *                                   ^ column
 */
#include "help.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "output.h"
#include "paragraph.h"

#define FULL_WIDTH    80
#define NARROW_COLUMN 6 /* of the text under a term, if the column is too far to the right */

struct item {
	bool is_open;
	size_t column; /* of its text; 0: unknown, the text is yet to come */
	char term[FULL_WIDTH + 1]; /* with the blanks before it; "" if none */
	char text[1024];
};

static void put_spaces(int count)
{
	for (int i = 0; i < count; i++)
		output_text(&standard_output, " ");
}

static void put_item(struct item *item)
{
	int width = (int)strlen(item->term), column = (int)item->column;
	bool is_narrow = column > output_columns(&standard_output) / 2;

	if (!item->is_open)
		return;
	if (is_narrow)
		column = NARROW_COLUMN;
	output_text(&standard_output, item->term);
	if (width > 0 && (is_narrow || width + 2 > column)) {
		output_text(&standard_output, "\n");
		width = 0;
	}
	put_spaces(column - width);
	paragraph_put(&standard_output, column, item->text);
	output_text(&standard_output, "\n");
	*item = (struct item){ .is_open = false };
}

static void add_text(struct item *item, const char *text, size_t length)
{
	size_t used = strlen(item->text);

	snprintf(item->text + used, sizeof item->text - used, "%s%.*s", used > 0 ? " " : "",
	         (int)length, text);
}

/* Begins with a line of length octets that has indent blanks. */
static void begin_item(struct item *item, const char *line, size_t length, size_t indent)
{
	const char *gap = memmem(line + indent, length - indent, "  ", 2);
	size_t term = indent > 0 ? length : 0;

	if (indent > 0 && gap) {
		term = (size_t)(gap - line);
		item->column = term + strspn(gap, " ");
	}
	item->is_open = true;
	snprintf(item->term, sizeof item->term, "%.*s", (int)term, line);
	if (term < length)
		add_text(item, line + item->column, length - item->column);
}

static bool continues(struct item *item, size_t indent)
{
	if (item->is_open && item->text[0] == '\0' && indent > strspn(item->term, " "))
		item->column = indent;
	return item->is_open && indent == item->column;
}

static void put_narrow(const char *text)
{
	struct item item = { .is_open = false };

	while (*text != '\0') {
		size_t length = strcspn(text, "\n"), indent = strspn(text, " ");

		if (length == 0) {
			put_item(&item);
			output_text(&standard_output, "\n");
		} else if (continues(&item, indent)) {
			add_text(&item, text + indent, length - indent);
		} else {
			put_item(&item);
			begin_item(&item, text, length, indent);
		}
		text += length;
		text += *text == '\n';
	}
	put_item(&item);
}

void help_put(const char *text)
{
	standard_output.is_prose = true;
	if (output_columns(&standard_output) < FULL_WIDTH)
		put_narrow(text);
	else
		output_text(&standard_output, text);
}
