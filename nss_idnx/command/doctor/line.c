/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks the line "hosts:" of nsswitch.conf, and whether all programs can read the file. */
#include "doctor.h"

#include "access.h"

/* Returns "PATH line 2", or PATH alone. */
static char *place_of(const char *path, unsigned line)
{
	return line > 0 ? words_format("%s line %u", path, line) : words_copy(path);
}

static void report_fault(struct doctor *doctor, const struct hosts_fault *fault)
{
	const struct hosts_file *nsswitch = &doctor->nsswitch;
	char *place = place_of(nsswitch->path, fault->line), *text = hosts_fault_text(fault);

	found(&doctor->findings, hosts_fault_is_failure(fault) ? LEVEL_FAIL : LEVEL_WARN,
	      "%s %s%s", place, text,
	      nsswitch->plan.lines > 1 ? "; of several hosts lines, the last one counts" : "");
	free(place);
	free(text);
}

/* One remedy fixes all faults of the line. */
static void report_faults(struct doctor *doctor)
{
	const struct hosts_plan *plan = &doctor->nsswitch.plan;

	for (unsigned i = 0; i < plan->count; i++) {
		report_fault(doctor, &plan->faults[i]);
		if (i == plan->count - 1 || doctor->findings.json)
			remedy_put(&doctor->findings,
			           hosts_plan_remedy(plan, &doctor->manager, &doctor->root,
			                             false));
	}
}

static void report_line(struct doctor *doctor)
{
	const struct hosts_file *nsswitch = &doctor->nsswitch;
	char *sources = hosts_plan_sources(&nsswitch->plan);

	found(&doctor->findings, LEVEL_OK, "%s line %u: %s", nsswitch->path,
	      nsswitch->plan.line, sources);
	free(sources);
}

static void check_access(struct doctor *doctor)
{
	const struct hosts_file *nsswitch = &doctor->nsswitch;
	bool missing = nsswitch->file.error == ENOENT;
	struct obstacle obstacle;

	if (!missing && access_find(&doctor->root, nsswitch->path, &obstacle)) {
		access_report(doctor, &obstacle, nsswitch->path,
		              "programs of other users run without idnx");
	} else if (!missing && nsswitch->file.error != 0) {
		found(&doctor->findings, LEVEL_FAIL, "%s: %s", nsswitch->path,
		      sysroot_error_text(&nsswitch->file));
		remedy(&doctor->findings, "Put a regular file there that can be read");
	}
}

void doctor_line(struct doctor *doctor)
{
	const struct hosts_plan *plan = &doctor->nsswitch.plan;

	doctor->nsswitch = hosts_file_read(&doctor->root, &doctor->manager);
	check_access(doctor);
	if (doctor->nsswitch.file.error == 0)
		doctor_changed(doctor, &doctor->nsswitch.file.stat);
	if (plan->count > 0)
		report_faults(doctor);
	else if (plan->line > 0)
		report_line(doctor);
}
