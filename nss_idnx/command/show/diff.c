/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Shows a change of a file as diff -U0 does. */
#include "show.h"

static struct span take_line(struct span text)
{
	struct span line = span_before(text, '\n');

	line.end += line.end < text.end;
	return line;
}

static struct span last_line(struct span text)
{
	size_t before = span_length(text) - !span_is_empty(text);
	const char *end = memrchr(text.next, '\n', before);

	return (struct span){ end ? end + 1 : text.next, text.end };
}

/* Leaves what differs, from the first such line to the last; returns the number of the first. */
static unsigned trim_same(struct span *before, struct span *after)
{
	unsigned line = 1;

	for (; !span_is_empty(*before) && span_is_same(take_line(*before), take_line(*after));
	     line++) {
		before->next = take_line(*before).end;
		after->next = take_line(*after).end;
	}
	while (!span_is_empty(*before) && span_is_same(last_line(*before), last_line(*after))) {
		before->end = last_line(*before).next;
		after->end = last_line(*after).next;
	}
	return line;
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
		output_put(&standard_output, line, LINES);
		if (line.end[-1] != '\n')
			output_text(&standard_output, "\n\\ No newline at end of file\n");
	}
}

void diff_put(const char *path, struct span before, struct span after)
{
	bool was_prose = standard_output.is_prose;
	unsigned line = trim_same(&before, &after);

	standard_output.is_prose = false;
	if (path) {
		output_line(&standard_output, "--- %s", path);
		output_line(&standard_output, "+++ %s", path);
	}
	output_text(&standard_output, "@@");
	put_range('-', line, count_lines(before));
	put_range('+', line, count_lines(after));
	output_text(&standard_output, " @@\n");
	put_lines('-', before);
	put_lines('+', after);
	standard_output.is_prose = was_prose;
}
