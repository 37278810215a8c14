/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The settings of a section depend only on its own lines and those above all sections. */
#include "sections.h"

#include <string.h>

static bool is_header(const struct conf_line *line)
{
	return !span_is_empty(line->text) && *line->text.next == '[';
}

/* Returns the lines before the next header, and moves on to it. */
static struct span take_body(struct span *rest, struct conf_line *line)
{
	struct span body = { rest->next, rest->next };
	struct span after = *rest;

	while (conf_line_next(&after, line) && !is_header(line)) {
		*rest = after;
		body.end = rest->next;
	}
	if (span_is_empty(*rest))
		line->number = 0;
	else
		*rest = after;
	return body;
}

void sections_begin(struct sections *sections, const char *conf)
{
	struct span above;

	sections->rest = span_of_text(conf);
	sections->header = (struct conf_line){ .number = 0 };
	above = take_body(&sections->rest, &sections->header);
	config_begin(&sections->above, "", 0);
	config_lines(&sections->above, above.next, span_length(above), true);
}

struct settings sections_above(const struct sections *sections)
{
	return sections->above.all;
}

/* Reads the settings as for a name equal to the suffix. */
static void read_section(const struct sections *sections, struct span text,
                         struct section *section)
{
	struct config_parser parser = sections->above;

	parser.name = section->suffix.next;
	parser.name_length = span_length(section->suffix);
	parser.has_form = parser.has_reading = false;
	parser.line = section->line - 1;
	config_lines(&parser, text.next, span_length(text), true);
	config_end(&parser, &section->settings);
	section->form_length = parser.form_length;
	memcpy(section->form, parser.form.end, parser.form_length);
}

bool sections_next(struct sections *sections, struct section *section)
{
	struct conf_line header = sections->header;
	struct span text = header.text;

	if (header.number == 0)
		return false;
	section->line = header.number;
	section->suffix = (struct span){ text.next + strlen("[."), text.end - strlen("]") };
	text = take_body(&sections->rest, &sections->header);
	text.next = header.raw.next;
	read_section(sections, text, section);
	return true;
}

unsigned section_last_line(const char *conf, unsigned line)
{
	struct span rest = span_of_text(conf);
	struct conf_line next = { .number = 0 };

	while (conf_line_next(&rest, &next))
		if (next.number > line && is_header(&next))
			return next.number - 1;
	return next.number;
}
