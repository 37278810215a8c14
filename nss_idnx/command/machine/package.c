/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds the packages of conf/ for the systems of apt, dnf and pacman. */
#include "package.h"

#include <stdlib.h>
#include <string.h>

#include "shell_word.h"
#include "words.h"

#define NAME "libnss-idnx"

/* Returns Debian's name of the architecture that has this library folder, or NULL. */
static const char *debian_architecture(const char *folder)
{
	static const char *const names[][2] = {
		{ "/x86_64-linux-gnu", "amd64" }, { "/i386-linux-gnu", "i386" },
		{ "/aarch64-linux-gnu", "arm64" }, { "/arm-linux-gnueabihf", "armhf" },
		{ "/arm-linux-gnueabi", "armel" }, { "/powerpc64le-linux-gnu", "ppc64el" },
		{ "/riscv64-linux-gnu", "riscv64" }, { "/s390x-linux-gnu", "s390x" },
		{ "/loongarch64-linux-gnu", "loong64" }, { "/mips64el-linux-gnuabi64", "mips64el" },
	};
	const char *name = strrchr(folder, '/');

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (name != NULL && strcmp(name, names[i][0]) == 0)
			return names[i][1];
	return NULL;
}

/* Returns whether dpkg has it as installed: then "install" alone does nothing. */
static bool is_installed(const struct sysroot *root, const char *architecture)
{
	char *list = words_format("/var/lib/dpkg/info/" NAME ":%s.list", architecture);
	bool installed = sysroot_has(root, list);

	free(list);
	return installed;
}

static char *apt_command(const struct sysroot *root, const struct package *package)
{
	const char *architecture = package->folder ? debian_architecture(package->folder) : "";

	if (architecture == NULL)
		return NULL;
	return words_format("apt install %s" NAME "%s%s",
	                   is_installed(root, architecture) ? "--reinstall " : "",
	                   package->is_own ? "" : ":", package->is_own ? "" : architecture);
}

static char *dnf_command(const struct package *package)
{
	if (!package->is_own && !package->is_i386)
		return NULL;
	return words_format("dnf %s " NAME "%s", package->is_damaged ? "reinstall" : "install",
	                   package->is_own ? "" : ".i686");
}

static char *system_command(const struct sysroot *root, const struct package *package)
{
	if (sysroot_has(root, "/var/lib/dpkg/status"))
		return apt_command(root, package);
	if (sysroot_has(root, "/usr/bin/dnf"))
		return dnf_command(package);
	if (sysroot_has(root, "/usr/bin/pacman") && package->is_own)
		return words_format("pacman -S " NAME);
	return NULL;
}

char *package_command(const struct sysroot *root, const struct package *package)
{
	char *command = system_command(root, package), *chroot, *inside;

	if (command == NULL)
		return NULL;
	chroot = shell_chroot(root);
	inside = words_format("%s%s", chroot, command);
	free(chroot);
	free(command);
	return inside;
}
