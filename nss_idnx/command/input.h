/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The names a subcommand works on: its arguments, or lines of standard input. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>

struct input_name {
	const char *octets; /* any, NUL too; not ended by one; until the next name */
	size_t length;      /* of a line beyond IDNX_INPUT_MAX perhaps not the whole */
	const char *source; /* "argument" or "line" */
	unsigned long long number; /* counted from 1 */
};

struct input {
	char *const *arguments; /* those to come; NULL: lines of standard input */
	unsigned long long number;
	char end_of_name; /* newline or NUL */
	bool shows_progress;
	bool at_end;
	size_t start, end; /* of the octets read and not used */
	char octets[64 * 1024];
};

/*
 * The arguments, up to a NULL, or standard input where there is none.  Where null,
 * names there end in NUL, and a newline is a character of a name.
 */
void input_open(struct input *names, char *const *arguments, bool null);

/*
 * The next name; false at the end.  Flushes all output before it waits for
 * input.  A failed read ends the run with EXIT_IO.
 */
bool input_next(struct input *names, struct input_name *name);

#endif
