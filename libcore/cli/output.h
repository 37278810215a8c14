/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error, written in large blocks.  A failed write
 * ends the run with EXIT_IO.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stddef.h>

struct output {
	int fd;
	const char *name; /* for the message about a failed write */
	size_t used;
	char octets[64 * 1024]; /* what a pipe holds */
};

extern struct output standard_output;
extern struct output standard_error;

void output_put(struct output *output, const char *octets, size_t length);
void output_text(struct output *output, const char *text);

/* As printf, for lines of the command's own: at most OUTPUT_FORMAT_MAX octets. */
#define OUTPUT_FORMAT_MAX 1023
__attribute__((format(printf, 2, 3)))
void output_format(struct output *output, const char *format, ...);

/*
 * Hands on all, then shows a line on the terminal that standard error is, which goes
 * away as soon as something else is written there, or output_close() is called.
 */
void output_passing(const char *line);

/* Hands on all that was put so far: standard output first, then the reasons. */
void output_flush(void);

/* Flushes, and asks about errors that some file systems tell on close only. */
void output_close(void);

#endif
