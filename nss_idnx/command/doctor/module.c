/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks that the module is where glibc searches for it: in the directory of each libc.so.6,
 * which is the default directory of its dynamic linker, for setuid programs too.  There is one
 * for each architecture, and often twice: /lib is a link to /usr/lib.
 */
#include "doctor.h"
#include "same_file.h"

#define LIBCS "{,/usr}/lib{/*-linux-gnu*,,32,64,x32}/libc.so.6"

/* --- The libcs ------------------------------------------------------------ */

#define LIBCS_MAX 16 /* a PC has three */

struct libc {
	char path[PATH_MAX];   /* below the root */
	char module[PATH_MAX]; /* for programs of this libc; "": none that works */
	struct stat file;
};

/* Searches its directory and the twin of that, as glibc does: /lib and /usr/lib. */
static void find_module(const struct sysroot *root, struct libc *libc)
{
	static const char *const prefixes[] = { "", "/usr" };
	const char *path = libc->path + (strncmp(libc->path, "/usr/", 5) == 0 ? 4 : 0);

	for (int i = 0; i < 2; i++) {
		snprintf(libc->module, PATH_MAX, "%s%.*s/" MODULE, prefixes[i],
		         (int)(strrchr(path, '/') - path), path);
		if (object_fits(root, libc->module, root, libc->path))
			return;
	}
	libc->module[0] = '\0';
}

/* Lists each once, however many paths it has; returns how many there are. */
static unsigned list_libcs(const struct sysroot *root, struct libc all[static LIBCS_MAX])
{
	char *prefix = root->fd != -1 ? words_format("/proc/self/fd/%d", root->fd)
	                              : words_copy("");
	char *pattern = words_format("%s" LIBCS, prefix);
	unsigned count = 0, i;
	glob_t paths = { .gl_pathc = 0 };

	glob(pattern, GLOB_BRACE, NULL, &paths);
	for (size_t path = 0; path < paths.gl_pathc && count < LIBCS_MAX; path++) {
		struct libc *libc = &all[count];

		snprintf(libc->path, PATH_MAX, "%s", paths.gl_pathv[path] + strlen(prefix));
		if (!object_fits(root, libc->path, root, libc->path) ||
		    !sysroot_stat(root, libc->path, &libc->file))
			continue;
		for (i = 0; !same_file(&all[i].file, &libc->file);)
			i++;
		if (i == count)
			find_module(root, &all[count++]);
	}
	globfree(&paths);
	free(pattern);
	free(prefix);
	return count;
}

/* --- The module ----------------------------------------------------------- */

/* Whoever can write to it is in every process, root's included. */
static void check_module(struct doctor *doctor, const char *path)
{
	struct stat file = { .st_mode = 0 };

	sysroot_stat(&doctor->root, path, &file);
	doctor_note_change(doctor, &file);
	if (file.st_uid != 0)
		doctor_fail(
			doctor,
			remedy_command("Run", "chown root:root %s%s", doctor->root.word, path),
			"the owner of %s is not root but %u", path, file.st_uid);
	else if ((file.st_mode & 0022) != 0 || (file.st_mode & 0444) != 0444)
		doctor_fail(
			doctor,
			remedy_command("Run", "chmod 644 %s%s", doctor->root.word, path),
			"the mode of %s is %03o: all should read it, and only root write to it",
			path, file.st_mode & 07777U);
	else
		doctor_ok(doctor, "%s", path);
}

/* Without a module for this command's processor, or without any, most programs have none. */
static void report_missing(struct doctor *doctor, const struct libc *libc, bool has_any)
{
	bool is_own = object_fits(&doctor->root, libc->path, &sysroot_live, OBJECT_OWN);

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
	struct libc libcs[LIBCS_MAX];
	unsigned count = list_libcs(&doctor->root, libcs);
	bool has_any = false;

	for (unsigned i = 0; i < count; i++)
		has_any |= *libcs[i].module != '\0';
	for (unsigned i = 0; i < count; i++)
		if (*libcs[i].module != '\0')
			check_module(doctor, libcs[i].module);
		else
			report_missing(doctor, &libcs[i], has_any);
	if (count == 0 && doctor->nsswitch.manager.kind == MANAGER_NIXOS)
		doctor_skip(doctor,
		            "NixOS has no directory for libraries: its nscd gets the module");
	else if (count == 0)
		doctor_fail(doctor, remedy_words("Use a system with glibc: others have no NSS"),
		            "no libc.so.6 in any of the usual directories");
}
