/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives Pythons idnx's codec (nss_idnx/python), or takes it away, by links in their site
 * directories.  Without the files that the links name, a Python uses its own codec.
 *
 *     /usr/lib/python3/dist-packages/idnx.pth -> /usr/lib/idnx/python/site/idnx.pth
 */
#include <errno.h>
#include <unistd.h>

#include "machine.h"

/* In this order: a Python that starts meanwhile must find what idnx.start names. */
static const char *const links[] = { "idnx_python.py", PYTHON_LINK, "idnx.start" };

#define LINKS ((int)(sizeof links / sizeof links[0]))

void python_find(const char *prefix, glob_t *sites)
{
	char *pattern = words_format("%s/lib/python3*/{dist,site}-packages", prefix);

	*sites = (glob_t){ .gl_pathc = 0 };
	glob(pattern, GLOB_BRACE, NULL, sites);
	free(pattern);
}

bool python_is_installed(void)
{
	return access(PYTHON_SITE PYTHON_LINK, R_OK) == 0;
}

bool python_is_enabled(const char *site)
{
	char target[sizeof PYTHON_SITE PYTHON_LINK],
		*path = words_format("%s/" PYTHON_LINK, site);
	ssize_t length = readlink(path, target, sizeof target);

	free(path);
	return length == sizeof target - 1 &&
	       memcmp(target, PYTHON_SITE PYTHON_LINK, sizeof target - 1) == 0;
}

static void change_link(const char *site, const char *name, bool is_enable)
{
	char *target = words_format(PYTHON_SITE "%s", name),
	     *path = words_format("%s/%s", site, name);

	if (unlink(path) == -1 && errno != ENOENT)
		stop_file(path, &(struct remedy){ .words = NULL });
	if (is_enable && symlink(target, path) == -1)
		stop_file(path, &(struct remedy){ .words = NULL });
	free(target);
	free(path);
}

static void report(const struct python_request *request, const char *site, bool changed)
{
	const char *message = request->is_enable ? "Python programs follow idnx"
	                                         : "Python programs follow their own rules";

	if (!request->json) {
		output_format(&standard_output, "%s: %s%s\n", site,
		              changed && request->dry_run ? "would change: " : "", message);
		return;
	}
	json_begin(NULL, '{');
	json_text("file", site);
	json_flag("changed", changed && !request->dry_run);
	json_text("message", message);
	json_end_line();
}

static void switch_site(const struct python_request *request, const char *site)
{
	bool changes = python_is_enabled(site) != request->is_enable;

	for (int i = 0; i < LINKS && !request->dry_run; i++)
		change_link(site, links[request->is_enable ? i : LINKS - 1 - i],
		            request->is_enable);
	report(request, site, changes);
}

enum exit_code python_switch(const struct python_request *request)
{
	enum exit_code code = EXIT_CONFIGURATION;
	glob_t sites;

	python_find(request->prefix, &sites);
	if (request->is_enable && !python_is_installed()) {
		output_text(&standard_error,
		            "idnx: the codec of Python programs is not installed: "
		            "install the package python3-idnx\n");
	} else if (sites.gl_pathc == 0) {
		output_format(&standard_error,
		              "idnx: there is no Python 3 below %s: nothing is called "
		              "lib/python3*/site-packages or dist-packages there\n",
		              request->prefix);
	} else {
		code = EXIT_OK;
		for (size_t i = 0; i < sites.gl_pathc; i++)
			switch_site(request, sites.gl_pathv[i]);
	}
	globfree(&sites);
	output_flush();
	return code;
}
