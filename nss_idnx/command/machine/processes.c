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

/*
 * Returns the service of systemd to which a process belongs; empty if it is of a session.  A line of
 * cgroups(7) is "0::/system.slice/system-getty.slice/getty@tty1.service".
 */
static struct span find_service(const char *cgroup)
{
	static const char slice[] = "/system.slice/", suffix[] = ".service";
	const char *begin = strstr(cgroup, slice), *end = begin ? strstr(begin, suffix) : NULL;

	if (!end)
		return (struct span){ cgroup, cgroup };
	begin = memrchr(begin, '/', (size_t)(end - begin));
	return (struct span){ begin + 1, end + strlen(suffix) };
}

static void add(struct old_processes *old, const char *directory)
{
	char *path = words_format("%s/cgroup", directory);
	struct sysroot_file cgroup = sysroot_read(&sysroot_live, path);
	struct span service = find_service(cgroup.octets);

	old->count++;
	if (span_is_empty(service))
		words_add(&old->others, span_of_text(directory + strlen("/proc/")));
	else
		words_add(&old->services, service);
}

struct old_processes processes_with_old_module(void)
{
	struct old_processes old = { .count = 0 };
	glob_t all;

	glob("/proc/[0-9]*/maps", 0, NULL, &all);
	for (size_t i = 0; i < all.gl_pathc; i++)
		if (has_old_module(all.gl_pathv[i])) {
			*strrchr(all.gl_pathv[i], '/') = '\0';
			add(&old, all.gl_pathv[i]);
		}
	return old;
}
