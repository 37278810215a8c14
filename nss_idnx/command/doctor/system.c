/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Checks what else affects lookups: AppArmor, SELinux, nscd and old processes. */
#include <fcntl.h>
#include <sys/xattr.h>

#include "doctor.h"

/* --- AppArmor ------------------------------------------------------------- */

/* Profiles include one of these; the second, of AppArmor 4.1, has a directory of its own. */
#define NAMESERVICE "/etc/apparmor.d/abstractions/nameservice"
#define STRICT      NAMESERVICE "-strict"
#define SNIPPET     ".d/idnx"

/* For an image, only the presence of profiles can be checked. */
static bool has_apparmor(const struct sysroot *root)
{
	return (sysroot_has(root, NAMESERVICE) || sysroot_has(root, STRICT)) &&
	       (root->directory ||
	        sysroot_contains(root, "/sys/module/apparmor/parameters/enabled", "Y"));
}

/* Returns the path of the rule that profiles with this abstraction lack; or NULL. */
static const char *lacking(const struct sysroot *root, const char *abstraction,
                           const char *snippet)
{
	return sysroot_has(root, abstraction) &&
	                       !sysroot_contains(root, snippet, "idnx.conf r,")
	               ? snippet
	               : NULL;
}

/* Without an idnx.conf to read, nothing is lost yet. */
void doctor_apparmor(struct doctor *doctor)
{
	static const char rule[] = "@{etc_ro}/idnx.conf r,";
	const struct sysroot *root = &doctor->root;
	const char *snippet = lacking(root, NAMESERVICE, NAMESERVICE SNIPPET);

	if (!snippet)
		snippet = lacking(root, STRICT, STRICT SNIPPET);
	if (!has_apparmor(root))
		doctor_ok(doctor, "AppArmor is off, or has no profile of a nameservice");
	else if (!snippet)
		doctor_ok(doctor, "AppArmor: " NAMESERVICE SNIPPET);
	else
		doctor_report(doctor, sysroot_has(root, IDNX_CONF) ? LEVEL_FAIL : LEVEL_WARN,
		              remedy_line(rule, "Write into %s%s, and reload AppArmor",
		                          root->word, snippet),
		              "AppArmor keeps confined programs from " IDNX_CONF
		              ": it has no %s",
		              snippet);
}

/* --- SELinux -------------------------------------------------------------- */

/* Returns what policies decide by, the type with the level; "unset" if the file has no label. */
static const char *read_type(const struct sysroot *root, const char *path)
{
	char label[256]; /* user:role:type:level */
	int fd = sysroot_open(root, path, O_RDONLY);
	ssize_t length = fd < 0 ? -1
	                        : fgetxattr(fd, "security.selinux", label, sizeof label - 1);
	const char *type = NULL;

	if (fd >= 0)
		close(fd);
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
		doctor, remedy_command("Run", "restorecon %s%s", doctor->root.word, path),
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
	struct module modules[MODULES_MAX];
	bool is_on = doctor->root.directory ||
	             sysroot_has(&doctor->root, "/sys/fs/selinux/enforce");
	unsigned count = is_on ? module_list(&doctor->root, modules) : 0;
	bool is_right = !is_on || has_type_of(doctor, IDNX_CONF, "/etc/nsswitch.conf");

	for (unsigned i = 0; i < count; i++)
		is_right &= has_type_of(doctor, modules[i].path, modules[i].libc);
	if (is_right)
		doctor_ok(
			doctor,
			"SELinux is off, or idnx's files have the types of nsswitch.conf and libc");
}

/* --- nscd ----------------------------------------------------------------- */

void doctor_nscd(struct doctor *doctor)
{
	if (doctor->force->nscd)
		doctor_fail(doctor, remedy_command("Run", "nscd -i hosts"), "nscd: %s",
		            doctor->force->nscd);
	else
		doctor_ok(doctor, doctor->force->has_nscd
		                          ? "nscd answers for programs"
		                          : "no nscd: programs call the sources themselves");
}

static struct remedy remedy_of_old(const struct processes *old)
{
	char *words;

	if (!old->services)
		return remedy_command("Restart what this lists; run", "ps -o user,comm %s",
		                      old->others);
	words = words_format("%s%s%sun", old->others ? "Restart the processes " : "",
	                     old->others ? old->others : "", old->others ? ", and r" : "R");
	return remedy_command(words, "systemctl restart %s", old->services);
}

/* Without protection there is nothing that they lose. */
static bool report_others(struct doctor *doctor, const struct processes *others)
{
	if (others->count == 0 || !doctor->force->is_set)
		return false;
	doctor_warn(doctor,
	            remedy_words("Put copies of " IDNX_CONF " and " MODULE
	                         " into the root directory of %s%s%s",
	                         others->services ? others->services : "",
	                         others->services && others->others ? " and of processes " : "",
	                         others->others ? others->others : ""),
	            "%u process%s another " IDNX_CONF " or none, or no " MODULE
	            ", as in a chroot: protection does not hold there",
	            others->count, others->count == 1 ? " sees" : "es see");
	return true;
}

void doctor_processes(struct doctor *doctor)
{
	const struct other_processes *found = processes_with_other_rules();
	const struct processes *old = &found->old_module;
	bool has_others = report_others(doctor, &found->other_conf);

	if (old->count > 0)
		doctor_warn(doctor, remedy_of_old(old),
		            "%u process%s the module from before an upgrade, which rejects "
		            "every non-ASCII name if " IDNX_CONF " has a newer key",
		            old->count, old->count == 1 ? " still has" : "es still have");
	else if (access("/proc/self/maps", R_OK) != 0)
		doctor_skip(doctor, "there is no /proc, which has the processes");
	else if (geteuid() != 0)
		doctor_skip(doctor, "only root may look into all processes");
	else if (!has_others)
		doctor_ok(doctor, "no process has the module from before an upgrade");
}
