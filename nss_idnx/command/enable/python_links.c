/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives Pythons idnx's codec (nss_idnx/companions/python), or takes it away, by links in their site
 * directories.  Without the files that the links name, a Python uses its own codec.
 *
 *     /usr/lib/python3/dist-packages/idnx.pth -> /usr/lib/idnx/python/site/idnx.pth
 */
#include "enable.h"

/* In this order: a Python that starts meanwhile must find what idnx.start names. */
static const char *const links[3] = { "idnx_python.py", PYTHON_LINK, "idnx.start" };

static void change_link(const char *site, const char *name, enum direction direction)
{
	char *target = words_format(PYTHON_SITE "%s", name),
	     *path = words_format("%s/%s", site, name);

	if ((unlink(path) == -1 && errno != ENOENT) ||
	    (direction == ENABLE && symlink(target, path) == -1))
		stop_file(path, errno, NO_REMEDY);
}

static void switch_site(enum direction direction, const struct options *options,
                        const char *site)
{
	const char *message = direction == ENABLE ? "Python programs follow idnx"
	                                          : "Python programs follow their own rules";
	bool changes = python_is_enabled(site) != (direction == ENABLE);

	for (int i = 0; i < 3 && !options->dry_run; i++)
		change_link(site, links[direction == ENABLE ? i : 2 - i], direction);
	output_format(&standard_output, "%s: %s%s\n", site,
	              changes && options->dry_run ? "would change: " : "", message);
}

enum exit_code switch_python(enum direction direction, const struct options *options)
{
	bool is_system = strcmp(options->python, "all") == 0;
	const char *prefix = is_system ? "/usr" : options->python;
	enum exit_code code = EXIT_CONFIGURATION;
	char **sites = python_find(prefix);

	if (direction == ENABLE && !python_is_installed())
		output_line(&standard_error, "the codec of Python programs is not installed: "
		                             "install the package python3-idnx");
	else if (*sites == NULL)
		output_line(&standard_error,
		            "there is no Python 3 below %s: nothing is called "
		            "lib/python3*/site-packages or dist-packages there",
		            prefix);
	else
		code = EXIT_OK;
	for (; *sites && code == EXIT_OK; sites++)
		switch_site(direction, options, *sites);
	return code;
}
