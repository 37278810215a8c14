/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * How a name is shown, as idnx_to_ascii(3) and idnx_check(3) say: IDNX_URL, and the criteria of
 * "protection = browser".  The rows are names that a browser shows in Unicode or in ASCII.
 */
#include <string.h>

#include "../common/test.h"
#include "idnx.h"

static const char *shown(const char *ace, char unicode[static IDNX_NAME_SIZE])
{
	static const struct idnx_criteria criteria = {
		.level = IDNX_LEVEL_HIGHLY_RESTRICTIVE,
		.repertoire = IDNX_REPERTOIRE_IDENTIFIERS,
		.look_alikes = 1,
	};
	struct idnx_result result = idnx_to_unicode(ace, strlen(ace), unicode, IDNX_NAME_SIZE,
	                                            IDNX_URL);

	if (result.status == IDNX_OK &&
	    idnx_check(unicode, result.length, &criteria).status == IDNX_OK)
		return unicode;
	return ace;
}

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
		{ "no rule for host names", "a!b.example", "a!b.example" },
		{ "mixed scripts", "xn--pypal-4ve.com", NULL },
		{ "one label reads as ASCII", "xn--80ak6aa92e.com", NULL },
		{ "a symbol", "xn--ab-u0x.com", NULL },
		{ "bad Punycode", "xn--a.com", NULL },
		{ "a mapped character in an xn-- label", "xn--1nd.com", NULL },
		{ "a leading mark", "xn--ssa.com", NULL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char unicode[IDNX_NAME_SIZE];

		print_message("# %s\n", rows[i].what);
		assert_string_equal(shown(rows[i].ace, unicode),
		                    rows[i].unicode != NULL ? rows[i].unicode : rows[i].ace);
	}
}
