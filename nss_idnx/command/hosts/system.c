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

struct remedy hosts_plan_remedy(const struct hosts_plan *plan, const struct manager *manager,
                                const struct sysroot *root, bool is_disable)
{
	struct wanted wanted = {
		.number = plan->lines > 0 ? plan->line : 0,
		.is_disable = is_disable,
		.by_enable = plan->is_writable || plan->new == NULL,
	};
	struct remedy remedy;
	char *line;

	if (plan->new == NULL && plan->count > 0)
		return remedy_words("%s", hosts_fault_remedy(&plan->faults[0]));
	line = hosts_plan_sources(plan);
	wanted.line = line;
	remedy = manager_remedy(manager, root, &wanted);
	free(line);
	return remedy;
}
