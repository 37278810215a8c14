/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives all programs of an architecture idnx's libidn2, by a file that names its folder to
 * ldconfig before all others, or removes the file:
 *
 *     /etc/ld.so.conf.d/00-idnx-x86_64-linux-gnu.conf  ->  /usr/lib/x86_64-linux-gnu/libidn2-idnx
 *
 * A program built for a newer libidn2 does not start with one that lacks something.  So no other
 * libidn2 of this machine may be newer than those that idnx's was compared with, and idnx's must
 * come from the package that switches it off before a newer one is installed.  Otherwise the file
 * is removed, even one that existed before: the package's trigger relies on that.
 *
 * Only the cache decides what programs get: each run makes it again, whatever the file was, and
 * says what is in it.
 */
#include "libidn2_switch.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "enable/stop.h"
#include "json.h"
#include "libidn2.h"
#include "output.h"
#include "words.h"

/* The longest one in Debian has 26. */
#define ARCHITECTURE_SIZE 64

#define PROGRAMS "programs that convert names themselves, such as curl, "

struct change {
	const struct libidn2_request *request;
	char architecture[ARCHITECTURE_SIZE];
	char conf[ARCHITECTURE_SIZE + sizeof LIBIDN2_CONF LIBIDN2_CONF_END];
	char library[ARCHITECTURE_SIZE + sizeof LIBIDN2_FOLDERS LIBIDN2_FOLDER "/" LIBIDN2];
	bool is_enable;
	bool changed;               /* the file */
	char message[2 * PATH_MAX]; /* what is reported */
};

/* --- What is said --------------------------------------------------------------- */

static void put_change(const struct change *change)
{
	json_begin(NULL, '{');
	json_text("architecture", change->architecture);
	json_text("file", change->conf);
	json_member("changed");
	output_text(&standard_output, change->changed ? "true" : "false");
	json_text("library", change->is_enable ? change->library : NULL);
	json_text("message", change->message);
	json_end_line();
}

static enum exit_code report(const struct change *change, enum exit_code code)
{
	struct output *output = code == EXIT_OK ? &standard_output : &standard_error;

	if (change->request->json)
		put_change(change);
	if (!change->request->json || code != EXIT_OK) {
		output_format(output, "%s%s: ", code == EXIT_OK ? "" : "idnx: ",
		              change->architecture);
		output_put(output, change->message, strlen(change->message));
		output_text(output, "\n");
	}
	output_flush();
	return code;
}

__attribute__((format(printf, 2, 3)))
static void note(struct change *change, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(change->message, sizeof change->message, format, arguments);
	va_end(arguments);
}

/* Takes why the file was not changed from errno. */
_Noreturn static void stop_change(const struct change *change)
{
	struct remedy remedy = { NULL, NULL };
	int error = errno;

	if ((error == EACCES || error == EPERM) && geteuid() != 0)
		remedy = remedy_command("Run", "idnx %s --libidn2=%s",
		                        change->is_enable ? "enable" : "disable",
		                        change->architecture);
	errno = error;
	stop_file_remedy(change->conf, &remedy);
}

/* --- The file and the cache ----------------------------------------------------- */

/* Makes, in one step, the cache, which is all that the dynamic linker reads. */
static bool make_cache(void)
{
	static const char *const make[] = { "/sbin/ldconfig", NULL };
	int status = -1;

	free(child_output(make, &status));
	return status == 0;
}

/* Says what programs get as far as the cache can be read. */
_Noreturn static void stop_ldconfig(const struct change *change)
{
	struct libidn2_cache cache;
	const char *what = !libidn2_cache_read(&cache) ? ""
	                 : libidn2_at(&cache, change->library) != NULL
	                 ? "; until then programs get idnx's libidn2"
	                 : "; until then programs get the system's libidn2";

	output_format(&standard_error, "idnx: %s: ldconfig failed: run it as root, and see why%s\n",
	              change->architecture, what);
	output_flush();
	exit(EXIT_IO);
}

static void read_cache(const struct change *change, struct libidn2_cache *cache)
{
	if (!libidn2_cache_read(cache))
		stop_ldconfig(change);
}

static void remove_conf(struct change *change)
{
	if (unlinkat(AT_FDCWD, change->conf, 0) == 0)
		change->changed = true;
	else if (errno != ENOENT)
		stop_change(change);
}

static bool write_text(const struct change *change, FILE *file)
{
	fprintf(file, "# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.\n"
	        "%.*s\n", (int)(strlen(change->library) - strlen("/" LIBIDN2)), change->library);
	return fflush(file) == 0 && fsync(fileno(file)) == 0;
}

