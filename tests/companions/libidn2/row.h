/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the tests of the library share: a type for its functions, and an untouched value. */
#ifndef LIBIDN2_ROW_H
#define LIBIDN2_ROW_H

#include <stdlib.h>
#include <string.h>

#include "../../common/table.h"
#include "../../../nss_idnx/companions/libidn2/libidn2.h"

#define X10(s)   s s s s s s s s s s
#define LABEL_63 X10("abcdef") "ghi"
#define LABEL_64 LABEL_63 "j"
#define NAME_253 LABEL_63 "." LABEL_63 "." LABEL_63 "." X10("abcdef") "g"

/* The value of a result that has not been written. */
static char untouched[] = "untouched";

typedef int text_function(const char *input, char **output, int flags);

static inline int lookup_u8(const char *input, char **output, int flags)
{
	uint8_t *name = (uint8_t *)untouched;
	int code = idn2_lookup_u8((const uint8_t *)input, output != NULL ? &name : NULL, flags);

	if (output != NULL)
		*output = (char *)name;
	return code;
}

/* Decodes UTF-8 to code points; ill-formed octets become a surrogate. */
static inline size_t code_points_of(const char *text, uint32_t *points)
{
	size_t count = 0;

	while (*text != '\0') {
		const unsigned char *octets = (const unsigned char *)text;
		unsigned length = octets[0] < 0x80   ? 1
		                  : octets[0] < 0xE0 ? 2
		                  : octets[0] < 0xF0 ? 3
		                                     : 4;
		uint32_t c = length == 1 ? octets[0] : octets[0] & (0x7FU >> length);

		for (unsigned i = 1; i < length; i++) {
			if ((octets[i] & 0xC0) != 0x80) {
				length = 1;
				c = 0xD800;
			} else {
				c = c << 6 | (octets[i] & 0x3F);
			}
		}
		points[count++] = c;
		text += length;
	}
	points[count] = 0;
	return count;
}

/* The most code points that a test has in one name. */
#define POINTS_MAX 5000

static inline int to_ascii_4z(const char *input, char **output, int flags)
{
	uint32_t points[POINTS_MAX];

	if (input != NULL)
		code_points_of(input, points);
	return idn2_to_ascii_4z(input != NULL ? points : NULL, output, flags);
}

static inline int to_ascii_4i2(const char *input, char **output, int flags)
{
	uint32_t points[POINTS_MAX];
	size_t count = input != NULL ? code_points_of(input, points) : 0;

	return idn2_to_ascii_4i2(input != NULL ? points : NULL, count, output, flags);
}

/* Returns code; if code points were written, turns them into UTF-8, which is no longer. */
static inline int to_text(int code, uint32_t *points, char **output)
{
	char *end = (char *)points;

	if (output != NULL)
		*output = end;
	if (code != 0 || output == NULL || points == NULL)
		return code;
	for (uint32_t c; (c = *points) != 0; points++)
		end = table_encode(end, c);
	*end = '\0';
	return code;
}

static inline int to_unicode_8z4z(const char *input, char **output, int flags)
{
	uint32_t *points = (uint32_t *)untouched;
	int code = idn2_to_unicode_8z4z(input, output != NULL ? &points : NULL, flags);

	return to_text(code, points, output);
}

static inline int to_unicode_4z4z(const char *input, char **output, int flags)
{
	uint32_t name[POINTS_MAX], *points = (uint32_t *)untouched;
	int code;

	if (input != NULL)
		code_points_of(input, name);
	code = idn2_to_unicode_4z4z(input != NULL ? name : NULL,
	                            output != NULL ? &points : NULL, flags);
	return to_text(code, points, output);
}

/* The functions that give its Unicode form as UTF-8 or code points, and in the locale. */
static text_function *const to_unicode[] = { idn2_to_unicode_8z8z, to_unicode_8z4z,
	                                     to_unicode_4z4z };
static text_function *const to_locale[] = { idn2_to_unicode_8zlz, idn2_to_unicode_lzlz };

/* All functions that give an ASCII form of a whole name. */
static const struct {
	const char *name;
	text_function *function;
} to_ascii[] = {
	{ "lookup_u8", lookup_u8 },          { "lookup_ul", idn2_lookup_ul },
	{ "to_ascii_8z", idn2_to_ascii_8z }, { "to_ascii_lz", idn2_to_ascii_lz },
	{ "to_ascii_4z", to_ascii_4z },      { "to_ascii_4i2", to_ascii_4i2 },
};

/* Checks the code of one call, and its result, or that no result was written. */
static inline void check_call(const char *what, text_function *function, const char *input,
                              int flags, const char *code, const char *expected)
{
	char *output = untouched;
	int found = function(input, &output, flags);

	if (strcmp(idn2_strerror_name(found), code) != 0)
		fail_msg("%s: %s, not %s", what, idn2_strerror_name(found), code);
	if (found != 0)
		assert_ptr_equal(output, untouched);
	else if (expected == NULL)
		assert_null(output);
	else if (strcmp(output, expected) != 0)
		fail_msg("%s: %s, not %s", what, output, expected);
	if (found == 0)
		free(output);
	assert_int_equal(function(input, NULL, flags), found);
}

#endif
