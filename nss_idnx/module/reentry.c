/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Remembers what this thread is asking libc for.  This ends two recursions: of a reverse lookup,
 * since an address comes back unchanged and not as an ASCII name, which the module passes
 * through; and of a source that looks up its own server under an internationalized name, which
 * the source does not know again in its ASCII form.  And a name that idnx.conf has allowed is not
 * checked again as an ASCII name.  __thread would not do: if a thread has no memory for it, the
 * loader ends the process.  Pthread keys may be exhausted: then reverse lookups are not
 * converted, a name is checked twice, and such a source is its own fault.
 *
 * The key has no destructor, since it holds no pointer, and is created on first need: a
 * process that asks for ASCII names alone keeps all PTHREAD_KEYS_MAX keys.  A thread that leaves
 * its lookup by longjmp() counts as asking from then on.  After an address it sees names in
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

/*
 * What is asked for: 0, or these bits, and above them those of a name's hash.  The frame is where
 * the lookup is on the thread's stack, in units of 256 octets.
 */
enum {
	LEVELS = 3,
	ADDRESS = 4,
	FRAME_BEGIN = 3,
	FRAME = 0x1FFF << FRAME_BEGIN,
	HASH_BEGIN = 16
};

/* The same, if there are no keys. */
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

static uintptr_t word_of_thread(void)
{
	unsigned key = atomic_load(&created);

	return key != 0 ? (uintptr_t)pthread_getspecific(key - 1) : atomic_load(&asking);
}

/* Returns false if there is no key, or no memory for it.  Keeps errno. */
static bool set_word(uintptr_t before, uintptr_t word)
{
	int error = errno;
	pthread_key_t key;
	bool done;

	if (pthread_key_create == NULL)
		return atomic_compare_exchange_strong(&asking, &before, word);
	done = find_key(&key) && pthread_setspecific(key, (void *)word) == 0;
	errno = error;
	return done;
}

/* FNV-1a.  Not a pointer to the name, which would dangle after a longjmp(). */
static uintptr_t hash_of(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *name != '\0'; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
	hash ^= hash >> 32;
	return (uintptr_t)hash << HASH_BEGIN;
}

static uintptr_t frame(void)
{
	return (uintptr_t)__builtin_frame_address(0) / 256 << FRAME_BEGIN & FRAME;
}

/*
 * Returns how many names this thread is within.  A lookup within another is below it on the stack,
 * by more than its form of 256 octets; one after a longjmp() out of it is as high, or higher.
 */
static unsigned level(uintptr_t word)
{
	uintptr_t below = (word - frame()) & FRAME;

	return below > 1 << FRAME_BEGIN && below <= FRAME / 2 ? word & LEVELS : 0;
}

bool reentry_enter(uintptr_t *before)
{
	*before = word_of_thread();
	return (*before & ADDRESS) == 0 && set_word(*before, ADDRESS);
}

bool reentry_enter_name(const char *ace, uintptr_t *before)
{
	*before = word_of_thread();
	return set_word(*before,
	                hash_of(ace) | frame() | (*before & ADDRESS) | (level(*before) + 1));
}

bool reentry_is_too_deep(void)
{
	return level(word_of_thread()) == LEVELS;
}

bool reentry_is_within(const char *ace)
{
	uintptr_t word = word_of_thread();

	return (word & LEVELS) != 0 && word >> HASH_BEGIN == hash_of(ace) >> HASH_BEGIN;
}

void reentry_leave(uintptr_t before)
{
	if (pthread_key_create == NULL)
		atomic_store(&asking, before);
	else
		pthread_setspecific(atomic_load(&created) - 1, (void *)before);
}
