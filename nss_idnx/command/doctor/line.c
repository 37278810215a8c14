/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks the "hosts:" line of nsswitch.conf, and who writes it. */
#include "doctor.h"

/* One remedy fixes all faults of the line: a reader gets it once. */
static void report_faults(struct doctor *doctor)
{
	const struct hosts_file *nsswitch = &doctor->force->nsswitch;
	const struct hosts_plan *plan = &nsswitch->plan;

	for (unsigned i = 0; i < plan->count; i++) {
		const struct hosts_fault *fault = &plan->faults[i];
		bool is_last = i == plan->count - 1 || doctor->options->json;

		doctor_report(doctor, fault->is_failure ? LEVEL_FAIL : LEVEL_WARN,
		              is_last ? hosts_file_remedy(nsswitch) : NO_REMEDY, "%s",
		              hosts_file_fault_text(nsswitch, fault));
	}
}

void doctor_line(struct doctor *doctor)
{
	const struct hosts_file *nsswitch = &doctor->force->nsswitch;

	/* Whoever can write to it chooses the libraries of every process. */
	if (doctor_is_sound(doctor, nsswitch->path,
	                    "programs of other users run without idnx") &&
	    hosts_file_is_unread(nsswitch))
		doctor_fail(doctor, hosts_file_remedy(nsswitch), "%s",
		            hosts_file_fault_text(nsswitch, NULL));
	if (doctor->force->closed.is_unknown)
		doctor_skip(doctor,
		            "whether programs of other users can read the files is not known: "
		            "that takes root with CAP_SETGID%s",
		            doctor->root.directory ? ", CAP_SETUID and CAP_SYS_CHROOT"
		                                   : " and CAP_SETUID");
	if (nsswitch->missing)
		doctor_report(doctor, doctor->force->lost.text ? LEVEL_FAIL : LEVEL_WARN,
		              nsswitch->missing_remedy, "%s%s: %s", doctor->root.prefix,
		              nsswitch->path, nsswitch->missing);
	report_faults(doctor);
	if (nsswitch->plan.count == 0 && nsswitch->plan.line > 0)
		doctor_ok(doctor, "%s%s line %u: %s", doctor->root.prefix, nsswitch->path,
		          nsswitch->plan.line, hosts_plan_sources(&nsswitch->plan));
}

/* A manual change to authselect's file is lost the next time authselect writes it. */
void doctor_manager(struct doctor *doctor)
{
	const struct manager *manager = &doctor->force->nsswitch.manager;

	if (manager->kind == MANAGER_AUTHSELECT && !doctor->root.directory && manager_undoes())
		doctor_warn(doctor, hosts_file_remedy(&doctor->force->nsswitch),
		            "authselect writes " NSSWITCH_CONF
		            ", and would undo changes made to it (authselect check)");
	else
		doctor_ok(doctor, "%s" NSSWITCH_CONF " %s", doctor->root.prefix, manager->text);
}
