/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Keeps one answer of gethostbyname4_r() that did not fit into the caller's buffer until the
 * caller asks again with more room: without this, 60 addresses cost three times the queries
 * that they cost under their ASCII name.
 *
 * Whoever exchanges the pointer in the slot for another owns what was in it, so nothing here
 * waits, and nobody reads what another thread may free.  After fork() the child has its own
 * copy.  A lost answer only costs its queries a second time.
 *
 * An answer goes only to the caller that has to ask again: the same thread (threads differ in
 * their network namespace and in _res), the same name, a larger buffer, at once.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lookup.h"

/* glibc retries within microseconds; an answer of this age is still fresh. */
#define KEEP_SECONDS 1

struct kept {
	struct addresses addresses;
	int host_error;    /* what getaddrinfo() has left in h_errno */
	size_t buflen;     /* was too small */
	time_t until;      /* on the monotonic clock */
	const int *thread; /* &errno: differs in each running thread */
	char name[];
};

static struct kept *_Atomic slot;

static time_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec;
}

static void discard(struct kept *kept)
{
	if (kept == NULL)
		return;
	forward_release(kept->addresses);
	free(kept);
}

void retry_save(const char *name, size_t buflen, struct addresses addresses)
{
	size_t size = strlen(name) + 1;
	struct kept *kept = malloc(sizeof *kept + size);

	if (kept == NULL) {
		forward_release(addresses);
		return;
	}
	kept->addresses = addresses;
	kept->host_error = h_errno;
	kept->buflen = buflen;
	kept->until = now() + KEEP_SECONDS;
	kept->thread = &errno;
	memcpy(kept->name, name, size);
	discard(atomic_exchange(&slot, kept));
}

static bool is_for(const struct kept *kept, const char *name, size_t buflen)
{
	return kept->thread == &errno && buflen > kept->buflen && now() <= kept->until &&
	       strcmp(kept->name, name) == 0;
}

/* Returns whether another thread may still come for the answer. */
static bool is_awaited(const struct kept *kept)
{
	return kept->thread != &errno && now() <= kept->until;
}

bool retry_take(const char *name, size_t buflen, struct addresses *addresses)
{
	struct kept *kept, *empty = NULL;

	/* The slot is nearly always empty, and reading is cheaper than exchanging. */
	if (atomic_load(&slot) == NULL)
		return false;
	kept = atomic_exchange(&slot, NULL);
	if (kept == NULL)
		return false;
	if (is_for(kept, name, buflen)) {
		*addresses = kept->addresses;
		h_errno = kept->host_error;
		free(kept);
		return true;
	}
	if (!is_awaited(kept) || !atomic_compare_exchange_strong(&slot, &empty, kept))
		discard(kept);
	return false;
}
