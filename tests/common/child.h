/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A child process for what a test must not do itself, and memory that both see. */
#ifndef COMMON_CHILD_H
#define COMMON_CHILD_H

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

/* Returns zeroed memory that children share. */
static inline void *child_memory(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
	                    0);

	assert_true(memory != MAP_FAILED);
	return memory;
}

/* Runs in a child, which ends with what it returns; returns the status of waitpid(). */
static inline int child_run(int (*run)(const void *what), const void *what)
{
	pid_t child = fork();
	int status;

	if (child == 0)
		_exit(run(what));
	assert_int_equal(waitpid(child, &status, 0), child);
	return status;
}

#endif
