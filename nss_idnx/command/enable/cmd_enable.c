/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx enable and idnx disable: put idnx into the hosts line of nsswitch.conf, or remove
 * it; with --libidn2, let idnx's libidn2 replace the system's (libidn2_switch.c).  A change
 * of the line is shown before it is made, except with --json, which reports what was done.
 */
#include "command.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diff.h"
#include "hosts_edit.h"
#include "hosts_line.h"
#include "hosts_recommended.h"
#include "json.h"
#include "machine/libidn2_switch.h"
#include "machine/manager.h"
#include "machine/package.h"
#include "nsswitch_file.h"
#include "options.h"
#include "output.h"
#include "stop.h"
#include "words.h"

#define COMMON_HELP \
	"  --dry-run     show what would change, and change nothing\n" \
	"  --root=DIR    work on DIR/etc/nsswitch.conf, of a system that is not running\n" \
	"  --json        one object: file, line, changed, before, after, message, remedy;\n" \
	"                for --libidn2: architecture, file, changed, library, message\n" \
	"  -h, --help, -V, --version\n" \
	"                this text; the versions of idnx and of Unicode\n" \
	"\n" \
	"Exit status: 0 done, or nothing to do, 2 wrong usage, 3 the file has to be\n" \
	"fixed first, or changed in another way, as the message says, 4 another program\n" \
	"is changing it, 5 input or output failed.\n"

static const char enable_help[] =
	"Usage: idnx enable [OPTION]...\n"
	"\n"
	"Puts \"idnx [!UNAVAIL=return]\" into the hosts line of /etc/nsswitch.conf,\n"
	"directly before the first of resolve and dns, or moves it there, and shows the\n"
	"change. Keeps the original next to it as nsswitch.conf.before-idnx; an older\n"
	"backup that differs gets a number.\n"
	"\n"
	"  --libidn2[=ARCHITECTURE]\n"
	"                instead give all programs idnx's libidn2, from the package\n"
	"                libidn2-idnx, so that those that convert names themselves\n"
	"                follow idnx too; for one architecture, such as\n"
	"                x86_64-linux-gnu, or for all that have the package\n"
	COMMON_HELP;

static const char disable_help[] =
	"Usage: idnx disable [OPTION]...\n"
	"\n"
	"Takes idnx out of the hosts line of /etc/nsswitch.conf, and shows the change. A\n"
	"line that idnx enable has made becomes what it was. If the whole file does, its\n"
	"backup nsswitch.conf.before-idnx is removed.\n"
	"\n"
	"  --libidn2[=ARCHITECTURE]\n"
	"                instead give programs the system's libidn2 again\n"
	COMMON_HELP;

struct request {
	bool enable, dry_run, json;
	const char *root; /* NULL for this system */
};

/* --- What is said --------------------------------------------------------- */

/* Writes "/etc/nsswitch.conf, line 7 has idnx already". */
static void put_sentence(struct output *output, const char *path,
                         const struct hosts_edit *edit)
{
	output_put(output, path, strlen(path));
	if (edit->line > 0)
		output_format(output, ", line %u", edit->line);
	output_format(output, " %s\n", edit->message);
}

static void put_diff(const struct request *request, const char *path,
                     const struct hosts_edit *edit)
{
	struct diff diff = {
		.old_name = edit->is_whole && request->enable ? "/dev/null" : path,
		.new_name = edit->is_whole && !request->enable ? "/dev/null" : path,
		.line = edit->line,
		.old_lines = edit->old,
		.new_lines = hosts_edit_new(edit),
	};

	diff_put(&diff);
}

/* Writes the lines without the last newline; null if there are none, or no change. */
static void put_lines(const char *name, struct span lines, bool is_change)
{
	if (!is_change || span_is_empty(lines))
		json_text(name, NULL);
	else
		json_octets(name, lines.next, span_length(lines) - (lines.end[-1] == '\n'));
}

static void put_object(const char *path, const struct hosts_edit *edit, bool changed,
                       const struct remedy *remedy)
{
	bool is_change = edit->verdict == HOSTS_CHANGED;
	char *text = remedy->words != NULL ? remedy_text(remedy) : NULL;

	json_begin(NULL, '{');
	json_text("file", path);
	json_number("line", edit->line);
	json_member("changed");
	output_text(&standard_output, changed ? "true" : "false");
	put_lines("before", edit->old, is_change);
	put_lines("after", hosts_edit_new(edit), is_change);
	json_text("message", edit->message);
	json_text("remedy", text);
	json_end_line();
	free(text);
}

