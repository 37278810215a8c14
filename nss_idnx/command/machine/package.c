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

struct remedy package_remedy(const struct sysroot *root, bool is_own)
{
	for (size_t i = 0; i < sizeof systems / sizeof systems[0] && !root->directory; i++) {
		int status = -1;
		const char *version = child_output(systems[i].query, &status);

		if (status != 0 || strlen(version) <= strlen("idnx-\n"))
			continue;
		version += strlen("idnx-");
		return remedy_command(words_format("In the directory of idnx's packages%s, run",
		                                   is_own ? "" : " for that processor"),
		                      "%s%s%s", systems[i].install,
		                      words_copy_of(span_before(span_of_text(version), '\n')),
		                      systems[i].end);
	}
	return remedy_command(words_format("In the directory of idnx's source%s, run",
	                                   is_own ? "" : ", with CC set for that processor"),
	                      "make install%s%s", root->directory ? " DESTDIR=" : "",
	                      root->word);
}
