/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Code points as RFC 3492 writes them, u+00FC, and the test names of cmocka. */
#ifndef DOCUMENTS_TEXT_H
#define DOCUMENTS_TEXT_H

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
	unsigned char case_flags[TEXT_MAX]; /* U+: force to upper case */
};

/* "u+0062 U+00FC" */
static inline struct text text_of(const char *written)
{
	struct text text = { .length = 0 };

	while (*written != '\0') {
		char *end;

		assert_true(text.length < TEXT_MAX && written[1] == '+');
		text.case_flags[text.length] = *written == 'U';
		text.code_points[text.length++] = (uint32_t)strtoul(written + 2, &end, 16);
		written = end + strspn(end, " ");
	}
	return text;
}

static inline struct text text_of_utf8(const char *utf8)
{
	struct text text = { .length = 0 };

	while (*utf8 != '\0') {
		uint32_t c = (unsigned char)*utf8++;
		unsigned more = c < 0xC0 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;

		c &= 0xFFU >> (more == 0 ? 0 : more + 2);
		for (; more > 0; more--)
			c = c << 6 | (*utf8++ & 0x3F);
		assert_true(text.length < TEXT_MAX);
		text.code_points[text.length++] = c;
	}
	return text;
}

static inline void assert_text_equal(const struct text *expected, const uint32_t *code_points,
                                     size_t length)
{
	assert_int_equal(length, expected->length);
	assert_memory_equal(code_points, expected->code_points, length * sizeof *code_points);
}

#endif
