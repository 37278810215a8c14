/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Code points as RFC 3492 writes them, u+00FC, and the test names of cmocka. */
#ifndef DOCUMENTS_TEXT_H
#define DOCUMENTS_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* A test named by a sentence, as in tests/documents/index.tsv. */
#define SHOWS(function, name) TITLED(function, name)

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

/* Takes a string literal of 32 bits, ended by 0. */
static inline struct text text_of_literal(const uint32_t *literal)
{
	struct text text = { .length = 0 };

	while (literal[text.length] != 0) {
		assert_true(text.length < TEXT_MAX);
		text.code_points[text.length] = literal[text.length];
		text.length++;
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