/* Shows what would change; --json shows only a change that was made. */
static void put_would_change(const struct request *request, const char *path,
                             const struct hosts_edit *edit)
{
	if (request->json)
		return;
	output_text(&standard_output, "would change:\n");
	put_diff(request, path, edit);
	output_flush();
}

/* Writes a sentence about the file or the line, and what to do. */
static void put_reason(struct output *output, const char *path, const struct hosts_edit *edit,
                       const struct remedy *remedy)
{
	if (output == &standard_error)
		output_text(output, "idnx: ");
	put_sentence(output, path, edit);
	if (remedy->words != NULL)
		remedy_write(output, 0, remedy);
	output_flush();
}

/* Enabling before installing is harmless: glibc skips a module that it cannot load. */
static void warn_of_missing_module(void)
{
	static const struct sysroot live = { NULL, -1 };
	static const struct package package = { .is_own = true };
	void *module = dlopen("libnss_idnx.so.2", RTLD_LAZY);
	struct remedy remedy = { NULL, NULL };

	if (module) {
		dlclose(module);
		return;
	}
	output_text(&standard_error,
	            "idnx: libnss_idnx.so.2 is not installed; until it is, nothing changes\n");
	remedy.command = package_command(&live, &package);
	remedy.words = words_format("Run");
	if (remedy.command != NULL)
		remedy_write(&standard_error, 0, &remedy);
	remedy_free(&remedy);
}

/* --- What is done --------------------------------------------------------- */

/* What is known of the file and of its change. */
struct change {
	const struct request *request;
	struct sysroot root;
	struct manager manager;
	struct nsswitch_file nsswitch;
	struct sysroot_file linked; /* the target of a symbolic link */
	struct span text;
	struct hosts_edit edit;
};

/* Returns the recommended sources for "hosts:" if idnx enable cannot write them. */
static char *wanted_line(const struct change *change, unsigned *number)
{
	static const struct hosts_early none = { false, false };
	struct span new = hosts_edit_new(&change->edit);
	struct nsswitch_line line = { .list = { change->text.end, change->text.end } };

	*number = hosts_line_find(change->text, &line);
	if (change->request->enable)
		return hosts_recommended(line.list, none);
	if (!nsswitch_next_line(&new, &line))
		return words_format("files dns"); /* glibc's default */
	line.list = span_trim_end(line.list);
	return words_format("%.*s", (int)span_length(line.list), line.list.next);
}

/* by_enable: once nothing prevents it, this command makes the remaining change. */
static struct remedy remedy_of(const struct change *change, bool by_enable)
{
	struct wanted wanted = { .is_disable = !change->request->enable, .by_enable = by_enable };
	char *line = wanted_line(change, &wanted.number);
	struct remedy remedy;

	wanted.line = line;
	remedy = manager_remedy(&change->manager, &change->root, &wanted);
	free(line);
	return remedy;
}

static enum exit_code refuse(const struct change *change)
{
	const struct hosts_edit *edit = &change->edit;
	struct remedy remedy = edit->remedy != NULL ? remedy_words("%s", edit->remedy)
	                                            : remedy_of(change, false);

	put_reason(&standard_error, change->nsswitch.path, edit, &remedy);
	if (change->request->json)
		put_object(change->nsswitch.path, edit, false, &remedy);
	remedy_free(&remedy);
	return EXIT_CONFIGURATION;
}

/* Leaves the file to its writer, or reports that it does not exist yet. */
static enum exit_code leave(struct change *change)
{
	struct remedy remedy = remedy_of(change, true);
	const char *path = change->nsswitch.path;

	put_would_change(change->request, path, &change->edit);
	change->edit.line = 0;
	change->edit.message = manager_text(&change->manager);
	put_reason(&standard_error, path, &change->edit, &remedy);
	if (change->request->json)
		put_object(path, &change->edit, false, &remedy);
	remedy_free(&remedy);
	return EXIT_CONFIGURATION;
}

/* Returns a remedy if the reason is one that the user can do something about. */
static struct remedy remedy_of_failure(const struct change *change, int error)
{
	enum manager_kind kind = change->manager.kind;

	if ((error == EROFS && kind == MANAGER_READ_ONLY) ||
	    (error == EBUSY && kind == MANAGER_MOUNT) ||
	    ((error == EACCES || error == EPERM) && geteuid() != 0))
		return remedy_of(change, true);
	return (struct remedy){ NULL, NULL };
}

_Noreturn static void stop_change(const struct change *change, int error)
{
	struct remedy remedy = remedy_of_failure(change, error);

	errno = error;
	stop_file_remedy(change->nsswitch.path, &remedy);
}

