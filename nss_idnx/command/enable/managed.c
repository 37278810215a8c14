/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Programs that make nsswitch.conf themselves leave a symbolic link to their own file.  A
 * change there would be lost with their next run: they have to be told.
 */
#include "managed.h"

#include <stddef.h>
#include <string.h>

static const char authselect[] =
	"authselect makes this file.  Make a profile of your own, based on the one that\n"
	"\"authselect current\" shows, here sssd, and put \"idnx [!UNAVAIL=return]\" into\n"
	"the hosts line of its nsswitch.conf, directly before resolve or dns:\n"
	"    authselect create-profile idnx --base-on=sssd\n"
	"    vi /etc/authselect/custom/idnx/nsswitch.conf\n"
	"    authselect select custom/idnx    # and the features that were shown\n";

/* mkBefore has the order 500, and NixOS gives resolve 501. */
static const char nixos[] =
	"NixOS makes this file.  Put into the configuration, with the package that has\n"
	"lib/libnss_idnx.so.2:\n"
	"    system.nssModules = [ idnx ];\n"
	"    system.nssDatabases.hosts =\n"
	"      lib.mkBefore [ \"files\" \"idnx [!UNAVAIL=return]\" ];\n";

static const char other[] =
	"What it points to belongs to another program.  Tell that to put\n"
	"\"idnx [!UNAVAIL=return]\" into the hosts line, directly before resolve or dns.\n";

const char *managed_advice(const char *target)
{
	static const struct {
		const char *part; /* of the link's target */
		const char *advice;
	} programs[] = {
		{ "authselect/", authselect },
		{ "/etc/static/", nixos },
		{ "/nix/store/", nixos },
	};

	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
		if (strstr(target, programs[i].part))
			return programs[i].advice;
	return other;
}