/* Without the whole text there is no file. */
static void write_conf(const struct change *change)
{
	int fd = open(change->conf, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644), error;
	FILE *file = fd != -1 ? fdopen(fd, "w") : NULL;
	bool written = file != NULL && write_text(change, file);

	error = errno;
	if (file != NULL)
		fclose(file);
	if (written)
		return;
	if (fd != -1)
		unlink(change->conf);
	errno = error;
	stop_change(change);
}

static void forget_was_on(const struct change *change)
{
	char path[sizeof LIBIDN2_WAS_ON + ARCHITECTURE_SIZE];

	snprintf(path, sizeof path, LIBIDN2_WAS_ON "%s", change->architecture);
	unlink(path);
}

/* --- On --------------------------------------------------------------------------- */

/* Returns whether no libidn2 of this machine is newer. */
static bool is_newest(struct change *change)
{
	struct libidn2_cache cache;
	const struct libidn2 *newer;

	read_cache(change, &cache);
	newer = libidn2_is_native(change->architecture) ? libidn2_newer(&cache) : NULL;
	if (newer != NULL)
		note(change, "%s is newer than libidn2 " LIBIDN2_NEWEST ", so programs may need "
		     "functions that idnx's libidn2 lacks, and the system's stays in use; get a "
		     "newer libidn2-idnx, or for one program use: idnx run PROGRAM", newer->path);
	libidn2_cache_free(&cache);
	return newer == NULL;
}

/* Finds what programs get, of the cache and, if they are of idnx's architecture, in a child. */
static bool is_first(struct change *change)
{
	struct libidn2_cache cache;
	const struct libidn2 *library, *first;
	char loaded[PATH_MAX];

	read_cache(change, &cache);
	library = libidn2_at(&cache, change->library);
	first = library != NULL ? libidn2_first(&cache, library) : NULL;
	if (first == NULL)
		note(change, "ldconfig does not find %s: it is damaged, or /etc/ld.so.conf lacks "
		     "the line \"include /etc/ld.so.conf.d/*.conf\"", change->library);
	else if (first != library)
		note(change, "the system's libidn2 stays in use, since ldconfig searches the folder "
		     "of %s before all others", first->path);
	libidn2_cache_free(&cache);
	if (first != library || first == NULL || !libidn2_is_native(change->architecture))
		return first != NULL && first == library;
	if (libidn2_loaded(loaded) && strcmp(loaded, change->library) == 0)
		return true;
	note(change, "%s cannot be loaded, so the system's libidn2 stays in use", change->library);
	return false;
}

/* Removes the file, even one that existed before; without a cache, programs may get it. */
static void take_back(struct change *change)
{
	remove_conf(change);
	if (!make_cache())
		stop_ldconfig(change);
}

static enum exit_code refuse(struct change *change, bool existed)
{
	if (!change->request->dry_run) {
		forget_was_on(change);
		take_back(change);
	}
	change->changed &= existed;
	return report(change, EXIT_CONFIGURATION);
}

static enum exit_code would_enable(struct change *change)
{
	note(change, PROGRAMS "would get idnx's libidn2: %s", change->library);
	return report(change, EXIT_OK);
}

static enum exit_code enable_one(struct change *change)
{
	bool existed = access(change->conf, F_OK) == 0;

	if (!is_newest(change))
		return refuse(change, existed);
	if (change->request->dry_run)
		return would_enable(change);
	forget_was_on(change);
	remove_conf(change);
	write_conf(change);
	if (!make_cache()) {
		take_back(change);
		stop_ldconfig(change);
	}
	if (!is_first(change))
		return refuse(change, existed);
	change->changed = !existed;
	note(change, PROGRAMS "get idnx's libidn2%s: %s",
	     existed ? "" : " when they are started from now on", change->library);
	return report(change, EXIT_OK);
}

/* --- Off -------------------------------------------------------------------------- */

static bool is_in_cache(const struct change *change)
{
	struct libidn2_cache cache;
	bool is_there;

	read_cache(change, &cache);
	is_there = libidn2_at(&cache, change->library) != NULL;
	libidn2_cache_free(&cache);
	return is_there;
}

static enum exit_code disable_one(struct change *change)
{
	bool dry_run = change->request->dry_run;
	bool was_on = access(change->conf, F_OK) == 0 || is_in_cache(change);

