/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * No repository has idnx: its packages are files, from "make deb" or conf/.  Each command
 * installs the module whether it is missing or damaged.
 */
#include "machine.h"

/* Who knows the package idnx, and what installs the module. */
static const struct system {
	const char *query[4], *install;
} systems[] = {
	{ { "/usr/bin/dpkg-query", "-W", "idnx" }, "apt install --reinstall ./libnss-idnx_*.deb" },
	{ { "/usr/bin/rpm", "-q", "idnx" }, "rpm -U --replacepkgs ./nss-idnx-*.rpm" },
	{ { "/usr/bin/pacman", "-Q", "idnx" }, "pacman -U ./nss-idnx-*.pkg.tar.*" },
};

#define OWN_PACKAGES   "In the directory of idnx's packages, run"
#define OTHER_PACKAGES "In the directory of idnx's packages for that processor, run"
#define OWN_SOURCE     "In the directory of idnx's source, run"
#define OTHER_SOURCE   "In the directory of idnx's source, with CC set for that processor, run"

/* Returns the command for packages; NULL if idnx did not come in one. */
static const char *find_install(void)
{
	for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
		int status = -1;

		free(child_output(systems[i].query, &status));
		if (status == 0)
			return systems[i].install;
	}
	return NULL;
}

struct remedy package_remedy(const struct sysroot *root, bool is_own)
{
	const char *install = root->folder == NULL ? find_install() : NULL;
	char *folder = shell_word(root->folder != NULL ? root->folder : "");
	struct remedy remedy;

	if (install != NULL)
		remedy = remedy_command(is_own ? OWN_PACKAGES : OTHER_PACKAGES, "%s", install);
	else
		remedy = remedy_command(is_own ? OWN_SOURCE : OTHER_SOURCE, "make install%s%s",
		                        root->folder != NULL ? " DESTDIR=" : "", folder);
	free(folder);
	return remedy;
}
