/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which libidn2 a program would load, before it runs. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <limits.h>
#include <stdbool.h>

/* Finds the file that execvp() would run for this name; returns false if there is none. */
bool program_find(const char *name, char path[static PATH_MAX]);

enum program_loads {
	LOADS_UNKNOWN,    /* it is a script, or of another processor or libc */
	LOADS_STATIC,     /* it has in it what it may need */
	LOADS_PRIVILEGED, /* it is setuid, setgid, with capabilities: LD_LIBRARY_PATH is ignored */
	LOADS_NONE,       /* neither it nor a library that it needs is linked with libidn2 */
	LOADS_LIBRARY,    /* the library at that path */
	LOADS_NEWER,      /* likewise, but that lacks a version that the program needs */
};

/* Returns the dynamic linker's answer for the program at path, in this environment. */
enum program_loads program_loads(const char *path, char library[static PATH_MAX]);

/* Returns the dynamic linker of this command; "" if it is unknown. */
const char *program_linker(void);

#endif
