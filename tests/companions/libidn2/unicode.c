/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The functions that return the Unicode form of a name.  A form for display in the locale
 * must be a valid name as well.
 */
#include "../../common/locale.h"
#include "../../common/sources/fake.h"
#include "row.h"

#define ROWS(test, check) TABLE_TEST(test, "tests/companions/libidn2/answers.tsv", check)

static void check_unicode(const char *name, const char *code, const char *text)
{
	const char *what = name != NULL ? name : "no name";

	for (size_t i = 0; i < LENGTH(to_unicode); i++)
		check_call(what, to_unicode[i], name, 0, code, text);
}

static void check_locale(const char *name, const char *code, const char *shown)
{
	const char *what = name != NULL ? name : "no name";

	for (size_t i = 0; i < LENGTH(to_locale); i++)
		check_call(what, to_locale[i], name, 0, code, shown);
}

/* Columns: name, code, Unicode form, "-" if that is not shown. */
static void check_row(char *column[])
{
	char code[64];

	snprintf(code, sizeof code, "IDN2_%s", column[1]);
	fake_conf(NULL);
	use_charset("UTF-8");
	check_unicode(column[0], code, column[2]);
	check_locale(column[0], *column[3] == '-' ? "IDN2_ENCODING_ERROR" : code, column[2]);
	setlocale(LC_CTYPE, "C");
}

ROWS(each_name_is_decoded_and_shown_only_if_it_is_one, check_row);

TEST(no_name_has_no_unicode_form)
{
	check_unicode(NULL, "IDN2_OK", NULL);
	check_locale(NULL, "IDN2_OK", NULL);
}

TEST(flags_mean_nothing)
{
	static const int flags[] = { 1, 2, 4, 8, 12, 16, 32, 64, 68, 128, 130, 256, -1 };

	for (size_t i = 0; i < LENGTH(flags); i++)
		check_call("flags", idn2_to_unicode_8z8z, "xn--tda", flags[i], "IDN2_OK", "ü");
}

TEST(what_is_not_utf8_is_an_error)
{
	static const char *const wrong[] = {
		"\xfc", "a.\xc3", "\xc3\x28", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf",
		"\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
		"\xff", "\x80", "\xe2\x82", "\xf0\x90\x80",
	};

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		const char *name = wrong[i], *code = "IDN2_ENCODING_ERROR";

		check_call(name, idn2_to_unicode_8z8z, name, 0, code, NULL);
		check_call(name, idn2_to_unicode_8zlz, name, 0, code, NULL);
		check_call(name, to_unicode_8z4z, name, 0, code, NULL);
		check_call(name, idn2_to_unicode_lzlz, name, 0, "IDN2_ICONV_FAIL", NULL);
	}
}

/* Columns: locale, name, code, what is shown.  The C locale can represent ASCII names only. */
static void check_place(char *column[])
{
	char code[64];

	snprintf(code, sizeof code, "IDN2_%s", column[2]);
	use_charset(column[0]);
	check_locale(column[1], code, column[3]);
	setlocale(LC_CTYPE, "C");
}

ROWS(what_has_no_place_in_the_locale_is_an_error, check_place);

TEST(a_name_of_the_locale_is_shown_in_it)
{
	use_charset("ISO-8859-1");
	check_call("latin", idn2_to_unicode_lzlz,
	           "b\xfc"
	           "cher",
	           0, "IDN2_OK",
	           "b\xfc"
	           "cher");
	setlocale(LC_CTYPE, "C");
}

/* Columns: idnx.conf, name, what is shown; nothing: it is not, though it is decoded. */
static void check_conf(char *column[])
{
	bool is_shown = *column[2] != '\0';

	use_charset("UTF-8");
	fake_conf(column[0]);
	check_call(column[1], idn2_to_unicode_8zlz, column[1], 0,
	           is_shown ? "IDN2_OK" : "IDN2_ENCODING_ERROR", is_shown ? column[2] : NULL);
	check_call(column[1], idn2_to_unicode_8z8z, column[1], 0, "IDN2_OK", column[3]);
	fake_conf(NULL);
	setlocale(LC_CTYPE, "C");
}

