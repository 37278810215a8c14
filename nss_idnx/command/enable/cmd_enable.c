/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx enable and idnx disable: put idnx into the hosts line of nsswitch.conf, or remove
 * it; with --libidn2, let idnx's libidn2 replace the system's (libidn2_switch.c).  A change
 * of the line is shown before it is made, except with --json, which reports what was done.
 */
#include "command.h"

#include <dlfcn.h>

#include "diff.h"
#include "hosts/source.h"
#include "hosts/system.h"
#include "machine/machine.h"
#include "nsswitch_file.h"

static const char enable_help[] =
	"Usage: idnx enable [OPTION]...\n"
	"\n"
	"Puts \"idnx [!UNAVAIL=return]\" into the hosts line of /etc/nsswitch.conf, "
	"directly before the first of resolve and dns, and shows the change. Keeps the "
	"original next to it as nsswitch.conf.before-idnx; an older backup that differs "
	"gets a number.\n"
	"\n"
	"Exit status: 0 done, or nothing to do, 2 wrong usage, 3 something is left to do by "
	"hand, 4 another program is changing the file, 5 input or output failed.\n"
	"\n"
	"Example: idnx enable --dry-run\n";

static const char disable_help[] =
	"Usage: idnx disable [OPTION]...\n"
	"\n"
	"Takes idnx out of the hosts line of /etc/nsswitch.conf, and shows the change. A "
	"line that idnx enable has made becomes what it was. If the whole file does, its "
	"backup nsswitch.conf.before-idnx is removed.\n"
	"\n"
	"Exit status: 0 done, or nothing to do, 2 wrong usage, 3 something is left to do by "
	"hand, 4 another program is changing the file, 5 input or output failed.\n"
	"\n"
	"Example: idnx disable\n";

struct request {
	bool enable, dry_run, json;
	const char *root; /* NULL for this system */
};

/* What is known of the file and of its change. */
struct change {
	const struct request *request;
	struct sysroot root;
	struct manager manager;
	struct nsswitch_file nsswitch;
	struct sysroot_file linked; /* the target of a symbolic link */
	struct span text;
	struct hosts_plan plan;
};

/* --- What is said --------------------------------------------------------- */

/* Writes "/etc/nsswitch.conf line 7 has no idnx". */
static void put_sentence(struct output *output, const struct change *change, unsigned line,
                         const char *predicate)
{
	const char *path = change->nsswitch.path;

	if (output == &standard_error)
		output_text(output, "idnx: ");
	output_put(output, path, strlen(path));
	if (line > 0)
		output_format(output, " line %u", line);
	output_format(output, " %s\n", predicate);
}

static void put_faults(const struct change *change)
{
	const struct hosts_plan *plan = &change->plan;

	for (unsigned i = 0; i < plan->count; i++) {
		char *text = hosts_fault_text(&plan->faults[i]);

		put_sentence(&standard_error, change, plan->faults[i].line, text);
		free(text);
	}
	if (plan->lines > 1)
		put_sentence(&standard_error, change, plan->line,
		             "is the last of several hosts lines, and the one that counts");
}

static void put_diff(const struct change *change)
{
	const struct hosts_plan *plan = &change->plan;
	const char *path = change->nsswitch.path;
	bool enable = change->request->enable;
	struct diff diff = {
		.old_name = plan->is_whole && enable ? "/dev/null" : path,
		.new_name = plan->is_whole && !enable ? "/dev/null" : path,
		.line = plan->line,
		.old_lines = plan->old,
		.new_lines = span_of_text(plan->new),
	};

	diff_put(&diff);
	output_flush();
}

/* Writes the lines without the last newline; null if there are none. */
static void put_json_lines(const char *name, struct span lines)
{
	if (span_is_empty(lines))
		json_text(name, NULL);
	else
		json_octets(name, lines.next, span_length(lines) - (lines.end[-1] == '\n'));
}

static void put_json(const struct change *change, bool changed, const char *message,
                     const struct remedy *remedy)
{
	static const struct span none = { NULL, NULL };
	const struct hosts_plan *plan = &change->plan;
	char *text = remedy->words != NULL ? remedy_text(remedy) : NULL;

	json_begin(NULL, '{');
	json_text("file", change->nsswitch.path);
	json_number("line", plan->line);
	json_member("changed");
	output_text(&standard_output, changed ? "true" : "false");
	put_json_lines("before", plan->new != NULL ? plan->old : none);
	put_json_lines("after", plan->new != NULL ? span_of_text(plan->new) : none);
	json_text("message", message);
	json_text("remedy", text);
	json_end_line();
	free(text);
}

/* Shows what would change; --json shows only a change that was made. */
static void put_would_change(const struct change *change)
{
	if (change->request->json)
		return;
	output_text(&standard_output, "would change:\n");
	put_diff(change);
}

