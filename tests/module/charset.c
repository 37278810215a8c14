/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Names in charsets: charset.c, with libc's converters.  This program defines its own
 * iconv, as a program linked to libiconv may; it must not be called.
 */
#include <errno.h>
#include <iconv.h>
#include <pthread.h>
#include <sys/resource.h>

#include "../common/child.h"
#include "../common/locale.h"
#include "../common/table.h"
#include "charset.h"

size_t iconv(iconv_t descriptor, char **in, size_t *in_left, char **out, size_t *out_left)
{
	(void)descriptor, (void)in, (void)in_left, (void)out, (void)out_left;
	abort();
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { SIZE = 64 };

#define ROWS(test, check) TABLE_TEST(test, "tests/module/policy.tsv", check)

static enum charset_status decode(const char *charset, const char *octets, size_t room,
                                  char text[static SIZE])
{
	size_t length;
	enum charset_status status = charset_convert("UTF-8", charset, octets, strlen(octets),
	                                             text, room, &length);

	if (status == CHARSET_OK)
		assert_int_equal(length, strlen(text));
	return status;
}

static enum charset_status encode(const char *charset, const char *utf8, char text[static SIZE])
{
	size_t length;
	enum charset_status status = charset_convert(charset, "UTF-8", utf8, strlen(utf8), text,
	                                             SIZE, &length);

	if (status == CHARSET_OK)
		assert_int_equal(length, strlen(text));
	return status;
}

/*
 * Columns: charset, name, in UTF-8.  The converters of CP1255 and CP1258 keep the last letter,
 * to combine it with a mark, until the end; only then it needs room.
 */
static void check_name(char *column[])
{
	size_t size = strlen(column[2]) + 1;
	char text[SIZE];

	for (size_t room = 1; room < size; room++) {
		memset(text, 'x', SIZE);
		assert_int_equal(decode(column[0], column[1], room, text), CHARSET_TOO_LONG);
		assert_int_equal(text[room], 'x');
	}
	assert_int_equal(decode(column[0], column[1], size, text), CHARSET_OK);
	assert_string_equal(text, column[2]);
	assert_int_equal(encode(column[0], column[2], text), CHARSET_OK);
	assert_string_equal(text, column[1]);
}

ROWS(a_name_is_decoded_and_encoded_whole_and_writes_no_more_than_there_is_room_for, check_name);

/* Columns: charset, name, reason. */
static void check_failure(char *column[])
{
	static const char *const reasons[] = {
		[CHARSET_ILL_FORMED] = "ill-formed",
		[CHARSET_NO_CONVERTER] = "no converter",
		[CHARSET_UNSUITABLE] = "unsuitable",
	};
	static const int states[] = { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
	char text[SIZE];
	int left;

	for (size_t i = 0; i < COUNT(states); i++) {
		pthread_setcancelstate(states[i], &left);
		errno = 77;
		assert_string_equal(reasons[decode(column[0], column[1], SIZE, text)],
		                    column[2]);
		assert_int_equal(errno, 77);
		pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &left);
		assert_int_equal(left, states[i]);
	}
}

ROWS(a_name_that_cannot_be_decoded_has_a_reason_and_changes_neither_errno_nor_cancellation,
     check_failure);

TEST(a_character_without_a_place_is_not_replaced)
{
	char text[SIZE];

	assert_int_equal(encode("ISO-8859-1", "я.a", text), CHARSET_ILL_FORMED);
	assert_int_equal(encode("EUC-JP", "ü한", text), CHARSET_ILL_FORMED);
	assert_int_equal(encode("ISO-8859-1", "“a”", text), CHARSET_ILL_FORMED);
}

/* --- The locale's ------------------------------------------------------------------- */

TEST(locale_is_the_charset_of_the_thread)
{
	static const char octets[] = "\xc6\xfc";
	char text[SIZE];
	locale_t own;

	use_charset("EUC-JP");
	own = duplocale(LC_GLOBAL_LOCALE);
	use_charset("KOI8-R");
	assert_int_equal(decode("locale", octets, SIZE, text), CHARSET_OK);
	assert_string_equal(text, "фЭ");
	assert_int_equal(encode("locale", "Ф", text), CHARSET_OK);
	assert_string_equal(text, "\xe6");
	uselocale(own);
	assert_int_equal(decode("locale", octets, SIZE, text), CHARSET_OK);
	assert_string_equal(text, "日");
	uselocale(LC_GLOBAL_LOCALE);
	freelocale(own);
}

TEST(in_the_c_locale_no_octet_beyond_ascii_means_anything)
{
	char text[SIZE];

	use_charset("C");
	for (int i = 0x80; i <= 0xff; i++)
		assert_int_equal(decode("locale", (char[]){ (char)i, '\0' }, SIZE, text),
		                 CHARSET_ILL_FORMED);
	assert_int_equal(encode("locale", "ü", text), CHARSET_ILL_FORMED);
}

/* --- Without descriptors ---------------------------------------------------------------- */

/* Decodes with a converter that the process has never used, while it can open nothing. */
static int decode_without_descriptors(const void *unused)
{
	const struct rlimit none = { 0, 4096 }, many = { 4096, 4096 };
	enum charset_status status;
	char text[SIZE];

	(void)unused;
	setrlimit(RLIMIT_NOFILE, &none);
	status = decode("KOI8-T", "\xd1", SIZE, text);
	setrlimit(RLIMIT_NOFILE, &many);
	return status == CHARSET_NO_CONVERTER ? 0 : 1;
}

TEST(without_descriptors_there_is_no_converter)
{
	assert_int_equal(child_run(decode_without_descriptors, NULL), 0);
}

BEFORE_ALL
{
	make_locales();
}
