/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the person does about a hosts: line depends on who writes the file. */
#include "system.h"

/* The end of a remedy, after "or". */
#define APPLY "of /etc/authselect/user-nsswitch.conf, and run \"authselect apply-changes\"; " \
	"see authselect-profiles(5)"

/* --- The file ------------------------------------------------------------- */

struct span hosts_file_text(const struct sysroot_file *file)
{
	if (file->error != 0)
		return (struct span){ NULL, NULL };
	return (struct span){ file->octets, file->octets + file->length };
}

struct hosts_file hosts_file_read(const struct sysroot *root)
{
	struct hosts_file nsswitch = { .path = NSSWITCH_CONF };

	if (!sysroot_has(root, NSSWITCH_CONF) && sysroot_has(root, NSSWITCH_USR_CONF))
		nsswitch.path = NSSWITCH_USR_CONF;
	nsswitch.file = sysroot_read(root, nsswitch.path);
	if (nsswitch.file.error == 0 || nsswitch.file.error == ENOENT)
		nsswitch.plan = hosts_plan(hosts_file_text(&nsswitch.file));
	return nsswitch;
}

void hosts_file_free(struct hosts_file *nsswitch)
{
	hosts_plan_free(&nsswitch->plan);
	free(nsswitch->file.octets);
}

/* --- What the person does ------------------------------------------------- */

struct task {
	const struct hosts_plan *plan;
	const struct sysroot *root;
	const char *line; /* the sources as they should be */
	bool is_disable;
};

/* Returns "idnx enable" for that root. */
static struct remedy own_command(const struct task *task, const char *words)
{
	char *option = sysroot_words(task->root, " --root %s");
	struct remedy remedy = remedy_command(words, "idnx %s%s",
	                                      task->is_disable ? "disable" : "enable", option);

	free(option);
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
	const char *directory = task->root->directory ? task->root->directory : "";
	struct remedy remedy;
	char *text;

	if (!task->plan->is_writable && task->plan->new != NULL)
		return write_line(task, directory, NSSWITCH_CONF, words);
	text = words_format("%s%s", words, *words ? "run" : "Run");
	remedy = own_command(task, text);
	free(text);
	return remedy;
}

static struct remedy by_link(const struct task *task, const char *file)
{
	if (*file == '\0')
		return own_command(task, "Remove the link, which leads nowhere, and run");
	return write_line(task, "", file,
	                  "Find out which program maintains the file. To edit it anyway, ");
}

/* A profile's line serves several combinations of features, so only idnx in it changes. */
static struct remedy by_authselect(const struct task *task)
{
	return remedy_words(
		"%s", task->is_disable
			      ? "Take idnx out of the hosts: line of the profile, or " APPLY
			      : "Put \"" HOSTS_IDNX
				"\" once, before resolve and dns, into the hosts: line "
				"of a profile of your own, or if the profile has none, " APPLY);
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
	char *chroot = sysroot_words(root, "chroot %s ");
	struct remedy remedy = remedy_command("Run", "%snsswitch-config", chroot);

	free(chroot);
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
		return write_line(task, "", "the file that is mounted there", "");
	case MANAGER_LINK:
		return by_link(task, manager->file);
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
	struct task task = { plan, root, NULL, is_disable };
	struct remedy remedy;
	char *line;

	if (plan->new == NULL && plan->count > 0)
		return remedy_words("%s", plan->faults[0].remedy);
	line = hosts_plan_sources(plan);
	task.line = line;
	remedy = remedy_of(&task, manager);
	free(line);
	return remedy;
}
