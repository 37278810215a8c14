/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the person does about a hosts: line, which depends on who writes the file. */
#include "system.h"

#define AUTHSELECT "/etc/authselect"

struct task {
	const struct hosts_plan *plan;
	const struct sysroot *root;
	const char *directory; /* of the root, or "" */
	const char *line;      /* the sources as they should be */
	bool is_disable;
};

/* Returns "idnx enable" for that root. */
static struct remedy own_command(const struct task *task, const char *words)
{
	char *directory = shell_word(task->directory);
	struct remedy remedy = remedy_command(words, "idnx %s%s%s",
	                                      task->is_disable ? "disable" : "enable",
	                                      *directory ? " --root " : "", directory);

	free(directory);
	return remedy;
}

/* The words precede "write", which is all if they are empty. */
static struct remedy write_line(const struct task *task, const char *directory,
                                const char *file, const char *words)
{
	char *line = words_format("hosts: %s", task->line);
	char *place = words_format(", as line %u", task->plan->line);
	struct remedy remedy = remedy_line(line, "%s%s into %s%s%s", words,
	                                   *words ? "write" : "Write", directory, file,
	                                   task->plan->lines > 0 ? place : "");

	free(line);
	free(place);
	return remedy;
}

/* What the person does: idnx enable, or the line that it does not write. */
static struct remedy by_person(const struct task *task, const char *words)
{
	char *text = words_format("%s%s", words, *words ? "run" : "Run");
	struct remedy remedy = task->plan->is_writable || task->plan->new == NULL
	                               ? own_command(task, text)
	                               : write_line(task, task->directory, NSSWITCH_CONF,
	                                            words);

	free(text);
	return remedy;
}

/* A profile's line serves several combinations of features, so only idnx in it changes. */
static struct remedy by_authselect(const struct task *task)
{
	if (task->is_disable)
		return remedy_words(
			"Take idnx out of the hosts: line of the profile, or of " AUTHSELECT
			"/user-nsswitch.conf, and run \"authselect "
			"apply-changes\"; see authselect-profiles(5)");
	return remedy_words(
		"Put \"" HOSTS_IDNX "\" once, before resolve and dns, into the hosts: "
		"line of a profile of your own, or if the profile has none, of " AUTHSELECT
		"/user-nsswitch.conf, and run \"authselect "
		"apply-changes\"; see authselect-profiles(5)");
}

static struct remedy by_nixos(const struct task *task)
{
	if (task->is_disable)
		return remedy_command("Take system.nssModules and system.nssDatabases.hosts of "
		                      "idnx out of configuration.nix, then run",
		                      "nixos-rebuild switch");
	/* Gives the whole line: lists merge, and NixOS adds its own sources around these. */
	return remedy_words("Write into configuration.nix, and run nixos-rebuild switch: "
	                    "system.nssModules = [ idnx ]; "
	                    "system.nssDatabases.hosts = lib.mkForce [ \"%s\" ];",
	                    task->line);
}

struct remedy hosts_put_together(const struct sysroot *root)
{
	char *directory = shell_word(root->directory ? root->directory : "");
	struct remedy remedy = remedy_command("Run", "%s%s%snsswitch-config",
	                                      *directory ? "chroot " : "", directory,
	                                      *directory ? " " : "");

	free(directory);
	return remedy;
}

/* The piece is there, or gone, as soon as idnx enable or disable has run. */
static struct remedy by_pieces(const struct task *task)
{
	bool has_piece = sysroot_has(task->root, NSSWITCH_PIECES "/" NSSWITCH_PIECE);

	if (has_piece != task->is_disable)
		return hosts_put_together(task->root);
	return own_command(task, "Run nsswitch-config after you run");
}

static struct remedy remedy_of(const struct task *task, const struct manager *manager)
{
	switch (manager->kind) {
	case MANAGER_IMMUTABLE:
		return by_person(task, "Make it mutable with \"chattr -i\", and ");
	case MANAGER_READ_ONLY:
		return by_person(task, "Make it possible to write to /etc, and ");
	case MANAGER_MOUNT:
		if (manager->is_read_only)
			return remedy_words("Write into the file that is mounted there, "
			                    "read-only: hosts: %s",
			                    task->line);
		return write_line(task, task->directory, NSSWITCH_CONF,
		                  "The file is a mount of its own: ");
	case MANAGER_LINK:
		if (manager->file[0] == '\0')
			return own_command(task,
			                   "Remove the link, which leads nowhere, and run");
		return write_line(
			task, "", manager->file,
			"Find out which program maintains the file. To edit it anyway, ");
	case MANAGER_PIECES:
		return by_pieces(task);
	case MANAGER_AUTHSELECT:
		return by_authselect(task);
	case MANAGER_NIXOS:
		return by_nixos(task);
	case MANAGER_NOBODY:
		break;
	}
	return by_person(task, "");
}

struct remedy hosts_plan_remedy(const struct hosts_plan *plan, const struct manager *manager,
                                const struct sysroot *root, bool is_disable)
{
	struct task task = { .plan = plan,
		             .root = root,
		             .directory = root->directory ? root->directory : "",
		             .is_disable = is_disable };
	struct remedy remedy;
	char *line;

	if (plan->new == NULL && plan->count > 0)
		return remedy_words("%s", hosts_fault_remedy(&plan->faults[0]));
	line = hosts_plan_sources(plan);
	task.line = line;
	remedy = remedy_of(&task, manager);
	free(line);
	return remedy;
}
