/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx_display(): the rows are names that a browser shows in Unicode or in ASCII. */
#include <string.h>

#include "../common/test.h"
#include "idnx.h"

TEST(a_name_is_shown_as_a_browser_shows_it)
{
	static const struct {
		const char *what, *ace, *unicode; /* NULL: the ASCII form is shown */
	} rows[] = {
		{ "ASCII", "example.com", "example.com" },
		{ "Latin", "xn--bcher-kva.example", "bücher.example" },
		{ "a deviation", "xn--fa-hia.de", "faß.de" },
		{ "Han and Latin", "www.xn--hello-9n1hm04c.com", "www.hello中国.com" },
		{ "hyphens, as the URL standard allows", "a--b-.example", "a--b-.example" },
		{ "mixed scripts", "xn--pypal-4ve.com", NULL },
		{ "one label reads as ASCII", "xn--80ak6aa92e.com", NULL },
		{ "a symbol", "xn--ab-u0x.com", NULL },
		{ "bad Punycode", "xn--a.com", NULL },
		{ "a mapped character in an xn-- label", "xn--1nd.com", NULL },
		{ "a leading mark", "xn--ssa.com", NULL },
		{ "another host when decoded", "xn--8i7caa.famitei.net", NULL },
		{ "a number, at which a name in Unicode may not end", "xn--jocc2m.90", NULL },
		{ "a country's script, in ASCII form", "xn--e1afmkfd.xn--p1ai", "пример.рф" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *ace = rows[i].ace, *unicode = rows[i].unicode;
		char dst[IDNX_NAME_SIZE];

		print_message("# %s\n", rows[i].what);
		assert_int_equal(idnx_display(ace, strlen(ace), dst, sizeof dst), IDNX_OK);
		assert_string_equal(dst, unicode != NULL ? unicode : ace);
		assert_int_equal(idnx_display(dst, strlen(dst), dst, sizeof dst), IDNX_OK);
		assert_string_equal(dst, unicode != NULL ? unicode : ace);
	}
}

TEST(a_look_alike_in_unicode_is_shown_in_ascii)
{
	char dst[IDNX_NAME_SIZE] = "Pаypal.com"; /* with a Cyrillic а */

	assert_int_equal(idnx_display(dst, strlen(dst), dst, sizeof dst), IDNX_OK);
	assert_string_equal(dst, "xn--pypal-4ve.com");
}

TEST(of_what_is_no_host_name_nothing_is_shown)
{
	static const struct {
		const char *src;
		size_t size;
		enum idnx_status status;
	} rows[] = {
		{ "a\33[31m.example", IDNX_NAME_SIZE, IDNX_HOST },
		{ "\u2100.example", IDNX_NAME_SIZE, IDNX_HOST },
		{ "b\xFC"
		  "cher",
		  IDNX_NAME_SIZE, IDNX_BAD_UTF8 },
		{ "xn--bcher-kva", sizeof "bücher" - 1, IDNX_NO_SPACE },
		{ "xn--pypal-4ve", sizeof "xn--pypal-4ve" - 1, IDNX_NO_SPACE },
		{ "", IDNX_NAME_SIZE, IDNX_NAME_LENGTH },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char dst[IDNX_NAME_SIZE] = "x";

		assert_int_equal(
			idnx_display(rows[i].src, strlen(rows[i].src), dst, rows[i].size),
			rows[i].status);
		assert_string_equal(dst, "");
	}
}
