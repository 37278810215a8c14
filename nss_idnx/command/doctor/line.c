/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks the "hosts:" line of nsswitch.conf, who writes it, and who can read it. */
#include "doctor.h"

/* What a user namespace shows as the owner of files whose owner it does not map. */
#define UNMAPPED 65534

bool doctor_is_roots(const struct doctor *doctor, const struct stat *file)
{
	struct stat top = { .st_uid = 0 };

	sysroot_stat(&doctor->root, "/", &top);
	return file->st_uid == 0 || (file->st_uid == UNMAPPED && top.st_uid == UNMAPPED);
}

struct remedy doctor_own_remedy(const struct doctor *doctor, const char *before,
                                const char *path, mode_t mode)
{
	if ((mode & 0022) == 0 && (mode & 0444) == 0444)
		return remedy_command(before, "chown root:root %s%s", doctor->root.word, path);
	return remedy_command(before,
	                      "find %s%s -exec chown root:root {} + -exec chmod 644 {} +",
	                      doctor->root.word, path);
}

bool doctor_is_closed(struct doctor *doctor, const char *path, const char *loss)
{
	struct stat stat;

	if (!sysroot_stat(&doctor->root, path, &stat) || (stat.st_mode & S_IROTH) != 0)
		return false;
	doctor_fail(doctor, remedy_command("Run", "chmod 644 %s%s", doctor->root.word, path),
	            "not all can read %s (mode %03o): %s", path, stat.st_mode & 07777U, loss);
	return true;
}

/* One remedy fixes all faults of the line: a reader gets it once. */
static void report_faults(struct doctor *doctor)
{
	const struct hosts_plan *plan = &doctor->force->nsswitch.plan;

	for (unsigned i = 0; i < plan->count; i++) {
		const struct hosts_fault *fault = &plan->faults[i];
		bool is_last = i == plan->count - 1 || doctor->options->json;
		doctor_report(doctor, fault->is_failure ? LEVEL_FAIL : LEVEL_WARN,
		              is_last ? hosts_file_remedy(&doctor->force->nsswitch) : NO_REMEDY,
		              "%s%s",
		              hosts_fault_sentence("", doctor->force->nsswitch.path, fault),
		              plan->lines > 1 ? "; of several hosts: lines, the last one "
		                                "counts"
		                              : "");
	}
}

/* Whoever can write to it chooses the libraries of every process. */
static void check_writers(struct doctor *doctor)
{
	const struct hosts_file *nsswitch = &doctor->force->nsswitch;
	const struct stat *file = &nsswitch->file.stat;

	if (nsswitch->file.error != 0)
		return;
	if (!doctor_is_roots(doctor, file))
		doctor_fail(doctor,
		            doctor_own_remedy(doctor, "Read it first, then run", nsswitch->path,
		                              file->st_mode),
		            "the owner of %s is not root but %u", nsswitch->path, file->st_uid);
	else if ((file->st_mode & 0022) != 0)
		doctor_fail(doctor,
		            remedy_command("Read it first, then run", "chmod 644 %s%s",
		                           doctor->root.word, nsswitch->path),
		            "group or others may write to %s", nsswitch->path);
}

static void report_missing(struct doctor *doctor)
{
	const struct force *force = doctor->force;

	if (force->missing)
		doctor_report(
			doctor,
			span_is_empty(force->nsswitch.plan.network) ? LEVEL_FAIL : LEVEL_WARN,
			remedy_words("Correct the name of that source in the hosts: line, "
		                     "install its package, or remove it"),
			"%s names the source %s, and there is no libnss_%s.so.2",
			force->nsswitch.path, force->missing, force->missing);
}

void doctor_line(struct doctor *doctor)
{
	const struct hosts_file *nsswitch = &doctor->force->nsswitch;

	if (!doctor_is_closed(doctor, nsswitch->path,
	                      "programs of other users run without idnx") &&
	    nsswitch->file.error != 0 && nsswitch->file.error != ENOENT)
		doctor_fail(doctor, remedy_words("Put a regular file there that can be read"),
		            "%s: %s", nsswitch->path, sysroot_error_text(&nsswitch->file));
	check_writers(doctor);
	report_missing(doctor);
	report_faults(doctor);
	if (nsswitch->plan.count == 0 && nsswitch->plan.line > 0)
		doctor_ok(doctor, "%s line %u: %s", nsswitch->path, nsswitch->plan.line,
		          hosts_plan_sources(&nsswitch->plan));
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
		doctor_ok(doctor, NSSWITCH_CONF " %s", manager->text);
}