/* Enabling before installing is harmless: glibc skips a module that it cannot load. */
static void warn_of_missing_module(void)
{
	static const struct sysroot live = { NULL, -1 };
	void *module = dlopen("libnss_idnx.so.2", RTLD_LAZY);
	struct remedy remedy;

	if (module) {
		dlclose(module);
		return;
	}
	output_text(&standard_error,
	            "idnx: libnss_idnx.so.2 is not installed; until it is, nothing changes\n");
	remedy = package_remedy(&live, true);
	remedy_write(&standard_error, 0, &remedy);
	remedy_free(&remedy);
}

/* --- What is left to the person ------------------------------------------- */

static struct remedy remedy_of(const struct change *change)
{
	return hosts_plan_remedy(&change->plan, &change->manager, &change->root,
	                         !change->request->enable);
}

/* Ends with the remedy, after the reason. */
static enum exit_code leave(const struct change *change, const char *message,
                            struct remedy remedy)
{
	remedy_write(&standard_error, 0, &remedy);
	output_flush();
	if (change->request->json)
		put_json(change, false, message, &remedy);
	remedy_free(&remedy);
	return EXIT_CONFIGURATION;
}

/* Leaves a line that has to change in more than idnx. */
static enum exit_code leave_line(const struct change *change)
{
	char *text = hosts_fault_text(&change->plan.faults[0]);
	enum exit_code code;

	put_faults(change);
	code = leave(change, text, remedy_of(change));
	free(text);
	return code;
}

/* Leaves the file to its writer, or reports that it does not exist yet. */
static enum exit_code leave_file(const struct change *change)
{
	const char *text = manager_text(&change->manager);

	put_would_change(change);
	put_sentence(&standard_error, change, 0, text);
	return leave(change, text, remedy_of(change));
}

static enum exit_code refuse(const struct change *change, const char *message,
                             const char *remedy)
{
	put_sentence(&standard_error, change, 0, message);
	return leave(change, message, remedy_words("%s", remedy));
}

/* --- What is done --------------------------------------------------------- */

/* Returns a remedy if the reason is one that the user can do something about. */
static struct remedy remedy_of_failure(const struct change *change, int error)
{
	enum manager_kind kind = change->manager.kind;

	if ((error == EROFS && kind == MANAGER_READ_ONLY) ||
	    (error == EBUSY && kind == MANAGER_MOUNT) ||
	    (error == EPERM && kind == MANAGER_IMMUTABLE) ||
	    ((error == EACCES || error == EPERM) && geteuid() != 0))
		return remedy_of(change);
	return (struct remedy){ .words = NULL };
}

_Noreturn static void stop_change(const struct change *change, int error)
{
	struct remedy remedy = remedy_of_failure(change, error);

	errno = error;
	stop_file_remedy(change->nsswitch.path, &remedy);
}

/* Returns why the file cannot be replaced, as errno has it; 0 if nothing is known. */
static int obstacle_of(const struct manager *manager)
{
	if (manager->kind == MANAGER_IMMUTABLE)
		return EPERM;
	return manager->kind == MANAGER_MOUNT ? EBUSY : 0;
}

/* Runs every step that may fail before the change is shown. */
static void begin(struct change *change)
{
	int error = obstacle_of(&change->manager);

	if (change->nsswitch.file.directory == -1) /* a dry run does not make the folder */
		return;
	if (error == 0) {
		if (nsswitch_begin(&change->nsswitch, &change->plan))
			return;
		error = errno;
	}
	put_would_change(change);
	stop_change(change, error);
}

static void finish(struct change *change)
{
	int error;

	if (nsswitch_finish(&change->nsswitch, change->request->enable))
		return;
	error = errno;
	if (!change->request->json)
		output_text(&standard_error, "idnx: the change above may not have been made:\n");
	stop_change(change, error);
}

/* A dry run ends as the change would, and takes its first step back. */
static void make_change(struct change *change)
{
	const struct request *request = change->request;

	begin(change);
	if (change->plan.count > 1 || change->plan.lines > 1 || change->plan.listed)
		put_faults(change);
	if (!request->json)
		put_diff(change);
	if (!request->dry_run)
		finish(change);
	if (request->json)
		put_json(change, !request->dry_run, NULL, &(struct remedy){ .words = NULL });
}

static void put_unchanged(const struct change *change)
{
	const char *text = change->request->enable ? "has idnx already" : "has no idnx";

	if (change->request->json)
		put_json(change, false, text, &(struct remedy){ .words = NULL });
	else
		put_sentence(&standard_output, change, change->plan.line, text);
}

/* --- A piece of the file -------------------------------------------------- */

/* Plans to create the piece, or to remove it. */
static struct hosts_plan plan_piece(const struct nsswitch_file *piece, bool enable)
{
	struct span text = nsswitch_text(&piece->file);
	bool is_there = text.next != NULL;

	return (struct hosts_plan){
		.line = 1,
		.old = text,
		.new = is_there == enable ? NULL
		                          : words_copy(enable ? "hosts: " HOSTS_IDNX "\n" : ""),
		.is_writable = true,
		.is_whole = true,
	};
}

/*
 * nsswitch-config(8) writes the file again and again, from pieces in a folder.  It puts the
 * piece of idnx in its place; once that is done, nothing is left.
 */
