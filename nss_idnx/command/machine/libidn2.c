/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks ldconfig for the dynamic linker's cache, in the order in which the dynamic linker
 * searches it:
 *
 *     libidn2.so.0 (libc6,x86-64, hwcap: "x86-64-v3") => /lib/.../libidn2.so.0
 */
#include "libidn2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "same_file.h"
#include "words.h"

#define LDCONFIG "/sbin/ldconfig"

bool libidn2_read(struct libidn2 *library, const char *path)
{
	static const struct sysroot live = { NULL, -1 };

	library->in_hwcaps = strstr(path, "/glibc-hwcaps/") != NULL;
	snprintf(library->path, sizeof library->path, "%s", path);
	library->file = sysroot_read(&live, path);
	return elf_object_read(&library->object, library->file.octets, library->file.length);
}

/* --- The cache ------------------------------------------------------------------ */

/* Ignores a library that has been removed since it entered the cache. */
static bool add(struct libidn2_list *list, const char *path)
{
	struct libidn2 *next = &list->all[list->count];

	if (list->count == LIBIDN2_MAX)
		return false;
	if (libidn2_read(next, path))
		list->count++;
	else
		free(next->file.octets);
	return true;
}

static const char *library_path(const char *line)
{
	static const char begin[] = "\t" LIBIDN2 " ", arrow[] = " => ";
	const char *path = strstr(line, arrow);

	return path != NULL && strncmp(line, begin, strlen(begin)) == 0 ? path + strlen(arrow)
	                                                                : NULL;
}

bool libidn2_list_read(struct libidn2_list *list)
{
	static const char *const print[] = { LDCONFIG, "-p", NULL };
	int status = -1;
	char *text = child_output(print, &status), *rest = text, *line;
	bool whole = status == 0;

	list->count = 0;
	while (rest != NULL && (line = strsep(&rest, "\n")) != NULL) {
		const char *path = library_path(line);

		if (path != NULL && !add(list, path))
			whole = false;
	}
	free(text);
	return whole;
}

void libidn2_list_free(struct libidn2_list *list)
{
	for (unsigned i = 0; i < list->count; i++)
		free(list->all[i].file.octets);
}

bool libidn2_is_same(const struct libidn2 *library, const struct libidn2 *other)
{
	return same_file(&library->file.stat, &other->file.stat);
}

const struct libidn2 *libidn2_winner(const struct libidn2_list *list,
                                     const struct libidn2 *library)
{
	for (unsigned i = 0; i < list->count; i++)
		if (elf_object_fits(&list->all[i].object, &library->object))
			return &list->all[i];
	return NULL;
}

/* --- What it has ------------------------------------------------------------------ */

static bool is_text(const char *text, const char *other)
{
	return text == NULL || other == NULL ? text == other : strcmp(text, other) == 0;
}

static bool has_version(const struct elf_object *object, const char *version)
{
	const char *name;

	for (unsigned i = 0; (name = elf_object_version(object, i)) != NULL; i++)
		if (strcmp(name, version) == 0)
			return true;
	return false;
}

static bool has_symbol(const struct elf_object *object, const struct elf_symbol *symbol)
{
	struct elf_symbols symbols;

	if (!elf_object_symbols(object, &symbols))
		return false;
	for (uint64_t i = symbols.first; i < symbols.end; i++) {
		struct elf_symbol own = elf_object_symbol(object, i);

		if (is_text(own.name, symbol->name) && is_text(own.version, symbol->version))
			return true;
	}
	return false;
}

char *libidn2_missing_text(const struct elf_symbol *missing)
{
	if (missing->name != NULL)
		return words_format("the symbol %s%s%s", missing->name,
		                    missing->version != NULL ? "@" : "",
		                    missing->version != NULL ? missing->version : "");
	if (missing->version != NULL)
		return words_format("symbols of version %s", missing->version);
	return NULL;
}

bool libidn2_lacks(const struct libidn2 *library, const struct libidn2 *other,
                   struct elf_symbol *missing)
{
	struct elf_symbols symbols;

	missing->name = NULL;
	for (unsigned i = 0; (missing->version = elf_object_version(&other->object, i)); i++)
		if (!has_version(&library->object, missing->version))
			return true;
	if (!elf_object_symbols(&other->object, &symbols))
		return true;
	for (uint64_t i = symbols.first; i < symbols.end; i++) {
		*missing = elf_object_symbol(&other->object, i);
		if (!has_symbol(&library->object, missing))
			return true;
	}
	return false;
}
