/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx enable and idnx disable: idnx comes into the hosts line of nsswitch.conf, or goes; with
 * --libidn2, its libidn2 into the place of the system's (libidn2_switch.c).
 * Nothing is changed that has not been shown, but with --json, which says what was done.
 */
#include "command.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "diff.h"
#include "hosts_edit.h"
#include "json.h"
#include "libidn2_switch.h"
#include "nsswitch_file.h"
#include "options.h"
#include "output.h"
#include "stop.h"

#define COMMON_HELP \
	"  --dry-run     show what would change, and change nothing\n" \
	"  --root=DIR    work on DIR/etc/nsswitch.conf, of a system that does not run\n" \
	"  --json        one object: file, line, changed, before, after, message; for\n" \
	"                --libidn2: architecture, file, changed, library, message\n" \
	"  -h, --help, -V, --version\n" \
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
	"  --libidn2[=ARCHITECTURE]\n"
	"                instead gives all programs idnx's libidn2, of the package\n"
	"                libidn2-idnx, so that those that convert names themselves go\n"
	"                by idnx, too; of one architecture, such as x86_64-linux-gnu,\n"
	"                or of all that the package is installed for\n"
	COMMON_HELP;

static const char disable_help[] =
	"Usage: idnx disable [OPTION]...\n"
	"\n"
	"Takes idnx out of the hosts line of /etc/nsswitch.conf, and shows the change. A\n"
	"line that idnx enable has made becomes what it was. If the whole file does, its\n"
	"copy nsswitch.conf.before-idnx goes.\n"
	"\n"
	"  --libidn2[=ARCHITECTURE]\n"
	"                instead gives programs the system's libidn2 again\n"
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
	if (!request->dry_run && !nsswitch_change(nsswitch, edit, request->enable))
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

static enum exit_code switch_hosts(const struct request *request)
{
	static struct nsswitch_file nsswitch;
	static struct hosts_edit edit;

	if (nsswitch_read(&nsswitch, request->root))
		find_change(request, &nsswitch, &edit);
	else if (!refuse_file(&nsswitch, &edit))
		stop_file(nsswitch.path);
	return finish(request, &nsswitch, &edit);
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
	    argc, argv, OPTIONS_ROOT | OPTIONS_DRY_RUN | OPTIONS_LIBIDN2, help);
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
