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

/* --- The libcs ------------------------------------------------------------ */

#define LIBCS_MAX 16 /* a PC has three */

struct libc {
	const char *path;
	struct stat file;
	struct object kind;
	const char *module; /* for programs of this libc; NULL: none that works */
};

/* Returns whether it is in that directory or its twin: glibc searches /lib and /usr/lib. */
static bool is_beside(const char *module, const char *libc)
{
	size_t length;

	module += strncmp(module, "/usr/", 5) == 0 ? 4 : 0;
	libc += strncmp(libc, "/usr/", 5) == 0 ? 4 : 0;
	length = (size_t)(strrchr(libc, '/') - libc);
	return strncmp(module, libc, length) == 0 && strcmp(module + length, "/" MODULE) == 0;
}

static void find_module(const struct sysroot *root, const struct files *modules,
                        struct libc *libc)
{
	struct object kind;

	for (size_t i = 0; i < modules->all.gl_pathc && libc->module == NULL; i++)
		if (is_beside(path_of(modules, i), libc->path) &&
		    object_read(root, path_of(modules, i), &kind) &&
		    object_fits(&kind, &libc->kind))
			libc->module = path_of(modules, i);
}

/* Lists each once, however many paths it has; returns how many there are. */
static unsigned list_libcs(const struct sysroot *root, const struct files *files,
                           struct libc all[static LIBCS_MAX])
{
	unsigned count = 0, i;

	for (size_t path = 0; path < files->all.gl_pathc && count < LIBCS_MAX; path++) {
		struct libc *libc = &all[count];

		*libc = (struct libc){ .path = path_of(files, path) };
		if (!object_read(root, libc->path, &libc->kind) ||
		    !sysroot_stat(root, libc->path, 0, &libc->file))
			continue;
		for (i = 0; !same_file(&all[i].file, &libc->file);)
			i++;
		count += i == count;
	}
	return count;
}

/* --- The module ----------------------------------------------------------- */

/* Whoever can write to it is in every process, root's included. */
static void check_module(struct doctor *doctor, const char *path)
{
	struct stat file = { .st_mode = 0 };

	sysroot_stat(&doctor->root, path, 0, &file);
	doctor_note_change(doctor, &file);
	if (file.st_uid != 0)
		doctor_fail(doctor,
		            remedy_command("Run", "chown root:root %s%s", doctor->prefix, path),
		            "the owner of %s is not root but %u", path, file.st_uid);
	else if ((file.st_mode & 0022) != 0 || (file.st_mode & 0444) != 0444)
		doctor_fail(
			doctor, remedy_command("Run", "chmod 644 %s%s", doctor->prefix, path),
			"the mode of %s is %03o: all should read it, and only root write to it",
			path, file.st_mode & 07777U);
	else
		doctor_ok(doctor, "%s", path);
}

/* Without a module for this command's processor, or without any, most programs have none. */
static void report_missing(struct doctor *doctor, const struct libc *libc, bool has_any)
{
	struct object own;
	bool is_own = object_read(&sysroot_live, "/proc/self/exe", &own) &&
	              object_fits(&own, &libc->kind);

	doctor->module_failed |= is_own;
	doctor_report(doctor, is_own || !has_any ? LEVEL_FAIL : LEVEL_WARN,
	              package_remedy(&doctor->root, is_own),
	              "%.*s/" MODULE
	              " is missing, damaged or for another processor: programs that "
	              "use the libc.so.6 there go without idnx",
	              (int)(strrchr(libc->path, '/') - libc->path), libc->path);
}

void doctor_module(struct doctor *doctor)
{
	struct files files = find_files(&doctor->root, "libc.so.6");
	struct files modules = find_files(&doctor->root, MODULE);
	struct libc libcs[LIBCS_MAX];
	unsigned count = list_libcs(&doctor->root, &files, libcs);
	bool has_any = false;

	for (unsigned i = 0; i < count; i++) {
		find_module(&doctor->root, &modules, &libcs[i]);
		has_any |= libcs[i].module != NULL;
	}
	for (unsigned i = 0; i < count; i++)
		if (libcs[i].module != NULL)
			check_module(doctor, libcs[i].module);
		else
			report_missing(doctor, &libcs[i], has_any);
	if (count == 0 && doctor->manager.kind == MANAGER_NIXOS)
		doctor_skip(doctor,
		            "NixOS has no directory for libraries: its nscd gets the module");
	else if (count == 0)
		doctor_fail(doctor, remedy_words("Use a system with glibc: others have no NSS"),
		            "no libc.so.6 in any of the usual directories");
	globfree(&files.all);
	globfree(&modules.all);
}