/* Runs every step that may fail before the change is shown. */
static void begin(struct change *change)
{
	int error = EBUSY;

	if (change->manager.kind != MANAGER_MOUNT) {
		if (nsswitch_begin(&change->nsswitch, &change->edit))
			return;
		error = errno;
	}
	put_would_change(change->request, change->nsswitch.path, &change->edit);
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

static void make_change(struct change *change)
{
	const struct request *request = change->request;

	if (!request->dry_run)
		begin(change);
	if (!request->json) {
		put_diff(request, change->nsswitch.path, &change->edit);
		output_flush();
	}
	if (!request->dry_run)
		finish(change);
}

/* Returns whether something prevents a change. */
static bool is_left(const struct change *change)
{
	return manager_writes(&change->manager) || change->manager.kind == MANAGER_USR_ETC;
}

static enum exit_code decide(struct change *change)
{
	const struct request *request = change->request;
	const struct hosts_edit *edit = &change->edit;
	const char *path = change->nsswitch.path;
	bool changes = edit->verdict == HOSTS_CHANGED;
	struct remedy remedy = { NULL, NULL };

	if (edit->verdict == HOSTS_REFUSED)
		return refuse(change);
	if (changes && is_left(change))
		return leave(change);
	if (changes)
		make_change(change);
	if (edit->is_unfinished)
		remedy = remedy_of(change, false);
	if (request->json)
		put_object(path, edit, changes && !request->dry_run, &remedy);
	else if (edit->message != NULL)
		put_reason(changes ? &standard_error : &standard_output, path, edit, &remedy);
	if (request->enable && request->root == NULL)
		warn_of_missing_module();
	remedy_free(&remedy);
	return EXIT_OK;
}

/* Returns false if a symbolic link does not lead to a readable file. */
static bool read_linked(struct change *change)
{
	static const char message[] = "is larger than any nsswitch.conf, 64 KiB";

	const char *path = change->manager.kind == MANAGER_USR_ETC ? change->manager.file
	                                                           : NSSWITCH_CONF;

	change->linked = sysroot_read(&change->root, path);
	if (change->linked.error == ENOENT)
		return true;
	if (change->linked.error == 0 && change->linked.length <= NSSWITCH_SIZE_MAX) {
		change->text = (struct span){ change->linked.octets,
			                      change->linked.octets + change->linked.length };
		return true;
	}
	change->edit.verdict = HOSTS_REFUSED;
	change->edit.message = change->linked.error != 0 ? sysroot_error_text(&change->linked)
	                                                 : message;
	change->edit.remedy = "Put a regular file there that can be read";
	return false;
}

/* Returns false if the file cannot be changed as it is. */
static bool read_text(struct change *change, int error)
{
	struct hosts_edit *edit = &change->edit;

	change->text = nsswitch_text(&change->nsswitch.file);
	if (error == 0 && change->manager.kind == MANAGER_USR_ETC)
		error = ELOOP; /* as if it were a link to that one */
	switch (error) {
	case 0:
		return true;
	case ELOOP:
		return read_linked(change);
	case EFBIG:
		edit->message = "is larger than any nsswitch.conf, 64 KiB";
		edit->remedy = "Take out what is no line of nsswitch.conf(5)";
		break;
	default:
		edit->message = "is not a regular file";
		edit->remedy = "Put a regular file there";
	}
	edit->verdict = HOSTS_REFUSED;
	return false;
}

static bool is_refusal(const struct nsswitch_file *nsswitch, int error)
{
	return nsswitch->file.directory != -1 &&
	       (error == ELOOP || error == EFBIG || error == EINVAL);
}

static enum exit_code switch_hosts(const struct request *request)
{
	static struct change change;
	int error;

	change.request = request;
	error = nsswitch_read(&change.nsswitch, request->root) ? 0 : errno;
	if (error != 0 && !is_refusal(&change.nsswitch, error)) {
		errno = error;
		stop_file(change.nsswitch.path);
	}
	change.root = sysroot_of(request->root);
	change.manager = manager_find(&change.root);
	if (!read_text(&change, error))
		return refuse(&change);
	if (request->enable)
		hosts_enable(change.text, &change.edit);
	else
		hosts_disable(change.text, nsswitch_text(&change.nsswitch.before), &change.edit);
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
	struct options options = options_read(
	    argc, argv, OPTIONS_ROOT | OPTIONS_DRY_RUN | OPTIONS_LIBIDN2 | OPTIONS_PROSE, help);
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
