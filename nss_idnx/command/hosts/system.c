/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Reads the hosts: line of a system, and says what to do about it, which depends on who writes the file. */
#include "hosts.h"

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

/* These know this machine alone. */
static bool is_local(struct span source)
{
	return span_equals(source, "idnx") || span_equals(source, "files") ||
	       span_equals(source, "myhostname");
}

/* Returns the first source that is missing, or nothing.  glibc skips a misspelt one without a word. */
static struct span read_sources(struct hosts_file *nsswitch, struct span list)
{
	struct span missing = { NULL, NULL };
	struct nsswitch_source source;

	list = span_trim_end(list);
	nsswitch->sources = words_copy_of(list);
	while (nsswitch_next_source(&list, &source) == NSSWITCH_SOURCE) {
		if (is_local(source.name))
			continue;
		if (source_is_installed(&nsswitch->root, source.name))
			nsswitch->has_others = true;
		else if (span_is_empty(missing))
			missing = source.name;
	}
	if (span_is_empty(missing))
		return missing;
	nsswitch->missing = words_format("%.*s is not installed: there is no libnss_%.*s.so.2",
	                                 (int)span_length(missing), missing.next,
	                                 (int)span_length(missing), missing.next);
	nsswitch->missing_remedy = remedy_words("Correct the name of that source in the hosts: "
	                                        "line, install its package, or remove it");
	return missing;
}

/* Only openSUSE's glibc reads that one, if the other is missing; it then has its path. */
static bool reads_usr_conf(const struct sysroot *root)
{
	const char *libc;

	if (sysroot_has(root, NSSWITCH_CONF) || !sysroot_has(root, NSSWITCH_USR_CONF))
		return false;
	libc = module_list(root)->libc;
	return libc && sysroot_contains(root, libc, NSSWITCH_USR_CONF);
}

struct hosts_file hosts_file_read(const struct sysroot *root)
{
	struct hosts_file nsswitch = { *root, manager_find(root), .path = NSSWITCH_CONF };
	struct span text, missing = { NULL, NULL };
	struct nsswitch_line line;

	if (reads_usr_conf(root))
		nsswitch.path = NSSWITCH_USR_CONF;
	nsswitch.file = sysroot_read(root, nsswitch.path);
	text = hosts_file_text(&nsswitch.file);
	if (nsswitch_find_hosts(text, NSSWITCH_ENDED_LINES, &line))
		missing = read_sources(&nsswitch, line.list);
	else
		nsswitch.sources = words_format(hosts_file_is_unread(&nsswitch)
		                                        ? "unknown: %s%s cannot be read"
		                                        : "none in %s%s: glibc's default",
		                                root->prefix, nsswitch.path);
	if (!hosts_file_is_unread(&nsswitch))
		nsswitch.plan = hosts_plan(text, missing);
	return nsswitch;
}

bool hosts_file_is_unread(const struct hosts_file *nsswitch)
{
	return nsswitch->file.error != 0 && nsswitch->file.error != ENOENT;
}

char *hosts_file_fault_text(const struct hosts_file *nsswitch, const struct hosts_fault *fault)
{
	const char *prefix = nsswitch->root.prefix, *path = nsswitch->path;
	int error = nsswitch->file.error;
	const char *place = fault && fault->line > 0 ? words_format(" line %u", fault->line)
	                                             : "";

	if (!fault)
		return words_format("%s%s cannot be read: %s", prefix, path,
		                    error == SYSROOT_NOT_REGULAR ? "it is not a regular file"
		                                                 : strerror(error));
	return words_format("%s%s%s %s%s", prefix, path, place, hosts_fault_text(fault),
	                    nsswitch->plan.lines > 1
	                            ? "; of several hosts: lines, the last one counts"
	                            : "");
}

/* --- What the person does ------------------------------------------------- */

/* Returns "Run: idnx enable" for that root; the words precede "run". */
static struct remedy own_command(const struct hosts_file *nsswitch, const char *words)
{
	return remedy_command(words_format("%s%s", words, *words ? "run" : "Run"), "idnx %s%s",
	                      nsswitch->plan.is_removal ? "disable" : "enable",
	                      nsswitch->root.option);
}

