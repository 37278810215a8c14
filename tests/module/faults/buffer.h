/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Buffers that detect accesses beyond their end.  A buffer is followed by up to 15 octets,
 * which depend on its misalignment and must not change, and by an inaccessible page.  In a
 * sanitized build each buffer is an allocation of its own.
 */
#ifndef FAULTS_BUFFER_H
#define FAULTS_BUFFER_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../common/test.h"

enum { BUFFER_MAX = 8192, MISALIGNMENTS = 16, CANARY = 0xa5 };

struct buffer {
	char *start;
	size_t size;
	char *memory; /* to be freed, or NULL */
};

#ifdef SANITIZED

static inline struct buffer buffer_make(size_t size, size_t misalignment)
{
	char *memory = malloc(misalignment + size);

	assert_non_null(memory);
	return (struct buffer){ memory + misalignment, size, memory };
}

static inline void buffer_check(const struct buffer *buffer)
{
	free(buffer->memory);
}

#else

/* buffer_end[-1] is the last octet before the inaccessible page. */
static char *buffer_end;

static inline char *arena_end(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t length = (BUFFER_MAX / page + 2) * page;
	char *arena = mmap(NULL, length + page, PROT_READ | PROT_WRITE,
	                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(arena != MAP_FAILED);
	assert_int_equal(mprotect(arena + length, page, PROT_NONE), 0);
	return arena + length;
}

static inline struct buffer buffer_make(size_t size, size_t misalignment)
{
	char *start;

	if (buffer_end == NULL)
		buffer_end = arena_end();
	start = buffer_end - size;
	start -= (uintptr_t)(start - misalignment) % MISALIGNMENTS;
	memset(start - MISALIGNMENTS, CANARY, (size_t)(buffer_end - start) + MISALIGNMENTS);
	return (struct buffer){ start, size, NULL };
}

static inline void buffer_check(const struct buffer *buffer)
{
	for (const char *c = buffer->start - MISALIGNMENTS; c < buffer->start; c++)
		assert_int_equal((unsigned char)*c, CANARY);
	for (const char *c = buffer->start + buffer->size; c < buffer_end; c++)
		assert_int_equal((unsigned char)*c, CANARY);
}

#endif

#endif
