/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Replaces the heap of a program that includes this file.  When armed, it fails one
 * allocation; it also counts the live blocks.  Do not use it under a sanitizer, which has its
 * own heap.
 */
#ifndef FAILING_HEAP_H
#define FAILING_HEAP_H

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "sources/fake.h"

static struct {
	bool armed;
	unsigned which, seen;
	atomic_long alive;
} heap;

static bool heap_fails(void)
{
	if (!heap.armed || ++heap.seen != heap.which)
		return false;
	errno = ENOMEM;
	return true;
}

static void *counted(void *block)
{
	atomic_fetch_add(&heap.alive, block != NULL);
	return block;
}

/* libc's own functions, under their names for programs that define replacements. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

FAKE_EXPORT void *malloc(size_t size)
{
	return heap_fails() ? NULL : counted(__libc_malloc(size));
}

FAKE_EXPORT void *calloc(size_t count, size_t size)
{
	return heap_fails() ? NULL : counted(__libc_calloc(count, size));
}

FAKE_EXPORT void *realloc(void *block, size_t size)
{
	if (heap_fails())
		return NULL;
	return block == NULL ? counted(__libc_malloc(size)) : __libc_realloc(block, size);
}

FAKE_EXPORT void free(void *block)
{
	atomic_fetch_sub(&heap.alive, block != NULL);
	__libc_free(block);
}

#endif
