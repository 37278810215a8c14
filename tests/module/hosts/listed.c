/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "listed.h"

bool lists_idnx(struct span text)
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
