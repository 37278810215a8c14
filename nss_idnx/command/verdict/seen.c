/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "verdict.h"

/* Only the pages of the table that are used count. */
struct seen *seen_find(struct span name, const struct verdict_settings *settings, bool *is_new)
{
	static struct seen all[1 << 19];
	uint32_t hash = span_hash(name);
	struct seen *seen = &all[(hash ^ hash >> 16) % (1 << 19)];

	*is_new = !seen->name || seen->settings != settings || !span_equals(name, seen->name);
	if (*is_new) {
		free(seen->name);
		free(seen->answer);
		*seen = (struct seen){ .settings = settings };
		seen->name = words_copy_of(name.next, span_length(name));
	}
	return seen;
}
