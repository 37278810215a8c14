/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds processes that follow other rules than a program that is started now. */
#include <fcntl.h>

#include "machine.h"
#include "same_file.h"

/*
 * One that has run since before an upgrade still maps the old module, whose file is removed.  It does
 * not know newer keys of idnx.conf and takes them for errors.  dpkg may have renamed the old file
 * before removing it.
 */
static bool has_old_module(const char *process)
{
	char *maps = words_format("%s/maps", process);

	return sysroot_contains(&sysroot_live, maps, "/" MODULE " (deleted)\n") ||
	       sysroot_contains(&sysroot_live, maps, "/" MODULE ".dpkg-tmp (deleted)\n");
}

/* Also without a libc beside it, as in Postfix's chroot: then libc was loaded before. */
static bool has_module(const char *directory)
{
	glob_t found;
	char *paths = words_format("%s{,/usr}/lib{/*-linux-gnu*,,32,64,x32}/" MODULE,
	                           directory);
	bool has = glob(paths, GLOB_BRACE, NULL, &found) == 0;

	globfree(&found);
	return has;
}

/*
 * One in a chroot or a mount namespace may see another idnx.conf, or none, or no module.  Without
 * these two files of /etc there, it asks no name server.
 */
static bool has_other_conf(const char *process, const struct sysroot_file *own)
{
	char *directory = words_format("%s/root", process);
	struct sysroot root = { .directory = directory,
		                .fd = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC) };
	bool differs = false;
	struct stat other;

	if (root.fd < 0)
		return false;
	if ((sysroot_has(&root, "/etc/nsswitch.conf") ||
	     sysroot_has(&root, "/etc/resolv.conf")) &&
	    !(sysroot_stat(&root, IDNX_CONF, &other) && same_file(&own->stat, &other)))
		differs = strcmp(own->octets, sysroot_read(&root, IDNX_CONF).octets) != 0 ||
		          !has_module(directory);
	close(root.fd);
	return differs;
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

static void add(struct processes *found, const char *directory)
{
	char *path = words_format("%s/cgroup", directory);
	struct sysroot_file cgroup = sysroot_read(&sysroot_live, path);
	struct span service = find_service(cgroup.octets);

	found->count++;
	if (span_is_empty(service))
		words_add(&found->others, span_of_text(directory + strlen("/proc/")));
	else
		words_add(&found->services, service);
}

const struct other_processes *processes_with_other_rules(void)
{
	static struct other_processes found;
	static bool is_done;
	struct sysroot_file own;
	glob_t all;

	if (is_done)
		return &found;
	is_done = true;
	own = sysroot_read(&sysroot_live, IDNX_CONF);
	glob("/proc/[0-9]*", 0, NULL, &all);
	for (size_t i = 0; i < all.gl_pathc; i++) {
		if (has_old_module(all.gl_pathv[i]))
			add(&found.old_module, all.gl_pathv[i]);
		if (own.error == 0 && has_other_conf(all.gl_pathv[i], &own))
			add(&found.other_conf, all.gl_pathv[i]);
	}
	return &found;
}
