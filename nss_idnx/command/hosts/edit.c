/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Puts idnx into a hosts line.  The place (conf/nsswitch.conf.example says why):
 *
 *     before the first of resolve and dns      files mymachines | dns
 *     without these, after the last source     files mymachines |
 *
 * If the first of these is resolve, and files comes later, as in Arch, idnx gets a "files"
 * of its own before it: resolve reads /etc/hosts itself, so nothing changes for ASCII names.
 *
 * Some lines have to change in another way, too, which only their author can decide: a source
 * before idnx that ends the search loses its bracket; what follows a "#", which is a comment
 * in glibc 2.31 and a source from 2.33 on, goes; a source with names in UTF-8 moves forward.
 */
#include "edit.h"

#include "source.h"
#include "show.h"

static void put_span(FILE *out, struct span piece)
{
	fwrite(piece.next, 1, span_length(piece), out);
}

/* Reads the line that a text consists of. */
static struct nsswitch_line line_of(const char *text)
{
	struct span rest = span_of_text(text);
	struct nsswitch_line line = { .list = { rest.end, rest.end } };

	nsswitch_next_line(&rest, &line);
	return line;
}

/* --- Taking out ----------------------------------------------------------- */

/* Writes the line without idnx, each with the blank that idnx brings. */
static void put_without(FILE *out, const struct nsswitch_line *line)
{
	const char *done = line->text.next;
	struct span list = line->list;
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		struct span idnx = hosts_source_text(&source), rest = list;

		if (!span_equals(source.name, "idnx"))
			continue;
		if (nsswitch_next_source(&rest, &source) == NSSWITCH_SOURCE)
			idnx.end += ascii_is_space(*idnx.end);
		else if (idnx.next > done)
			idnx.next -= ascii_is_space(idnx.next[-1]);
		put_span(out, (struct span){ done, idnx.next });
		done = idnx.end;
	}
	put_span(out, (struct span){ done, line->text.end });
}

static char *without_each(const struct nsswitch_line *line)
{
	char *text;
	FILE *out = words_open(&text);

	put_without(out, line);
	words_close(out);
	return text;
}

/* If idnx is first, removing it makes a following ":idnx" another: see the grammar. */
char *hosts_line_without(const struct nsswitch_line *line)
{
	char *text = without_each(line), *shorter;
	struct nsswitch_line rest = line_of(text);

	while (hosts_list_has(rest.list, "idnx")) {
		shorter = without_each(&rest);
		free(text);
		text = shorter;
		rest = line_of(text);
	}
	return text;
}

/* --- Putting in ----------------------------------------------------------- */

struct sides {
	struct span before, after; /* after begins with resolve or dns, or is empty */
	struct span next;          /* that source's name */
};

static struct sides sides_of(struct span list)
{
	struct sides sides = { { list.next, list.next }, { list.end, list.end }, { NULL, NULL } };
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		if (hosts_source_is_network(source.name)) {
			sides.after.next = source.name.next;
			sides.next = source.name;
			break;
		}
		sides.before.end = hosts_source_text(&source).end;
	}
	return sides;
}

/* Writes the sources before idnx, without brackets that end the search. */
static bool put_before(FILE *out, const char *done, struct span before)
{
	struct nsswitch_source source;
	struct span list = before;
	bool same = true;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		if (!hosts_source_is_terminal(&source))
			continue;
		put_span(out, (struct span){ done, source.name.end });
		done = source.criteria.end;
		if (!ascii_is_blank(*done)) /* the line has a newline at its end */
			fputs(" ", out);
		same = false;
	}
	put_span(out, (struct span){ done, before.end });
	return same;
}

/* Writes a source before idnx that comes too late; it also keeps its own place. */
static bool put_early(FILE *out, const struct sides *sides, const char *name)
{
	bool late = hosts_list_has(sides->after, name) && !hosts_list_has(sides->before, name);

	if (late)
		fprintf(out, "%s ", name);
	return late;
}

static bool put_with(FILE *out, const struct nsswitch_line *line, struct hosts_early early)
{
	struct sides sides = sides_of(line->list);
	bool is_last = span_is_empty(sides.after), resolve, same;

	same = put_before(out, line->text.next, sides.before);
	if (is_last) {
		fputs(" " HOSTS_IDNX, out);
		put_span(out, (struct span){ sides.before.end, line->text.end });
		return same;
	}
	put_span(out, (struct span){ sides.before.end, sides.after.next });
	resolve = span_equals(sides.next, "resolve");
	if ((resolve || early.files) && put_early(out, &sides, "files") && !resolve)
		same = false;
	if (early.myhostname && put_early(out, &sides, "myhostname"))
		same = false;
	fputs(HOSTS_IDNX " ", out);
	put_span(out, (struct span){ sides.after.next, line->text.end });
	return same;
}

/* Returns the line up to a comment; *same is set to whether there is none. */
static char *without_comment(const struct nsswitch_line *line, bool *same)
{
	struct span before = hosts_list_before_comment(line->list);

	*same = before.end == line->list.end;
	before.next = line->text.next;
	if (!*same)
		before = span_trim_end(before);
	return words_format("%.*s%s", (int)span_length(before), before.next,
	                    *same && line->has_newline ? "" : "\n");
}

char *hosts_line_with(const struct nsswitch_line *line, struct hosts_early early,
                      bool *is_writable)
{
	bool same;
	char *cut = without_comment(line, &same), *bare, *text;
	struct nsswitch_line rest = line_of(cut);
	FILE *out;

	bare = hosts_line_without(&rest);
	rest = line_of(bare);
	*is_writable = false;
	if (hosts_list_has_other(rest.list)) {
		out = words_open(&text);
		*is_writable = put_with(out, &rest, early) && same;
		words_close(out);
	} else {
		text = words_copy("hosts: " HOSTS_DEFAULT "\n");
	}
	free(bare);
	free(cut);
	return text;
}
