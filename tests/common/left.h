/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Counts what a process has: open descriptors, and memory allocated and not freed. */
#ifndef FAULTS_LEFT_H
#define FAULTS_LEFT_H

#include <dirent.h>
#include <malloc.h>

static inline long descriptors(void)
{
	DIR *directory = opendir("/proc/self/fd");
	long count = 0;

	while (directory != NULL && readdir(directory) != NULL)
		count++;
	if (directory != NULL)
		closedir(directory);
	return count;
}

/* Returns octets.  Before glibc 2.33 the counter is an int. */
static inline long heap_in_use(void)
{
#if __GLIBC_PREREQ(2, 33)
	return (long)mallinfo2().uordblks;
#else
	return mallinfo().uordblks;
#endif
}

#endif
