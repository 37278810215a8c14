/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Locales of which only the charset matters, for tests on a machine that has none:
 * localedef makes each when it is first used, in a folder that LOCPATH names.
 */
#ifndef FAKE_LOCALE_H
#define FAKE_LOCALE_H

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char locale_folder[] = "/tmp/idnx-locales-XXXXXX";

/* A group setup, and what goes with it. */
static int make_locales(void **state)
{
	(void)state;
	if (mkdtemp(locale_folder) == NULL)
		return -1;
	return setenv("LOCPATH", locale_folder, 1);
}

static int remove_locales(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof command, "rm -r %s", locale_folder);
	return system(command);
}

/* Of a source so small localedef complains, and succeeds. */
static void make_locale(const char *charset)
{
	static const char script[] =
		"cd %s && [ ! -e %s ] && exec >log 2>&1 &&"
		"printf 'LC_CTYPE\\nupper <A>\\nlower <a>\\nEND LC_CTYPE\\n' >source &&"
		"localedef -c --no-archive -i source -f %s ./%s";
	char command[sizeof script + 128];

	snprintf(command, sizeof command, script, locale_folder, charset, charset, charset);
	if (system(command) == -1)
		abort();
}

/* Makes it the process's, or skips the test; "C" is always there. */
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
