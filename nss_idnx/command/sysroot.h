/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The files of this machine, or of another one's tree that lies in a folder. */
#ifndef SYSROOT_H
#define SYSROOT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct sysroot {
	const char *folder; /* NULL: this machine's */
	int fd;             /* of the folder */
};

/* A folder that cannot be opened ends the run with EXIT_IO. */
struct sysroot sysroot_of(const char *folder);

/*
 * As open(), path being absolute; close-on-exec, and never waits for a FIFO's writer.
 * Below a folder symbolic links are followed as if it were the root: none leads out.
 */
int sysroot_open(const struct sysroot *root, const char *path, int flags);

bool sysroot_has(const struct sysroot *root, const char *path);

/* Where the symbolic link at path leads, or false where there is none. */
bool sysroot_link(const struct sysroot *root, const char *path, char *target, size_t size);

/* The path that the file has without symbolic links, from the root on; false where there is none. */
bool sysroot_real_path(const struct sysroot *root, const char *path, char real[static PATH_MAX]);

/* A block list for /etc/hosts may have ten megabytes; what has more is no text. */
#define SYSROOT_FILE_MAX (64U * 1024 * 1024)

struct sysroot_file {
	char *octets; /* the caller's to free; ended by a NUL; "" on an error */
	size_t length;
	int error; /* errno, or 0; SYSROOT_NOT_REGULAR or SYSROOT_TOO_LARGE */
	struct stat stat; /* of the file, if it could be opened */
};

enum { SYSROOT_NOT_REGULAR = -1, SYSROOT_TOO_LARGE = -2 };

/* All of the file.  Without memory for it the run ends with EXIT_IO. */
struct sysroot_file sysroot_read(const struct sysroot *root, const char *path);

/* An English phrase for a reader. */
const char *sysroot_error_text(const struct sysroot_file *file);

#endif
