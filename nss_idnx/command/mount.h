/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* On which mount a file is, as /proc/self/mountinfo tells (proc(5)). */
#ifndef MOUNT_H
#define MOUNT_H

#include <limits.h>
#include <stdbool.h>

#include "sysroot.h"

struct mount {
	char id[16];              /* a number, in digits */
	bool is_read_only;        /* by the mount or by the file system */
	bool is_read_only_system; /* the file system is */
	char point[PATH_MAX];
};

/* False where the file is not there, or nobody tells. */
bool mount_of(const struct sysroot *root, const char *path, struct mount *mount);

#endif
