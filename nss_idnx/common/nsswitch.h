/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads a text as glibc reads nsswitch.conf: line by line, and a line source by source.
 * Everything found is a span of the text, so that a caller who wants to change it knows
 * where it is.  Nothing is copied or allocated.
 */
#ifndef NSS_IDNX_NSSWITCH_H
#define NSS_IDNX_NSSWITCH_H

#include <nss.h>
#include <stdbool.h>

#include "span.h"

struct nsswitch_line {
	struct span text;     /* all of it, with its newline */
	struct span database; /* "hosts"; "#..." in a comment; empty: glibc skips the line */
	struct span list;     /* its sources, for nsswitch_next_source() */
	bool has_newline;
};

/* Takes the next line from the text; returns false at the end. */
bool nsswitch_next_line(struct span *text, struct nsswitch_line *line);

/*
 * Finds the last "hosts:" line, which takes effect: in glibc 2.31 with or without a newline at
 * its end, since 2.33 only with one.
 */
enum nsswitch_lines { NSSWITCH_ALL_LINES, NSSWITCH_ENDED_LINES };
bool nsswitch_find_hosts(struct span text, enum nsswitch_lines which,
                         struct nsswitch_line *line);

enum nsswitch_action {
	NSSWITCH_CONTINUE,
	NSSWITCH_RETURN,
	NSSWITCH_MERGE,
};

#define NSSWITCH_STATUSES (NSS_STATUS_RETURN - NSS_STATUS_TRYAGAIN + 1)

struct nsswitch_source {
	struct span name;
	struct span criteria; /* "[...]"; empty, at any place, where there are none */
	enum nsswitch_action actions[NSSWITCH_STATUSES]; /* by nsswitch_action() */
};

/* Returns what glibc does after the source has returned status. */
static inline enum nsswitch_action nsswitch_action(const struct nsswitch_source *source,
                                                   enum nss_status status)
{
	return source->actions[status - NSS_STATUS_TRYAGAIN];
}

enum nsswitch_found {
	NSSWITCH_SOURCE,
	NSSWITCH_END,
	NSSWITCH_SECOND_BRACKET, /* after one source: glibc stops reading the line */
	NSSWITCH_ERROR, /* in the criteria of source: since 2.33 all of NSS fails, if glibc
	                     knows the database of the line; 2.31 stops reading the line */
};

/*
 * Takes the next source from the list.  For any result but NSSWITCH_SOURCE, the list then
 * begins at the octet at fault.  A NUL ends the list, as it does for glibc.
 */
enum nsswitch_found nsswitch_next_source(struct span *list, struct nsswitch_source *source);

#endif
