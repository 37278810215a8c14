/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How to install the module on a system that has packages of it. */
#ifndef PACKAGE_H
#define PACKAGE_H

#include <stdbool.h>

#include "sysroot.h"

struct package {
	const char *folder; /* of the libc.so.6 that needs the module; NULL: this command's */
	bool is_own;        /* it has this command's architecture */
	bool is_i386;       /* it is a 32-bit PC's */
	bool is_damaged;    /* the module exists, but is unusable */
};

/* Returns the command, to be freed; NULL if no known package has the module. */
char *package_command(const struct sysroot *root, const struct package *package);

#endif
