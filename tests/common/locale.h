/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Locales of which only the charset matters, for tests on a machine without locales.
 * localedef makes each at its first use, in a directory that LOCPATH names.
 */
#ifndef FAKE_LOCALE_H
#define FAKE_LOCALE_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

static char locale_directory[] = "/tmp/idnx-locales-XXXXXX";

/* Makes the directory, for BEFORE_ALL. */
static void make_locales(void)
{
	assert_non_null(mkdtemp(locale_directory));
	assert_int_equal(setenv("LOCPATH", locale_directory, 1), 0);
}

AFTER_ALL
{
	char command[64];

	snprintf(command, sizeof command, "rm -rf %s", locale_directory);
	assert_int_equal(system(command), 0);
}

/* Makes a locale from a source so small that localedef complains, but succeeds. */
static void make_locale(const char *charset)
{
	static const char script[] =
		"cd %s && [ ! -e %s ] && exec >log 2>&1 &&"
		"printf 'LC_CTYPE\\nupper <A>\\nlower <a>\\nEND LC_CTYPE\\n' >source &&"
		"localedef -c --no-archive -i source -f %s ./%s";
	char command[sizeof script + 128];

	snprintf(command, sizeof command, script, locale_directory, charset, charset, charset);
	if (system(command) == -1)
		abort();
}

/* Sets the process's charset, or skips the test; "C" always exists. */
static void use_charset(const char *charset)
{
	if (strcmp(charset, "C") != 0)
		make_locale(charset);
	if (setlocale(LC_CTYPE, charset) == NULL) {
		print_message("# note: localedef makes no locale of %s here\n", charset);
		skip();
	}
}

#endif
