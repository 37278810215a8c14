/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks that the module is where glibc searches for it: in the folder of each libc.so.6,
 * which is the default folder of its dynamic linker, for setuid programs too.  A system for
 * several architectures has several such folders.
 */
#include "doctor.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "access.h"
#include "machine/object.h"
#include "machine/package.h"

#define MODULE "libnss_idnx.so.2"

/* Library folders and their multiarch ones; no distribution has a quarter as many. */
#define FOLDERS_MAX 64

/* A folder's path: names may have 255 octets, and two components precede this one. */
#define PATH_SHOWN 512

struct folders {
	unsigned count;
	struct folder {
		char path[PATH_SHOWN];
		dev_t device;
		ino_t inode;
	} all[FOLDERS_MAX];
};

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

static bool has_module(const struct sysroot *root, const struct folders *folders)
{
	char path[PATH_SHOWN];
	bool anywhere = false;

	for (unsigned i = 0; i < folders->count && !anywhere; i++)
		anywhere = module_in(root, folders->all[i].path, path);
	return anywhere;
}

static void check_folder(struct doctor *doctor, const char *folder, const struct object *libc,
                         bool anywhere)
{
	char path[PATH_SHOWN];

	if (module_in(&doctor->root, folder, path)) {
		check_module(doctor, path, libc);
		return;
	}
	found(&doctor->findings, anywhere && !is_own(libc) ? LEVEL_WARN : LEVEL_FAIL,
	      "%s is missing: programs that use the libc.so.6 there go without idnx", path);
	remedy_install(doctor, libc);
}

static unsigned check_folders(struct doctor *doctor, const struct folders *folders)
{
	bool anywhere = has_module(&doctor->root, folders);
	unsigned with_libc = 0;

	for (unsigned i = 0; i < folders->count; i++) {
		char path[PATH_SHOWN + sizeof "/libc.so.6"];
		struct object libc;

		snprintf(path, sizeof path, "%s/libc.so.6", folders->all[i].path);
		if (object_read(&doctor->root, path, &libc)) {
			with_libc++;
			check_folder(doctor, folders->all[i].path, &libc, anywhere);
		}
	}
	return with_libc;
}

/* --- Which they are ------------------------------------------------------- */

/* Adds a folder once: /lib and /usr/lib are one folder on most systems. */
static void add_folder(const struct sysroot *root, struct folders *folders, const char *path)
{
	struct folder *new = &folders->all[folders->count];
	int fd = sysroot_open(root, path, O_PATH | O_DIRECTORY);
	struct stat stat;
	bool known;

	if (fd == -1)
		return;
	known = folders->count == FOLDERS_MAX || fstat(fd, &stat) == -1;
	for (unsigned i = 0; i < folders->count && !known; i++)
		known = folders->all[i].device == stat.st_dev &&
		        folders->all[i].inode == stat.st_ino;
	close(fd);
	if (known)
		return;
	snprintf(new->path, sizeof new->path, "%s", path);
	new->device = stat.st_dev;
	new->inode = stat.st_ino;
	folders->count++;
}

/* Matches names such as x86_64-linux-gnu and arm-linux-gnueabihf. */
static int is_multiarch(const struct dirent *entry)
{
	return strstr(entry->d_name, "-linux-gnu") != NULL;
}

static void add_multiarch(const struct sysroot *root, struct folders *folders,
                          const char *parent)
{
	int fd = sysroot_open(root, parent, O_RDONLY | O_DIRECTORY), count;
	struct dirent **entries;
	char path[PATH_SHOWN];

	if (fd == -1)
		return;
	count = scandirat(fd, ".", &entries, is_multiarch, versionsort); /* without strcoll() */
	close(fd);
	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof path, "%s/%s", parent, entries[i]->d_name);
		add_folder(root, folders, path);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void find_folders(const struct sysroot *root, struct folders *folders)
{
	static const char *const plain[] = {
		"/lib64", "/usr/lib64", "/lib32", "/usr/lib32", "/libx32", "/usr/libx32",
		"/lib", "/usr/lib",
	};

	add_multiarch(root, folders, "/lib");
	add_multiarch(root, folders, "/usr/lib");
	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
		add_folder(root, folders, plain[i]);
}

void doctor_module(struct doctor *doctor)
{
	struct folders folders = { .count = 0 };

	find_folders(&doctor->root, &folders);
	if (check_folders(doctor, &folders) > 0)
		return;
	if (doctor->manager.kind == MANAGER_NIXOS) {
		found(&doctor->findings, LEVEL_SKIP,
		      "NixOS has no folder for libraries: its nscd gets the module");
		return;
	}
	found(&doctor->findings, LEVEL_FAIL, "no libc.so.6 in any of the usual folders");
	remedy(&doctor->findings, "Use a system with glibc: others have no NSS");
}
