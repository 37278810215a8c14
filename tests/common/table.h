/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * table.h: rows of a test, in a .tsv file.
 *
 *	# comment
 *	= name_of_the_test
 *	column	column	column
 *
 * Columns are separated by tabs.  Escapes are written as in C: \n, \t, \r, \\, \xFF, \u00AD,
 * \U00020000.  a{63} is 63 times the character before the brace.
 *
 *	#define ROWS(test) TABLE_TEST(test, "tests/engine/file.tsv", check_row)
 *
 *	ROWS(name_of_the_test);
 *	TABLE_END("tests/engine/file.tsv");
 */
#ifndef COMMON_TABLE_H
#define COMMON_TABLE_H

#include <stdbool.h>
#include <string.h>

#include "test.h"

enum { TABLE_COLUMNS = 8, TABLE_TEXT = 1 << 17 };

/*
 * names.tsv says what becomes of a name, for all who convert names; names_conf() is the text of
 * idnx.conf, the ASCII form "-" if there is none.
 */
#define NAMES "tests/common/names.tsv"

enum { NAMES_NAME, NAMES_CONF, NAMES_STATUS, NAMES_ACE };

/* Returns NULL if there is no file. */
static inline const char *names_conf(char *column[])
{
	return strcmp(column[NAMES_CONF], "-") == 0 ? NULL : column[NAMES_CONF];
}

/* Columns that a row does not have are empty. */
typedef void table_row(char *column[TABLE_COLUMNS]);

/* A test that checks its rows; they are those of one table. */
#define TABLE_TEST(name, path, check)                                                          \
	TEST(name)                                                                             \
	{                                                                                      \
		table_test(path, #name, check);                                                \
	}                                                                                      \
	typedef table_row name##_check

/* After all of them: each row of the table belongs to one of the tests. */
#define TABLE_END(path)                                                                        \
	TEST(every_row_of_the_table_belongs_to_a_test)                                         \
	{                                                                                      \
		assert_int_equal(table_rows(path, NULL, NULL), table_checked);                 \
	}                                                                                      \
	typedef table_row table_end

static unsigned table_checked __attribute__((unused));

static inline char *table_encode(char *out, uint32_t code)
{
	static const unsigned char first[] = { 0, 0xC0, 0xE0, 0xF0 };
	unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;

	*out++ = (char)(first[more] | code >> 6 * more);
	while (more-- > 0)
		*out++ = (char)(0x80 | (code >> 6 * more & 0x3F));
	return out;
}

/* Copies what an escape stands for. */
static inline char *table_escape(char *out, const char **text)
{
	const char *plain = strchr("n\nt\tr\r\\\\", (*text)[1]);
	size_t count = (*text)[1] == 'x' ? 2 : (*text)[1] == 'u' ? 4 : 8;
	char digits[9] = "";

	if (plain != NULL) {
		*out = plain[1];
		*text += 2;
		return out + 1;
	}
	memcpy(digits, *text + 2, count);
	*text += 2 + count;
	if (count > 2)
		return table_encode(out, (uint32_t)strtoul(digits, NULL, 16));
	*out = (char)strtoul(digits, NULL, 16);
	return out + 1;
}

static inline char *table_character(char *out, const char **text)
{
	if (**text == '\\')
		return table_escape(out, text);
	do
		*out++ = *(*text)++;
	while (((unsigned char)**text & 0xC0) == 0x80);
	return out;
}

/* Writes the text that column stands for; returns the end of it, after a NUL. */
static inline char *table_unescape(char *out, const char *column)
{
	while (*column != '\0') {
		char *first = out, *rest;
		size_t times = 1, length;

		out = table_character(out, &column);
		length = (size_t)(out - first);
		if (*column == '{') {
			times = strtoul(column + 1, &rest, 10);
			assert_int_equal(*rest, '}');
			column = rest + 1;
		}
		for (; times > 1; times--, out += length)
			memcpy(out, first, length);
	}
	*out = '\0';
	return out + 1;
}

static inline void table_check(char *line, table_row *check)
{
	static char text[TABLE_TEXT];
	char *column[TABLE_COLUMNS], *rest = line, *out = text;

	print_message("# %s\n", line);
	for (size_t i = 0; i < TABLE_COLUMNS; i++) {
		char *field = rest == NULL ? NULL : strsep(&rest, "\t");

		column[i] = out;
		out = table_unescape(out, field == NULL ? "" : field);
	}
	assert_null(rest);
	check(column);
}

/* Calls check with each row of a test, or of all if test is NULL; returns their number. */
static inline unsigned table_rows(const char *file, const char *test, table_row *check)
{
	FILE *stream = fopen(file, "r");
	bool is_asked = test == NULL;
	char line[4096];
	unsigned rows = 0;

	assert_non_null(stream);
	while (fgets(line, sizeof line, stream) != NULL) {
		assert_non_null(strchr(line, '\n'));
		line[strcspn(line, "\n")] = '\0';
		if (*line == '#' || *line == '\0')
			continue;
		if (strncmp(line, "= ", 2) == 0) {
			is_asked = test == NULL || strcmp(line + 2, test) == 0;
			continue;
		}
		rows += is_asked;
		if (is_asked && check != NULL)
			table_check(line, check);
	}
	fclose(stream);
	return rows;
}

static inline void table_test(const char *file, const char *test, table_row *check)
{
	unsigned rows = table_rows(file, test, NULL);

	assert_int_not_equal(rows, 0);
	table_checked += rows;
	table_rows(file, test, check);
}

#endif
