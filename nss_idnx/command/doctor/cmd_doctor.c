/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* idnx doctor: checks what programs need for internationalized names, and how to fix it. */
#include "doctor.h"
#include "status/status.h"

static const char help[] =
	"Usage: idnx doctor [OPTION]...\n"
	"\n"
	"Checks everything that has to be right for programs to resolve internationalized "
	"names, or with --config only that file. Shows what is not right, how to fix it, and "
	"then what idnx status shows.\n"
	"\n"
	"  FAIL    does not work\n"
	"  WARN    works, but not for every program or every name\n"
	"\n"
	"Exit status: 0 no FAIL, 2 wrong usage, 3 a FAIL, 5 input or output failed.\n"
	"\n"
	"Example: idnx doctor\n";

static const struct check {
	const char *name;
	void (*run)(struct doctor *doctor);
	bool live; /* useless with --root */
} checks[] = {
	{ "module", doctor_module, false },      { "line", doctor_line, false },
	{ "manager", doctor_manager, false },    { "config", doctor_config, false },
	{ "processes", doctor_processes, true }, { "selinux", doctor_selinux, false },
	{ "nscd", doctor_nscd, true },           { "libidn2", doctor_libidn2, true },
	{ "python", doctor_python, true },
};

/* A draft concerns no other check. */
static void run_checks(struct doctor *doctor)
{
	struct status status;

	for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
		if (doctor->options->config != NULL && checks[i].run != doctor_config)
			continue;
		doctor->check = checks[i].name;
		if (doctor->root.directory != NULL && checks[i].live)
			doctor_skip(doctor, "only for a running system, not for --root");
		else
			checks[i].run(doctor);
		output_flush(); /* processes may be many */
	}
	if (doctor->options->json || doctor->options->config)
		return;
	status = status_of(doctor->force);
	status_put(&status);
	output_text(&standard_output,
	            "No name server was queried: idnx resolve NAME does that.\n");
}

enum exit_code cmd_doctor(int argc, char **argv)
{
	static struct doctor doctor = { .closed = "" };
	struct options options = options_read(argc, argv, help);

	options.all |= options.config != NULL; /* that it is right is the answer */
	if (*options.names)
		die_usage("doctor takes no names", *options.names);
	doctor.options = &options;
	doctor.root = sysroot_of(options.root);
	doctor.force = force_of(&doctor.root);
	run_checks(&doctor);
	return doctor.has_failed ? EXIT_CONFIGURATION : EXIT_OK;
}
