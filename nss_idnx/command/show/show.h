/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * How a thing is shown: text in memory, the two outputs, JSON, characters, remedies; and how a
 * run ends, also if there is no memory: with EXIT_IO.
 */
#ifndef SHOW_H
#define SHOW_H

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "span.h"

/* --- The end of a run ------------------------------------------------------------- */

enum exit_code {
	EXIT_OK = 0,
	EXIT_REJECTED = 1, /* at least one name was rejected or not found */
	EXIT_USAGE = 2,
	EXIT_CONFIGURATION = 3, /* this machine is misconfigured */
	EXIT_TEMPORARY = 4,     /* the same command may succeed later */
	EXIT_IO = 5, /* input or output failed; the remaining names are not processed */
};

/* Says what is wrong and, unless word is NULL, in which word of the command line. */
_Noreturn void die_usage(const char *what, const char *word);

/* Sets the subcommand, "" for none, whose words may be wrong. */
void usage_of(const char *subcommand);

/* Writes the fault and leaves the line open: a hint may follow, and die_similar(). */
void usage_fault(const char *what, const char *word);

/* --- Text in memory ----------------------------------------------------------------- */

/*
 * Text lasts as long as the run, which ends soon, and is never for free().  Of many names or lines,
 * each has words_release() after it: what was made since the latest words_keep() goes.
 */
void words_keep(void);
void words_release(void);

void *words_room(size_t size); /* zeroed */
char *words_copy(const char *text);
char *words_copy_of(struct span octets);
char *words_lasting(struct span octets); /* a copy for free() */
__attribute__((format(printf, 1, 2))) char *words_format(const char *format, ...);
__attribute__((format(printf, 1, 0))) char *words_vformat(const char *format,
                                                          va_list arguments);

/* Opens a stream for text that grows; closing it returns the text. */
FILE *words_open(void);
char *words_close(FILE *out);

/* Adds a word to a list with blanks between, or NULL, unless it is empty or there.  It lasts. */
void words_add(char **list, struct span word);

/* Reads to the end, into memory for free(); NULL: an error, or EFBIG for more than max. */
char *words_read(int fd, size_t max, size_t *length);

/* Quotes the text for sh(1) if necessary. */
char *shell_word(const char *text);

/* The word of a list that a mistyped word probably means: the first with the fewest edits. */
struct similar {
	struct span word;  /* as it was typed */
	const char *found; /* NULL: none */
	int edits;         /* how many it has; more than allowed if there is none */
};

/* One letter in three may err.  Upper and lower case are the same. */
struct similar similar_to(struct span word);
void similar_try(struct similar *similar, const char *candidate);

/* Asks whether it is what was meant, if there is one, and ends the run with EXIT_USAGE. */
_Noreturn void die_similar(const char *prefix, const struct similar *similar);

/* --- Standard output and standard error --------------------------------------------- */

/*
 * A file or a pipe gets every octet of standard output unchanged.  A terminal gets only visible
 * characters of its charset, and nothing that it would obey: <U+XXXX> replaces any other
 * character, <XX> an octet that is not UTF-8.  So does standard error, also in a file, since only
 * people read it.  A failed write ends the run with EXIT_IO.
 */
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
	bool is_prose;    /* on a terminal, lines break between words */
	bool is_page;     /* they do so in a file, too */
	bool is_terminal;
	int columns; /* of the terminal, or of text in a file */
	struct output_line line;
	size_t used;
	char octets[64 * 1024]; /* as much as a pipe takes at once */
};

extern struct output standard_output;
extern struct output standard_error;

/* Finds out which of them are terminals. */
void output_open(void);

/* Returns whether a character is written as itself, not as <U+XXXX>. */
bool output_shows(const struct output *output, uint32_t code_point);

enum manner {
	AS_IT_IS,
	VISIBLE,    /* in a file, too */
	WHOLE,      /* likewise, and in one line */
	LINES,      /* a terminal gets newlines and tabs, as of the command's own text */
	VALID_NAME, /* it gets joiners, and characters that libunistring does not know */
};

/* Writes whole characters, which may be untrusted. */
void output_put(struct output *output, struct span octets, enum manner manner);
void output_text(struct output *output, const char *text);
__attribute__((format(printf, 2, 3))) void output_format(struct output *output,
                                                         const char *format, ...);

/* Writes a line that may have what is untrusted; on standard error, after "idnx: ". */
__attribute__((format(printf, 2, 3))) void output_line(struct output *output,
                                                       const char *format, ...);

