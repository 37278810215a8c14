/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes a change of a file in the unified format (POSIX diff -u), without context lines:
 *
 *     --- old name
 *     +++ new name
 *     @@ -line,count +line,count @@
 *     -old line
 *     +new line
 *
 * A count of 1 is omitted; for a count of 0, line is the preceding line.
 */
#include "diff.h"

#include "show.h"

static unsigned count_lines(struct span lines)
{
	struct nsswitch_line line;
	unsigned count = 0;

	while (nsswitch_next_line(&lines, &line))
		count++;
	return count;
}

static void put_range(char sign, unsigned line, unsigned count)
{
	output_format(&standard_output, "%c%u", sign, count == 0 ? line - 1 : line);
	if (count != 1)
		output_format(&standard_output, ",%u", count);
	output_text(&standard_output, " ");
}

/* Writes the text before the next tab, and blanks up to the tab's column. */
static void put_piece(struct span *line, size_t *column)
{
	const char *from = line->next;

	while (line->next < line->end && *line->next != '\t')
		line->next++;
	output_put(&standard_output, from, (size_t)(line->next - from));
	*column += (size_t)(line->next - from);
	if (line->next < line->end) {
		output_format(&standard_output, "%*s", 8 - (int)(*column % 8), "");
		*column += 8 - *column % 8;
		line->next++;
	}
}

/* Replaces tabs by blanks for a terminal, and drops the carriage return of a CRLF. */
static void put_shown(struct span line)
{
	size_t column = 1; /* after the sign */
	bool has_newline = line.end > line.next && line.end[-1] == '\n';

	if (!output_is_terminal(&standard_output)) {
		output_put(&standard_output, line.next, span_length(line));
		return;
	}
	line.end -= has_newline;
	line.end -= has_newline && line.end > line.next && line.end[-1] == '\r';
	while (line.next < line.end)
		put_piece(&line, &column);
	if (has_newline)
		output_end(&standard_output, false);
}

static void put_lines(const char *sign, struct span lines)
{
	struct nsswitch_line line;

	while (nsswitch_next_line(&lines, &line)) {
		output_text(&standard_output, sign);
		put_shown(line.text);
		if (!line.has_newline)
			output_text(&standard_output, "\n\\ No newline at end of file\n");
	}
}

/* Lines of the file are never broken. */
void diff_put(const struct diff *diff)
{
	bool was_prose = standard_output.is_prose;

	standard_output.is_prose = false;
	output_text(&standard_output, "--- ");
	output_put(&standard_output, diff->old_name, strlen(diff->old_name));
	output_text(&standard_output, "\n+++ ");
	output_put(&standard_output, diff->new_name, strlen(diff->new_name));
	output_text(&standard_output, "\n@@ ");
	put_range('-', diff->line, count_lines(diff->old_lines));
	put_range('+', diff->line, count_lines(diff->new_lines));
	output_text(&standard_output, "@@\n");
	put_lines("-", diff->old_lines);
	put_lines("+", diff->new_lines);
	standard_output.is_prose = was_prose;
}
