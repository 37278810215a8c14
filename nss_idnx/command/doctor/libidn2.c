/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which libidn2 programs load that convert names themselves: the first one of their
 * architecture in the dynamic linker's cache.  It is idnx's if "idnx enable --libidn2" put
 * it there, and stays so until the cache is made again.
 */
#include <glob.h>

#include "doctor.h"

#define ENABLE  "idnx enable --libidn2"
#define DISABLE "idnx disable --libidn2"

/* Makes the path that belongs to the architecture of the path of a library of ours. */
static void path_of(const char *library, const char *before, const char *after, char *path)
{
	const char *name = library + strlen(LIBIDN2_FOLDERS);

	snprintf(path, PATH_MAX, "%s%.*s%s", before, (int)strcspn(name, "/"), name, after);
}

/* Programs get this one, which is idnx's. */
static void check_ours(struct doctor *doctor, const struct libidn2_cache *cache,
                       const struct libidn2 *library)
{
	const struct libidn2 *newer = libidn2_newer(cache);
	char conf[PATH_MAX];

	path_of(library->path, LIBIDN2_CONF, LIBIDN2_CONF_END, conf);
	if (newer != NULL && strcmp(newer->kind, library->kind) == 0)
		doctor_fault(doctor, LEVEL_FAIL, remedy_command("Run", DISABLE),
		             "%s is in use, and %s is newer than libidn2 " LIBIDN2_NEWEST
		             ": programs built for that one may not start",
		             library->path, newer->path);
	else if (access(conf, F_OK) != 0)
		doctor_fault(doctor, LEVEL_WARN, remedy_command("Run", DISABLE),
		             "%s is in use until ldconfig runs, although it was disabled",
		             library->path);
	else
		doctor_fine(doctor, LEVEL_OK,
		            "%s is in use: programs that convert names themselves "
		            "follow idnx, too",
		            library->path);
}

/* Programs get this one, which is not idnx's. */
static void check_other(struct doctor *doctor, const struct libidn2_cache *cache,
                        const struct libidn2 *library)
{
	const struct libidn2 *end = cache->all + cache->count, *ours = library + 1;

	while (ours < end && (!libidn2_is_ours(ours) || strcmp(ours->kind, library->kind) != 0))
		ours++;
	if (ours < end)
		doctor_fault(doctor, LEVEL_WARN, remedy_command("Run", DISABLE),
		             "%s precedes "
		             "%s, because ldconfig searches its folder first",
		             library->path, ours->path);
	else
		doctor_fine(
			doctor, LEVEL_OK,
			"%s is in use, since \"" ENABLE "\" was not run: "
			"programs that convert names themselves follow other rules than idnx's, "
			"unless \"idnx run\" runs them",
			library->path);
}

/* Reports a library of the package that programs should get by now. */
static void check_installed(struct doctor *doctor, const struct libidn2_cache *cache,
                            const char *library)
{
	char conf[PATH_MAX], was_on[PATH_MAX];

	path_of(library, LIBIDN2_CONF, LIBIDN2_CONF_END, conf);
	path_of(library, LIBIDN2_WAS_ON, "", was_on);
	if (access(was_on, F_OK) == 0)
		doctor_fault(doctor, LEVEL_WARN, remedy_command("Run", ENABLE),
		             "%s was in use before "
		             "an upgrade, which could not enable it again",
		             library);
	else if (access(conf, F_OK) == 0 && libidn2_at(cache, library) == NULL)
		doctor_fault(doctor, LEVEL_WARN, remedy_command("Run", ENABLE),
		             "%s is not in use, "
		             "although %s names its folder: ldconfig has not run since",
		             library, conf);
}

void doctor_libidn2(struct doctor *doctor)
{
	struct libidn2_cache cache;
	glob_t files;

	if (!libidn2_cache_read(&cache))
		doctor_fine(doctor, LEVEL_SKIP, "there is no ldconfig to ask");
	else if (cache.count == 0)
		doctor_fine(doctor, LEVEL_OK, "no libidn2 is installed");
	for (unsigned i = 0; i < cache.count; i++) {
		const struct libidn2 *library = &cache.all[i];

		if (libidn2_first(&cache, library) != library)
			continue;
		if (libidn2_is_ours(library))
			check_ours(doctor, &cache, library);
		else
			check_other(doctor, &cache, library);
	}
	glob(LIBIDN2_FOLDERS "*" LIBIDN2_FOLDER "/" LIBIDN2, 0, NULL, &files);
	for (size_t i = 0; i < files.gl_pathc; i++)
		check_installed(doctor, &cache, files.gl_pathv[i]);
	globfree(&files);
	libidn2_cache_free(&cache);
}
