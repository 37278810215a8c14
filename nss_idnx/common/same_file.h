/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Tells whether a file is still the same one. */
#ifndef NSS_IDNX_SAME_FILE_H
#define NSS_IDNX_SAME_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

static inline bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static inline bool same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* Also true of a file that has got another mode, owner or link: they change its ctime alone. */
static inline bool same_contents(const struct stat *a, const struct stat *b)
{
	return same_file(a, b) && a->st_size == b->st_size && same_time(a->st_mtim, b->st_mtim);
}

#endif
