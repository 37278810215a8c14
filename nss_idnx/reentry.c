/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What this thread is asking libc for.  It ends the recursion of reverse lookups: a name
 * is asked for again as an ASCII name, which the module leaves alone, but an address stays
 * what it is, so the thread has to know that it is asking already.  And a name that idnx.conf
 * has allowed is not judged once more as an ASCII name.  There is no __thread for that, since where
 * a thread has no memory for it the loader ends the process.  A key of pthread's can be out:
 * then the reverse lookup is not ours, and a name is judged twice.
 *
 * The key has no destructor, for nothing is behind it, and it is made on first need: a
 * process without an idnx.conf has all PTHREAD_KEYS_MAX of them.  A thread that leaves its
 * lookup by longjmp() counts as asking from then on.  Of an address it then sees names in
 * ASCII; of a name, this one alone is not judged again.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup.h"

/*
 * Until glibc 2.33 they are in libpthread, which this module does not need.  A process
 * without it has one thread, or, where it was loaded for some library alone, more of
 * them: the one flag they share then says that one of them is asking, and the names of
 * the others stay in ASCII.
 */
extern __typeof__(pthread_key_create) pthread_key_create __attribute__((weak));
extern __typeof__(pthread_key_delete) pthread_key_delete __attribute__((weak));
extern __typeof__(pthread_getspecific) pthread_getspecific __attribute__((weak));
extern __typeof__(pthread_setspecific) pthread_setspecific __attribute__((weak));

/* What is asked for: nothing, an address, or a name, by a number that only this one has. */
enum { NOTHING, ADDRESS, NAMES };

/* The number, where there are no keys. */
static atomic_uintptr_t asking;

/* The key + 1; 0: none yet. */
static atomic_uint created;

static bool find_key(pthread_key_t *key)
{
	unsigned before = atomic_load(&created);

	if (before == 0) {
		if (pthread_key_create(key, NULL) != 0)
			return false;
		if (atomic_compare_exchange_strong(&created, &before, *key + 1))
			return true;
		pthread_key_delete(*key); /* another thread was faster */
	}
	*key = before - 1;
	return true;
}

static uintptr_t get(pthread_key_t key)
{
	return (uintptr_t)pthread_getspecific(key);
}

/* Where there is no memory for it, an address is not ours, and its errno neither. */
static bool set(pthread_key_t key, uintptr_t number)
{
	int error = errno;
	bool done = pthread_setspecific(key, (void *)number) == 0;

	errno = error;
	return done;
}

/* Within an address nothing else is remembered: the recursion would not end. */
static bool enter(uintptr_t number)
{
	uintptr_t before = atomic_load(&asking);
	pthread_key_t key;

	if (pthread_key_create == NULL)
		return before != ADDRESS &&
		       atomic_compare_exchange_strong(&asking, &before, number);
	return find_key(&key) && get(key) != ADDRESS && set(key, number);
}

/* FNV-1a.  No pointer to the name: after a longjmp() it would lead anywhere. */
static uintptr_t number_of(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *name != '\0'; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
	hash ^= hash >> 32;
	return (uintptr_t)hash < NAMES ? NAMES : (uintptr_t)hash;
}

bool reentry_enter(void)
{
	return enter(ADDRESS);
}

bool reentry_enter_name(const char *ace)
{
	return enter(number_of(ace));
}

bool reentry_is_within(const char *ace)
{
	unsigned key = atomic_load(&created);
	uintptr_t number = key != 0 ? get(key - 1) : atomic_load(&asking);

	return number >= NAMES && number == number_of(ace);
}

void reentry_leave(void)
{
	if (pthread_key_create == NULL)
		atomic_store(&asking, NOTHING);
	else
		pthread_setspecific(atomic_load(&created) - 1, NULL);
}
