/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds which libidn2 a program would load. */
#ifndef LOADS_H
#define LOADS_H

#include <limits.h>

enum loads {
	LOADS_UNKNOWN, /* the dynamic linker gave no answer */
	LOADS_NONE,    /* neither the program nor a library it needs is linked with libidn2 */
	LOADS_LIBRARY, /* the library at that path */
	LOADS_NEWER,   /* likewise, but it lacks a version that the program needs */
};

/* Returns the dynamic linker's answer for the PROGRAM_DYNAMIC at path, in this environment. */
enum loads loads_of(const char *path, char library[static PATH_MAX]);

#endif
