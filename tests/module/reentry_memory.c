/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * reentry.c in a thread that has no memory for another key: glibc allocates all blocks of keys
 * except the first.  This program defines its own pthread_setspecific().
 */
#include <errno.h>
#include <pthread.h>

#include "../common/test.h"
#include "lookup.h"

static int asked;

int pthread_setspecific(pthread_key_t key, const void *value)
{
	(void)key;
	(void)value;
	asked++;
	errno = ENOMEM;
	return ENOMEM;
}

TEST(without_memory_no_thread_enters_and_errno_stays)
{
	errno = 7;
	assert_false(reentry_enter());
	assert_int_equal(errno, 7);
	assert_int_equal(asked, 1);
}
