/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks ldconfig for the dynamic linker's cache, in the order in which that searches it, and each
 * library, in a child that loads it, for its version.
 */
#include "machine.h"

#include <dlfcn.h>

#define DIRECTORIES "/usr/lib/"
#define DIRECTORY   "/libidn2-idnx/" LIBIDN2
#define CONF        "/etc/ld.so.conf.d/00-idnx-" /* sorts before files of others */
#define WAS_ON      "/var/lib/libidn2-idnx/"

static struct libidn2 library_of(const char *architecture, int length)
{
	struct libidn2 library = { .first = "" };

	snprintf(library.architecture, LIBIDN2_SIZE, "%.*s", length, architecture);
	snprintf(library.path, LIBIDN2_SIZE, DIRECTORIES "%.*s" DIRECTORY, length,
	         architecture);
	snprintf(library.conf, LIBIDN2_SIZE, CONF "%.*s.conf", length, architecture);
	snprintf(library.was_on, LIBIDN2_SIZE, WAS_ON "%.*s", length, architecture);
	return library;
}

/* Adds the architectures between the two in paths, whose library is there, or is not. */
static unsigned add(struct libidn2 all[static LIBIDN2_MAX], unsigned count, const char *before,
                    const char *after, bool is_there)
{
	glob_t paths = { .gl_pathc = 0 };

	glob(words_format("%s*%s", before, after), 0, NULL, &paths);
	for (size_t i = 0; i < paths.gl_pathc && count < LIBIDN2_MAX; i++) {
		const char *name = paths.gl_pathv[i] + strlen(before);

		all[count] = library_of(name, (int)(strlen(name) - strlen(after)));
		count += (access(all[count].path, F_OK) == 0) == is_there;
	}
	return count;
}

/* Also lists a library that is missing, but named to ldconfig: it would come back unchecked. */
unsigned libidn2_list(struct libidn2 all[static LIBIDN2_MAX])
{
	unsigned count = add(all, 0, DIRECTORIES, DIRECTORY, true);

	return add(all, count, CONF, ".conf", false);
}

/* --- The cache ------------------------------------------------------------------ */

/* Takes the path of the next one there: "libidn2.so.0 (libc6,x86-64) => /lib/libidn2.so.0". */
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

static void print_version(const void *path)
{
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;
	const char *(*version)(const char *);

	if (handle == NULL)
		_exit(0);
	symbol = dlsym(handle, "idn2_check_version");
	memcpy(&version, &symbol, sizeof version);
	/* strverscmp() puts "unknown" after any number. */
	dprintf(STDOUT_FILENO, "%s", symbol != NULL ? version(NULL) : "unknown");
	_exit(0);
}

/* Takes notice of a library that programs may get; its version is "" if it does not load. */
static void note(struct libidn2 *library, const char *path, bool *is_usable)
{
	const struct sysroot *live = &sysroot_live;
	int status;
	char *version = child_call(print_version, path, &status);

	if (version == NULL)
		die_io(path);
	/* Only programs of this command's kind can be asked. */
	if (strcmp(path, library->path) == 0)
		*is_usable = *version != '\0' || !object_fits(live, path, live, OBJECT_OWN);
	if (*library->first == '\0' && object_fits(live, path, live, library->path))
		strcpy(library->first, path);
	if (*library->newer == '\0' && strstr(path, DIRECTORY) == NULL &&
	    strverscmp(version, LIBIDN2_NEWEST) > 0)
		strcpy(library->newer, path);
}

/* The first library of a kind is what programs of that kind get. */
bool libidn2_ask(struct libidn2 *library)
{
	static const char *const print[CHILD_WORDS] = { "/sbin/ldconfig", "-p" };
	int status = -1;
	char *cache = child_output(print, &status), path[PATH_MAX];
	const char *rest = cache != NULL ? cache : "";
	bool is_usable = false;

	library->first[0] = library->newer[0] = '\0';
	while (next_path(&rest, path))
		note(library, path, &is_usable);
	if (!is_usable)
		library->first[0] = '\0';
	return status == 0;
}
