/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Remembers what this thread is asking libc for.  This ends the recursion of reverse lookups:
 * a name comes back as an ASCII name, which the module passes through, but an address comes
 * back unchanged, so the thread has to know that it is already asking.  And a name that
 * idnx.conf has allowed is not checked again as an ASCII name.  __thread would not do: if a
 * thread has no memory for it, the loader ends the process.  Pthread keys may be exhausted:
 * then reverse lookups are not converted, and a name is checked twice.
 *
 * The key has no destructor, since it holds no pointer, and is created on first need: a
 * process without an idnx.conf keeps all PTHREAD_KEYS_MAX keys.  A thread that leaves its
 * lookup by longjmp() counts as asking from then on.  After an address it sees names in
 * ASCII; after a name, only that one is not checked again.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup.h"

/*
 * Until glibc 2.33 these are in libpthread, which this module does not need.  A process
 * without it has one thread; if only some library has loaded it, there may be more.  They
 * share one flag: while one thread is asking, the others see names in ASCII.
 */
extern __typeof__(pthread_key_create) pthread_key_create __attribute__((weak));
extern __typeof__(pthread_key_delete) pthread_key_delete __attribute__((weak));
extern __typeof__(pthread_getspecific) pthread_getspecific __attribute__((weak));
extern __typeof__(pthread_setspecific) pthread_setspecific __attribute__((weak));

/* What is asked for: nothing, an address, or (from NAMES on) a name, by its number. */
enum { NOTHING, ADDRESS, NAMES };

/* The number, if there are no keys. */
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

/* Returns false if there is no memory for it.  Keeps errno. */
static bool set(pthread_key_t key, uintptr_t number)
{
	int error = errno;
	bool done = pthread_setspecific(key, (void *)number) == 0;

	errno = error;
	return done;
}

/* Remembers nothing else within an address: the recursion would not end. */
static bool enter(uintptr_t number)
{
	uintptr_t before = atomic_load(&asking);
	pthread_key_t key;

	if (pthread_key_create == NULL)
		return before != ADDRESS &&
		       atomic_compare_exchange_strong(&asking, &before, number);
	return find_key(&key) && get(key) != ADDRESS && set(key, number);
}

/* FNV-1a.  Not a pointer to the name, which would dangle after a longjmp(). */
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
