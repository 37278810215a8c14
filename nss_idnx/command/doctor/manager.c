/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks whether the program that writes nsswitch.conf writes idnx into it. */
#include "doctor.h"

/* A manual change to authselect's file is lost the next time authselect writes it. */
void doctor_manager(struct doctor *doctor)
{
	const struct manager *manager = &doctor->manager;

	if (manager->kind == MANAGER_LINK) {
		found(&doctor->findings, LEVEL_OK, NSSWITCH_CONF " is a symbolic link to %s",
		      manager->file[0] != '\0' ? manager->file : "nothing");
		return;
	}
	if (manager->kind != MANAGER_AUTHSELECT || doctor->root.folder || !manager_undoes()) {
		found(&doctor->findings, LEVEL_OK, NSSWITCH_CONF " %s", manager_text(manager));
		return;
	}
	found(&doctor->findings, LEVEL_WARN, "authselect writes " NSSWITCH_CONF ", and would undo "
	      "changes that were made to it (authselect check)");
	remedy_put(&doctor->findings, hosts_plan_remedy(&doctor->nsswitch.plan, manager,
	                                                &doctor->root, false));
}
