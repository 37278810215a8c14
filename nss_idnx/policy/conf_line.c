/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds the lines of an idnx.conf; config.c interprets them. */
#include "conf_line.h"

bool conf_line_next(struct span *rest, struct conf_line *line)
{
	if (span_is_empty(*rest))
		return false;
	line->text = line->raw = span_before(*rest, '\n');
	rest->next = line->raw.end + (line->raw.end < rest->end);
	if (!span_is_empty(line->text) && line->text.end[-1] == '\r')
		line->text.end--;
	line->number++;
	if (line->number == 1)
		line->text = span_without_byte_order_mark(line->text);
	line->text = span_trim(span_before(line->text, '#'));
	return true;
}

struct span conf_line_text(const char *conf, unsigned number)
{
	struct span rest = span_of_text(conf);
	struct conf_line line = { .number = 0 };

	while (line.number < number)
		if (!conf_line_next(&rest, &line))
			return rest;
	return number > 0 ? line.text : (struct span){ conf, conf };
}

bool conf_line_split(const struct conf_line *line, struct span *key, struct span *value)
{
	struct span name = span_before(line->text, '=');

	*key = span_trim(name);
	*value = span_trim(span_without_first((struct span){ name.end, line->text.end },
	                                      name.end < line->text.end));
	return name.end < line->text.end;
}

size_t conf_lines_take(char *window, size_t length, conf_lines_taker *take, void *context)
{
	size_t whole = length;

	while (whole > 0 && window[whole - 1] != '\n')
		whole--;
	if (whole == 0 && length > CONF_LINE_MAX)
		whole = length;
	take(context, (struct span){ window, window + whole });
	memmove(window, window + whole, length - whole);
	return length - whole;
}
