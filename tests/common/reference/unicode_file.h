/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Unicode's own files, row by row: fields between semicolons, without surrounding blanks
 * and without the comment after '#' (UAX #44 section 4.2); and one property for every code
 * point, from the file that Unicode derives for it.  The files are in $UNICODE_DIR, else where
 * make unicode puts those of the tables' version.
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

/*
 * Reads a file of rows "range; value", or, where property is not NULL, its rows
 * "range; property; value".  value() turns a value's name, short or long, into
 * a number; a negative one ends the program.
 */
void property_read(const char *file, const char *property, int (*value)(const char *name),
                   uint8_t values[UNICODE_CODE_POINTS]);

/* Returns the index of name in names, a list that NULL terminates, or -1. */
int property_index(const char *const *names, const char *name);

#endif
