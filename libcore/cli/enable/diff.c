/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A change of a file in the unified format (POSIX diff -u), without lines around it:
 *
 *     --- old name
 *     +++ new name
 *     @@ -line,count +line,count @@
 *     -old line
 *     +new line
 *
 * A count of 1 is left out; with a count of 0 line is the one before.
 */
#include "diff.h"

#include <string.h>
#include <unistd.h>

#include "output.h"

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

static bool is_harmless(char c)
{
	return c == '\t' || c == '\n' || (c >= ' ' && c <= '~');
}

/* The carriage return of a CRLF shows nothing, but would be noise as '?'. */
static void put_shown(struct span line)
{
	bool is_terminal = isatty(standard_output.fd);

	for (; line.next < line.end; line.next++) {
		bool is_crlf = line.end - line.next == 2 && memcmp(line.next, "\r\n", 2) == 0;

		output_put(&standard_output,
		           !is_terminal || is_crlf || is_harmless(*line.next) ? line.next : "?",
		           1);
	}
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

void diff_put(const struct diff *diff)
{
	output_text(&standard_output, "--- ");
	output_text(&standard_output, diff->old_name);
	output_text(&standard_output, "\n+++ ");
	output_text(&standard_output, diff->new_name);
	output_text(&standard_output, "\n@@ ");
	put_range('-', diff->line, count_lines(diff->old_lines));
	put_range('+', diff->line, count_lines(diff->new_lines));
	output_text(&standard_output, "@@\n");
	put_lines("-", diff->old_lines);
	put_lines("+", diff->new_lines);
}