static enum exit_code switch_piece(struct change *change)
{
	const struct request *request = change->request;
	bool creates = request->enable && !request->dry_run;
	bool is_done = request->enable ? change->plan.count == 0 : !change->plan.listed;
	struct hosts_plan piece;

	if (!nsswitch_read_piece(&change->nsswitch, request->root, creates) && errno != ENOENT)
		stop_file(change->nsswitch.path);
	piece = plan_piece(&change->nsswitch, request->enable);
	if (piece.new == NULL && is_done) {
		nsswitch_read(&change->nsswitch, request->root);
		put_unchanged(change);
		return EXIT_OK;
	}
	change->plan = piece;
	if (piece.new != NULL)
		make_change(change);
	if (is_done)
		return EXIT_OK;
	put_sentence(&standard_error, change, 0, "is idnx's piece of " NSSWITCH_CONF);
	return leave(change, manager_text(&change->manager), manager_put_together(&change->root));
}

/* --- All ------------------------------------------------------------------ */

/* Returns whether something prevents a change. */
static bool is_left(const struct change *change)
{
	return manager_writes(&change->manager) || change->manager.kind == MANAGER_USR_ETC;
}

static enum exit_code decide(struct change *change)
{
	const struct request *request = change->request;
	const struct hosts_plan *plan = &change->plan;

	if (change->manager.kind == MANAGER_PIECES)
		return switch_piece(change);
	if (plan->count > 0 && (plan->new == NULL || !plan->is_writable))
		return leave_line(change);
	if (plan->new != NULL && is_left(change))
		return leave_file(change);
	if (plan->new != NULL)
		make_change(change);
	else
		put_unchanged(change);
	if (request->enable && request->root == NULL)
		warn_of_missing_module();
	return EXIT_OK;
}

/* --- The file ------------------------------------------------------------- */

static const char too_large[] = "is larger than any nsswitch.conf, 64 KiB";

/* Reads the file that glibc reads, which enable does not write. */
static enum exit_code read_linked(struct change *change)
{
	static const char remedy[] = "Put a regular file there that can be read";

	const char *path = change->manager.kind == MANAGER_USR_ETC ? NSSWITCH_USR_CONF
	                                                           : NSSWITCH_CONF;
	struct sysroot_file *linked = &change->linked;

	*linked = sysroot_read(&change->root, path);
	if (linked->error == ENOENT)
		return EXIT_OK;
	if (linked->error != 0)
		return refuse(change, sysroot_error_text(linked), remedy);
	if (linked->length > NSSWITCH_SIZE_MAX)
		return refuse(change, too_large, remedy);
	change->text = (struct span){ linked->octets, linked->octets + linked->length };
	return EXIT_OK;
}

/* Reports, and returns another code, if the file cannot be changed as it is. */
static enum exit_code read_text(struct change *change, int error)
{
	change->text = nsswitch_text(&change->nsswitch.file);
	if (error == ELOOP || (error == 0 && change->manager.kind == MANAGER_USR_ETC))
		return read_linked(change);
	if (error == EFBIG)
		return refuse(change, too_large, "Take out what is no line of nsswitch.conf(5)");
	if (error != 0)
		return refuse(change, "is not a regular file", "Put a regular file there");
	return EXIT_OK;
}

static bool is_refusal(const struct nsswitch_file *nsswitch, int error)
{
	return nsswitch->file.directory != -1 &&
	       (error == ELOOP || error == EFBIG || error == EINVAL);
}

static enum exit_code switch_hosts(const struct request *request)
{
	static struct change change;
	enum exit_code code;
	int error;

	change.request = request;
	error = nsswitch_read(&change.nsswitch, request->root) ? 0 : errno;
	if (error != 0 && !is_refusal(&change.nsswitch, error)) {
		errno = error;
		stop_file(change.nsswitch.path);
	}
	change.root = sysroot_of(request->root);
	change.manager = manager_find(&change.root);
	code = read_text(&change, error);
	if (code != EXIT_OK)
		return code;
	change.plan = request->enable
	                      ? hosts_plan(change.text, hosts_early(&change.root))
	                      : hosts_plan_without(change.text,
	                                           nsswitch_text(&change.nsswitch.before));
	return decide(&change);
}

static enum exit_code switch_libidn2(const struct request *request, const char *architecture)
{
	struct libidn2_request libidn2 = { architecture, request->dry_run, request->json };

	if (request->root != NULL)
		die_usage("--libidn2 is for the system that runs, not for --root",
		          request->root);
	return request->enable ? libidn2_enable(&libidn2) : libidn2_disable(&libidn2);
}

static enum exit_code run(bool enable, const char *help, int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct request request = { enable, options.dry_run, options.json, options.root };

	if (*options.names)
		die_usage("no arguments are expected", *options.names);
	return options.libidn2 == NULL ? switch_hosts(&request)
	                               : switch_libidn2(&request, options.libidn2);
}

enum exit_code cmd_enable(int argc, char **argv)
{
	return run(true, enable_help, argc, argv);
}

enum exit_code cmd_disable(int argc, char **argv)
{
	return run(false, disable_help, argc, argv);
}
