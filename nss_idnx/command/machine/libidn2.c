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
#include <link.h>
#include <sys/wait.h>

/* --- The cache ------------------------------------------------------------------ */

/* Reads a line; returns false if it is about another library, or one that is gone. */
static bool read_line(char *line, struct libidn2 *library)
{
	static const char begin[] = "\t" LIBIDN2 " (", arrow[] = ") => ";
	char *path = strstr(line, arrow), *more = strstr(line, ", ");

	if (path == NULL || strncmp(line, begin, strlen(begin)) != 0)
		return false;
	*path = '\0';
	if (more != NULL)
		*more = '\0';
	library->kind = line + strlen(begin);
	library->path = path + strlen(arrow);
	return access(library->path, F_OK) == 0;
}

bool libidn2_cache_read(struct libidn2_cache *cache)
{
	static const char *const print[] = { "/sbin/ldconfig", "-p", NULL };
	int status = -1;
	char *rest, *line;

	cache->count = 0;
	cache->text = rest = child_output(print, &status);
	while (rest != NULL && (line = strsep(&rest, "\n")) != NULL)
		if (cache->count < LIBIDN2_MAX && read_line(line, &cache->all[cache->count]))
			cache->count++;
	return status == 0;
}

void libidn2_cache_free(struct libidn2_cache *cache)
{
	free(cache->text);
}

const struct libidn2 *libidn2_at(const struct libidn2_cache *cache, const char *path)
{
	for (unsigned i = 0; i < cache->count; i++)
		if (strcmp(cache->all[i].path, path) == 0)
			return &cache->all[i];
	return NULL;
}

const struct libidn2 *libidn2_first(const struct libidn2_cache *cache,
                                    const struct libidn2 *library)
{
	const struct libidn2 *first = cache->all;

	while (strcmp(first->kind, library->kind) != 0)
		first++;
	return first;
}

bool libidn2_in_use(const char *library, char path[static PATH_MAX])
{
	struct libidn2_cache cache;
	bool is_read = libidn2_cache_read(&cache);
	const struct libidn2 *found = libidn2_at(&cache, library);

	snprintf(path, PATH_MAX, "%s", found != NULL ? libidn2_first(&cache, found)->path : "");
	libidn2_cache_free(&cache);
	return is_read;
}

bool libidn2_is_ours(const struct libidn2 *library)
{
	return strstr(library->path, LIBIDN2_FOLDER "/") != NULL;
}

/* --- What a library says of itself ---------------------------------------------- */

/* How a child ends that loads a library. */
enum { LOADED, NOT_LOADED, NOT_LIBIDN2 };

/* Prints the path of the library that was loaded, and its version. */
static void print_loaded(const void *name)
{
	void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL), *symbol;
	const char *(*version)(const char *);
	struct link_map *map;

	if (handle == NULL || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
		_exit(NOT_LOADED);
	symbol = dlsym(handle, "idn2_check_version");
	if (symbol == NULL)
		_exit(NOT_LIBIDN2);
	memcpy(&version, &symbol, sizeof version);
	dprintf(STDOUT_FILENO, "%s\n%s", map->l_name, version(NULL));
	_exit(LOADED);
}

bool libidn2_loaded(char path[static PATH_MAX])
{
	int status = -1;
	char *text = child_call(print_loaded, LIBIDN2, &status);

	snprintf(path, PATH_MAX, "%.*s", text ? (int)strcspn(text, "\n") : 0, text ? text : "");
	free(text);
	return status == 0;
}

/* A library that does not load serves no program; one that does not tell may have more. */
static bool is_newer(const struct libidn2 *library)
{
	int status = -1;
	char *text = child_call(print_loaded, library->path, &status);
	const char *version = text != NULL ? strchr(text, '\n') : NULL;
	bool newer = version == NULL || strverscmp(version + 1, LIBIDN2_NEWEST) > 0;

	if (text == NULL)
		die_io(library->path);
	free(text);
	return newer && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_LOADED);
}

const struct libidn2 *libidn2_newer(const struct libidn2_cache *cache)
{
	for (unsigned i = 0; i < cache->count; i++)
		if (!libidn2_is_ours(&cache->all[i]) && is_newer(&cache->all[i]))
			return &cache->all[i];
	return NULL;
}

/* The dynamic linker is beside libc: /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 */
bool libidn2_is_native(const char *architecture)
{
	char *path = realpath(program_linker(), NULL);
	const char *place = path != NULL ? strstr(path, architecture) : NULL;
	bool native = place != NULL && place[-1] == '/' && place[strlen(architecture)] == '/';

	free(path);
	return native;
}
