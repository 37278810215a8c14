/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds the "hosts:" line among those of nsswitch.conf. */
#include "hosts_line.h"

unsigned hosts_line_find(struct span text, struct nsswitch_line *line)
{
	struct nsswitch_line next;
	unsigned number = 0, last = 0;

	while (nsswitch_next_line(&text, &next)) {
		number++;
		if (!span_equals(next.database, "hosts"))
			continue;
		last = number;
		*line = next;
	}
	return last;
}
