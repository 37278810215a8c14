/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * When preloaded, puts the programs of TESTED_DIRECTORY into the locale TESTED_LOCALE before
 * their main(), as a desktop program does by setlocale(LC_ALL, "").  Each run is also a
 * control: if I is the capital of i in that locale, the program ends, since the test would
 * show nothing.  The file TESTED_LOG gets one octet for each program.
 *
 * LC_ALL=C.utf8 in the environment means that the test has chosen no locale; a child of
 * such a program inherits its locale.
 */
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* An exit status that no test and no tested program uses. */
#define EXIT_NO_CONTROL 97

static bool has_chosen_none(void)
{
	const char *locale = getenv("LC_ALL");

	return locale != NULL &&
	       (strcmp(locale, "C.utf8") == 0 || strcmp(locale, getenv("TESTED_LOCALE")) == 0);
}

static bool is_tested(void)
{
	const char *directory = getenv("TESTED_DIRECTORY");
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path);

	return directory != NULL && length > (ssize_t)strlen(directory) &&
	       memcmp(path, directory, strlen(directory)) == 0 && has_chosen_none();
}

static void count(void)
{
	int log = open(getenv("TESTED_LOG"), O_WRONLY | O_APPEND | O_CLOEXEC);

	if (log == -1 || write(log, ".", 1) != 1)
		_exit(EXIT_NO_CONTROL);
	close(log);
}

/* Also sets LANGUAGE, so that messages stay in the language that the tests expect. */
static bool set_locale(void)
{
	const char *volatile capital = "I"; /* the compiler knows the result in the locale C */

	return setenv("LOCPATH", getenv("TESTED_LOCPATH"), 1) == 0 &&
	       setenv("LC_ALL", getenv("TESTED_LOCALE"), 1) == 0 &&
	       setenv("LANGUAGE", "en", 1) == 0 && setlocale(LC_ALL, "") != NULL &&
	       strncasecmp(capital, "i", 1) != 0;
}

__attribute__((constructor)) static void enter_locale(void)
{
	if (!is_tested())
		return;
	if (!set_locale()) {
		fprintf(stderr, "not a locale where I is no capital i: %s\n", getenv("LC_ALL"));
		_exit(EXIT_NO_CONTROL);
	}
	count();
}
