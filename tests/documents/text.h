/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The test names of tests/documents/index.tsv, and texts as code points. */
#ifndef DOCUMENTS_TEXT_H
#define DOCUMENTS_TEXT_H

#include <unistr.h>

#include "../common/table.h"

/* A test named by a sentence, as in tests/documents/index.tsv. */
#define SHOWS(function, name) TITLED(function, name)

/* The same, with its rows in a table. */
#define SHOWS_ROWS(title, path, check)          SHOWS_ROWS_OF(__LINE__, title, path, check)
#define SHOWS_ROWS_OF(line, title, path, check) SHOWS_ROWS_AT(line, title, path, check)
#define SHOWS_ROWS_AT(line, title, path, check)                                                \
	SHOWS(rows_##line, title)                                                              \
	{                                                                                      \
		table_test(path, title, check);                                                \
	}                                                                                      \
	typedef table_row rows_##line##_check

#define TEXT_MAX 256

struct text {
	size_t length;
	uint32_t code_points[TEXT_MAX];
};

static inline struct text text_of(const char *utf8)
{
	struct text text = { .length = TEXT_MAX };

	assert_non_null(
		u8_to_u32((const uint8_t *)utf8, strlen(utf8), text.code_points, &text.length));
	return text;
}

static inline void assert_text_equal(const struct text *expected, const uint32_t *code_points,
                                     size_t length)
{
	assert_int_equal(length, expected->length);
	assert_memory_equal(code_points, expected->code_points, length * sizeof *code_points);
}

#endif
