/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How the module gets onto a system that has packages of it. */
#ifndef PACKAGE_H
#define PACKAGE_H

#include <stdbool.h>

#include "sysroot.h"

struct package {
	const char *folder; /* of the libc.so.6 that the module is for; NULL: this command's */
	bool is_own;        /* it is of this command's architecture */
	bool is_i386;       /* it is of 32 bits, for a PC */
	bool is_damaged;    /* the module is there, but of no use */
};

/* The command, the caller's to free; NULL where no package is known to have it. */
char *package_command(const struct sysroot *root, const struct package *package);

#endif
