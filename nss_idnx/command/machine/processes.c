/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds processes that have run since before an upgrade: they still map the old module, whose
 * file is removed.  It does not know newer keys of idnx.conf and takes them for errors.
 */
#include "machine.h"

/* dpkg may have renamed the old file before removing it. */
static bool has_old_module(const char *maps)
{
	return sysroot_contains(&sysroot_live, maps, "/" MODULE " (deleted)\n") ||
	       sysroot_contains(&sysroot_live, maps, "/" MODULE ".dpkg-tmp (deleted)\n");
}

char *processes_with_old_module(unsigned *count)
{
	char *numbers;
	FILE *out = words_open(&numbers);
	glob_t all;

	*count = 0;
	glob("/proc/[0-9]*/maps", 0, NULL, &all);
	for (size_t i = 0; i < all.gl_pathc; i++)
		if (has_old_module(all.gl_pathv[i])) {
			*strrchr(all.gl_pathv[i], '/') = '\0';
			fprintf(out, "%s%s", (*count)++ > 0 ? "," : "",
			        all.gl_pathv[i] + strlen("/proc/"));
		}
	words_close(out);
	return numbers;
}
