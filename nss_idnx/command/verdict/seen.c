/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "verdict.h"

/* Names with the same place; the oldest leaves it to a new one. */
#define SHARE 4

struct seen *seen_find(struct span name, const struct rule_set *rule_set, bool *is_new)
{
	static struct seen all[1 << 15][SHARE];
	uint32_t hash = span_hash(name);
	struct seen *place = all[(hash ^ hash >> 16) % (1 << 15)], *oldest = &place[SHARE - 1];

	*is_new = false;
	for (struct seen *seen = place; seen <= oldest && seen->name; seen++)
		if (seen->rule_set == rule_set && span_equals(name, seen->name))
			return seen;
	*is_new = true;
	free(oldest->name);
	free(oldest->answer);
	memmove(place + 1, place, (SHARE - 1) * sizeof *place);
	*place = (struct seen){ .rule_set = rule_set };
	place->name = words_copy_of(name.next, span_length(name));
	return place;
}
