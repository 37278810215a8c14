/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "system.h"

#include "ascii_text.h"
#include "etc_hosts.h"

/* --- Names in UTF-8 ------------------------------------------------------- */

static bool has_utf8_hosts(const struct sysroot *root)
{
	struct sysroot_file hosts = sysroot_read(root, "/etc/hosts");
	struct hosts_name name = { .place = 0 };
	bool ascii = true;

	while (ascii && hosts_next(&hosts, &name))
		ascii = ascii_has_only(name.name, name.length);
	free(hosts.octets);
	return !ascii;
}

static bool has_utf8_host_name(const struct sysroot *root)
{
	char name[256] = ""; /* HOST_NAME_MAX is 64 */
	struct sysroot_file file;
	bool ascii;

	if (!root->folder)
		return gethostname(name, sizeof name - 1) == 0 &&
		       !ascii_has_only_text(name);
	file = sysroot_read(root, "/etc/hostname");
	ascii = ascii_has_only(file.octets, file.length);
	free(file.octets);
	return !ascii;
}

struct hosts_early hosts_early(const struct sysroot *root)
{
	return (struct hosts_early){ .files = has_utf8_hosts(root),
		                     .myhostname = has_utf8_host_name(root) };
}

/* --- The file ------------------------------------------------------------- */

struct hosts_file hosts_file_read(const struct sysroot *root, const struct manager *manager)
{
	struct hosts_file nsswitch = {
		.path = manager->kind == MANAGER_USR_ETC ? NSSWITCH_USR_CONF : NSSWITCH_CONF,
	};
	struct span text = { NULL, NULL };

	nsswitch.file = sysroot_read(root, nsswitch.path);
	if (nsswitch.file.error == 0) {
		text.next = nsswitch.file.octets;
		text.end = text.next + nsswitch.file.length;
	}
	if (nsswitch.file.error == 0 || nsswitch.file.error == ENOENT)
		nsswitch.plan = hosts_plan(text, hosts_early(root));
	if (nsswitch.file.length > NSSWITCH_SIZE_MAX)
		nsswitch.plan.is_writable = false;
	return nsswitch;
}

void hosts_file_free(struct hosts_file *nsswitch)
{
	hosts_plan_free(&nsswitch->plan);
	free(nsswitch->file.octets);
}

/* --- The remedy ----------------------------------------------------------- */

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
