/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks ldconfig for the dynamic linker's cache, in the order in which the dynamic linker
 * searches it:
 *
 *     libidn2.so.0 (libc6,x86-64, hwcap: "x86-64-v3") => /lib/.../libidn2.so.0
 *
 * Each library itself says which version it is, in a child that loads it.
 */
#include "machine.h"

#include <dlfcn.h>
#include <glob.h>

#define DIRECTORIES "/usr/lib/"
#define DIRECTORY  "/libidn2-idnx/" LIBIDN2
#define CONF    "/etc/ld.so.conf.d/00-idnx-" /* sorts before files that name other directories */

static struct libidn2 library_of(const char *path)
{
	const char *name = path + strlen(DIRECTORIES); /* of the architecture */
	int length = (int)strcspn(name, "/");
	struct libidn2 library = { .first = "" };

	snprintf(library.architecture, LIBIDN2_SIZE, "%.*s", length, name);
	snprintf(library.path, LIBIDN2_SIZE, "%s", path);
	snprintf(library.conf, LIBIDN2_SIZE, CONF "%.*s.conf", length, name);
	snprintf(library.was_on, LIBIDN2_SIZE, "/var/lib/libidn2-idnx/%.*s", length, name);
	return library;
}

/* Also lists a library that is missing, but named to ldconfig: it would come back unchecked. */
unsigned libidn2_list(struct libidn2 all[static LIBIDN2_MAX])
{
	unsigned count = 0;
	glob_t paths = { .gl_pathc = 0 };

	glob(DIRECTORIES "*" DIRECTORY, 0, NULL, &paths);
	for (; count < paths.gl_pathc && count < LIBIDN2_MAX; count++)
		all[count] = library_of(paths.gl_pathv[count]);
	globfree(&paths);
	glob(CONF "*.conf", 0, NULL, &paths);
	for (size_t i = 0; i < paths.gl_pathc && count < LIBIDN2_MAX; i++) {
		const char *name = paths.gl_pathv[i] + strlen(CONF);
		char path[LIBIDN2_SIZE];

		snprintf(path, sizeof path, DIRECTORIES "%.*s" DIRECTORY,
		         (int)(strlen(name) - strlen(".conf")), name);
		if (access(path, F_OK) != 0)
			all[count++] = library_of(path);
	}
	globfree(&paths);
	return count;
}

/* --- The cache ------------------------------------------------------------------ */

/* Takes the path of the next libidn2 that is there; returns false at the end. */
static bool next_path(const char **rest, char path[static PATH_MAX])
{
	static const char begin[] = "\t" LIBIDN2 " (", arrow[] = "=> ";

	while ((*rest = strstr(*rest, begin)) != NULL &&
	       (*rest = strstr(*rest, arrow)) != NULL) {
		*rest += strlen(arrow);
		snprintf(path, PATH_MAX, "%.*s", (int)strcspn(*rest, "\n"), *rest);
		if (access(path, F_OK) == 0)
			return true;
	}
	return false;
}

/* --- What a library says of itself ---------------------------------------------- */

/* Of a library that does not tell its version; strverscmp() puts it after any number. */
#define UNKNOWN "unknown"

static void print_version(const void *path)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;
	const char *(*version)(const char *);

	if (handle == NULL)
		_exit(0);
	symbol = dlsym(handle, "idn2_check_version");
	memcpy(&version, &symbol, sizeof version);
	dprintf(STDOUT_FILENO, "%s", symbol != NULL ? version(NULL) : UNKNOWN);
	_exit(0);
}

/* Returns its version, to be freed; "" if no program can load it. */
static char *version_of(const char *path)
{
	int status;
	char *version = child_call(print_version, path, &status);

	if (version == NULL)
		die_io(path);
	return version;
}

/* Only programs of this command's kind can be asked. */
static bool is_damaged(const char *path)
{
	char *version = version_of(path);
	bool damaged = *version == '\0' && program_is_native(path);

	free(version);
	return damaged;
}

static bool is_newer(const char *path)
{
	char *version = strstr(path, DIRECTORY) == NULL ? version_of(path) : words_copy("");
	bool newer = strverscmp(version, LIBIDN2_NEWEST) > 0;

	free(version);
	return newer;
}

/* The first library of a kind is what programs of that kind get. */
bool libidn2_ask(struct libidn2 *library)
{
	static const char *const print[] = { "/sbin/ldconfig", "-p", NULL };
	int status = -1;
	char *cache = child_output(print, &status), path[PATH_MAX];
	const char *rest = cache != NULL ? cache : "";
	bool is_usable = false;

	library->first[0] = library->newer[0] = '\0';
	while (next_path(&rest, path)) {
		if (strcmp(path, library->path) == 0)
			is_usable = !is_damaged(path);
		if (library->first[0] == '\0' && object_same(path, library->path))
			strcpy(library->first, path);
		if (library->newer[0] == '\0' && is_newer(path))
			strcpy(library->newer, path);
	}
	if (!is_usable)
		library->first[0] = '\0';
	free(cache);
	return status == 0;
}
