/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads a text as glibc reads nsswitch.conf: line by line, and a line source by source.
 * Everything found is a part of the text, so that who wants to change it knows where it
 * stands.  Nothing is copied or allocated.
 */
#ifndef NSS_IDNX_NSSWITCH_H
#define NSS_IDNX_NSSWITCH_H

#include <nss.h>
#include <stdbool.h>

#include "span.h"

struct nsswitch_line {
	struct span text;     /* all of it, with its newline */
	struct span database; /* "hosts"; "#..." in a comment; empty: glibc skips the line */
	struct span list;     /* its sources, what nsswitch_next_source() takes */
	bool has_newline;     /* a last line without is not read since glibc 2.33 */
};

/* Takes the next line from the text; false at its end. */
bool nsswitch_next_line(struct span *text, struct nsswitch_line *line);

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

/* What glibc does where the source has returned status. */
static inline enum nsswitch_action nsswitch_action(const struct nsswitch_source *source,
                                                   enum nss_status status)
{
	return source->actions[status - NSS_STATUS_TRYAGAIN];
}

enum nsswitch_found {
	NSSWITCH_SOURCE,
	NSSWITCH_END,
	NSSWITCH_SECOND_BRACKET, /* after one source: glibc reads no further in the line */
	NSSWITCH_MISTAKE, /* in the criteria of source: since 2.33 all of NSS fails, whatever
	                     the database, if glibc knows that; 2.31 reads no further */
};

/*
 * Takes the next source from the list, which ends, if not with NSSWITCH_SOURCE, where the
 * octet at fault is.  A NUL ends it, as it does for glibc.
 */
enum nsswitch_found nsswitch_next_source(struct span *list, struct nsswitch_source *source);

#endif
