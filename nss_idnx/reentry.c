/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Ends the recursion of reverse lookups.  A name is asked for again as an ASCII name,
 * which the module leaves alone, but an address stays what it is: the thread has to
 * know that it is asking already.  There is no __thread for that, since where a thread
 * has no memory for it the loader ends the process.  A key of pthread's can be out, and
 * then the reverse lookup is not ours.
 *
 * The key has no destructor, for nothing is behind it, and it is made on first need: a
 * process in which no reverse lookup is ours has all PTHREAD_KEYS_MAX of them.  A
 * thread that leaves its lookup by longjmp() counts as asking from then on, and sees
 * names in ASCII.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

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

/*
 * 0 or 1.  No atomic_bool: on riscv64 gcc 12 exchanges single octets by a function of
 * libatomic, a library the module does not need.
 */
static atomic_uint asking;

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

/* Where there is no memory for it, an address is not ours, and its errno neither. */
static bool set(pthread_key_t key)
{
	int error = errno;
	bool done = pthread_setspecific(key, &created) == 0;

	errno = error;
	return done;
}

bool reentry_enter(void)
{
	pthread_key_t key;

	if (pthread_key_create == NULL)
		return atomic_exchange(&asking, 1) == 0;
	return find_key(&key) && pthread_getspecific(key) == NULL && set(key);
}

void reentry_leave(void)
{
	if (pthread_key_create == NULL)
		atomic_store(&asking, 0);
	else
		pthread_setspecific(atomic_load(&created) - 1, NULL);
}
