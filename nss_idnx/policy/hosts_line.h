/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The line "hosts:" of nsswitch.conf that counts, the last one.  If that has no newline at
 * its end, it counts in glibc 2.31, but not since 2.33.
 */
#ifndef NSS_IDNX_HOSTS_LINE_H
#define NSS_IDNX_HOSTS_LINE_H

#include "nsswitch.h"

/* Finds the last one, and returns its number in the text; 0: there is none. */
unsigned hosts_line_find(struct span text, struct nsswitch_line *line);

/* The same of those that have a newline at their end. */
static inline unsigned hosts_line_find_ended(struct span text, struct nsswitch_line *line)
{
	unsigned number = hosts_line_find(text, line);

	if (number == 0 || line->has_newline)
		return number;
	text.end = line->text.next;
	return hosts_line_find(text, line);
}

#endif
