/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The lines of an idnx.conf, of which config.c says what they mean, and what is wrong. */
#include "conf_line.h"

#include <string.h>

/* Up to, but not with, the first c; all of it where there is none. */
static struct span before(struct span text, char c)
{
	const char *place = memchr(text.next, c, span_length(text));

	return (struct span){ text.next, place ? place : text.end };
}

static struct span trim(struct span text)
{
	while (!span_is_empty(text) && ascii_is_blank(*text.next))
		text.next++;
	return span_trim_end(text);
}

static struct span without_byte_order_mark(struct span text)
{
	static const char mark[] = "\xEF\xBB\xBF";

	if (span_length(text) >= strlen(mark) && memcmp(text.next, mark, strlen(mark)) == 0)
		text.next += strlen(mark);
	return text;
}

bool conf_line_next(struct span *rest, struct conf_line *line)
{
	if (span_is_empty(*rest))
		return false;
	line->text = line->raw = before(*rest, '\n');
	rest->next = line->raw.end + (line->raw.end < rest->end);
	line->number++;
	if (line->number == 1)
		line->text = without_byte_order_mark(line->text);
	line->text = trim(before(line->text, '#'));
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

struct span conf_line_word(const char *conf, const struct config_result *config)
{
	struct span line = find(conf, config->line).raw;
	size_t end = (size_t)config->word + config->word_length;

	if (end > span_length(line)) /* the file is another one by now */
		return (struct span){ line.next, line.next };
	return (struct span){ line.next + config->word, line.next + end };
}

bool conf_line_sets(const struct conf_line *line, const char *key, struct span *value)
{
	struct span name = before(line->text, '=');

	if (name.end == line->text.end || !span_equals(trim(name), key))
		return false;
	*value = (struct span){ name.end + strlen("="), line->text.end };
	return true;
}

bool conf_line_next_word(struct span *list, struct span *word)
{
	*list = trim(*list);
	*word = before(before(*list, ' '), '\t');
	list->next = word->end;
	return !span_is_empty(*word);
}
