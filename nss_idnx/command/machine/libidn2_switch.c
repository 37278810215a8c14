/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives all programs of an architecture idnx's libidn2, by a file that names its folder to
 * ldconfig before all others, or removes the file:
 *
 *     /etc/ld.so.conf.d/00-idnx-x86_64-linux-gnu.conf  ->  /usr/lib/x86_64-linux-gnu/libidn2-idnx
 *
 * A program built for a newer libidn2 does not start with one that lacks something.  So idnx's
 * must have everything that the others on this machine have, and must come from the package
 * that switches it off before a newer one is installed.  Otherwise the file is removed, even
 * one that existed before: the package's trigger relies on that.
 *
 * Only a cache with the file in it shows what programs get, so a change is shown after it.
 */
#include "libidn2_switch.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "enable/diff.h"
#include "json.h"
#include "libidn2.h"
#include "output.h"
#include "enable/replace.h"
#include "enable/stop.h"

/* The longest one in Debian has 26. */
#define ARCHITECTURE_SIZE 64

/* More than any such file has. */
#define TEXT_SIZE 1024

struct change {
	const struct libidn2_request *request;
	char architecture[ARCHITECTURE_SIZE];
	char conf_name[ARCHITECTURE_SIZE + sizeof LIBIDN2_CONF LIBIDN2_CONF_END];
	char conf[ARCHITECTURE_SIZE + sizeof LIBIDN2_CONFS "/" LIBIDN2_CONF LIBIDN2_CONF_END];
	struct file file;           /* its present text */
	char octets[TEXT_SIZE];
	char text[TEXT_SIZE];       /* its intended text; "" if it should not exist */
	struct libidn2 library;     /* idnx's; its path is "" if it does not matter */
	bool changed;
	char message[2 * PATH_MAX]; /* what is reported */
};

/* --- What is said --------------------------------------------------------------- */

static void put_object(const struct change *change)
{
	json_begin(NULL, '{');
	json_text("architecture", change->architecture);
	json_text("file", change->conf);
	json_member("changed");
	output_text(&standard_output, change->changed ? "true" : "false");
	json_text("library", *change->library.path != '\0' ? change->library.path : NULL);
	json_text("message", change->message);
	json_end_line();
}

static void put_message(struct output *output, const struct change *change)
{
	output_text(output, output == &standard_error ? "idnx: " : "");
	output_format(output, "%s: ", change->architecture);
	output_put(output, change->message, strlen(change->message));
	output_text(output, "\n");
}

static enum exit_code report(const struct change *change, enum exit_code code)
{
	if (change->request->json)
		put_object(change);
	if (!change->request->json || code != EXIT_OK)
		put_message(code == EXIT_OK ? &standard_output : &standard_error, change);
	output_flush();
	return code;
}

static struct span span_of(const char *text)
{
	return (struct span){ text, text + strlen(text) };
}

static void put_diff(const struct change *change)
{
	struct diff diff = {
		.old_name = change->file.descriptor == -1 ? "/dev/null" : change->conf,
		.new_name = *change->text == '\0' ? "/dev/null" : change->conf,
		.line = 1,
		.old_lines = { change->octets, change->octets + change->file.length },
		.new_lines = span_of(change->text),
	};

	if (!change->request->json)
		diff_put(&diff);
}

__attribute__((format(printf, 2, 3)))
static void note(struct change *change, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(change->message, sizeof change->message, format, arguments);
	va_end(arguments);
}

/* Shows a change that was not made, or was undone. */
static void put_would_change(const struct change *change)
{
	if (change->request->json)
		return;
	output_text(&standard_output, "would change:\n");
	put_diff(change);
	output_flush();
}

/* --- The file ------------------------------------------------------------------- */

