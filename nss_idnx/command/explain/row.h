/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Rows about characters, in columns that line up. */
#ifndef ROW_H
#define ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "U+0062 b", and such with commas between them. */
void row_put_character(uint32_t code_point);
void row_put_characters(const uint32_t *code_points, size_t length);

/* How wide the columns are: at first 0, after row_measure() enough for this one, too. */
struct row_columns {
	int script, name;
};

void row_measure(struct row_columns *columns, uint32_t code_point);

/* Writes the row without the end of the line; is_last: nothing follows in it. */
void row_put(const struct row_columns *columns, uint32_t code_point, bool is_last);

#endif
