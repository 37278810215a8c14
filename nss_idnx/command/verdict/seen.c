/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Keeps the answers for the latest names: a log has the same name many times. */
#include "verdict.h"

/* Names with the same place; the oldest leaves it to a new one. */
#define SHARE 4

/* Longer ones have one place, so that 131,072 of them take bounded memory. */
#define LENGTH_MAX 1024

struct seen *seen_find(struct span name, const struct rule_set *rule_set, bool *is_new)
{
	static struct seen all[1 << 15][SHARE];
	uint32_t hash = span_length(name) > LENGTH_MAX ? 0 : span_hash(name);
	struct seen *place = all[(hash ^ hash >> 16) % (1 << 15)], *oldest = &place[SHARE - 1];

	*is_new = false;
	for (struct seen *seen = place; seen <= oldest && seen->name; seen++)
		if (seen->rule_set == rule_set && seen->length == span_length(name) &&
		    memcmp(seen->name, name.next, seen->length) == 0)
			return seen;
	*is_new = true;
	free(oldest->name);
	free(oldest->answer);
	memmove(place + 1, place, (SHARE - 1) * sizeof *place);
	*place = (struct seen){ .rule_set = rule_set, .length = span_length(name) };
	place->name = words_copy_of(name.next, place->length);
	return place;
}
