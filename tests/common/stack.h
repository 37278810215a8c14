/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How much stack a function takes, in a thread of its own. */
#ifndef COMMON_STACK_H
#define COMMON_STACK_H

#include <pthread.h>
#include <string.h>

#include "test.h"

static inline size_t stack_used_by(void *(*function)(void *), void *argument)
{
	size_t size = 128 * 1024, unused = 0;
	unsigned char *stack = aligned_alloc(4096, size);
	pthread_attr_t attributes;
	pthread_t thread;

	memset(stack, 0xa5, size);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, stack, size);
	assert_int_equal(pthread_create(&thread, &attributes, function, argument), 0);
	pthread_join(thread, NULL);
	while (unused < size && stack[unused] == 0xa5)
		unused++;
	free(stack);
	return size - unused;
}

#endif
