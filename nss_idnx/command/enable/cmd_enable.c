/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx enable and idnx disable: idnx comes into the hosts line of nsswitch.conf, or goes.
 * Nothing is changed that has not been shown, but with --json, which says what was done.
 */
#include "command.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diff.h"
#include "hosts_edit.h"
#include "json.h"
#include "nsswitch_file.h"
#include "options.h"
#include "output.h"

#define COMMON_HELP \
	"  --dry-run     show what would change, and change nothing\n" \
	"  --root=DIR    work on DIR/etc/nsswitch.conf, of a system that does not run\n" \
	"  --json        one object: file, line, changed, before, after, message\n" \
	"  --help, --version\n" \
	"                this text; the versions of idnx and of Unicode\n" \
	"\n" \
	"Exit status: 0 it is so now, 2 wrong usage, 3 the file has to be mended, or\n" \
	"changed in another way, which is said, 4 somebody else is changing it,\n" \
	"5 input or output failed.\n"

static const char enable_help[] =
	"Usage: idnx enable [OPTION]...\n"
	"\n"
	"Puts \"idnx [!UNAVAIL=return]\" into the hosts line of /etc/nsswitch.conf,\n"
	"directly before the first of resolve and dns, and shows the change. What the\n"
	"file was stays beside it as nsswitch.conf.before-idnx; an older one that is\n"
	"different gets a number.\n"
	"\n"
	COMMON_HELP;

static const char disable_help[] =
	"Usage: idnx disable [OPTION]...\n"
	"\n"
	"Takes idnx out of the hosts line of /etc/nsswitch.conf, and shows the change. A\n"
	"line that idnx enable has made becomes what it was. If the whole file does, its\n"
	"copy nsswitch.conf.before-idnx goes.\n"
	"\n"
	COMMON_HELP;

struct request {
	bool enable, dry_run, json;
	const char *root; /* NULL: this system */
};

/* --- What is said --------------------------------------------------------- */

/* "/etc/nsswitch.conf, line 7 has idnx already" */
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

/* Without a newline at its end; null where it is empty, or nothing changes. */
static void put_lines(const char *name, struct span lines, bool is_change)
{
	if (!is_change || span_is_empty(lines))
		json_text(name, NULL);
	else
		json_octets(name, lines.next, span_length(lines) - (lines.end[-1] == '\n'));
}

static void put_object(const char *path, const struct hosts_edit *edit, bool changed)
{
	bool is_change = edit->verdict == HOSTS_CHANGED;

	json_begin(NULL, '{');
	json_text("file", path);
	json_number("line", edit->line);
	json_member("changed");
	output_text(&standard_output, changed ? "true" : "false");
	put_lines("before", edit->old, is_change);
	put_lines("after", hosts_edit_new(edit), is_change);
	json_text("message", edit->message);
	json_end_line();
}

static void put_change(const struct request *request, const char *path,
                       const struct hosts_edit *edit)
{
	put_diff(request, path, edit);
	if (edit->message) {
		output_text(&standard_error, "idnx: ");
		put_sentence(&standard_error, path, edit);
	}
	output_flush();
}

/* Who enables it before installing it does no harm: glibc skips what it cannot load. */
static void warn_of_missing_module(void)
{
	void *module = dlopen("libnss_idnx.so.2", RTLD_LAZY);

	if (module)
		dlclose(module);
	else
		output_text(&standard_error,
		            "idnx: libnss_idnx.so.2 is not installed; until it is, nothing "
		            "changes\n");
}

/* --- What is done --------------------------------------------------------- */

/*
 * Of a file that could not be read: whether it has to be changed in another way.  Behind a
 * link it is another program's, which would write it again: doctor knows some of them.
 */
static bool refuse_file(const struct nsswitch_file *nsswitch, struct hosts_edit *edit)
{
	static const struct {
		int error;
		const char *message;
	} refusals[] = {
		{ ELOOP, "is a symbolic link: see idnx doctor" },
		{ EFBIG, "is larger than any nsswitch.conf, 64 KiB" },
		{ EINVAL, "is not a regular file" },
	};

	for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
		if (errno == refusals[i].error && nsswitch->file.directory != -1) {
			edit->verdict = HOSTS_REFUSED;
			edit->message = refusals[i].message;
			return true;
		}
	}
	return false;
}

