/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Puts idnx into the hosts: line of nsswitch.conf, or removes it.  A change of the line is shown
 * before it is made, except with --json, which reports what was done.
 */
#include "enable.h"

#include <dlfcn.h>
#include <fcntl.h>

#include "hosts/system.h"

#define NAME "nsswitch.conf"

/* What is known of the file and of its change. */
struct change {
	bool enable;
	const struct options *options;
	struct sysroot root;
	struct manager manager;
	struct hosts_file nsswitch;   /* which glibc reads */
	const char *directory, *name; /* of the file that changes */
	char *path;                   /* of that file, for messages */
	struct sysroot_file file;     /* that file */
	struct sysroot_file before;   /* its backup */
	struct span text;             /* to which the plan applies */
	struct hosts_plan plan;
};

static const struct remedy nothing = { .words = NULL };

/* Chooses the file that changes. */
static void choose_file(struct change *change, const char *directory, const char *name)
{
	const char *root = change->options->root ? change->options->root : "";

	change->directory = directory;
	change->name = name;
	change->path = words_format("%s%s/%s", root, directory, name);
}

/* --- What is said --------------------------------------------------------- */

/* Writes "/etc/nsswitch.conf line 7 has no idnx". */
static void put_sentence(struct output *output, const struct change *change, unsigned line,
                         const char *predicate)
{
	if (output == &standard_error)
		output_text(output, "idnx: ");
	output_put(output, change->path, strlen(change->path));
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
		             "is the last of several hosts: lines, and the one that counts");
}

/* Writes a line after its sign. */
static void put_line(char sign, struct span line)
{
	output_format(&standard_output, "%c", sign);
	output_lines(&standard_output, line.next, span_length(line));
	if (line.end[-1] != '\n')
		output_text(&standard_output, "\n\\ No newline at end of file\n");
}

/* Writes the change as diff -U0 does: each side has one line or none. */
static void put_diff(const struct change *change)
{
	const struct hosts_plan *plan = &change->plan;
	bool old = !span_is_empty(plan->old), new = *plan->new != '\0';

	standard_output.is_prose = false;
	output_text(&standard_output, "--- ");
	output_put(&standard_output, change->path, strlen(change->path));
	output_text(&standard_output, "\n+++ ");
	output_put(&standard_output, change->path, strlen(change->path));
	output_format(&standard_output, "\n@@ -%u%s +%u%s @@\n", plan->line - !old,
	              old ? "" : ",0", plan->line - !new, new ? "" : ",0");
	if (old)
		put_line('-', plan->old);
	if (new)
		put_line('+', span_of_text(plan->new));
	standard_output.is_prose = true;
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
	json_text("file", change->path);
	json_number("line", plan->line);
	json_flag("changed", changed);
	put_json_lines("before", plan->new != NULL ? plan->old : none);
	put_json_lines("after", plan->new != NULL ? span_of_text(plan->new) : none);
	json_text("message", message);
	json_text("fix", text);
	json_end_line();
	free(text);
}

/* Shows what would change; --json shows only a change that was made. */
static void put_would_change(const struct change *change)
{
	if (change->options->json)
		return;
	output_text(&standard_output, "would change:\n");
	put_diff(change);
}

/* Enabling before installing is harmless: glibc skips a module that it cannot load. */
static void warn_of_missing_module(const struct change *change)
{
	struct remedy remedy;

	if (dlopen("libnss_idnx.so.2", RTLD_LAZY) != NULL)
		return;
	output_text(
		&standard_error,
		"idnx: libnss_idnx.so.2 is not installed: idnx has no effect until it is\n");
	remedy = package_remedy(&change->root, true);
	remedy_write(&standard_error, 0, &remedy);
	remedy_free(&remedy);
}

/* --- What is left to the person ------------------------------------------- */

static struct remedy remedy_of(const struct change *change)
{
	return hosts_plan_remedy(&change->plan, &change->manager, &change->root,
	                         !change->enable);
}

/* Ends with the remedy, after the reason, which is freed. */
static enum exit_code leave(const struct change *change, char *reason, struct remedy remedy)
{
	remedy_write(&standard_error, 0, &remedy);
	output_flush();
	if (change->options->json)
		put_json(change, false, reason, &remedy);
	remedy_free(&remedy);
	free(reason);
	return EXIT_CONFIGURATION;
}

static enum exit_code leave_file(const struct change *change, char *reason,
                                 struct remedy remedy)
{
	put_sentence(&standard_error, change, 0, reason);
	return leave(change, reason, remedy);
}

/* --- What is done --------------------------------------------------------- */

/* Shows the change that fails unless that is done already, and why, which errno says. */
_Noreturn static void stop_change(const struct change *change, bool is_shown)
{
	const struct manager *manager = &change->manager;
	struct remedy remedy = nothing;
	int error = errno;

	if (manager->obstacle == error ||
	    ((error == EACCES || error == EPERM) && geteuid() != 0))
		remedy = remedy_of(change);
	if (!is_shown)
		put_would_change(change);
	else if (!change->options->json)
		output_text(
			&standard_error,
			"idnx: the change above failed; check the file before you try again:\n");
	errno = error;
	stop_file(change->path, &remedy);
}

/*
 * Runs every step that may fail before the change is shown.  A dry run ends as the change
 * would, and takes its first step back.
 */
