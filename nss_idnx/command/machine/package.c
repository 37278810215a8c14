/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds the command that installs the package of the module again, also over a damaged module.
 * No repository has idnx: packages are files, perhaps of several versions.
 */
#include "machine.h"

/* The query that finds the package idnx, and the command that installs the module. */
static const struct system {
	const char *query[CHILD_WORDS], *install, *end; /* around the version */
} systems[] = {
	{ { "/usr/bin/dpkg-query", "-W", "idnx" },
	  "apt install --reinstall ./libnss-idnx_",
	  "_*.deb" },
	{ { "/usr/bin/rpm", "-q", "idnx" }, "rpm -U --replacepkgs ./nss-idnx-", ".rpm" },
	{ { "/usr/bin/pacman", "-Q", "idnx" }, "pacman -U ./nss-idnx-", "-*.pkg.tar.*" },
};

/* Returns the command for the installed package; NULL if idnx did not come in one. */
static char *find_install(void)
{
	char *install = NULL, *version;

	for (size_t i = 0; i < sizeof systems / sizeof systems[0] && !install; i++) {
		int status = -1;

		version = child_output(systems[i].query, &status);
		if (status == 0 && strlen(version) > strlen("idnx-\n"))
			return words_format("%s%.*s%s", systems[i].install,
			                    (int)strcspn(version, "\n") - 5, version + 5,
			                    systems[i].end);
	}
	return install;
}

struct remedy package_remedy(const struct sysroot *root, bool is_own)
{
	char *install = root->directory == NULL ? find_install() : NULL;
	char *words = words_format(
		"In the directory of idnx's %s%s%s, run", install ? "packages" : "source",
		install || is_own ? "" : ", with CC set", is_own ? "" : " for that processor");

	return install ? remedy_command(words, "%s", install)
	               : remedy_command(words, "make install%s%s",
	                                root->directory ? " DESTDIR=" : "", root->word);
}
