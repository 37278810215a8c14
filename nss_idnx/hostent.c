/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives a host another name, whose struct hostent lies in the caller's buffer, in an
 * order that its source has chosen.  The new name goes behind all of it:
 *
 *     buffer: names, addresses, lists of pointers to them | name NUL
 *                        h_name ----------------------------^
 */
#include <stdint.h>
#include <string.h>

#include "lookup.h"

char **hostent_name(struct hostent *host, size_t index)
{
	if (index == 0)
		return &host->h_name;
	return host->h_aliases[index - 1] != NULL ? &host->h_aliases[index - 1] : NULL;
}

/* What an answer uses of its buffer: from the beginning to the last octet. */
struct used {
	const char *buffer;
	size_t buflen, length;
};

static bool is_in_buffer(const struct used *used, const void *place)
{
	return (uintptr_t)place - (uintptr_t)used->buffer < used->buflen;
}

static void use(struct used *used, const void *place, size_t size)
{
	size_t end = (uintptr_t)place - (uintptr_t)used->buffer + size;

	if (is_in_buffer(used, place) && end > used->length)
		used->length = end;
}

static void use_list(struct used *used, char *const *list, size_t size)
{
	size_t count = 0;

	for (; list[count] != NULL; count++)
		use(used, list[count], size != 0 ? size : strlen(list[count]) + 1);
	use(used, list, (count + 1) * sizeof list[0]);
}

static void use_host(struct used *used, const struct hostent *host)
{
	use(used, host->h_name, strlen(host->h_name) + 1);
	use_list(used, host->h_aliases, 0);
	use_list(used, host->h_addr_list, (size_t)host->h_length);
}

/* Whether another name of the host is the same string, or a part of it. */
static bool is_shared(struct hostent *host, char **name)
{
	uintptr_t begin = (uintptr_t)*name;
	char **other;

	for (size_t i = 0; (other = hostent_name(host, i)) != NULL; i++)
		if (other != name && (uintptr_t)*other - begin <= strlen(*name))
			return true;
	return false;
}

enum outcome hostent_rename(struct hostent *host, char **name, const char *other,
                           char *buffer, size_t buflen)
{
	struct used used = { buffer, buflen, 0 };
	size_t size = strlen(other) + 1;

	use_host(&used, host);
	if (buflen - used.length >= size)
		*name = buffer + used.length;
	else if (size > strlen(*name) + 1 || !is_in_buffer(&used, *name) ||
	         is_shared(host, name))
		return OUTCOME_NO_SPACE;
	memcpy(*name, other, size);
	return OUTCOME_FOUND;
}
