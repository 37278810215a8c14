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

#define LIBRARIES_MAX 16 /* a PC has three architectures */

/* Adds the architectures between the two in paths, whose library is there, or is not. */
static unsigned add(struct libidn2 all[static LIBRARIES_MAX], unsigned count,
                    const char *before, const char *after, bool is_there)
{
	char **path = sysroot_glob(&sysroot_live, words_format("%s*%s", before, after));

	for (; *path && count < LIBRARIES_MAX; path++) {
		const char *end = *path + strlen(*path) - strlen(after);
		const char *its = words_copy_of((struct span){ *path + strlen(before), end });
		const char *library = words_format(DIRECTORIES "%s" DIRECTORY, its);

		if ((access(library, F_OK) == 0) == is_there)
			all[count++] = (struct libidn2){
				its,
				library,
				words_format(CONF "%s.conf", its),
				words_format(WAS_ON "%s", its),
				NULL,
				NULL,
			};
	}
	return count;
}

/* Also lists a library that is missing, but named to ldconfig: it would come back unchecked. */
struct libidn2 *libidn2_list(void)
{
	struct libidn2 *all = words_room((LIBRARIES_MAX + 1) * sizeof *all);

	add(all, add(all, 0, DIRECTORIES, DIRECTORY, true), CONF, ".conf", false);
	return all;
}

/* --- The cache ------------------------------------------------------------------ */

char *ld_cache_read(void)
{
	static const char *const print[CHILD_WORDS] = { "/sbin/ldconfig", "-p" };
	int status = -1;
	char *cache = child_output(print, &status);

	return status == 0 ? cache : NULL;
}

/* A line is "libidn2.so.0 (libc6,x86-64) => /lib/libidn2.so.0". */
const char *ld_cache_next(const char **rest, const char *name)
{
	static const char arrow[] = "=> ";

	if ((*rest = strstr(*rest, words_format("\t%s (", name))) == NULL ||
	    (*rest = strstr(*rest, arrow)) == NULL)
		return NULL;
	*rest += strlen(arrow);
	return words_copy_of(span_before(span_of_text(*rest), '\n'));
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
	if (!library->first && object_fits(live, path, live, library->path))
		library->first = path;
	if (!library->newer && strstr(path, DIRECTORY) == NULL &&
	    strverscmp(version, LIBIDN2_NEWEST) > 0)
		library->newer = path;
}

/* The first library of a kind is what programs of that kind get. */
bool libidn2_ask(struct libidn2 *library)
{
	const char *cache = ld_cache_read(), *rest = cache, *path;
	bool is_usable = false;

	library->first = library->newer = NULL;
	while (rest && (path = ld_cache_next(&rest, LIBIDN2)))
		if (access(path, F_OK) == 0)
			note(library, path, &is_usable);
	if (!is_usable)
		library->first = NULL;
	return cache != NULL;
}