	if (!dry_run) {
		remove_conf(change);
		forget_was_on(change);
		if (!make_cache() && is_in_cache(change))
			stop_ldconfig(change);
	}
	note(change, PROGRAMS "%s the system's libidn2%s", dry_run ? "would get" : "get",
	     dry_run ? "" : was_on ? " when they are started from now on" : " already");
	return report(change, EXIT_OK);
}

/* --- All of them ------------------------------------------------------------------ */

#define LIBRARIES LIBIDN2_FOLDERS "*" LIBIDN2_FOLDER "/" LIBIDN2
#define CONFS     LIBIDN2_CONF "*" LIBIDN2_CONF_END

/* Takes the architecture from the path of a library, or from that of its file. */
static struct change change_of(const struct libidn2_request *request, const char *path)
{
	struct change change = { .request = request };
	bool is_conf = strncmp(path, LIBIDN2_CONF, strlen(LIBIDN2_CONF)) == 0;
	const char *name = path + strlen(is_conf ? LIBIDN2_CONF : LIBIDN2_FOLDERS);
	size_t length = is_conf ? strlen(name) - strlen(LIBIDN2_CONF_END) : strcspn(name, "/");

	snprintf(change.architecture, sizeof change.architecture, "%.*s", (int)length, name);
	snprintf(change.conf, sizeof change.conf, LIBIDN2_CONF "%s" LIBIDN2_CONF_END,
	         change.architecture);
	snprintf(change.library, sizeof change.library, LIBIDN2_FOLDERS "%s" LIBIDN2_FOLDER
	         "/" LIBIDN2, change.architecture);
	return change;
}

/* A conf's library has its own turn. */
static bool is_wanted(const struct change *change, const char *path)
{
	const char *wanted = change->request->architecture;

	if (strcmp(path, change->conf) == 0 && access(change->library, F_OK) == 0)
		return false;
	return strcmp(wanted, "all") == 0 || strcmp(wanted, change->architecture) == 0;
}

_Noreturn static void stop_architecture(const struct libidn2_request *request,
                                        const glob_t *paths)
{
	char *text;
	FILE *known = words_open(&text);

	fputs("--libidn2 is for architectures that have the package libidn2-idnx:", known);
	for (size_t i = 0; i < paths->gl_pathc; i++) {
		struct change change = change_of(request, paths->gl_pathv[i]);

		fprintf(known, "%s %s", i == 0 ? "" : ",", change.architecture);
	}
	fputs(paths->gl_pathc == 0 ? " there is none; not for" : "; not for", known);
	words_close(known);
	die_usage(text, request->architecture);
}

static enum exit_code for_each(const struct libidn2_request *request, bool is_enable,
                               const glob_t *paths)
{
	enum exit_code code = EXIT_OK, one;
	bool is_any = false;

	for (size_t i = 0; i < paths->gl_pathc; i++) {
		struct change change = change_of(request, paths->gl_pathv[i]);

		if (!is_wanted(&change, paths->gl_pathv[i]))
			continue;
		is_any = true;
		change.is_enable = is_enable;
		one = is_enable ? enable_one(&change) : disable_one(&change);
		if (one != EXIT_OK)
			code = one;
	}
	if (!is_any && strcmp(request->architecture, "all") != 0)
		stop_architecture(request, paths);
	return code;
}

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value != NULL && *value != '\0';
}

enum exit_code libidn2_enable(const struct libidn2_request *request)
{
	enum exit_code code = EXIT_CONFIGURATION;
	glob_t paths = { .gl_pathc = 0 };

	if (is_set("LD_LIBRARY_PATH") || is_set("LD_PRELOAD"))
		die_usage("LD_LIBRARY_PATH or LD_PRELOAD is set, so what other programs get "
		          "cannot be seen: unset it first", NULL);
	if (glob(LIBRARIES, 0, NULL, &paths) == 0)
		code = for_each(request, true, &paths);
	else
		output_text(&standard_error,
		            "idnx: the package libidn2-idnx is not installed, which disables this "
		            "before programs need a newer libidn2; for one program use: idnx run "
		            "PROGRAM\n");
	globfree(&paths);
	return code;
}

enum exit_code libidn2_disable(const struct libidn2_request *request)
{
	enum exit_code code;
	glob_t paths = { .gl_pathc = 0 };

	glob(LIBRARIES, 0, NULL, &paths);
	glob(CONFS, GLOB_APPEND, NULL, &paths);
	code = for_each(request, false, &paths);
	if (paths.gl_pathc == 0 && !request->json)
		output_text(&standard_output, PROGRAMS "get the system's libidn2 already\n");
	globfree(&paths);
	return code;
}
