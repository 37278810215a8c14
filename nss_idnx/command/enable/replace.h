/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Replaces a file in one step: whoever opens it, and whatever happens, a loss of power
 * included, finds all of the old one or all of the new one.
 */
#ifndef REPLACE_H
#define REPLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct file {
	int directory;    /* a descriptor of where it is */
	const char *name; /* in there */
	char *octets;     /* what is in it */
	size_t length, size;
	int descriptor;   /* -1: there is no such file */
	struct stat stat; /* of when it was read */
};

/*
 * Reads a file of which the first three members and size, the room there is, are set.
 * False and errno if that fails: ELOOP for a symbolic link, EFBIG beyond size, EINVAL for
 * what is neither and no regular file.  The descriptor stays open, also then.
 */
bool file_read(struct file *file);
void file_close(struct file *file);

/*
 * Whether the other is a regular file of whom this run is or of whom the file is, as what a
 * run leaves beside the file is; otherwise anybody may have made it.
 */
bool file_is_ours(const struct file *file, const struct stat *other);

#define REPLACE_SUFFIX ".idnx-new"

/*
 * The first step: what shall be in the file stands beside it as NAME.idnx-new, owner, mode
 * and extended attributes as the file's, and is on disk.  One that a killed run left behind
 * is removed.  Returns a descriptor, or -1 and errno: EAGAIN if another run is at this,
 * EEXIST if something else has the name, ESTALE if the file is no longer what was read.
 */
int replace_prepare(const struct file *file, const char *octets, size_t length);

/* Whether the file is still what was read; false and errno, ESTALE, if not. */
bool replace_check(const struct file *file);

/*
 * The second step: it becomes the file.  False and errno, as above, where that fails; then
 * the file is as it was.  Closes prepared.
 */
bool replace_commit(const struct file *file, int prepared);

/* Instead of the second step. */
void replace_cancel(const struct file *file, int prepared);

#endif
