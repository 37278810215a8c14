/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Rows about characters, in aligned columns. */
#ifndef ROW_H
#define ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Write "U+0062 b", and a list of such with commas between them. */
void row_put_character(uint32_t code_point);
void row_put_characters(const uint32_t *code_points, size_t length);

/* The widths of the columns: 0 at first; row_measure() widens them for each character. */
struct row_columns {
	int script, name;
};

void row_measure(struct row_columns *columns, uint32_t code_point);

/* Writes the row but not the end of the line; is_last: nothing follows on it. */
void row_put(const struct row_columns *columns, uint32_t code_point, bool is_last);

#endif
