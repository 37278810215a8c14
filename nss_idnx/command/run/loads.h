/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which libidn2 a program would get. */
#ifndef LOADS_H
#define LOADS_H

#include <limits.h>

enum loads {
	LOADS_UNKNOWN, /* the dynamic linker did not say */
	LOADS_NONE,    /* neither the program nor a library it needs is linked with libidn2 */
	LOADS_LIBRARY, /* the one at library */
	LOADS_NEWER,   /* the one at library, which lacks a version that the program needs */
};

/* What the dynamic linker says of the PROGRAM_DYNAMIC at path, in this environment. */
enum loads loads_of(const char *path, char library[static PATH_MAX]);

#endif
