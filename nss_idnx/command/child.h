/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Programs of the system that know what this command asks them. */
#ifndef CHILD_H
#define CHILD_H

/*
 * Runs the program argv[0], a path, to its end.  Returns what it has written on standard
 * output and standard error, a string to be freed, and its status as waitpid() has it; 127 as
 * its exit status: it cannot be run.  NULL and errno where no process can be had.
 */
char *child_output(const char *const *argv, int *status);

#endif
