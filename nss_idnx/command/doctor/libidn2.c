/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which libidn2 programs load that convert names themselves: the first one of their
 * architecture in the dynamic linker's cache.  It is idnx's if "idnx enable --libidn2" put
 * it there, and stays so until the cache is made again.
 */
#include "machine/machine.h"

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
	if (newer != NULL && strcmp(newer->kind, library->kind) == 0) {
		found(&doctor->findings, LEVEL_FAIL, "%s is in use, and %s is newer than libidn2 "
		      LIBIDN2_NEWEST ": programs built for that one may not start",
		      library->path, newer->path);
		remedy_run(&doctor->findings, "Run", DISABLE);
	} else if (access(conf, F_OK) != 0) {
		found(&doctor->findings, LEVEL_WARN, "%s is in use until ldconfig runs, although "
		      "it was disabled", library->path);
		remedy_run(&doctor->findings, "Run", DISABLE);
	} else {
		found(&doctor->findings, LEVEL_OK, "%s is in use: programs that convert names "
		      "themselves follow idnx, too", library->path);
	}
}

/* Programs get this one, which is not idnx's. */
static void check_other(struct doctor *doctor, const struct libidn2_cache *cache,
                        const struct libidn2 *library)
{
	for (const struct libidn2 *ours = library + 1; ours < cache->all + cache->count; ours++) {
		if (!libidn2_is_ours(ours) || strcmp(ours->kind, library->kind) != 0)
			continue;
		found(&doctor->findings, LEVEL_WARN, "%s precedes %s, because ldconfig searches its "
		      "folder first", library->path, ours->path);
		remedy_run(&doctor->findings, "Remove that one and run ldconfig; or run", DISABLE);
		return;
	}
	found(&doctor->findings, LEVEL_OK, "%s is in use, since \"" ENABLE "\" was not run: "
	      "programs that convert names themselves follow other rules than idnx's, unless "
	      "\"idnx run\" runs them", library->path);
}

/* Reports a library of the package that programs should get by now. */
static void check_installed(struct doctor *doctor, const struct libidn2_cache *cache,
                            const char *library)
{
	char conf[PATH_MAX], was_on[PATH_MAX];

	path_of(library, LIBIDN2_CONF, LIBIDN2_CONF_END, conf);
	path_of(library, LIBIDN2_WAS_ON, "", was_on);
	if (access(was_on, F_OK) == 0)
		found(&doctor->findings, LEVEL_WARN, "%s was in use before an upgrade, which could "
		      "not enable it again", library);
	else if (access(conf, F_OK) == 0 && libidn2_at(cache, library) == NULL)
		found(&doctor->findings, LEVEL_WARN, "%s is not in use, although %s names its folder: "
		      "ldconfig has not run since", library, conf);
	else
		return;
	remedy_run(&doctor->findings, "Run", ENABLE);
}

/* Reports a file whose library is not there. */
static void check_conf(struct doctor *doctor, const char *conf)
{
	const char *name = conf + strlen(LIBIDN2_CONF);
	char library[PATH_MAX];

	snprintf(library, sizeof library, LIBIDN2_FOLDERS "%.*s" LIBIDN2_FOLDER "/" LIBIDN2,
	         (int)(strlen(name) - strlen(LIBIDN2_CONF_END)), name);
	if (access(library, F_OK) == 0)
		return;
	found(&doctor->findings, LEVEL_WARN, "%s exists, but not %s", conf, library);
	remedy_run(&doctor->findings, "Run", DISABLE);
}

static void check_files(struct doctor *doctor, const struct libidn2_cache *cache)
{
	glob_t files = { .gl_pathc = 0 };

	glob(LIBIDN2_FOLDERS "*" LIBIDN2_FOLDER "/" LIBIDN2, 0, NULL, &files);
	for (size_t i = 0; i < files.gl_pathc; i++)
		check_installed(doctor, cache, files.gl_pathv[i]);
	globfree(&files);
	glob(LIBIDN2_CONF "*" LIBIDN2_CONF_END, 0, NULL, &files);
	for (size_t i = 0; i < files.gl_pathc; i++)
		check_conf(doctor, files.gl_pathv[i]);
	globfree(&files);
}

void doctor_libidn2(struct doctor *doctor)
{
	struct libidn2_cache cache;

	if (!libidn2_cache_read(&cache))
		found(&doctor->findings, LEVEL_SKIP, "there is no ldconfig to ask");
	else if (cache.count == 0)
		found(&doctor->findings, LEVEL_OK, "no libidn2 is installed");
	for (unsigned i = 0; i < cache.count; i++) {
		const struct libidn2 *library = &cache.all[i];

		if (libidn2_first(&cache, library) != library)
			continue;
		if (libidn2_is_ours(library))
			check_ours(doctor, &cache, library);
		else
			check_other(doctor, &cache, library);
	}
	check_files(doctor, &cache);
	libidn2_cache_free(&cache);
}
