/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks that the module is where glibc searches for it: in the folder of each libc.so.6,
 * which is the default folder of its dynamic linker, for setuid programs too.  A system for
 * several architectures has several such folders.
 */
#include "doctor.h"

#include <fcntl.h>
#include <glob.h>

#include "access.h"
#include "machine/machine.h"

#define MODULE "libnss_idnx.so.2"

/* A folder's path: names may have 255 octets, and two components precede this one. */
#define PATH_SHOWN 512

/* --- One module ----------------------------------------------------------- */

/* Without a module for this command's processor, most programs have none. */
static bool is_own(const struct object *libc)
{
	static const struct sysroot live = { NULL, -1 };
	struct object own;

	return object_read(&live, "/proc/self/exe", &own) && object_fits(&own, libc);
}

static void remedy_install(struct doctor *doctor, const struct object *libc)
{
	doctor->module_failed |= is_own(libc);
	remedy_put(&doctor->findings, package_remedy(&doctor->root, is_own(libc)));
}

/* Whoever can write to it is in every process, root's included. */
static bool check_owner(struct doctor *doctor, const char *path, const struct stat *stat)
{
	struct obstacle obstacle;
	bool good = true;

	if (stat->st_uid != 0) {
		found(&doctor->findings, LEVEL_FAIL, "the owner of %s is not root but %u",
		      path, stat->st_uid);
		remedy_run(&doctor->findings, "Run", "chown root:root %s%s", doctor->prefix, path);
		good = false;
	}
	if (access_find(&doctor->root, path, &obstacle) && obstacle.is_folder) {
		access_report(doctor, &obstacle, path, "programs of other users run without idnx");
		good = false;
	}
	if ((stat->st_mode & 0022) != 0 || (stat->st_mode & 0444) != 0444) {
		found(&doctor->findings, LEVEL_FAIL, "the mode of %s is %03o: %s", path,
		      stat->st_mode & 07777U, stat->st_mode & 0022
		      ? "others may write to it" : "not all can read it");
		remedy_run(&doctor->findings, "Run", "chmod 644 %s%s", doctor->prefix, path);
		good = false;
	}
	return good;
}

/* Checks that it is for the processor of the libc beside it; the lookup shows what it does. */
static void check_module(struct doctor *doctor, const char *path, const struct object *libc)
{
	int fd = sysroot_open(&doctor->root, path, O_PATH);
	struct stat stat = { .st_mode = 0 };
	struct object module;

	if (fd != -1) {
		fstat(fd, &stat);
		close(fd);
	}
	doctor_changed(doctor, &stat);
	if (!S_ISREG(stat.st_mode)) {
		found(&doctor->findings, LEVEL_FAIL, "%s is not a regular file", path);
		remedy_install(doctor, libc);
	} else if (!check_owner(doctor, path, &stat)) {
		return;
	} else if (!object_read(&doctor->root, path, &module)) {
		found(&doctor->findings, LEVEL_FAIL, "%s is no shared object", path);
		remedy_install(doctor, libc);
	} else if (!object_fits(&module, libc)) {
		found(&doctor->findings, LEVEL_FAIL,
		      "%s is for another processor than libc.so.6 beside it", path);
		remedy_install(doctor, libc);
	} else {
		found(&doctor->findings, LEVEL_OK, "%s", path);
	}
}

/* --- The folders ---------------------------------------------------------- */

/* Finds the module in the folder or its twin: glibc searches both /lib and /usr/lib. */
static bool module_in(const struct sysroot *root, const char *folder, char path[PATH_SHOWN])
{
	bool in_usr = strncmp(folder, "/usr/", 5) == 0;
	char twin[PATH_SHOWN];

	snprintf(path, PATH_SHOWN, "%s/" MODULE, folder);
	snprintf(twin, sizeof twin, "%s%s/" MODULE, in_usr ? "" : "/usr",
	         in_usr ? folder + 4 : folder);
	if (sysroot_has(root, path))
		return true;
	if (!sysroot_has(root, twin))
		return false;
	memcpy(path, twin, sizeof twin);
	return true;
}

