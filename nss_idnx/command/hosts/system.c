/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "system.h"

struct span hosts_file_text(const struct sysroot_file *file)
{
	struct span text = { NULL, NULL };

	if (file->error == 0) {
		text.next = file->octets;
		text.end = text.next + file->length;
	}
	return text;
}

struct hosts_file hosts_file_read(const struct sysroot *root)
{
	struct hosts_file nsswitch = { .path = NSSWITCH_CONF };

	if (!sysroot_has(root, NSSWITCH_CONF) && sysroot_has(root, NSSWITCH_USR_CONF))
		nsswitch.path = NSSWITCH_USR_CONF;
	nsswitch.file = sysroot_read(root, nsswitch.path);
	if (nsswitch.file.error == 0 || nsswitch.file.error == ENOENT)
		nsswitch.plan = hosts_plan(hosts_file_text(&nsswitch.file));
	return nsswitch;
}

void hosts_file_free(struct hosts_file *nsswitch)
{
	hosts_plan_free(&nsswitch->plan);
	free(nsswitch->file.octets);
}