/* Ends an answer with a newline, or a NUL if that was asked for. */
void output_end(struct output *output, bool null);

/*
 * Writes the text after indent columns of existing text, in lines as wide as the terminal, or
 * as 80 columns in a file; the last of its octets, whole of them, in one line.  Ends that.
 */
void paragraph_put(struct output *output, int indent, const char *text, size_t whole);

/* Writes everything put so far: standard output first, then the reasons. */
void output_flush(void);

/* From now on, nothing is written (--quiet); or all is, such as a fault of the run itself. */
void output_silence(bool silent);

/* Flushes, and reports errors that some file systems return only on close. */
void output_close(void);

/* Says what failed, and errno, and ends the run with EXIT_IO. */
_Noreturn void die_io(const char *what);

/* Writes a change as one hunk of diff -U0, which no terminal breaks; below a head unless NULL. */
void diff_put(const char *path, struct span before, struct span after);

/* --- Colour -------------------------------------------------------------------------- */

/* Chooses when standard output has colour: auto, always or never. */
void terminal_colour(const char *when);

/* Sets the style of what follows: ECMA-48's SGR, which every terminal supports. */
enum terminal_style {
	TERMINAL_PLAIN = 0,
	TERMINAL_BOLD = 1,
	TERMINAL_BAD = 31,
	TERMINAL_GOOD = 32
};
void terminal_set_style(enum terminal_style style);

/* --- Characters ------------------------------------------------------------------------ */

bool character_is_visible(uint32_t code_point);       /* by itself, in this libunistring */
bool character_is_blank(uint32_t code_point);         /* not seen, though a name may have it */
bool character_acts(uint32_t code_point);             /* not seen, but obeyed: Cc, Cf, Zl, Zp */
bool character_is_right_to_left(uint32_t code_point); /* UAX #9: R, AL, AN */

/* Returns "LATIN SMALL LETTER A"; for a code point without a name, its kind. */
const char *character_name(uint32_t code_point);

/* Returns its one or two scripts, or how many scripts use it: "3 scripts". */
const char *character_scripts(uint32_t code_point);

/* Returns the character, a mark on a dotted circle; NULL unless visible, and both outputs show it. */
const char *character_glyph(uint32_t code_point);

/* Return "U+2603 ☃" and "U+2603 ☃ SNOWMAN"; for a space "U+0020" and "U+0020 SPACE". */
const char *character_code(uint32_t code_point);
const char *character_text(uint32_t code_point);

/* --- JSON (RFC 8259) -------------------------------------------------------------------- */

/* Writes any octets as a valid string, which is harmless on a terminal. */
void json_string(struct output *output, struct span octets);

/*
 * Write objects and lists to standard output, with brackets and commas; the end of an outermost
 * object ends the line.  The name of a member is NULL in a list and at the outermost level.
 */
void json_begin(const char *name, char bracket);
void json_end(char bracket);
void json_end_line(void);

/* Write a string; null for NULL. */
void json_octets(const char *name, struct span octets);
void json_text(const char *name, const char *text);
void json_words(const char *name, const char *words); /* a list */
void json_flag(const char *name, bool flag);
void json_number(const char *name, unsigned long long number);

/* Writes an object with code_point, name and scripts. */
void json_character(const char *member, uint32_t code_point);

/* --- Remedies ----------------------------------------------------------------------------- */

/* What the user does about a problem. */
struct remedy {
	char *words;   /* the whole remedy; if a command follows, they end with "run" */
	char *command; /* for sh(1) as root, or the line of a file as it should be, or NULL */
	bool is_line;
};

#define NO_REMEDY ((struct remedy){ .words = NULL })

/* These take a format and its arguments last. */
#define remedy_words(...) ((struct remedy){ .words = words_format(__VA_ARGS__) })
#define remedy_command(before, ...) ((struct remedy){ .words = words_copy(before), \
	.command = words_format(__VA_ARGS__) })

/* The words end with what the line is for: "Write line 2 as". */
#define remedy_line(line, ...) ((struct remedy){ .words = words_format(__VA_ARGS__), \
	.command = words_copy(line), .is_line = true })

/* Returns "Run: idnx enable", for root, or "Write line 2 as: exclude = .a"; NULL for NO_REMEDY. */
char *remedy_text(const struct remedy *remedy);

/* Writes the same from the given column on; nothing breaks the command or the line. */
void remedy_write(struct output *output, int column, const struct remedy *remedy);

/* Writes a text that may end with a command for idnx.conf, in lines below its beginning. */
void remedy_row(const char *title, const char *text);

#endif