/*
 * Some systems keep the file in /usr/etc until it is changed.  One in /etc with nothing but
 * a hosts line would hide all of it.
 */
static bool is_elsewhere(const struct nsswitch_file *nsswitch)
{
	return nsswitch->file.descriptor == -1 &&
	       faccessat(nsswitch->file.directory, "../usr/etc/nsswitch.conf", F_OK, 0) == 0;
}

static void find_change(const struct request *request, const struct nsswitch_file *nsswitch,
                        struct hosts_edit *edit)
{
	struct span text = nsswitch_text(&nsswitch->file);

	if (!request->enable) {
		hosts_disable(text, nsswitch_text(&nsswitch->before), edit);
	} else if (is_elsewhere(nsswitch)) {
		edit->verdict = HOSTS_REFUSED;
		edit->message = "is missing: copy /usr/etc/nsswitch.conf there first";
	} else {
		hosts_enable(text, edit);
	}
}

/* Ends the run, as the next.  Whose the file is, nobody here knows. */
static _Noreturn void stop_in_the_way(const char *path)
{
	output_text(&standard_error, "idnx: ");
	output_put(&standard_error, path, strlen(path));
	output_text(&standard_error, REPLACE_SUFFIX " is in the way, and no idnx has left it: it "
	            "has another owner or name, or is no file. If nobody needs it, run: rm ");
	output_put(&standard_error, path, strlen(path));
	output_text(&standard_error, REPLACE_SUFFIX "\n");
	output_flush();
	exit(EXIT_CONFIGURATION);
}

static _Noreturn void stop_file(const char *path)
{
	enum exit_code code = errno == EAGAIN || errno == ESTALE ? EXIT_TEMPORARY : EXIT_IO;
	const char *why = errno == EAGAIN ? "another idnx is changing it"
	                : errno == ESTALE ? "somebody else has changed it meanwhile"
	                                  : strerror(errno);

	output_text(&standard_error, "idnx: ");
	output_put(&standard_error, path, strlen(path));
	output_format(&standard_error, ": %s\n", why);
	output_flush();
	exit((int)code);
}

static enum exit_code refuse(const struct request *request,
                             const struct nsswitch_file *nsswitch,
                             const struct hosts_edit *edit)
{
	output_text(&standard_error, "idnx: ");
	put_sentence(&standard_error, nsswitch->path, edit);
	if (request->json)
		put_object(nsswitch->path, edit, false);
	return EXIT_CONFIGURATION;
}

static void change(const struct request *request, const struct nsswitch_file *nsswitch,
                   const struct hosts_edit *edit)
{
	if (!request->json)
		put_change(request, nsswitch->path, edit);
	if (request->dry_run || nsswitch_change(nsswitch, edit, request->enable))
		return;
	if (errno == EEXIST)
		stop_in_the_way(nsswitch->path);
	stop_file(nsswitch->path);
}

static enum exit_code finish(const struct request *request,
                             const struct nsswitch_file *nsswitch,
                             const struct hosts_edit *edit)
{
	bool changes = edit->verdict == HOSTS_CHANGED;

	if (edit->verdict == HOSTS_REFUSED)
		return refuse(request, nsswitch, edit);
	if (changes)
		change(request, nsswitch, edit);
	if (request->json)
		put_object(nsswitch->path, edit, changes && !request->dry_run);
	else if (!changes)
		put_sentence(&standard_output, nsswitch->path, edit);
	if (request->enable && request->root == NULL)
		warn_of_missing_module();
	return EXIT_OK;
}

static enum exit_code run(bool enable, const char *help, int argc, char **argv)
{
	static struct nsswitch_file nsswitch;
	static struct hosts_edit edit;
	struct options options = options_read(argc, argv, OPTIONS_ROOT | OPTIONS_DRY_RUN, help);
	struct request request = { enable, options.dry_run, options.json, options.root };

	if (*options.names)
		die_usage("no arguments are expected", *options.names);
	if (nsswitch_read(&nsswitch, request.root))
		find_change(&request, &nsswitch, &edit);
	else if (!refuse_file(&nsswitch, &edit))
		stop_file(nsswitch.path);
	return finish(&request, &nsswitch, &edit);
}

enum exit_code cmd_enable(int argc, char **argv)
{
	return run(true, enable_help, argc, argv);
}

enum exit_code cmd_disable(int argc, char **argv)
{
	return run(false, disable_help, argc, argv);
}
