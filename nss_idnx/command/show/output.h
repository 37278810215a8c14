/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error, written in large blocks.  A failed write ends the run
 * with EXIT_IO.
 *
 * A file or a pipe gets every octet unchanged.  A terminal gets nothing that it would obey
 * or not show, only visible characters of its charset: <U+XXXX> replaces any other
 * character, <XX> an octet that is not UTF-8.  On a terminal, lines of prose break between
 * words; they continue below their last column of text, or two columns in.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The last word of a terminal's line, and the line's layout. */
struct output_line {
	int column; /* where the previous word ended */
	int indent; /* of the continuation lines */
	int blanks; /* between the previous word and this one */
	int width;  /* of this word */
	size_t length;
	char word[512];
};

struct output {
	int fd;
	const char *name; /* for the message about a failed write */
	bool may_fail;    /* a failed write is ignored, and does not end the run */
	bool is_silent;   /* nothing is written */
	bool is_prose;    /* on a terminal, lines break between words */
	enum { OUTPUT_UNASKED, OUTPUT_FILE, OUTPUT_TERMINAL } kind;
	int columns; /* of the terminal, or of text in a file */
	struct output_line line;
	size_t used;
	char octets[16 * 1024]; /* leaves room for the tables in a processor's first cache */
};

extern struct output standard_output;
extern struct output standard_error;

bool output_is_terminal(struct output *output);

/* Returns the columns of a line: those of the terminal, at least 40; in a file, 80. */
int output_columns(struct output *output);

/* Returns how many columns whole characters take as they are written to output. */
int output_width(struct output *output, const char *octets, size_t length);

/* Returns whether a character is written as itself, not as <U+XXXX>. */
bool output_shows(struct output *output, uint32_t code_point);

/*
 * Ends the run with EXIT_IO after writing what failed, and errno.  No caller could do
 * anything useful after such an error.
 */
_Noreturn void die_io(const char *what);

/* Writes whole characters, which may be untrusted. */
void output_put(struct output *output, const char *octets, size_t length);

/*
 * Does the same, but leaves every octet visible and without effect even if output is not a
 * terminal: an octet that is not UTF-8 becomes <XX>; a character that is invisible by
 * itself, such as controls of the terminal and of direction, becomes <U+XXXX>.
 */
void output_visible(struct output *output, const char *octets, size_t length);

/* Writes a valid name: also sends a terminal joiners, and characters newer than libunistring. */
void output_valid_name(struct output *output, const char *octets, size_t length);

/* Ends an answer with a newline, or a NUL if that was asked for. */
void output_end(struct output *output, bool null);

/* Writes a sequence for the terminal to obey. */
void output_control(struct output *output, const char *sequence);

/* Writes text of the command's own, which may have newlines. */
void output_text(struct output *output, const char *text);

/* Writes such text as printf does, at most OUTPUT_FORMAT_MAX octets. */
#define OUTPUT_FORMAT_MAX 1023
__attribute__((format(printf, 2, 3)))
void output_format(struct output *output, const char *format, ...);

/*
 * Flushes, then shows a transient line on the terminal of standard error.  The next write
 * to it, or output_close(), erases the line.
 */
void output_passing(const char *line);

/* From now on, nothing is written any more: the exit status says enough (--quiet) ... */
void output_silence(void);

/* ... but a fault of the run itself. */
void output_speak(void);

/* Writes everything put so far: standard output first, then the reasons. */
void output_flush(void);

/* Flushes, and reports errors that some file systems return only on close. */
void output_close(void);

#endif
