/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds the Pythons of this machine: their site directories, and the links of "idnx enable --python". */
#include "machine.h"

/* Returns the path as a pattern that only the path matches. */
static char *literal_pattern(const char *path)
{
	FILE *out = words_open();

	for (; *path != '\0'; path++)
		fprintf(out, "%s%c", strchr("*?[]{},\\", *path) != NULL ? "\\" : "", *path);
	return words_close(out);
}

char **python_find(const char *prefix)
{
	return sysroot_glob(&sysroot_live, words_format("%s/lib/python3*/{dist,site}-packages",
	                                                literal_pattern(prefix)));
}

bool python_is_installed(void)
{
	return access(PYTHON_SITE PYTHON_LINK, R_OK) == 0;
}

bool python_is_enabled(const char *site)
{
	char target[sizeof PYTHON_SITE PYTHON_LINK];
	ssize_t length = readlink(words_format("%s/" PYTHON_LINK, site), target, sizeof target);

	return length == sizeof target - 1 &&
	       memcmp(target, PYTHON_SITE PYTHON_LINK, sizeof target - 1) == 0;
}

bool python_is_used(void)
{
	for (char **site = python_find("/usr"); *site; site++)
		if (python_is_enabled(*site))
			return true;
	return false;
}
