/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks whether the program that writes nsswitch.conf writes idnx into it. */
#include "doctor.h"

#include <stdlib.h>

#include "hosts/source.h"

/* A manual change to authselect's file is lost the next time authselect writes it. */
static void check_authselect(struct doctor *doctor)
{
	const struct hosts_plan *plan = &doctor->nsswitch.plan;
	bool is_unclear = plan->new == NULL && plan->count > 0;
	char *id, *sources = hosts_plan_sources(plan);
	struct wanted wanted = {
		.line = is_unclear ? HOSTS_DEFAULT : sources,
		.by_enable = true,
	};

	if (manager_profile(&doctor->root, &id)) {
		found(&doctor->findings, LEVEL_OK, "authselect writes " NSSWITCH_CONF
		      ", with idnx from its profile %s", id);
	} else {
		found(&doctor->findings, LEVEL_WARN, "authselect writes " NSSWITCH_CONF
		      " from its profile %s, without idnx", id);
		remedy_put(&doctor->findings,
		           manager_remedy(&doctor->manager, &doctor->root, &wanted));
	}
	free(sources);
	free(id);
}

void doctor_manager(struct doctor *doctor)
{
	if (doctor->manager.kind == MANAGER_AUTHSELECT)
		check_authselect(doctor);
	else
		found(&doctor->findings, LEVEL_OK, NSSWITCH_CONF " %s",
		      manager_text(&doctor->manager));
}
