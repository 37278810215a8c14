/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Puts idnx into a hosts: line, and takes it out; all other text of the line stays as it is:
 *
 *     before the first of resolve and dns      files mymachines | dns
 *     without these, before a misspelt one     files | dsn
 *     without these, after the last source     files mymachines |
 *
 * If the first of these is resolve, and files comes later, as in Arch, idnx gets a "files"
 * of its own before it: resolve reads /etc/hosts itself, so nothing changes for ASCII names.
 *
 * Only the author of some lines can decide on more: a source before idnx that ends the search
 * loses its bracket.  A "#" is a source, as it is for glibc 2.33 and later.
 */
#include "hosts.h"

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

static void erase(char *text, struct span part)
{
	memmove(text + (part.next - text), part.end, strlen(part.end) + 1);
}

/* One after the other: without a first idnx, a following ":idnx" is another (the grammar). */
char *hosts_line_without(struct span line)
{
	char *text = words_copy_of(line);
	struct span idnx;

	while (find_idnx(text, &idnx))
		erase(text, idnx);
	return text;
}

/* --- Putting in ----------------------------------------------------------- */

static bool resembles_network(struct span name)
{
	struct similar similar = similar_to(name);

	similar_try(&similar, "dns");
	similar_try(&similar, "resolve");
	return similar.found;
}

/*
 * Returns the place of idnx; source becomes the first of the network, or its name is empty.
 * Erases the brackets before it that end the search, and returns in *same whether there is none.
 */
static const char *clear_place(char *text, struct span missing, struct nsswitch_source *source,
                               bool *same)
{
	struct span list = line_of(text).list, bracket;
	const char *place = list.next;
	bool has_network = sources_have(list, "resolve") || sources_have(list, "dns");

	for (*same = true; nsswitch_next_source(&list, source) == NSSWITCH_SOURCE;) {
		if (source_is_network(source) ||
		    (!has_network && span_is_same(source->name, missing) &&
		     resembles_network(missing)))
			return source->name.next;
		place = source_text(source).end;
		if (!source_is_terminal(source))
			continue;
		bracket = (struct span){ source->name.end, place };
		place = bracket.next;
		if (!ascii_is_blank(*bracket.end)) /* the line has a newline at its end */
			text[bracket.next++ - text] = ' ';
		erase(text, bracket);
		list = (struct span){ bracket.next, list.end - span_length(bracket) };
		*same = false;
	}
	source->name.end = source->name.next;
	return place;
}

/* Returns the line with idnx.  *same: no other source changes. */
static char *with_idnx(char *text, struct span missing, bool *same)
{
	struct nsswitch_source network;
	const char *place = clear_place(text, missing, &network, same);
	struct span list = line_of(text).list;
	bool needs_files = span_equals(network.name, "resolve") &&
	                   sources_have((struct span){ place, list.end }, "files") &&
	                   !sources_have((struct span){ list.next, place }, "files");

	return words_format(
		"%.*s%s%s%s", (int)(place - text), text, needs_files ? "files " : "",
		span_is_empty(network.name) ? " " HOSTS_IDNX : HOSTS_IDNX " ", place);
}

char *hosts_line_with(const struct nsswitch_line *line, struct span missing, bool *is_writable)
{
	char *whole = words_format("%.*s%s", (int)span_length(line->text), line->text.next,
	                           line->has_newline ? "" : "\n");
	char *bare = hosts_line_without(span_of_text(whole));

	*is_writable = false;
	if (sources_have(line_of(bare).list, NULL))
		return with_idnx(bare, missing, is_writable);
	return words_copy("hosts: " HOSTS_DEFAULT "\n");
}