static void make_change(const struct change *change)
{
	const struct hosts_plan *plan = &change->plan;
	char *result = words_format("%.*s%s%.*s", (int)(plan->old.next - change->text.next),
	                            change->text.next, plan->new,
	                            (int)(change->text.end - plan->old.end), plan->old.end);

	bool is_removed = change->manager.kind == MANAGER_PIECES && *result == '\0';

	errno = change->manager.obstacle;
	if (errno != 0 || !replace_begin(&change->root, change->directory, change->name,
	                                 &change->file, is_removed ? NULL : result))
		stop_change(change, false);
	if (plan->count > 1 || plan->lines > 1 || plan->listed)
		put_faults(change);
	if (change->options->dry_run)
		put_would_change(change);
	else if (!change->options->json)
		put_diff(change);
	if (!change->options->dry_run && !replace_finish(change->enable))
		stop_change(change, true);
	if (!change->options->dry_run && !change->enable && change->before.error == 0 &&
	    strcmp(result, change->before.octets) == 0)
		replace_remove_backup();
	if (change->options->json)
		put_json(change, !change->options->dry_run, NULL, &nothing);
	free(result);
}

static enum exit_code put_unchanged(const struct change *change)
{
	const char *text = change->enable ? "has idnx already" : "has no idnx";

	if (change->options->json)
		put_json(change, false, text, &nothing);
	else
		put_sentence(&standard_output, change, change->plan.line, text);
	return EXIT_OK;
}

/* The diff says what has changed; this, that it was done. */
static void put_success(const struct change *change)
{
	if (!change->options->dry_run && !change->options->json)
		put_sentence(&standard_output, change, change->plan.line,
		             change->enable ? "has idnx now" : "has no idnx any more");
}

/* --- A piece of the file -------------------------------------------------- */

/* A dry run makes no directory: it tries what it can in the one above. */
static void make_directory(struct change *change)
{
	int etc = sysroot_open(&change->root, "/etc", O_RDONLY | O_DIRECTORY);

	if (change->options->dry_run)
		change->directory = "/etc";
	else if (etc != -1)
		mkdirat(etc, "nsswitch.conf.d", 0755);
	if (etc != -1)
		close(etc);
}

/*
 * nsswitch-config(8) writes the file again and again, from pieces in a directory.  It puts the
 * piece of idnx in its place; once that is done, nothing is left.
 */
static enum exit_code switch_piece(struct change *change)
{
	bool is_done = change->enable ? change->plan.count == 0 : !change->plan.listed;
	bool is_there = sysroot_has(&change->root, NSSWITCH_PIECES "/" NSSWITCH_PIECE);

	if (is_there == change->enable && is_done)
		return put_unchanged(change);
	choose_file(change, NSSWITCH_PIECES, NSSWITCH_PIECE);
	change->file = sysroot_read(&change->root, NSSWITCH_PIECES "/" NSSWITCH_PIECE);
	change->text = hosts_file_text(&change->file);
	change->plan = (struct hosts_plan){
		.line = 1,
		.old = change->text,
		.new = words_copy(change->enable ? "hosts: " HOSTS_IDNX "\n" : ""),
	};
	if (change->enable && !sysroot_has(&change->root, NSSWITCH_PIECES))
		make_directory(change);
	if (is_there != change->enable)
		make_change(change);
	if (is_done)
		return EXIT_OK;
	return leave_file(change, words_copy("is idnx's piece of " NSSWITCH_CONF),
	                  hosts_put_together(&change->root));
}

/* --- All ------------------------------------------------------------------ */

static enum exit_code decide(struct change *change)
{
	const struct hosts_plan *plan = &change->plan;
	const struct sysroot_file *file = &change->nsswitch.file;

	if (file->error != 0 && file->error != ENOENT)
		return leave_file(change,
		                  words_format("cannot be read: %s", sysroot_error_text(file)),
		                  remedy_words("Put a regular file there that can be read"));
	if (change->manager.kind == MANAGER_PIECES)
		return switch_piece(change);
	if (plan->count > 0 && (plan->new == NULL || !plan->is_writable)) {
		put_faults(change);
		return leave(change, hosts_fault_text(&plan->faults[0]), remedy_of(change));
	}
	if (plan->new != NULL && change->manager.is_program) {
		put_would_change(change);
		return leave_file(change, words_copy(change->manager.text), remedy_of(change));
	}
	if (plan->new != NULL) {
		make_change(change);
		put_success(change);
	} else {
		put_unchanged(change);
	}
	if (change->enable && change->root.directory == NULL)
		warn_of_missing_module(change);
	return EXIT_OK;
}

enum exit_code switch_hosts(bool enable, const struct options *options)
{
	static struct change change;

	change = (struct change){ enable, options, .root = sysroot_of(options->root) };
	choose_file(&change, "/etc", NAME);
	change.manager = manager_find(&change.root);
	change.nsswitch = hosts_file_read(&change.root);
	change.file = change.nsswitch.file;
	if (strcmp(change.nsswitch.path, NSSWITCH_CONF) != 0)
		change.file.error = ENOENT; /* a new one is made of that in /usr/etc */
	change.before = sysroot_read(&change.root, NSSWITCH_CONF BACKUP_SUFFIX);
	change.text = hosts_file_text(&change.nsswitch.file);
	change.plan = enable ? change.nsswitch.plan
	                     : hosts_plan_without(change.text, hosts_file_text(&change.before));
	return decide(&change);
}
