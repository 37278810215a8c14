/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds processes that have run since before an upgrade: they still map the old module, whose
 * file is removed.  It does not know newer keys of idnx.conf and takes them for errors.
 */
#include "doctor.h"

/* dpkg may have renamed the old file before removing it. */
static bool has_old_module(const char *maps)
{
	return sysroot_contains(&sysroot_live, maps, "/" MODULE " (deleted)\n") ||
	       sysroot_contains(&sysroot_live, maps, "/" MODULE ".dpkg-tmp (deleted)\n");
}

void doctor_processes(struct doctor *doctor)
{
	char *numbers;
	FILE *out = words_open(&numbers);
	unsigned count = 0;
	glob_t all;

	glob("/proc/[0-9]*/maps", 0, NULL, &all);
	for (size_t i = 0; i < all.gl_pathc; i++)
		if (has_old_module(all.gl_pathv[i])) {
			*strrchr(all.gl_pathv[i], '/') = '\0';
			fprintf(out, "%s%s", count++ > 0 ? "," : "",
			        all.gl_pathv[i] + strlen("/proc/"));
		}
	globfree(&all);
	words_close(out);
	if (count > 0)
		doctor_warn(
			doctor,
			remedy_words("Restart what \"ps -o unit,comm -p %s\" lists", numbers),
			"%u process%s the module from before an upgrade, which rejects "
			"every non-ASCII name if " IDNX_CONF " has a newer key",
			count, count == 1 ? " still has" : "es still have");
	else if (geteuid() != 0)
		doctor_skip(doctor, "only root may look into all processes");
	else
		doctor_ok(doctor, "no process has the module from before an upgrade");
	free(numbers);
}
