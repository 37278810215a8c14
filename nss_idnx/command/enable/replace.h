/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Replaces a file in one step: whoever opens it, and whatever happens, even a loss of
 * power, finds either the whole old file or the whole new one.
 */
#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct file {
	int directory;    /* of its folder */
	const char *name; /* in that folder */
	char *octets;     /* its contents */
	size_t length, size;
	int descriptor;   /* -1 if there is no such file */
	struct stat stat; /* as it was when read */
};

/*
 * Reads a file whose first three members and size, the capacity, are set.  Returns false
 * and sets errno on failure: ELOOP for a symbolic link, EFBIG beyond size, EINVAL for
 * anything else that is not a regular file.  Even then, the descriptor stays open.
 */
bool file_read(struct file *file);
void file_close(struct file *file);

/*
 * Returns whether the other is a regular file owned by this run's user or the file's owner,
 * as files are that a run leaves next to the file; anybody may have made another one.
 */
bool file_is_ours(const struct file *file, const struct stat *other);

#define REPLACE_SUFFIX ".idnx-new"

/*
 * First step: writes the intended contents to NAME.idnx-new, with the file's owner, mode
 * and extended attributes, and syncs it to disk.  Removes one that a killed run left.
 * Returns a descriptor, or -1 and errno: EAGAIN if another run is in progress, EEXIST if
 * something else has the name, ESTALE if the file has changed since it was read.
 */
int replace_prepare(const struct file *file, const char *octets, size_t length);

/* Returns whether the file is still as it was read; if not, false and errno ESTALE. */
bool replace_check(const struct file *file);

/*
 * Second step: renames it to the file.  Returns false and sets errno, as above, on failure;
 * the file is unchanged then.  Closes prepared.
 */
bool replace_commit(const struct file *file, int prepared);

/* Replaces the second step: undoes the first one. */
void replace_cancel(const struct file *file, int prepared);

#endif
