/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks the module of each libc; that of this command's own was called. */
#include "doctor.h"

/*
 * Whoever can write to it is in every process, root's included.  Without a module for this command's
 * processor, or without any, most programs have none.
 */
static void check_module(struct doctor *doctor, const struct module *module, bool has_any)
{
	const struct sysroot *root = &doctor->root;
	bool is_own = object_fits(root, module->libc, &sysroot_live, OBJECT_OWN);
	struct obstacle doubt = force_doubt(root, module->path);

	if (!doctor_is_sound(doctor, module->path, "their programs do not use idnx"))
		return;
	if (module->fault)
		doctor_report(
			doctor, is_own || !has_any ? LEVEL_FAIL : LEVEL_WARN,
			package_remedy(root, is_own),
			"%s%s %s: programs that use the libc.so.6 beside it do not use idnx",
			root->prefix, module->path, module->fault);
	else if (doubt.text)
		doctor_warn(doctor, doubt.fix, "%s", doubt.text);
	else if (!doctor->force->module.fault || !is_own)
		doctor_ok(doctor, "%s%s", root->prefix, module->path);
}

void doctor_module(struct doctor *doctor)
{
	const struct module *modules = module_list(&doctor->root), *module;
	const struct force *force = doctor->force;
	bool has_any = false;

	for (module = modules; module->libc; module++)
		has_any |= module->fault == NULL;
	for (module = modules; module->libc && force->module.loads != MODULE_CRASHES; module++)
		check_module(doctor, module, has_any);
	if (!modules->libc && force->nsswitch.manager.kind == MANAGER_NIXOS)
		doctor_skip(doctor,
		            "NixOS has no directory for libraries: its nscd gets the module");
	else if (force->module.fault && !doctor->has_failed)
		doctor_fail(doctor, force->module.remedy, "%s", force->module.fault);
}
