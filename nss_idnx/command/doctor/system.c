/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks what else affects lookups: SELinux, nscd, and processes with other files or rights. */
#include <sys/xattr.h>

#include "doctor.h"

/* --- SELinux -------------------------------------------------------------- */

/* Returns what policies decide by, the type with the level; "unset" if the file has no label. */
static const char *read_type(const struct sysroot *root, const char *path)
{
	char label[256]; /* user:role:type:level */
	ssize_t length = getxattr(sysroot_path(root, path), "security.selinux", label,
	                          sizeof label - 1);
	const char *type;

	label[length > 0 ? length : 0] = '\0';
	type = strchr(label, ':');
	type = type ? strchr(type + 1, ':') : NULL;
	return type ? words_copy(type + 1) : "unset";
}

/* Whoever may read nsswitch.conf, or execute libc, may do so with the other file. */
static bool has_type_of(struct doctor *doctor, const char *path, const char *other)
{
	const char *type = read_type(&doctor->root, path);
	const char *expected = read_type(&doctor->root, other);

	if (!sysroot_has(&doctor->root, path) || strcmp(type, expected) == 0)
		return true;
	doctor_fail(
		doctor,
		remedy_command("Run", "restorecon %s", sysroot_word(&doctor->root, path)),
		"SELinux: the type of %s is %s, and that of %s %s: confined programs may not "
		"read the first",
		path, type, other, expected);
	return false;
}

/*
 * A file that mv(1) has brought keeps the label of where it came from.  Where SELinux is off, files
 * may have labels from before.
 */
void doctor_selinux(struct doctor *doctor)
{
	const struct module *module = module_list(&doctor->root);
	bool is_on = doctor->root.directory ||
	             sysroot_has(&doctor->root, "/sys/fs/selinux/enforce");
	bool is_right = !is_on || has_type_of(doctor, IDNX_CONF, "/etc/nsswitch.conf");

	for (; is_on && module->libc; module++)
		is_right &= has_type_of(doctor, module->path, module->libc);
	if (is_right)
		doctor_ok(
			doctor,
			"SELinux is off, or idnx's files have the types of nsswitch.conf and libc");
}

/* --- nscd ----------------------------------------------------------------- */

void doctor_nscd(struct doctor *doctor)
{
	const struct obstacle *nscd = &doctor->force->nscd;

	if (nscd->text)
		doctor_fail(doctor, nscd->fix, "%s", nscd->text);
	else if (doctor->force->hides_nscd)
		doctor_skip(doctor, "only root can see whether nscd answers without " MODULE);
	else
		doctor_ok(doctor, doctor->force->has_nscd
		                          ? "nscd answers for programs"
		                          : "no nscd: programs call the sources themselves");
}

/* --- Processes ------------------------------------------------------------ */

static struct remedy restart(const struct processes *old)
{
	const char *numbers = old->numbers;

	if (!old->names)
		return remedy_command("Restart what this lists; run", "ps -o user,comm %s",
		                      numbers);
	return remedy_command(
		numbers ? words_format("Restart the processes %s, and run", numbers) : "Run",
		"systemctl restart %s", old->names);
}

static struct remedy remedy_of(enum process_kind kind, const struct processes *found)
{
	if (kind == PROCESS_OLD)
		return restart(found);
	if (kind == PROCESS_CONFINED)
		return remedy_words("See that their profiles have \"include "
		                    "<abstractions/nameservice>\", and reload AppArmor");
	return remedy_words("Put copies of " IDNX_CONF " and " NSSWITCH_CONF
	                    " into their root directory, and " MODULE
	                    " into the directory of libc.so.6 there");
}

void doctor_processes(struct doctor *doctor)
{
	static const char *const losses[PROCESS_KINDS] = {
		[PROCESS_OLD] = "it rejects every non-ASCII name if " IDNX_CONF " has a newer key",
		[PROCESS_ELSEWHERE] = "protection does not hold there",
		[PROCESS_CONFINED] = "they find no internationalized name, or are not protected",
	};
	const struct processes *found = processes_with_other_rules(doctor->force);
	struct processes go = { .count = 0 };
	unsigned unseen = found[PROCESS_UNSEEN].count;
	bool has_found = false;

	for (enum process_kind kind = 0; kind < PROCESS_KINDS; kind++) {
		if (found[kind].count == 0)
			continue;
		has_found = true;
		doctor_warn(doctor, remedy_of(kind, &found[kind]), "%s: %s",
		            processes_text(&found[kind]), losses[kind]);
	}
	if (doctor->options->all || doctor->options->json)
		go = processes_in_go();
	if (go.count > 0)
		doctor_ok(doctor,
		          "%s: a thread for each lookup that waits, see nss-idnx-limits(7)",
		          processes_text(&go));
	if (access("/proc/self/maps", R_OK) != 0)
		doctor_skip(doctor, "there is no /proc, which has the processes");
	else if (geteuid() != 0)
		doctor_skip(doctor, "only root may look into all processes");
	else if (unseen > 0)
		doctor_skip(doctor,
		            "%u process%s cannot be looked at: that takes CAP_SYS_PTRACE",
		            unseen, unseen == 1 ? "" : "es");
	else if (!has_found)
		doctor_ok(doctor, "no process has an older module, or another " IDNX_CONF);
}
