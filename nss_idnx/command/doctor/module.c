/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks the module of each libc, and calls that of this command's own. */
#include "doctor.h"

static bool is_own(const struct doctor *doctor, const struct module *module)
{
	return object_fits(&doctor->root, module->libc, &sysroot_live, OBJECT_OWN);
}

/* Another system's module could need that system's libc, and is not called. */
static void check_calls(struct doctor *doctor, const struct module *module)
{
	char *fault = NULL;

	if (doctor->root.fd == -1 && is_own(doctor, module) &&
	    module_try(module->path, &fault) != MODULE_LOADS)
		doctor_fail(doctor, package_remedy(&doctor->root, true), "%s%s %s",
		            doctor->root.prefix, module->path, fault);
	else
		doctor_ok(doctor, "%s%s", doctor->root.prefix, module->path);
	doctor->module_failed |= fault != NULL;
}

/* Whoever can write to it is in every process, root's included. */
static void check_module(struct doctor *doctor, const struct module *module)
{
	const char *path = module->path;
	struct stat file = { .st_mode = 0 };

	sysroot_stat(&doctor->root, path, &file);
	if (!doctor_is_roots(doctor, &file))
		doctor_fail(doctor, doctor_own_remedy(doctor, "Run", path, file.st_mode),
		            "the owner of %s%s is not root but %u", doctor->root.prefix, path,
		            file.st_uid);
	else if ((file.st_mode & 0022) != 0 || (file.st_mode & 0444) != 0444)
		doctor_fail(
			doctor,
			remedy_command("Run", "chmod 644 %s%s", doctor->root.word, path),
			"the mode of %s%s is %03o: all should read it, and only root write to it",
			doctor->root.prefix, path, file.st_mode & 07777U);
	else
		check_calls(doctor, module);
}

/* Without a module for this command's processor, or without any, most programs have none. */
static void report_fault(struct doctor *doctor, const struct module *module, bool has_any)
{
	bool own = is_own(doctor, module);
	const char *loss = strcmp(module->fault, OBJECT_CUT_OFF) == 0
	                           ? "end in their first lookup, if idnx is in the hosts: line"
	                           : "go without idnx";

	doctor->module_failed |= own;
	doctor_report(doctor, own || !has_any ? LEVEL_FAIL : LEVEL_WARN,
	              strcmp(module->fault, OBJECT_CLOSED) == 0
	                      ? remedy_command("Run", "chmod 644 %s%s", doctor->root.word,
	                                       module->path)
	                      : package_remedy(&doctor->root, own),
	              "%s%s %s: programs that use the libc.so.6 there %s", doctor->root.prefix,
	              module->path, module->fault, loss);
}

void doctor_module(struct doctor *doctor)
{
	struct module modules[MODULES_MAX];
	unsigned count = module_list(&doctor->root, modules);
	bool has_any = false;

	for (unsigned i = 0; i < count; i++)
		has_any |= modules[i].fault == NULL;
	for (unsigned i = 0; i < count; i++)
		if (modules[i].fault == NULL)
			check_module(doctor, &modules[i]);
		else
			report_fault(doctor, &modules[i], has_any);
	if (count == 0 && doctor->force->nsswitch.manager.kind == MANAGER_NIXOS)
		doctor_skip(doctor,
		            "NixOS has no directory for libraries: its nscd gets the module");
	else if (count == 0)
		doctor_fail(doctor, remedy_words("Use a system with glibc: others have no NSS"),
		            "no libc.so.6 in any of the usual directories");
}
