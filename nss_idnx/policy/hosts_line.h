/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The "hosts:" line of nsswitch.conf that takes effect: the last one.  A line without a
 * newline at its end takes effect in glibc 2.31, but not since 2.33.
 */
#ifndef NSS_IDNX_HOSTS_LINE_H
#define NSS_IDNX_HOSTS_LINE_H

#include "nsswitch.h"

/* Finds the last "hosts:" line and returns its number in the text; 0 if there is none. */
unsigned hosts_line_find(struct span text, struct nsswitch_line *line);

/* The same for lines that have a newline at their end. */
static inline unsigned hosts_line_find_ended(struct span text, struct nsswitch_line *line)
{
	unsigned number = hosts_line_find(text, line);

	if (number == 0 || line->has_newline)
		return number;
	text.end = line->text.next;
	return hosts_line_find(text, line);
}

#endif
