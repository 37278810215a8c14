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

static struct conf_line find(const char *conf, unsigned number)
{
	static const struct span empty = { "", "" };
	struct span rest = span_of_text(conf);
	struct conf_line line = { 0, empty, empty };

	while (line.number < number)
		if (!conf_line_next(&rest, &line))
			return (struct conf_line){ 0, empty, empty };
	return line;
}

struct span conf_line_text(const char *conf, unsigned number)
{
	return find(conf, number).text;
}

bool conf_line_sets(const struct conf_line *line, const char *key, struct span *value)
{
	struct span name = span_before(line->text, '=');

	if (name.end == line->text.end || !span_equals(span_trim(name), key))
		return false;
	*value = (struct span){ name.end + strlen("="), line->text.end };
	return true;
}
