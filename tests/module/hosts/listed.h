/* SPDX-License-Identifier: LGPL-2.1-or-later */

#ifndef HOSTS_LISTED_H
#define HOSTS_LISTED_H

#include <stdbool.h>

#include "nsswitch.h"

/* Finds idnx in the last hosts: line, which overrides all others, without the code of enable. */
static inline bool lists_idnx(struct span text)
{
	struct nsswitch_source source;
	struct nsswitch_line line;
	bool found = false;

	while (nsswitch_next_line(&text, &line)) {
		if (!span_equals(line.database, "hosts"))
			continue;
		found = false;
		while (nsswitch_next_source(&line.list, &source) == NSSWITCH_SOURCE)
			found = found || span_equals(source.name, "idnx");
	}
	return found;
}

#endif
