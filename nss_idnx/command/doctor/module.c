/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks the module of each libc; that of this command's own was called. */
#include "doctor.h"

static bool is_own(const struct doctor *doctor, const struct module *module)
{
	return object_fits(&doctor->root, module->libc, &sysroot_live, OBJECT_OWN);
}

/* Without a module for this command's processor, or without any, most programs have none. */
static void report_fault(struct doctor *doctor, const struct module *module, bool has_any)
{
	bool own = is_own(doctor, module);

	doctor_report(doctor, own || !has_any ? LEVEL_FAIL : LEVEL_WARN,
	              package_remedy(&doctor->root, own),
	              "%s%s %s: programs that use the libc.so.6 there go without idnx",
	              doctor->root.prefix, module->path, module->fault);
}

/* Whoever can write to it is in every process, root's included. */
static void check_module(struct doctor *doctor, const struct module *module, bool has_any)
{
	const char *path = module->path;
	struct stat file = { .st_mode = 0644 };

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
	else if (module->fault)
		report_fault(doctor, module, has_any);
	else if (!doctor->force->module_fault || !is_own(doctor, module))
		doctor_ok(doctor, "%s%s", doctor->root.prefix, path);
}

void doctor_module(struct doctor *doctor)
{
	struct module modules[MODULES_MAX];
	unsigned count = module_list(&doctor->root, modules);
	const struct force *force = doctor->force;
	bool has_any = false;

	for (unsigned i = 0; i < count; i++)
		has_any |= modules[i].fault == NULL;
	for (unsigned i = 0; i < count; i++)
		check_module(doctor, &modules[i], has_any);
	if (count == 0 && force->nsswitch.manager.kind == MANAGER_NIXOS)
		doctor_skip(doctor,
		            "NixOS has no directory for libraries: its nscd gets the module");
	else if (count == 0)
		doctor_fail(doctor, remedy_words("Use a system with glibc: others have no NSS"),
		            "no libc.so.6 in any of the usual directories");
	else if (force->module == MODULE_CRASHES ||
	         (force->module_fault && !doctor->has_failed))
		doctor_fail(doctor, force->module_remedy, "%s", force->module_fault);
}
