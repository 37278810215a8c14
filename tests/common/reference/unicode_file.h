/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Unicode's own files, row by row: fields between semicolons, without blanks
 * around them and without the comment after '#' (UAX #44 section 4.2).  Read
 * from $UNICODE_DIR, else from where make unicode puts those of the tables' version.
 */
#ifndef REFERENCE_UNICODE_FILE_H
#define REFERENCE_UNICODE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define UNICODE_CODE_POINTS 0x110000U
#define UNICODE_FIELDS_MAX  16

struct unicode_file {
	FILE *stream;
	char *line;
	size_t line_size;
	char *field[UNICODE_FIELDS_MAX]; /* of the row read last */
	size_t fields;
};

/*
 * Ends the program well with one skipped test, which says where to get the
 * files, unless all of them (a list ended by NULL) are there.
 */
void unicode_files_or_skip(const char *program, const char *const *names);

/* Ends the program where it cannot. */
void unicode_file_open(struct unicode_file *file, const char *name);

/* The next row that is not blank, "# @missing:" rows among them; false: none. */
bool unicode_file_row(struct unicode_file *file);

void unicode_file_close(struct unicode_file *file);

/* "0041" or "0041..005A". */
void unicode_range(const char *field, uint32_t *first, uint32_t *last);

/* "0061 0308": how many code points went to out; ends the program beyond size. */
size_t unicode_sequence(const char *field, uint32_t *out, size_t size);

#endif
