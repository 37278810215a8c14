/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Replaces a name of a host whose struct hostent lies in the caller's buffer, in an order
 * that its source has chosen.  The new name goes into the first gap between the parts of
 * the answer that is large enough; the old name no longer counts as a part:
 *
 *     buffer: lists of pointers | addresses | (old name) | names | ...
 *                      h_name --------------^ here, if it is not longer, else after
 *
 * A buffer that is large enough has such a gap, wherever a source writes, so that a
 * caller who retries with larger and larger buffers succeeds.
 */
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

#include "lookup.h"

char **hostent_name(struct hostent *host, size_t index)
{
	if (index == 0)
		return &host->h_name;
	/* getnameinfo() does not notice if a source gives no list at all. */
	if (host->h_aliases == NULL || host->h_aliases[index - 1] == NULL)
		return NULL;
	return &host->h_aliases[index - 1];
}

/* A candidate for the space of the new name. */
struct place {
	uintptr_t begin, end;
};

/* Returns whether a part of the answer was in the way; if so, moves the place after it. */
static bool pass(struct place *place, const void *part, size_t size)
{
	uintptr_t begin = (uintptr_t)part, end = begin + size;

	if (end <= place->begin || place->end <= begin)
		return false;
	place->end += end - place->begin;
	place->begin = end;
	return true;
}

static bool pass_names(struct place *place, struct hostent *host, char *const *old)
{
	bool passed = false;
	char **name;
	size_t i;

	for (i = 0; (name = hostent_name(host, i)) != NULL; i++)
		if (name != old && pass(place, *name, strlen(*name) + 1))
			passed = true;
	/* The list ends with a NULL and does not include h_name. */
	return pass(place, host->h_aliases, i * sizeof *name) || passed;
}

/*
 * Takes a length that no address has for the longest one: a wrong length could exceed
 * every buffer, and the caller would retry with larger ones for ever.
 */
static size_t address_size(const struct hostent *host)
{
	return host->h_length == (int)sizeof(struct in_addr) ? sizeof(struct in_addr)
	                                                     : sizeof(struct in6_addr);
}

static bool pass_addresses(struct place *place, const struct hostent *host)
{
	char *const *list = host->h_addr_list;
	bool passed = false;
	size_t i;

	for (i = 0; list[i] != NULL; i++)
		if (pass(place, list[i], address_size(host)))
			passed = true;
	return pass(place, list, (i + 1) * sizeof *list) || passed;
}

enum outcome hostent_rename(struct hostent *host, char **name, const char *other, char *buffer,
                            size_t buflen)
{
	uintptr_t begin = (uintptr_t)buffer, end = begin + buflen;
	size_t size = strlen(other) + 1;
	struct place place = { begin, begin + size };

	while (pass_names(&place, host, name) || pass_addresses(&place, host))
		;
	if (place.end > end)
		return OUTCOME_NO_SPACE;
	*name = memcpy(buffer + (place.begin - begin), other, size);
	return OUTCOME_FOUND;
}
