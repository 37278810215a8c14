/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes an answer of getaddrinfo() in the form of gethostbyname4_r(): a list of
 * struct gaih_addrtuple (<nss.h>) whose first carries the canonical name,
 *
 *     buffer: pad | tuple -> tuple -> ... -> tuple | canonical name NUL
 *                   name ------------------------------^
 */
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>

#include "lookup.h"

/* What is left of the buffer. */
struct space {
	char *next;
	size_t left;
};

static void *space_take(struct space *space, size_t size, size_t alignment)
{
	size_t pad = -(uintptr_t)space->next % alignment;
	char *place;

	if (space->left < pad || space->left - pad < size)
		return NULL;
	place = space->next + pad;
	space->next = place + size;
	space->left -= pad + size;
	return place;
}

static void tuple_set(struct gaih_addrtuple *tuple, const struct addrinfo *info)
{
	memset(tuple, 0, sizeof *tuple);
	tuple->family = info->ai_family;
	if (info->ai_family == AF_INET6) {
		const struct sockaddr_in6 *sin6 = (const void *)info->ai_addr;

		memcpy(tuple->addr, &sin6->sin6_addr, sizeof sin6->sin6_addr);
		tuple->scopeid = sin6->sin6_scope_id;
	} else {
		const struct sockaddr_in *sin = (const void *)info->ai_addr;

		memcpy(tuple->addr, &sin->sin_addr, sizeof sin->sin_addr);
	}
}

/* Writes the tuples of a non-empty list; returns NULL if they do not all fit. */
static struct gaih_addrtuple *tuples(struct space *space, const struct addrinfo *list)
{
	struct gaih_addrtuple *first = NULL, *tuple, **link = &first;

	for (; list != NULL; list = list->ai_next) {
		tuple = space_take(space, sizeof *tuple, _Alignof(struct gaih_addrtuple));
		if (tuple == NULL)
			return NULL;
		tuple_set(tuple, list);
		*link = tuple;
		link = &tuple->next;
	}
	return first;
}

enum outcome answer_pack(const struct addrinfo *list, const char *canonical,
                         struct gaih_addrtuple **pat, char *buffer, size_t buflen)
{
	struct space space = { buffer, buflen };
	size_t size = strlen(canonical) + 1;
	struct gaih_addrtuple *first = tuples(&space, list);
	char *copy = space_take(&space, size, 1);

	if (first == NULL || copy == NULL)
		return OUTCOME_NO_SPACE;
	/* Never NULL: getaddrinfo() with AI_CANONNAME copies it unchecked. */
	first->name = memcpy(copy, canonical, size);
	/* nscd, and getaddrinfo() until 2.35, provide the first tuple. */
	if (*pat != NULL)
		**pat = *first;
	else
		*pat = first;
	return OUTCOME_FOUND;
}
