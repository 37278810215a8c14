/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Locales of which only the charset matters, for tests on a machine without locales.
 * localedef makes each at its first use, in a directory that LOCPATH names.
 */
#ifndef FAKE_LOCALE_H
#define FAKE_LOCALE_H

#include <locale.h>
#include <stdbool.h>
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

/*
 * Makes a locale from a source so small that localedef complains, but succeeds.  The charmap is
 * reduced to ASCII, as in fixture.bash: all of GB18030 takes five seconds.
 */
static void make_locale(const char *charset)
{
	static const char script[] =
		"cd %s && [ ! -e %s ] && exec >log 2>&1 &&"
		"printf 'LC_CTYPE\\nupper <A>\\nlower <a>\\nEND LC_CTYPE\\n' >source &&"
		"zcat /usr/share/i18n/charmaps/%s.gz | grep -aE '^(<(code_set_name|comment_char|"
		"escape_char|mb_cur_...)>|(END )?CHARMAP|<U00[0-7].> )' >map &&"
		"localedef -c --no-archive -i source -f ./map ./%s";
	char command[sizeof script + 128];

	snprintf(command, sizeof command, script, locale_directory, charset, charset, charset);
	if (system(command) == -1)
		abort();
}

/* Sets the process's charset, or skips the test; "C" always exists, and libc has C.UTF-8. */
static void use_charset(const char *charset)
{
	bool is_made = strcmp(charset, "C") != 0 && strcmp(charset, "UTF-8") != 0;

	if (is_made)
		make_locale(charset);
	if (setlocale(LC_CTYPE, is_made || *charset == 'C' ? charset : "C.UTF-8") == NULL) {
		print_message("# note: localedef makes no locale of %s here\n", charset);
		skip();
	}
}

#endif
