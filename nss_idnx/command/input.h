/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The names a subcommand works on: its arguments, or lines of standard input. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>

struct input_name {
	const char *octets; /* any, NUL included; unterminated; valid until the next */
	size_t length;      /* may be cut for a line beyond IDNX_INPUT_MAX */
	const char *source; /* "argument" or "line" */
	unsigned long long number; /* counted from 1 */
};

struct input {
	char *const *arguments; /* the remaining ones; NULL: lines of standard input */
	unsigned long long number;
	char end_of_name; /* newline or NUL */
	bool shows_progress;
	bool at_end;
	size_t start, end; /* of the octets read but not yet used */
	char octets[16 * 1024]; /* see output.h */
};

/*
 * Takes the names from arguments, which end with NULL, or from standard input if there are
 * none.  If null is set, names there end with NUL, and a newline is part of a name.
 */
void input_open(struct input *names, char *const *arguments, bool null);

/*
 * Takes the next name; returns false at the end.  Flushes all output before it waits for
 * input.  A failed read ends the run with EXIT_IO.
 */
bool input_next(struct input *names, struct input_name *name);

#endif
