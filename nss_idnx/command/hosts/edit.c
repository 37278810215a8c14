/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Puts idnx into a hosts: line, and takes it out; all other text of the line stays as it is.
 * The place (conf/nsswitch.conf.example says why):
 *
 *     before the first of resolve and dns      files mymachines | dns
 *     without these, after the last source     files mymachines |
 *
 * If the first of these is resolve, and files comes later, as in Arch, idnx gets a "files"
 * of its own before it: resolve reads /etc/hosts itself, so nothing changes for ASCII names.
 *
 * Some lines have to change in another way, too, which only their author can decide: a source
 * before idnx that ends the search loses its bracket; what follows a "#", which is a comment
 * in glibc 2.31 and a source from 2.33 on, goes.
 */
#include "plan.h"

#include "show.h"

/* --- Sources -------------------------------------------------------------- */

struct span source_text(const struct nsswitch_source *source)
{
	bool is_bare = span_is_empty(source->criteria);

	return (struct span){ source->name.next,
		              is_bare ? source->name.end : source->criteria.end };
}

bool source_is_network(const struct nsswitch_source *source)
{
	return span_equals(source->name, "resolve") || span_equals(source->name, "dns");
}

/* mdns_minimal and its kin return UNAVAIL for a name outside mDNS, NOTFOUND for one within. */
bool source_is_terminal(const struct nsswitch_source *source)
{
	bool is_minimal = span_equals(source->name, "mdns_minimal") ||
	                  span_equals(source->name, "mdns4_minimal") ||
	                  span_equals(source->name, "mdns6_minimal");

	return nsswitch_action(source, is_minimal ? NSS_STATUS_UNAVAIL : NSS_STATUS_NOTFOUND) ==
	       NSSWITCH_RETURN;
}

bool sources_have(struct span list, const char *name)
{
	struct nsswitch_source source;

	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE)
		if (name != NULL ? span_equals(source.name, name)
		                 : !span_equals(source.name, "idnx"))
			return true;
	return false;
}

struct span sources_before_comment(struct span list)
{
	struct span rest = list, name;
	struct nsswitch_source source;

	while (nsswitch_next_source(&rest, &source) == NSSWITCH_SOURCE) {
		name = span_before(source.name, '#');
		if (name.end != source.name.end)
			return (struct span){ list.next, name.end };
	}
	return list;
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

/* Finds the first idnx, with the blank that it brings. */
static bool find_idnx(const char *text, struct span *idnx)
{
	struct span list = line_of(text).list;
	struct nsswitch_source source;

	do
		if (nsswitch_next_source(&list, &source) != NSSWITCH_SOURCE)
			return false;
	while (!span_equals(source.name, "idnx"));
	*idnx = source_text(&source);
	if (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE)
		idnx->end += ascii_is_space(*idnx->end);
	else if (idnx->next > text)
		idnx->next -= ascii_is_space(idnx->next[-1]);
	return true;
}

/* One after the other: without a first idnx, a following ":idnx" is another (the grammar). */
char *hosts_line_without(const struct nsswitch_line *line)
{
	char *text = words_copy_of(line->text.next, span_length(line->text)), *shorter;
	struct span idnx;

	while (find_idnx(text, &idnx)) {
		shorter = words_format("%.*s%s", (int)(idnx.next - text), text, idnx.end);
		free(text);
		text = shorter;
	}
	return text;
}

/* --- Putting in ----------------------------------------------------------- */

static void put_up_to(FILE *out, const char **done, const char *end)
{
	fwrite(*done, 1, (size_t)(end - *done), out);
	*done = end;
}

/*
 * Writes the sources before those of the network, without brackets that end the search; returns
 * whether that changes none.  source becomes the first of the network, or its name is empty.
 */
static bool put_before(FILE *out, const char **done, struct span list,
                       struct nsswitch_source *source)
{
	const char *end = list.next;
	bool same = true;

	while (nsswitch_next_source(&list, source) == NSSWITCH_SOURCE) {
		if (source_is_network(source)) {
			put_up_to(out, done, source->name.next);
			return same;
		}
		end = source_text(source).end;
		if (!source_is_terminal(source))
			continue;
		put_up_to(out, done, source->name.end);
		*done = end;
		if (!ascii_is_blank(*end)) /* the line has a newline at its end */
			fputs(" ", out);
		same = false;
	}
	put_up_to(out, done, end);
	source->name.end = source->name.next;
	return same;
}

/* Returns whether no other source changes. */
static bool put_with(FILE *out, const struct nsswitch_line *line)
{
	struct nsswitch_source network = { .name = { NULL, NULL } };
	const char *done = line->text.next;
	bool same = put_before(out, &done, line->list, &network);
	struct span before = { line->list.next, done }, after = { done, line->list.end };

	if (span_equals(network.name, "resolve") && sources_have(after, "files") &&
	    !sources_have(before, "files"))
		fputs("files ", out);
	fputs(span_is_empty(network.name) ? " " HOSTS_IDNX : HOSTS_IDNX " ", out);
	fputs(done, out);
	return same;
}

/* Returns the line up to a comment, which it may not have. */
static char *without_comment(const struct nsswitch_line *line, bool *has_comment)
{
	struct span before = sources_before_comment(line->list);

	*has_comment = before.end != line->list.end;
	before.next = line->text.next;
	if (*has_comment)
		before = span_trim_end(before);
	return words_format("%.*s%s", (int)span_length(before), before.next,
	                    !*has_comment && line->has_newline ? "" : "\n");
}

char *hosts_line_with(const struct nsswitch_line *line, bool *is_writable)
{
	bool has_comment;
	char *cut = without_comment(line, &has_comment), *bare, *text;
	struct nsswitch_line rest = line_of(cut);
	FILE *out;

	bare = hosts_line_without(&rest);
	rest = line_of(bare);
	*is_writable = false;
	if (sources_have(rest.list, NULL)) {
		out = words_open(&text);
		*is_writable = put_with(out, &rest) && !has_comment;
		words_close(out);
	} else {
		text = words_copy("hosts: " HOSTS_DEFAULT "\n");
	}
	free(bare);
	free(cut);
	return text;
}
