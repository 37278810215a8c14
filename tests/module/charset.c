/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Names in charsets: charset.c, with libc's converters.  This program defines its own
 * iconv, as a program linked to libiconv may; it must not be called.
 */
#include <errno.h>
#include <iconv.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../common/test.h"
#include "charset.h"
#include "../common/locale.h"

size_t iconv(iconv_t descriptor, char **in, size_t *in_left, char **out, size_t *out_left)
{
	(void)descriptor, (void)in, (void)in_left, (void)out, (void)out_left;
	abort();
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { SIZE = 64 };

/* --- Both ways -------------------------------------------------------------------- */

static const struct {
	const char *charset, *octets, *utf8;
} names[] = {
	{ "ISO-8859-1",
	  "b\xfc"
	  "cher.example",
	  "bücher.example" },
	{ "ISO-8859-15", "\xa4.example", "€.example" },
	{ "EUC-JP", "\xc6\xfc\xcb\xdc\xb8\xec.example", "日本語.example" },
	{ "KOI8-R", "\xd1\xce\xc4\xc5\xcb\xd3.example", "яндекс.example" },
	{ "GB18030", "\xd6\xd0\xce\xc4.\x81\x30\x86\x30", "中文.¸" },
	{ "BIG5", "\xa4\xa4\xa4\xe5.example", "中文.example" },
	{ "EUC-KR", "\xc7\xd1\xb1\xdb.example", "한글.example" },
	/* The converter keeps the last letter, to combine it with a mark, until the end. */
	{ "CP1258", "b\xfc", "bü" },
	{ "CP1255", "\xf9", "ש" },
};

TEST(a_name_is_decoded_and_encoded_whole)
{
	char text[SIZE];
	size_t length;

	for (size_t i = 0; i < COUNT(names); i++) {
		const char *octets = names[i].octets, *utf8 = names[i].utf8;

		assert_int_equal(charset_decode(names[i].charset, octets, strlen(octets), text,
		                                SIZE, &length),
		                 CHARSET_OK);
		assert_string_equal(text, utf8);
		assert_int_equal(length, strlen(utf8));
		assert_int_equal(charset_encode(names[i].charset, utf8, strlen(utf8), text,
		                                SIZE, &length),
		                 CHARSET_OK);
		assert_string_equal(text, octets);
		assert_int_equal(length, strlen(octets));
	}
}

static const struct {
	const char *what, *charset, *octets;
	enum charset_status status;
} failures[] = {
	{ "an octet without a character", "ISO-8859-7", "\xae.a", CHARSET_ILL_FORMED },
	{ "not a second octet", "EUC-JP", "\xc6.a", CHARSET_ILL_FORMED },
	{ "half a character", "EUC-JP", "a.\xc6", CHARSET_ILL_FORMED },
	{ "three of four octets", "GB18030", "\x81\x30\x86", CHARSET_ILL_FORMED },
	{ "ASCII", "ANSI_X3.4-1968", "\xfc", CHARSET_ILL_FORMED },
	{ "UTF-8 that is none", "UTF-8", "\xfc", CHARSET_ILL_FORMED },
	{ "no charset", "KLINGON", "\xfc", CHARSET_NO_CONVERTER },
	{ "ESC", "ISO-2022-JP", "\xfc", CHARSET_UNSUITABLE },
	{ "ESC and SO", "ISO-2022-KR", "\xfc", CHARSET_UNSUITABLE },
	{ "+", "UTF-7", "\xfc", CHARSET_UNSUITABLE },
	{ "two octets each", "UTF-16", "\xfc", CHARSET_UNSUITABLE },
	{ "EBCDIC", "IBM037", "\xfc", CHARSET_UNSUITABLE },
	{ "controls in other places", "IBM856", "\xfc", CHARSET_UNSUITABLE },
	{ "a yen sign for a backslash", "SJIS", "\xfc", CHARSET_UNSUITABLE },
	{ "national letters for brackets", "ISO646-DE", "\xfc", CHARSET_UNSUITABLE },
};

TEST(a_name_that_cannot_be_decoded_has_a_reason)
{
	char text[SIZE];
	size_t length;

	for (size_t i = 0; i < COUNT(failures); i++) {
		const char *octets = failures[i].octets;
		enum charset_status status = charset_decode(
			failures[i].charset, octets, strlen(octets), text, SIZE, &length);

		if (status != failures[i].status)
			fail_msg("%s: %d", failures[i].what, status);
	}
}

TEST(a_character_without_a_place_is_not_replaced)
{
	char text[SIZE];
	size_t length;

	assert_int_equal(
		charset_encode("ISO-8859-1", "я.a", strlen("я.a"), text, SIZE, &length),
		CHARSET_ILL_FORMED);
	assert_int_equal(charset_encode("EUC-JP", "ü한", strlen("ü한"), text, SIZE, &length),
	                 CHARSET_ILL_FORMED);
	assert_int_equal(
		charset_encode("ISO-8859-1", "“a”", strlen("“a”"), text, SIZE, &length),
		CHARSET_ILL_FORMED);
}

/* The converter of CP1258 keeps the last letter until the end; only then it needs room. */
TEST(it_writes_no_more_than_there_is_room_for)
{
	char text[SIZE];
	size_t length;

	for (size_t i = 0; i < COUNT(names); i++) {
		const char *octets = names[i].octets;
		size_t size = strlen(names[i].utf8) + 1;

		for (size_t room = 1; room < size; room++) {
			memset(text, 'x', SIZE);
			assert_int_equal(charset_decode(names[i].charset, octets,
			                                strlen(octets), text, room, &length),
			                 CHARSET_TOO_LONG);
			assert_int_equal(text[room], 'x');
		}
		assert_int_equal(charset_decode(names[i].charset, octets, strlen(octets), text,
		                                size, &length),
		                 CHARSET_OK);
	}
}

/* --- The locale's ------------------------------------------------------------------- */

TEST(locale_is_the_charset_of_the_thread)
{
	static const char octets[] = "\xc6\xfc";
	char text[SIZE];
	size_t length;
	locale_t own;

	use_charset("EUC-JP");
	own = duplocale(LC_GLOBAL_LOCALE);
	use_charset("KOI8-R");
	assert_int_equal(charset_decode("locale", octets, 2, text, SIZE, &length), CHARSET_OK);
	assert_string_equal(text, "фЭ");
	assert_int_equal(charset_encode("locale", "Ф", strlen("Ф"), text, SIZE, &length),
	                 CHARSET_OK);
	assert_string_equal(text, "\xe6");
	uselocale(own);
	assert_int_equal(charset_decode("locale", octets, 2, text, SIZE, &length), CHARSET_OK);
	assert_string_equal(text, "日");
	uselocale(LC_GLOBAL_LOCALE);
	freelocale(own);
}

TEST(in_the_c_locale_no_octet_beyond_ascii_means_anything)
{
	char octet, text[SIZE];
	size_t length;

	use_charset("C");
	for (int i = 0x80; i <= 0xff; i++) {
		octet = (char)i;
		assert_int_equal(charset_decode("locale", &octet, 1, text, SIZE, &length),
		                 CHARSET_ILL_FORMED);
	}
	assert_int_equal(charset_encode("locale", "ü", strlen("ü"), text, SIZE, &length),
	                 CHARSET_ILL_FORMED);
}

/* --- What it does not change ---------------------------------------------------------- */

TEST(errno_and_the_cancellation_state_stay)
{
	static const int states[] = { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
	char text[SIZE];
	size_t length;
	int left;

	for (size_t i = 0; i < COUNT(states) * COUNT(failures); i++) {
		const char *octets = failures[i / 2].octets;

		pthread_setcancelstate(states[i % 2], &left);
		errno = 77;
		charset_decode(failures[i / 2].charset, octets, strlen(octets), text, SIZE,
		               &length);
		assert_int_equal(errno, 77);
		pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &left);
		assert_int_equal(left, states[i % 2]);
	}
}

/* Decodes with a converter that the process has never used, while it can open nothing. */
static enum charset_status decode_without_descriptors(void)
{
	const struct rlimit none = { 0, 4096 }, many = { 4096, 4096 };
	char text[SIZE];
	size_t length;
	enum charset_status status;

	setrlimit(RLIMIT_NOFILE, &none);
	status = charset_decode("KOI8-T", "\xd1", 1, text, SIZE, &length);
	setrlimit(RLIMIT_NOFILE, &many);
	return status;
}

TEST(without_descriptors_there_is_no_converter)
{
	pid_t child = fork();
	int status;

	if (child == 0)
		_exit(decode_without_descriptors() == CHARSET_NO_CONVERTER ? 0 : 1);
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
}

BEFORE_ALL
{
	make_locales();
}
