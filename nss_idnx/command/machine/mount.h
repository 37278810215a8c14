/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds the mount that a file is on, in /proc/self/mountinfo (proc(5)). */
#ifndef MOUNT_H
#define MOUNT_H

#include <limits.h>
#include <stdbool.h>

#include "sysroot.h"

struct mount {
	char id[16];              /* a number, in digits */
	bool is_read_only;        /* by the mount or the file system */
	bool is_read_only_system; /* the file system is read-only */
	char point[PATH_MAX];
};

/* Returns false if the file is missing or its mount unknown. */
bool mount_of(const struct sysroot *root, const char *path, struct mount *mount);

#endif
