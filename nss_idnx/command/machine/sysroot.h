/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Files of this machine, or of another system's tree in a folder. */
#ifndef SYSROOT_H
#define SYSROOT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

struct sysroot {
	const char *folder; /* NULL: this machine's */
	int fd;             /* of the folder; -1: it is "/" */
};

/* Opens the folder; a failure ends the run with EXIT_IO. */
struct sysroot sysroot_of(const char *folder);

/*
 * Works like open() with an absolute path; close-on-exec, and never waits for a FIFO's
 * writer.  Follows symbolic links as if the folder were the root: none leads out of it.
 */
int sysroot_open(const struct sysroot *root, const char *path, int flags);

bool sysroot_has(const struct sysroot *root, const char *path);

/* Finds where the symbolic link at path leads; returns false if there is none. */
bool sysroot_link(const struct sysroot *root, const char *path, char *target, size_t size);

/*
 * Finds the file's path without symbolic links, from the root on; returns false if there is
 * none.
 */
bool sysroot_real_path(const struct sysroot *root, const char *path, char real[static PATH_MAX]);

/* A block list for /etc/hosts may have ten megabytes; a larger file is not text. */
#define SYSROOT_FILE_MAX (64U * 1024 * 1024)

struct sysroot_file {
	char *octets; /* to be freed; NUL-terminated; "" on an error */
	size_t length;
	int error; /* errno, or 0; SYSROOT_NOT_REGULAR or SYSROOT_TOO_LARGE */
	struct stat stat; /* of the file, if it could be opened */
};

enum { SYSROOT_NOT_REGULAR = -1, SYSROOT_TOO_LARGE = -2 };

/* Reads the whole file.  Without memory for it the run ends with EXIT_IO. */
struct sysroot_file sysroot_read(const struct sysroot *root, const char *path);

/* Returns an English phrase for a reader. */
const char *sysroot_error_text(const struct sysroot_file *file);

#endif