ROWS(idnx_conf_decides_what_is_shown, check_conf);

/* --- Buffers of the caller's ------------------------------------------------------ */

TEST(what_does_not_fit_is_truncated_and_its_length_reported)
{
	uint32_t name[POINTS_MAX], expected[POINTS_MAX];
	size_t length = code_points_of("xn--bcher-kva", name);

	code_points_of("bücher", expected);
	for (size_t space = 0; space <= 8; space++) {
		uint32_t out[9];
		size_t outlen = space, fits = space < 6 ? space : 6;

		memset(out, 0x55, sizeof out);
		assert_int_equal(idn2_to_unicode_44i(name, length, out, &outlen, 0), 0);
		assert_int_equal(outlen, 6);
		assert_memory_equal(out, expected, fits * sizeof *out);
		assert_int_equal(out[fits], 0x55555555);
	}
}

TEST(a_place_may_be_missing)
{
	uint32_t name[POINTS_MAX], out[] = { 7 };
	size_t length = code_points_of("xn--tda", name), outlen = 9;

	assert_int_equal(idn2_to_unicode_44i(name, length, NULL, &outlen, 0), 0);
	assert_int_equal(outlen, 1);
	assert_int_equal(idn2_to_unicode_44i(name, length, NULL, NULL, 0), 0);
	assert_int_equal(idn2_to_unicode_44i(NULL, 5, out, &outlen, 0), 0);
	assert_int_equal(outlen, 0);
	assert_int_equal(out[0], 7);
}

TEST(an_error_leaves_the_place_and_its_length)
{
	uint32_t name[POINTS_MAX], out[] = { 7 };
	size_t length = code_points_of("xn--0", name), outlen = 1;

	assert_int_equal(idn2_to_unicode_44i(name, length, out, &outlen, 0),
	                 LIBIDN2_PUNYCODE_BAD_INPUT);
	name[0] = 0xD800;
	assert_int_equal(idn2_to_unicode_44i(name, 1, out, &outlen, 0), LIBIDN2_ENCODING_ERROR);
	assert_int_equal(outlen, 1);
	assert_int_equal(out[0], 7);
}

TEST(a_name_longer_than_any_is_an_error)
{
	static char name[4097 + 1];

	memset(name, 'a', 4097);
	check_call("4097 octets", idn2_to_unicode_8z8z, name, 0, "IDN2_TOO_BIG_DOMAIN", NULL);
	check_call("4097 octets", idn2_to_unicode_lzlz, name, 0, "IDN2_TOO_BIG_DOMAIN", NULL);
	check_call("4097 octets", to_unicode_4z4z, name, 0, "IDN2_TOO_BIG_DOMAIN", NULL);
	memset(name, 0xFC, 4097);
	check_call("4097 octets", idn2_to_unicode_lzlz, name, 0, "IDN2_TOO_BIG_DOMAIN", NULL);
	name[4096] = '\0';
	check_call("4096 octets", idn2_to_unicode_lzlz, name, 0, "IDN2_ICONV_FAIL", NULL);
}

/* systemd-resolved compares its input with the Unicode form of the ASCII form. */
TEST(every_valid_label_comes_back)
{
	for (uint32_t c = 0x80; c <= 0x2FFFF; c++) {
		uint32_t points[] = { 'a', c, 'b', 0 }, *again;
		char *ascii;

		if (idn2_to_ascii_4z(points, &ascii, LIBIDN2_NO_TR46) != 0)
			continue;
		assert_int_equal(idn2_to_unicode_8z4z(ascii, &again, 0), 0);
		assert_memory_equal(points, again, sizeof points);
		free(again);
		free(ascii);
	}
}

BEFORE_ALL
{
	make_locales();
}
