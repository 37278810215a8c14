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
#include <sys/wait.h>

#define DIRECTORIES "/usr/lib/"
#define DIRECTORY  "/libidn2-idnx/" LIBIDN2
#define CONF    "/etc/ld.so.conf.d/00-idnx-" /* sorts before files that name other directories */

/* Takes the architecture from the path of a library, or from that of its file. */
static struct libidn2 library_of(const char *path)
{
	bool is_conf = strncmp(path, CONF, strlen(CONF)) == 0;
	const char *name = path + strlen(is_conf ? CONF : DIRECTORIES);
	int length = (int)strcspn(name, is_conf ? "." : "/");
	struct libidn2 library = { .first = "" };

	snprintf(library.architecture, LIBIDN2_SIZE, "%.*s", length, name);
	snprintf(library.path, LIBIDN2_SIZE, DIRECTORIES "%.*s" DIRECTORY, length, name);
	snprintf(library.conf, LIBIDN2_SIZE, CONF "%.*s.conf", length, name);
	snprintf(library.was_on, LIBIDN2_SIZE, "/var/lib/libidn2-idnx/%.*s", length, name);
	library.is_there = access(library.path, F_OK) == 0;
	return library;
}

unsigned libidn2_list(struct libidn2 all[static LIBIDN2_MAX])
{
	unsigned count = 0;
	glob_t paths = { .gl_pathc = 0 };

	glob(DIRECTORIES "*" DIRECTORY, 0, NULL, &paths);
	glob(CONF "*.conf", GLOB_APPEND, NULL, &paths);
	for (size_t i = 0; i < paths.gl_pathc && count < LIBIDN2_MAX; i++) {
		all[count] = library_of(paths.gl_pathv[i]);
		/* The library of a file has been listed. */
		count += !all[count].is_there ||
		         strcmp(all[count].path, paths.gl_pathv[i]) == 0;
	}
	globfree(&paths);
	return count;
}

/* --- The cache ------------------------------------------------------------------ */

struct entry {
	char kind[64]; /* what ldconfig calls its architecture: "libc6,x86-64" */
	char path[PATH_MAX];
};

/* Takes the next libidn2 that is there; returns false at the end. */
static bool next_entry(const char **rest, struct entry *entry)
{
	static const char begin[] = "\t" LIBIDN2 " (";
	const char *path;
	char *last;

	while ((*rest = strstr(*rest, begin)) != NULL) {
		*rest += strlen(begin);
		path = strstr(*rest, "> ");
		if (path == NULL)
			return false;
		path += strlen("> ");
		snprintf(entry->kind, sizeof entry->kind, "%.*s", (int)strcspn(*rest, " )"),
		         *rest);
		snprintf(entry->path, sizeof entry->path, "%.*s", (int)strcspn(path, "\n"),
		         path);
		last = entry->kind + strlen(entry->kind) - 1;
		*last = *last == ',' ? '\0' : *last;
		if (access(entry->path, F_OK) == 0)
			return true;
	}
	return false;
}

/* Finds the first one with that path, or if that is NULL, of that kind. */
static bool find_entry(const char *cache, const char *path, const char *kind,
                       struct entry *entry)
{
	while (next_entry(&cache, entry))
		if (path != NULL ? strcmp(entry->path, path) == 0
		                 : strcmp(entry->kind, kind) == 0)
			return true;
	return false;
}

/* --- What a library says of itself ---------------------------------------------- */

#define NOT_LOADED 1 /* how the child ends then */

static void print_version(const void *path)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;
	const char *(*version)(const char *);

	if (handle == NULL)
		_exit(NOT_LOADED);
	symbol = dlsym(handle, "idn2_check_version");
	memcpy(&version, &symbol, sizeof version);
	if (symbol != NULL)
		dprintf(STDOUT_FILENO, "%s", version(NULL));
	_exit(0);
}

/* Returns its version, to be freed, "" if it does not tell; NULL if no program can load it. */
static char *version_of(const char *path)
{
	int status = -1;
	char *version = child_call(print_version, path, &status);

	if (version == NULL)
		die_io(path);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != NOT_LOADED)
		return version;
	free(version);
	return NULL;
}

bool libidn2_loads(const struct libidn2 *library)
{
	char *version = version_of(library->path);

	free(version);
	return version != NULL;
}

/* One that does not tell its version may have more than idnx's. */
static bool is_newer(const char *path)
{
	char *version = strstr(path, DIRECTORY) == NULL ? version_of(path) : NULL;
	bool newer = version != NULL &&
	             (*version == '\0' || strverscmp(version, LIBIDN2_NEWEST) > 0);

	free(version);
	return newer;
}

bool libidn2_ask(struct libidn2 *library)
{
	static const char *const print[] = { "/sbin/ldconfig", "-p", NULL };
	int status = -1;
	char *cache = child_output(print, &status);
	const char *rest = cache != NULL ? cache : "";
	struct entry own, entry;

	library->first[0] = library->newer[0] = '\0';
	if (find_entry(rest, library->path, NULL, &own) &&
	    find_entry(rest, NULL, own.kind, &entry))
		strcpy(library->first, entry.path);
	while (library->newer[0] == '\0' && next_entry(&rest, &entry))
		if (is_newer(entry.path))
			strcpy(library->newer, entry.path);
	free(cache);
	return status == 0;
}
