/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "machine.h"

glob_t python_find(const char *prefix)
{
	char *pattern = words_format("%s/lib/python3*/{dist,site}-packages", prefix);
	glob_t sites = { .gl_pathc = 0 };

	glob(pattern, GLOB_BRACE, NULL, &sites);
	free(pattern);
	return sites;
}

bool python_is_installed(void)
{
	return access(PYTHON_SITE PYTHON_LINK, R_OK) == 0;
}

bool python_is_enabled(const char *site)
{
	char target[sizeof PYTHON_SITE PYTHON_LINK],
		*path = words_format("%s/" PYTHON_LINK, site);
	ssize_t length = readlink(path, target, sizeof target);

	free(path);
	return length == sizeof target - 1 &&
	       memcmp(target, PYTHON_SITE PYTHON_LINK, sizeof target - 1) == 0;
}
