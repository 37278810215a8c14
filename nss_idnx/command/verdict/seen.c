/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Keeps the answers for the latest names: a log has the same name many times. */
#include "verdict.h"

/* Names with the same place; the oldest leaves it to a new one. */
#define SHARE      4
#define PLACE_BITS 15

/* Longer ones have one place, so that 131,072 of them take bounded memory. */
#define LENGTH_MAX 1024

/* Takes eight octets at once: one by one took as long as all else for a name that is known. */
static size_t place_of(struct span name)
{
	uint64_t hash = 0, word;

	for (; span_length(name) >= sizeof word; name.next += sizeof word) {
		memcpy(&word, name.next, sizeof word);
		hash = (hash ^ hash >> 32 ^ word) * UINT64_C(0x9E3779B97F4A7C15);
	}
	word = 0;
	memcpy(&word, name.next, span_length(name));
	return (size_t)((hash ^ hash >> 32 ^ word) * UINT64_C(0x9E3779B97F4A7C15) >>
	                (64 - PLACE_BITS));
}

struct seen *seen_find(struct span name, const struct rule_set *rule_set, bool *is_new)
{
	static struct seen all[1 << PLACE_BITS][SHARE];
	struct seen *place = all[span_length(name) > LENGTH_MAX ? 0 : place_of(name)];
	struct seen *oldest = &place[SHARE - 1];

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
	place->name = words_lasting(name);
	return place;
}
