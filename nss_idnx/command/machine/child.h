/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Runs programs, and code that may crash, in a process of their own, for what they print. */
#ifndef CHILD_H
#define CHILD_H

/*
 * Runs the program at the path argv[0] to its end.  Returns its standard output and standard
 * error as one string, to be freed, and sets *status as waitpid() does; exit status 127 means
 * that it cannot be run.  Returns NULL and sets errno if no process can be created.
 */
char *child_output(const char *const *argv, int *status);

/* Does the same for a function, which ends the process itself. */
char *child_call(void (*call)(const void *), const void *argument, int *status);

#endif
