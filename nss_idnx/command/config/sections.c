/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The settings of a section depend only on its own lines and those above all sections. */
#include "sections.h"

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

/* --- Sections that are there twice ---------------------------------------- */

struct seen {
	unsigned line;
	size_t length;
	char *form;
};

static int by_form(const void *a, const void *b)
{
	const struct seen *left = a, *right = b;

	if (left->length != right->length)
		return left->length < right->length ? -1 : 1;
	return memcmp(left->form, right->form, left->length);
}

static int by_form_and_line(const void *a, const void *b)
{
	const struct seen *left = a, *right = b;
	int order = by_form(a, b);

	return order != 0 ? order : left->line < right->line ? -1 : 1;
}

static struct seen *collect_sections(const char *text, size_t *count)
{
	struct sections sections;
	struct section section;
	struct seen *all = NULL;
	size_t capacity = 0;

	*count = 0;
	sections_begin(&sections, text);
	while (sections_next(&sections, &section)) {
		if (*count == capacity) {
			capacity = capacity * 2 + 16;
			all = reallocarray(all, capacity, sizeof *all);
		}
		if (all == NULL || (all[*count].form = malloc(section.form_length + 1)) == NULL)
			die_io("memory");
		memcpy(all[*count].form, section.form, section.form_length);
		all[*count].length = section.form_length;
		all[*count].line = section.line;
		++*count;
	}
	return all;
}

struct config_result sections_find_repeated(const char *text)
{
	struct config_result result = { .status = CONFIG_OK };
	size_t count;
	struct seen *all = collect_sections(text, &count);

	if (count > 0)
		qsort(all, count, sizeof *all, by_form_and_line);
	for (size_t i = 1; i < count; i++)
		if (by_form(&all[i - 1], &all[i]) == 0 &&
		    (result.line == 0 || all[i].line < result.line))
			result = (struct config_result){ .status = CONFIG_REPEATED_SECTION,
				                         .line = all[i].line,
				                         .first = all[i - 1].line };
	for (size_t i = 0; i < count; i++)
		free(all[i].form);
	free(all);
	return result;
}
