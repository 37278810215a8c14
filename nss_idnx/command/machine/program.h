/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What can be known about a program before it runs. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <limits.h>
#include <stdbool.h>

/* Finds the file that execvp() would run for this name; returns false if there is none. */
bool program_find(const char *name, char path[static PATH_MAX]);

enum program_kind {
	PROGRAM_DYNAMIC,    /* run by the dynamic linker that runs this command */
	PROGRAM_STATIC,
	PROGRAM_PRIVILEGED, /* setuid, setgid, with capabilities: LD_LIBRARY_PATH is ignored */
	PROGRAM_UNKNOWN,    /* a script, or of another processor or libc */
};

enum program_kind program_kind(const char *path);

/* Returns the dynamic linker of this command. */
const char *program_interpreter(void);

#endif
