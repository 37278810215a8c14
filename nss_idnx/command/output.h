/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Standard output and standard error, written in large blocks.  A failed write
 * ends the run with EXIT_IO.
 *
 * A file or a pipe gets what is put, octet for octet.  A terminal gets nothing that it
 * would obey or not show: of whatever is put, characters of its charset that can be seen,
 * and for any other one <U+XXXX>, or <XX> for an octet that is not UTF-8.  There, lines of
 * prose break between words, and go on below their last column of text, or two columns in.
 */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The word at the end of a line of a terminal, and where it goes. */
struct output_line {
	int column; /* where the last word ended */
	int indent; /* of the lines that this one becomes */
	int blanks; /* between that word and this one */
	int width;  /* of this one */
	size_t length;
	char word[512];
};

struct output {
	int fd;
	const char *name; /* for the message about a failed write */
	bool is_prose;    /* on a terminal lines break between words */
	enum { OUTPUT_UNASKED, OUTPUT_FILE, OUTPUT_TERMINAL } kind;
	int columns; /* of the terminal, or of text in a file */
	struct output_line line;
	size_t used;
	char octets[64 * 1024]; /* what a pipe holds */
};

extern struct output standard_output;
extern struct output standard_error;

bool output_is_terminal(struct output *output);

/* How many columns a line has: those of the terminal, at least 40; in a file, 80. */
int output_columns(struct output *output);

/* How many columns whole characters take there, as they are written. */
int output_width(struct output *output, const char *octets, size_t length);

/* Whether a character is written as itself, and not as <U+XXXX>. */
bool output_shows(struct output *output, uint32_t code_point);

/*
 * Ends the run with EXIT_IO: says what failed, and errno.  Nothing useful can be done then,
 * so nobody has to hand such an error up.
 */
_Noreturn void die_io(const char *what);

/* Whole characters of anybody's. */
void output_put(struct output *output, const char *octets, size_t length);

/*
 * The same so that each can be seen and none does anything, also where output is no
 * terminal: an octet that is not UTF-8 becomes <XX>, a character that shows nothing by
 * itself, as controls of the terminal and of direction, <U+XXXX>.
 */
void output_visible(struct output *output, const char *octets, size_t length);

/* A valid name: a terminal gets its joiners, too, and what libunistring is too old for. */
void output_valid_name(struct output *output, const char *octets, size_t length);

/* What ends an answer: a newline, or a NUL if that was asked for. */
void output_end(struct output *output, bool null);

/* A sequence that a terminal is to obey. */
void output_control(struct output *output, const char *sequence);

/* Text of the command's own, which may have newlines. */
void output_text(struct output *output, const char *text);

/* As printf, of such text: at most OUTPUT_FORMAT_MAX octets. */
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
