/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Shows a change of a file as diff -U0 does. */
#include "show.h"

static struct span take_line(struct span text)
{
	struct span line = span_before(text, '\n');

	line.end += line.end < text.end;
	return line;
}

static bool ends_line(struct span text)
{
	return span_is_empty(text) || text.end[-1] == '\n';
}

/* Leaves what differs, from the first such line to the last; returns the number of the first. */
static unsigned trim_same(struct span *before, struct span *after)
{
	struct span one, other;
	unsigned line = 1;

	for (; !span_is_empty(*before) && span_is_same(take_line(*before), take_line(*after));
	     line++) {
		before->next = take_line(*before).end;
		after->next = take_line(*after).end;
	}
	one = *before;
	other = *after;
	for (;; one.end--, other.end--) {
		if (ends_line(one) && ends_line(other)) {
			before->end = one.end;
			after->end = other.end;
		}
		if (span_is_empty(one) || span_is_empty(other) || one.end[-1] != other.end[-1])
			return line;
	}
}

static unsigned count_lines(struct span text)
{
	unsigned count = 0;

	for (; !span_is_empty(text); text.next = take_line(text).end)
		count++;
	return count;
}

static void put_range(char sign, unsigned line, unsigned count)
{
	output_format(&standard_output, " %c%u", sign, line - (count == 0));
	if (count != 1)
		output_format(&standard_output, ",%u", count);
}

static void put_lines(char sign, struct span text)
{
	for (struct span line; !span_is_empty(text); text.next = line.end) {
		line = take_line(text);
		output_format(&standard_output, "%c", sign);
		output_lines(&standard_output, line.next, span_length(line));
		if (line.end[-1] != '\n')
			output_text(&standard_output, "\n\\ No newline at end of file\n");
	}
}

void diff_put_head(const char *path)
{
	output_text(&standard_output, "--- ");
	output_put(&standard_output, path, strlen(path));
	output_text(&standard_output, "\n+++ ");
	output_put(&standard_output, path, strlen(path));
	output_text(&standard_output, "\n");
}

void diff_put(struct span before, struct span after)
{
	bool was_prose = standard_output.is_prose;
	unsigned line = trim_same(&before, &after);

	standard_output.is_prose = false;
	output_text(&standard_output, "@@");
	put_range('-', line, count_lines(before));
	put_range('+', line, count_lines(after));
	output_text(&standard_output, " @@\n");
	put_lines('-', before);
	put_lines('+', after);
	standard_output.is_prose = was_prose;
}
