/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A name and the result of its conversion.  Every check of a row also checks that the result
 * has exactly length + 1 octets, and that ToASCII leaves dst unchanged if it rejects a name.
 */
#ifndef UNIT_ROW_H
#define UNIT_ROW_H

#include <string.h>

#include "../common/test.h"
#include "idnx.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

struct row {
	const char *what;
	const char *input;
	unsigned flags;
	enum idnx_status status;
	unsigned label;
	const char *output; /* NULL: dst stays as it was */
};

typedef struct idnx_result conversion(const char *src, size_t src_len, char *dst,
                                      size_t dst_size, unsigned flags);

static inline void check_row(conversion *convert, const struct row *row)
{
	char dst[IDNX_NAME_SIZE + 1], expected[sizeof dst];
	struct idnx_result result;

	print_message("# %s\n", row->what);
	memset(dst, 0x55, sizeof dst);
	memset(expected, 0x55, sizeof expected);
	if (row->output != NULL)
		memcpy(expected, row->output, strlen(row->output) + 1);
	result = convert(row->input, strlen(row->input), dst, IDNX_NAME_SIZE, row->flags);
	assert_string_equal(idnx_status_code(result.status), idnx_status_code(row->status));
	assert_int_equal(result.label, row->label);
	assert_int_equal(result.length, row->output == NULL ? 0 : strlen(row->output));
	assert_memory_equal(dst, expected, sizeof dst);
}

static inline void check_rows(conversion *convert, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_row(convert, &rows[i]);
}

#endif
