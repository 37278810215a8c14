/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which libidn2 programs load that convert names themselves: the first one of their
 * architecture in the dynamic linker's cache.  It is idnx's if "idnx enable --libidn2" put
 * it there.
 */
#include "machine/libidn2.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"

#define DISABLE "idnx disable --libidn2"

static bool is_ours(const struct libidn2 *library)
{
	return strstr(library->path, "/" LIBIDN2_FOLDER "/") != NULL;
}

/* Returns the next library of this one's architecture; of others, if ours is false. */
static const struct libidn2 *next(const struct libidn2_list *list, const struct libidn2 *library,
                                  bool ours)
{
	for (const struct libidn2 *other = library + 1; other < list->all + list->count; other++)
		if (elf_object_fits(&other->object, &library->object) && is_ours(other) == ours)
			return other;
	return NULL;
}

/* Finds a library of the same architecture that has something ours lacks. */
static const struct libidn2 *find_newer(const struct libidn2_list *list,
                                        const struct libidn2 *library,
                                        struct elf_symbol *missing)
{
	const struct libidn2 *other = library;

	while ((other = next(list, other, false)) != NULL)
		if (libidn2_lacks(library, other, missing))
			return other;
	return NULL;
}

static void check_ours(struct doctor *doctor, const struct libidn2_list *list,
                       const struct libidn2 *library)
{
	struct elf_symbol missing;
	const struct libidn2 *newer = find_newer(list, library, &missing);
	char *text;

	if (newer == NULL) {
		found(&doctor->findings, LEVEL_OK,
		      "%s is first: programs that convert names themselves go by idnx, too",
		      library->path);
		return;
	}
	text = libidn2_missing_text(&missing);
	if (text == NULL)
		found(&doctor->findings, LEVEL_FAIL, "%s is first, and cannot be compared with %s: "
		      "programs built for that one may not start", library->path, newer->path);
	else
		found(&doctor->findings, LEVEL_FAIL, "%s is first, and lacks %s, which %s has: "
		      "programs built for that one may not start", library->path, text,
		      newer->path);
	free(text);
	remedy_run(&doctor->findings, "Run", DISABLE);
}

static void check_other(struct doctor *doctor, const struct libidn2_list *list,
                        const struct libidn2 *library)
{
	const struct libidn2 *ours = next(list, library, true);

	if (ours == NULL) {
		found(&doctor->findings, LEVEL_OK, "%s is first, since \"idnx enable --libidn2\" was "
		      "not run: programs that convert names themselves go by other rules than "
		      "idnx's, unless \"idnx run\" runs them", library->path);
		return;
	}
	found(&doctor->findings, LEVEL_WARN, "%s precedes %s, because %s", library->path, ours->path,
	      library->in_hwcaps ? "folders of glibc-hwcaps come first"
	                         : "/etc/ld.so.conf names its folder first");
	remedy_run(&doctor->findings, "Remove that one and run ldconfig; or run", DISABLE);
}

static bool is_first(const struct libidn2_list *list, const struct libidn2 *library)
{
	return libidn2_winner(list, library) == library;
}

/* Returns whether the cache has a library from the folder that the file names. */
static bool is_in_cache(const struct libidn2_list *list, const char *conf)
{
	static const struct sysroot live = { NULL, -1 };
	struct sysroot_file file = sysroot_read(&live, conf);
	bool found_one = false;

	for (unsigned i = 0; i < list->count && !found_one; i++) {
		const char *path = list->all[i].path, *slash = strrchr(path, '/');
		const char *named = memmem(file.octets, file.length, path, (size_t)(slash - path));

		found_one = named != NULL && is_ours(&list->all[i]);
	}
	free(file.octets);
	return found_one;
}

static void check_confs(struct doctor *doctor, const struct libidn2_list *list)
{
	glob_t confs;

	if (glob(LIBIDN2_CONFS "/" LIBIDN2_CONF "*" LIBIDN2_CONF_END, 0, NULL, &confs) != 0)
		return;
	for (size_t i = 0; i < confs.gl_pathc; i++) {
		if (is_in_cache(list, confs.gl_pathv[i]))
			continue;
		found(&doctor->findings, LEVEL_WARN,
		      "%s exists, but ldconfig finds no libidn2 in the folder it names",
		      confs.gl_pathv[i]);
		remedy_run(&doctor->findings, "Run", DISABLE);
	}
	globfree(&confs);
}

void doctor_libidn2(struct doctor *doctor)
{
	static struct libidn2_list list;

	if (!libidn2_list_read(&list))
		found(&doctor->findings, LEVEL_SKIP, "there is no ldconfig to ask");
	else if (list.count == 0)
		found(&doctor->findings, LEVEL_OK, "no libidn2 is installed");
	for (unsigned i = 0; i < list.count; i++) {
		if (!is_first(&list, &list.all[i]))
			continue;
		if (is_ours(&list.all[i]))
			check_ours(doctor, &list, &list.all[i]);
		else
			check_other(doctor, &list, &list.all[i]);
	}
	check_confs(doctor, &list);
	libidn2_list_free(&list);
}