static void read_conf(struct change *change)
{
	struct file *file = &change->file;

	*file = (struct file){
		.directory = open(LIBIDN2_CONFS, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
		.name = change->conf_name,
		.octets = change->octets,
		.size = sizeof change->octets,
		.descriptor = -1,
	};
	if (file->directory == -1 || !file_read(file))
		stop_file(change->conf);
}

static void name_conf(struct change *change, const char *name, size_t length)
{
	snprintf(change->architecture, sizeof change->architecture, "%.*s", (int)length, name);
	snprintf(change->conf_name, sizeof change->conf_name,
	         LIBIDN2_CONF "%s" LIBIDN2_CONF_END, change->architecture);
	snprintf(change->conf, sizeof change->conf, LIBIDN2_CONFS "/%s", change->conf_name);
}

static void close_conf(struct change *change)
{
	file_close(&change->file);
	close(change->file.directory);
}

static bool is_as_wanted(const struct change *change)
{
	size_t length = change->file.descriptor == -1 ? 0 : change->file.length;

	return length == strlen(change->text) &&
	       memcmp(change->octets, change->text, length) == 0;
}

/* Takes why the file was not changed from errno. */
_Noreturn static void stop_change(const struct change *change)
{
	const char *architecture = change->request->architecture;
	struct remedy remedy = { NULL, NULL };
	int error = errno;

	put_would_change(change);
	if ((error == EACCES || error == EPERM) && geteuid() != 0)
		remedy = remedy_command("Run", "idnx %s --libidn2%s%s",
		                        *change->text != '\0' ? "enable" : "disable",
		                        *architecture != '\0' ? "=" : "", architecture);
	errno = error;
	stop_file_remedy(change->conf, &remedy);
}

_Noreturn static void stop_ldconfig(void)
{
	output_text(&standard_error, "idnx: ldconfig failed: run it and see why\n");
	output_flush();
	exit(EXIT_IO);
}

/* Makes, in one step, the cache, which is all that the dynamic linker reads. */
static bool make_cache(void)
{
	static const char *const make[] = { "/sbin/ldconfig", NULL };
	int status = -1;

	free(child_output(make, &status));
	return status == 0;
}

static bool unlink_conf(const struct change *change)
{
	return unlinkat(change->file.directory, change->conf_name, 0) == 0 || errno == ENOENT;
}

/* Removes a file that must not take effect; returns false if the cache cannot be made. */
static bool remove_conf(const struct change *change)
{
	if (!unlink_conf(change))
		stop_file(change->conf);
	return make_cache();
}

/* Takes the file back if the cache fails: the next ldconfig would make it take effect. */
static void put_conf(const struct change *change)
{
	int prepared = replace_prepare(&change->file, change->text, strlen(change->text));

	if (prepared == -1 || !replace_commit(&change->file, prepared))
		stop_change(change);
	if (make_cache())
		return;
	remove_conf(change); /* the first cache may be in place despite the failure */
	put_would_change(change);
	stop_ldconfig();
}

/* --- May it be? ----------------------------------------------------------------- */

static bool report_missing(struct change *change, const struct libidn2 *other)
{
	struct elf_symbol missing;
	char *text;

	if (!libidn2_lacks(&change->library, other, &missing))
		return false;
	text = libidn2_missing_text(&missing);
	if (text == NULL)
		note(change, "%s cannot be compared with idnx's, so idnx's stays off",
		     other->path);
	else
		note(change, "%s has %s, which programs may need and idnx's lacks, so idnx's "
		     "stays off; get a newer libidn2-idnx, or for one program use: idnx run PROGRAM",
		     other->path, text);
	free(text);
	return true;
}

static bool report_hwcaps(struct change *change, const struct libidn2 *other)
{
	if (other->in_hwcaps)
		note(change, "%s is in a folder that wins over all others (ld.so(8)), so idnx's "
		     "stays off", other->path);
	return other->in_hwcaps;
}

/* Returns whether one of the others prevents it, and which. */
static bool is_refused(struct change *change, const struct libidn2_list *list)
{
	for (unsigned i = 0; i < list->count; i++) {
		const struct libidn2 *other = &list->all[i];

		if (elf_object_fits(&other->object, &change->library.object) &&
		    !libidn2_is_same(other, &change->library) &&
		    (report_hwcaps(change, other) || report_missing(change, other)))
			return true;
	}
	return false;
}

/* --- Is it so? ------------------------------------------------------------------ */

/* Runs in a child, since a defective library may crash it. */
_Noreturn static void load(const struct libidn2 *library)
{
	struct libidn2 loaded;
	struct link_map *map;
	void *handle = dlopen(LIBIDN2, RTLD_NOW | RTLD_LOCAL);

	if (handle == NULL || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 ||
	    dlsym(handle, "idn2_lookup_ul") == NULL)
		_exit(EXIT_REFUSED);
	_exit(libidn2_read(&loaded, map->l_name) && libidn2_is_same(&loaded, library)
	      ? EXIT_OK : EXIT_REFUSED);
}

static bool is_loaded(const struct libidn2 *library)
{
	int status;
	pid_t child = fork();

	if (child == 0)
		load(library);
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static bool is_own_architecture(const struct libidn2 *library)
{
	struct libidn2 self;
	bool own = libidn2_read(&self, "/proc/self/exe") &&
	           elf_object_fits(&self.object, &library->object);

	free(self.file.octets);
	return own;
}

/* A library of another architecture cannot be loaded: the first one in the cache decides. */
static bool wins(struct change *change, struct libidn2_list *list)
{
	const struct libidn2 *library = &change->library, *winner;
	bool is_first;

	libidn2_list_read(list);
	winner = libidn2_winner(list, library);
	is_first = winner != NULL && libidn2_is_same(winner, library);
	if (winner == NULL)
		note(change, "ldconfig does not find %s: does /etc/ld.so.conf have the line "
		     "\"include /etc/ld.so.conf.d/*.conf\"?", library->path);
	else if (!is_first)
		note(change, "programs would still get %s, so idnx's stays off",
		     winner->path);
	libidn2_list_free(list);
	if (!is_first || !is_own_architecture(library) || is_loaded(library))
		return is_first;
	note(change, "%s cannot be loaded, so it stays off", library->path);
	return false;
}

/* --- Switching ------------------------------------------------------------------ */

/* Removes the file, even one that existed before. */
static void roll_back(struct change *change)
{
	if (!remove_conf(change))
		stop_ldconfig();
	change->changed = change->file.descriptor != -1;
}

static enum exit_code refuse(struct change *change)
{
	if (change->file.descriptor != -1 && !change->request->dry_run)
		roll_back(change);
	return report(change, EXIT_CONFIGURATION);
}

static enum exit_code switch_on(struct change *change, struct libidn2_list *list)
{
	bool as_wanted = is_as_wanted(change);

	if (!as_wanted)
		put_conf(change);
	else if (!make_cache()) /* a killed run may not have done so */
		stop_ldconfig();
	if (!wins(change, list)) {
		roll_back(change);
		if (!as_wanted)
			put_would_change(change);
		return report(change, EXIT_CONFIGURATION);
	}
	if (!as_wanted)
		put_diff(change);
	change->changed = !as_wanted;
	note(change, as_wanted ? "programs get %s already"
	                       : "programs that are started from now on get %s",
	     change->library.path);
	return report(change, EXIT_OK);
}

static enum exit_code would_switch_on(struct change *change)
{
	if (!is_as_wanted(change))
		put_diff(change);
	note(change, "programs would get %s", change->library.path);
	return report(change, EXIT_OK);
}

/* library: /usr/lib/ARCHITECTURE/libidn2-idnx/libidn2.so.0 */
static enum exit_code enable_one(const struct libidn2_request *request, const char *library)
{
	static struct libidn2_list list;
	static struct change change;
	const char *name = library + strlen(LIBIDN2_FOLDERS);
	size_t folder = strlen(library) - strlen("/" LIBIDN2);
	bool refused;
	enum exit_code code;

	change = (struct change){ .request = request };
	name_conf(&change, name, strcspn(name, "/"));
	snprintf(change.text, sizeof change.text,
	         "# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.\n"
	         "%.*s\n", (int)folder, library);
	read_conf(&change);
	if (!libidn2_read(&change.library, library)) {
		note(&change, "%s is no shared object", library);
		refused = true;
	} else {
		if (!libidn2_list_read(&list))
			stop_ldconfig();
		refused = is_refused(&change, &list);
		libidn2_list_free(&list);
	}
	code = refused ? refuse(&change)
	     : request->dry_run ? would_switch_on(&change) : switch_on(&change, &list);
	free(change.library.file.octets);
	close_conf(&change);
	return code;
}

static enum exit_code disable_one(const struct libidn2_request *request, const char *conf)
{
	static struct change change;
	const char *name = conf + strlen(LIBIDN2_CONFS "/" LIBIDN2_CONF);

	change = (struct change){ .request = request, .changed = !request->dry_run };
	name_conf(&change, name, strlen(name) - strlen(LIBIDN2_CONF_END));
	read_conf(&change);
	if (!request->dry_run && !unlink_conf(&change))
		stop_change(&change);
	put_diff(&change);
	if (!request->dry_run && !make_cache())
		stop_ldconfig();
	note(&change, "programs %s the system's libidn2",
	     request->dry_run ? "would get" : "that are started from now on get");
	close_conf(&change);
	return report(&change, EXIT_OK);
}

/* --- All of them ---------------------------------------------------------------- */

/* Finds the files that match FOLDER/PREFIX ARCHITECTURE END. */
static bool find(const struct libidn2_request *request, const char *before, const char *after,
                 glob_t *files)
{
	char pattern[PATH_MAX];
	const char *architecture = *request->architecture != '\0' ? request->architecture : "*";

	if (strpbrk(request->architecture, "/*?[\\") != NULL)
		die_usage("an architecture is a name such as x86_64-linux-gnu",
		          request->architecture);
	snprintf(pattern, sizeof pattern, "%s%s%s", before, architecture, after);
	return glob(pattern, 0, NULL, files) == 0;
}

static enum exit_code for_each(const struct libidn2_request *request, glob_t *files,
                               enum exit_code (*run)(const struct libidn2_request *,
                                                     const char *))
{
	enum exit_code code = EXIT_OK, one;

	for (size_t i = 0; i < files->gl_pathc; i++) {
		one = run(request, files->gl_pathv[i]);
		if (one != EXIT_OK)
			code = one;
	}
	globfree(files);
	return code;
}

enum exit_code libidn2_enable(const struct libidn2_request *request)
{
	glob_t files;

	if (getenv("LD_LIBRARY_PATH") != NULL || getenv("LD_PRELOAD") != NULL)
		die_usage("LD_LIBRARY_PATH or LD_PRELOAD is set, so what other programs get "
		          "cannot be seen: unset it first", NULL);
	if (find(request, LIBIDN2_FOLDERS, "/" LIBIDN2_FOLDER "/" LIBIDN2, &files))
		return for_each(request, &files, enable_one);
	output_text(&standard_error,
	            "idnx: the package libidn2-idnx is not installed, which switches this off "
	            "before programs need a newer libidn2; for one program use: idnx run "
	            "PROGRAM\n");
	return EXIT_CONFIGURATION;
}

enum exit_code libidn2_disable(const struct libidn2_request *request)
{
	glob_t files;

	if (find(request, LIBIDN2_CONFS "/" LIBIDN2_CONF, LIBIDN2_CONF_END, &files))
		return for_each(request, &files, disable_one);
	if (!request->json)
		output_text(&standard_output, "programs get the system's libidn2 already\n");
	return EXIT_OK;
}