/* Returns "Write into FILE, as line 2: hosts: ..."; the words precede "write". */
static struct remedy write_line(const struct hosts_file *nsswitch, const char *directory,
                                const char *file, const char *words)
{
	char *line = words_format("hosts: %s", hosts_plan_sources(&nsswitch->plan));
	char *place = nsswitch->plan.lines > 0
	                      ? words_format(", as line %u", nsswitch->plan.line)
	                      : "";

	return remedy_line(line, "%s%s into %s%s%s", words, *words ? "write" : "Write",
	                   directory, file, place);
}

/* What the person does: idnx enable, or the line that it does not write. */
static struct remedy by_person(const struct hosts_file *nsswitch)
{
	const char *words = nsswitch->manager.first ? nsswitch->manager.first : "";

	if (nsswitch->plan.is_writable || nsswitch->plan.new == NULL)
		return own_command(nsswitch, words);
	return write_line(nsswitch, nsswitch->root.prefix, NSSWITCH_CONF, words);
}

static struct remedy by_link(const struct hosts_file *nsswitch)
{
	if (*nsswitch->manager.file == '\0')
		return own_command(nsswitch, "Remove the link, which leads nowhere, and ");
	return write_line(nsswitch, "", nsswitch->manager.file,
	                  "Find out which program maintains the file. To edit it anyway, ");
}

/* A profile's line serves several combinations of features, so only idnx in it changes. */
static struct remedy by_authselect(bool is_removal)
{
	return remedy_words(
		"%s", is_removal
			      ? "Take idnx out of the hosts: line of the profile, or " APPLY
			      : "Put \"" HOSTS_IDNX
				"\" once, before resolve and dns, into the hosts: line "
				"of a profile of your own, or if the profile has none, " APPLY);
}

/* Gives the whole line: lists merge, and NixOS adds its own sources around these. */
static struct remedy by_nixos(const struct hosts_plan *plan)
{
	return remedy_words("Write into configuration.nix, and run nixos-rebuild switch: "
	                    "system.nssModules = [ idnx ]; "
	                    "system.nssDatabases.hosts = lib.mkForce [ \"%s\" ];",
	                    hosts_plan_sources(plan));
}

/* openSUSE's nsswitch-config(8) makes the file of pieces, of which 50 has the network. */
static struct remedy by_pieces(const struct hosts_file *nsswitch)
{
	static const char piece[] = "/etc/nsswitch.conf.d/45-idnx.conf, and run nsswitch-config";

	if (nsswitch->plan.is_removal)
		return remedy_words("Remove %s%s", nsswitch->root.prefix, piece);
	return remedy_line("hosts: " HOSTS_IDNX, "Write into %s%s", nsswitch->root.prefix,
	                   piece);
}

struct remedy hosts_file_remedy(const struct hosts_file *nsswitch)
{
	const struct hosts_plan *plan = &nsswitch->plan;
	struct closed closed;

	if (nsswitch->file.error == EACCES) {
		closed = closed_find(&nsswitch->root, nsswitch->path);
		return closed.what ? closed.fix : remedy_words("Let all users read it");
	}
	if (hosts_file_is_unread(nsswitch))
		return remedy_words("Put a regular file there that can be read");
	if (plan->new == NULL && plan->count > 0)
		return remedy_words("%s", plan->faults[0].remedy);
	switch (nsswitch->manager.kind) {
	case MANAGER_MOUNT:
		return write_line(nsswitch, "", "the file that is mounted there", "");
	case MANAGER_LINK:
		return by_link(nsswitch);
	case MANAGER_PIECES:
		return by_pieces(nsswitch);
	case MANAGER_AUTHSELECT:
		return by_authselect(plan->is_removal);
	case MANAGER_NIXOS:
		if (!plan->is_removal)
			return by_nixos(plan);
		return remedy_command("Take system.nssModules and system.nssDatabases.hosts of "
		                      "idnx out of configuration.nix, then run",
		                      "nixos-rebuild switch");
	default:
		return by_person(nsswitch);
	}
}
