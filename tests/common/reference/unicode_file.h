/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Unicode's own files, row by row: fields between semicolons, without surrounding blanks
 * and without the comment after '#' (UAX #44 section 4.2).  The files are in $UNICODE_DIR,
 * else where make unicode puts those of the tables' version.
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
	char *field[UNICODE_FIELDS_MAX]; /* of the last row read */
	size_t fields;
};

/*
 * Ends the program successfully with one skipped test, which says where to get the files,
 * unless all of them (a list ended by NULL) exist.
 */
void unicode_files_or_skip(const char *program, const char *const *names);

/* Ends the program if it cannot open the file. */
void unicode_file_open(struct unicode_file *file, const char *name);

/* Reads the next row that is not blank, including "# @missing:" rows; false: no more. */
bool unicode_file_row(struct unicode_file *file);

void unicode_file_close(struct unicode_file *file);

/* Reads "0041" or "0041..005A". */
void unicode_range(const char *field, uint32_t *first, uint32_t *last);

/*
 * Reads "0061 0308"; returns how many code points are in out; ends the program beyond size.
 */
size_t unicode_sequence(const char *field, uint32_t *out, size_t size);

#endif
