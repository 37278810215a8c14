/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "hosts_recommended.h"

#include <stdio.h>

#include "hosts_source.h"
#include "words.h"

/* The source's name and, unless it is empty, its bracket, for "%.*s%s%.*s". */
#define WORDS(span) (int)span_length(span), (span).next
#define SOURCE(source) WORDS((source)->name), \
	span_is_empty((source)->criteria) ? "" : " ", WORDS((source)->criteria)

/* Cuts the list at a "#" within a word, which to glibc 2.31 ends the line. */
static bool cut_comment(struct span *list, struct nsswitch_source *source)
{
	const char *comment = hosts_source_comment(source->name);

	if (comment == NULL)
		return true;
	list->next = list->end;
	source->name.end = comment;
	source->criteria = (struct span){ comment, comment };
	return !span_is_empty(source->name);
}

/* Takes the next source that stays in the line. */
static bool next_kept(struct span *list, struct nsswitch_source *source)
{
	do {
		if (nsswitch_next_source(list, source) != NSSWITCH_SOURCE ||
		    !cut_comment(list, source))
			return false;
	} while (span_equals(source->name, "idnx"));
	return true;
}

static bool lists(struct span list, const char *name)
{
	struct nsswitch_source source;

	while (next_kept(&list, &source))
		if (span_equals(source.name, name))
			return true;
	return false;
}

bool hosts_names_source(struct span list)
{
	struct nsswitch_source source;

	return next_kept(&list, &source);
}

/* Writes a source that comes too late before idnx as well; it also keeps its own place. */
static void put_early(FILE *line, struct span list, struct span head, const char *name)
{
	if (lists(list, name) && !lists(head, name))
		fprintf(line, "%s ", name);
}

static void put_line(FILE *line, struct span list, struct hosts_early early)
{
	struct nsswitch_source source;
	struct span rest = list, head = { list.next, list.next };
	bool more;

	while ((more = next_kept(&rest, &source)) && !hosts_source_is_network(source.name)) {
		if (hosts_source_is_terminal(&source))
			source.criteria.next = source.criteria.end;
		fprintf(line, "%.*s%s%.*s ", SOURCE(&source));
		head.end = rest.next;
	}
	if (early.files || (more && span_equals(source.name, "resolve")))
		put_early(line, list, head, "files");
	if (early.myhostname)
		put_early(line, list, head, "myhostname");
	fputs(HOSTS_IDNX, line);
	for (; more; more = next_kept(&rest, &source))
		fprintf(line, " %.*s%s%.*s", SOURCE(&source));
}

char *hosts_recommended(struct span list, struct hosts_early early)
{
	char *text;
	FILE *line;

	if (!hosts_names_source(list))
		return words_format(HOSTS_DEFAULT);
	line = words_open(&text);
	put_line(line, list, early);
	words_close(line);
	return text;
}