/* Writes the folder of libc's path, which is relative to the root. */
static void folder_of(const char *libc, char folder[static PATH_SHOWN])
{
	snprintf(folder, PATH_SHOWN, "/%.*s", (int)(strrchr(libc, '/') - libc), libc);
}

static bool has_module(const struct sysroot *root, const glob_t *libcs)
{
	char folder[PATH_SHOWN], path[PATH_SHOWN];
	bool anywhere = false;

	for (size_t i = 0; i < libcs->gl_pathc && !anywhere; i++) {
		folder_of(libcs->gl_pathv[i], folder);
		anywhere = module_in(root, folder, path);
	}
	return anywhere;
}

/* Returns whether an earlier one is the same file: /lib and /usr/lib are one on most systems. */
static bool is_known(const glob_t *libcs, size_t index)
{
	struct stat file, earlier;
	bool known = fstatat(AT_FDCWD, libcs->gl_pathv[index], &file, 0) == -1;

	for (size_t i = 0; i < index && !known; i++)
		known = fstatat(AT_FDCWD, libcs->gl_pathv[i], &earlier, 0) == 0 &&
		        earlier.st_dev == file.st_dev && earlier.st_ino == file.st_ino;
	return known;
}

static bool check_libc(struct doctor *doctor, const char *libc, bool anywhere)
{
	char folder[PATH_SHOWN], path[PATH_SHOWN];
	struct object object;

	folder_of(libc, folder);
	snprintf(path, sizeof path, "/%s", libc);
	if (!object_read(&doctor->root, path, &object))
		return false;
	if (module_in(&doctor->root, folder, path)) {
		check_module(doctor, path, &object);
		return true;
	}
	found(&doctor->findings, anywhere && !is_own(&object) ? LEVEL_WARN : LEVEL_FAIL,
	      "%s is missing: programs that use the libc.so.6 there go without idnx", path);
	remedy_install(doctor, &object);
	return true;
}

/* Checks beside each libc.so.6 below the root, which is the current directory meanwhile. */
static unsigned check_libcs(struct doctor *doctor)
{
	static const char *const patterns[] = {
		"lib/*-linux-gnu*/libc.so.6", "usr/lib/*-linux-gnu*/libc.so.6",
		"lib*/libc.so.6", "usr/lib*/libc.so.6",
	};
	int back = open(".", O_PATH | O_CLOEXEC);
	glob_t libcs = { .gl_pathc = 0 };
	unsigned count = 0;
	bool anywhere;

	if ((doctor->root.fd == -1 ? chdir("/") : fchdir(doctor->root.fd)) == -1)
		die_io(doctor->root.folder);
	for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
		glob(patterns[i], i > 0 ? GLOB_APPEND : 0, NULL, &libcs);
	anywhere = has_module(&doctor->root, &libcs);
	for (size_t i = 0; i < libcs.gl_pathc; i++)
		count += !is_known(&libcs, i) && check_libc(doctor, libcs.gl_pathv[i], anywhere);
	globfree(&libcs);
	if (back != -1 && fchdir(back) == -1)
		errno = 0; /* without a right to enter it, the root will do */
	if (back != -1)
		close(back);
	return count;
}

void doctor_module(struct doctor *doctor)
{
	if (check_libcs(doctor) > 0)
		return;
	if (doctor->manager.kind == MANAGER_NIXOS) {
		found(&doctor->findings, LEVEL_SKIP,
		      "NixOS has no folder for libraries: its nscd gets the module");
		return;
	}
	found(&doctor->findings, LEVEL_FAIL, "no libc.so.6 in any of the usual folders");
	remedy(&doctor->findings, "Use a system with glibc: others have no NSS");
}
