/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks that the module is where glibc searches for it: in the directory of each libc.so.6,
 * which is the default directory of its dynamic linker, for setuid programs too.  A system for
 * several architectures has several such directories, and many have each of them twice: /lib is a
 * link to /usr/lib.
 */
#include <glob.h>

#include "doctor.h"
#include "same_file.h"

#define DIRECTORIES "{,/usr}/lib{/*-linux-gnu*,,32,64,x32}/"

/* The files of that name in those directories. */
struct files {
	glob_t all;
	size_t prefix; /* of each path, before the one below the root */
};

static const char *path_of(const struct files *files, size_t i)
{
	return files->all.gl_pathv[i] + files->prefix;
}

static struct files find_files(const struct sysroot *root, const char *name)
{
	char *directory = root->fd != -1 ? words_format("/proc/self/fd/%d", root->fd)
	                                 : words_copy("");
	char *pattern = words_format("%s" DIRECTORIES "%s", directory, name);
	struct files files = { .prefix = strlen(directory) };

	glob(pattern, GLOB_BRACE, NULL, &files.all);
	free(directory);
	free(pattern);
	return files;
}

/* Returns whether an earlier path leads to the same file. */
static bool is_known(const struct files *files, size_t i)
{
	struct stat file, earlier;
	bool known = stat(files->all.gl_pathv[i], &file) != 0;

	for (size_t j = 0; j < i && !known; j++)
		known = stat(files->all.gl_pathv[j], &earlier) == 0 &&
		        same_file(&file, &earlier);
	return known;
}

/* Returns whether it is in that directory or its twin: glibc searches /lib and /usr/lib. */
static bool is_beside(const char *module, const char *libc)
{
	size_t length;

	module += strncmp(module, "/usr/", 5) == 0 ? 4 : 0;
	libc += strncmp(libc, "/usr/", 5) == 0 ? 4 : 0;
	length = (size_t)(strrchr(libc, '/') - libc);
	return strncmp(module, libc, length) == 0 && strcmp(module + length, "/" MODULE) == 0;
}

/* Finds the module for programs of this libc; the lookup shows what it does. */
static const char *find_module(const struct sysroot *root, const char *libc,
                               const struct files *modules)
{
	struct object kind, module;

	for (size_t i = 0; i < modules->all.gl_pathc && object_read(root, libc, &kind); i++) {
		const char *path = path_of(modules, i);

		if (is_beside(path, libc) && object_read(root, path, &module) &&
		    object_fits(&module, &kind))
			return path;
	}
	return NULL;
}

/* Whoever can write to it is in every process, root's included. */
static void check_owner(struct doctor *doctor, const char *path, const struct stat *stat)
{
	if (stat->st_uid != 0)
		doctor_fault(
			doctor, LEVEL_FAIL,
			remedy_command("Run", "chown root:root %s%s", doctor->prefix, path),
			"the owner of %s is not root but %u", path, stat->st_uid);
	else if ((stat->st_mode & 0022) != 0 || (stat->st_mode & 0444) != 0444)
		doctor_fault(doctor, LEVEL_FAIL,
		             remedy_command("Run", "chmod 644 %s%s", doctor->prefix, path),
		             "the mode of %s is %03o: %s", path, stat->st_mode & 07777U,
		             stat->st_mode & 0022 ? "others may write to it"
		                                  : "not all can read it");
	else
		doctor_fine(doctor, LEVEL_OK, "%s", path);
}

/* Without a module for this command's processor, or without any, most programs have none. */
static void report_missing(struct doctor *doctor, const char *libc, const struct object *kind,
                           bool has_any)
{
	static const struct sysroot live = { NULL, -1 };
	struct object own;
	bool is_own = object_read(&live, "/proc/self/exe", &own) && object_fits(&own, kind);

	doctor->module_failed |= is_own;
	doctor_fault(doctor, is_own || !has_any ? LEVEL_FAIL : LEVEL_WARN,
	             package_remedy(&doctor->root, is_own),
	             "%.*s/" MODULE
	             " is missing, damaged or for another processor: programs that "
	             "use the libc.so.6 there go without idnx",
	             (int)(strrchr(libc, '/') - libc), libc);
}

static void check_module(struct doctor *doctor, const char *path, size_t prefix)
{
	struct stat file;

	if (stat(path - prefix, &file) == 0) {
		doctor_note_change(doctor, &file);
		check_owner(doctor, path, &file);
	}
}

/* Returns how many libcs there are. */
static unsigned check_libcs(struct doctor *doctor, const struct files *libcs,
                            const struct files *modules)
{
	bool has_any = false;
	unsigned count = 0;

	for (size_t i = 0; i < libcs->all.gl_pathc && !has_any; i++)
		has_any = find_module(&doctor->root, path_of(libcs, i), modules) != NULL;
	for (size_t i = 0; i < libcs->all.gl_pathc; i++) {
		const char *libc = path_of(libcs, i);
		const char *module = find_module(&doctor->root, libc, modules);
		struct object kind;

		if (is_known(libcs, i) || !object_read(&doctor->root, libc, &kind))
			continue;
		count++;
		if (module != NULL)
			check_module(doctor, module, modules->prefix);
		else
			report_missing(doctor, libc, &kind, has_any);
	}
	return count;
}

void doctor_module(struct doctor *doctor)
{
	struct files libcs = find_files(&doctor->root, "libc.so.6");
	struct files modules = find_files(&doctor->root, MODULE);

	bool has_libc = check_libcs(doctor, &libcs, &modules) > 0;

	if (!has_libc && doctor->manager.kind == MANAGER_NIXOS)
		doctor_fine(doctor, LEVEL_SKIP,
		            "NixOS has no directory for libraries: its nscd gets the module");
	else if (!has_libc)
		doctor_fault(doctor, LEVEL_FAIL,
		             remedy_words("Use a system with glibc: others have no NSS"),
		             "no libc.so.6 in any of the usual directories");
	globfree(&libcs.all);
	globfree(&modules.all);
}
