/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives all programs of an architecture idnx's libidn2, by a file that names its folder to
 * ldconfig before all others, or removes the file:
 *
 *     /etc/ld.so.conf.d/00-idnx-x86_64-linux-gnu.conf has
 *     /usr/lib/x86_64-linux-gnu/libidn2-idnx
 *
 * A program built for a newer libidn2 does not start with one that lacks something.  So no
 * other libidn2 of this machine may be newer than those that idnx's was compared with, and
 * idnx's must come from the package that disables it before a newer one is installed.
 * Otherwise the file is removed, even one that existed before: the package's trigger relies
 * on that.
 *
 * Only the cache decides what programs get: each run makes it again, whatever the file was, and
 * says what is in it.
 */
#include "machine.h"

#include <fcntl.h>
#include <glob.h>

#define LIBRARIES LIBIDN2_FOLDERS "*" LIBIDN2_FOLDER "/" LIBIDN2
#define CONFS     LIBIDN2_CONF "*" LIBIDN2_CONF_END

#define PROGRAMS "programs that convert names themselves, such as curl, "

#define CONF_TEXT \
	"# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.\n%.*s\n"

#define NEWER "%s is newer than libidn2 " LIBIDN2_NEWEST ", so programs may need functions " \
	"that idnx's libidn2 lacks, and the system's stays in use; get a newer libidn2-idnx, "  \
	"or for one program use: idnx run PROGRAM"
#define ABSENT "ldconfig does not find %s: it is damaged, or /etc/ld.so.conf lacks the line " \
	"\"include /etc/ld.so.conf.d/*.conf\""
#define HIDDEN "the system's libidn2 stays in use, since ldconfig searches the folder of %s " \
	"before all others"
#define UNLOADABLE "%s cannot be loaded, so the system's libidn2 stays in use"

/* The longest architecture in Debian has 26 octets. */
#define PATH_SIZE 256

struct change {
	const struct libidn2_request *request;
	char architecture[PATH_SIZE], conf[PATH_SIZE], library[PATH_SIZE], was_on[PATH_SIZE];
	bool is_enable;
	bool changed; /* the file */
};

/* Takes the architecture from the path of a library, or from that of its file. */
static struct change change_of(const struct libidn2_request *request, const char *path)
{
	struct change change = { .request = request };
	bool is_conf = strncmp(path, LIBIDN2_CONF, strlen(LIBIDN2_CONF)) == 0;
	const char *name = path + strlen(is_conf ? LIBIDN2_CONF : LIBIDN2_FOLDERS);
	int length = (int)(is_conf ? strlen(name) - strlen(LIBIDN2_CONF_END) : strcspn(name, "/"));

	snprintf(change.architecture, PATH_SIZE, "%.*s", length, name);
	snprintf(change.conf, PATH_SIZE, LIBIDN2_CONF "%.*s" LIBIDN2_CONF_END, length, name);
	snprintf(change.was_on, PATH_SIZE, LIBIDN2_WAS_ON "%.*s", length, name);
	snprintf(change.library, PATH_SIZE, LIBIDN2_FOLDERS "%.*s" LIBIDN2_FOLDER "/" LIBIDN2,
	         length, name);
	return change;
}

/* --- What is said --------------------------------------------------------------- */

static void put_change(const struct change *change, const char *message)
{
	json_begin(NULL, '{');
	json_text("architecture", change->architecture);
	json_text("file", change->conf);
	json_member("changed");
	output_text(&standard_output, change->changed ? "true" : "false");
	json_text("library", change->is_enable ? change->library : NULL);
	json_text("message", message);
	json_end_line();
}

__attribute__((format(printf, 3, 4)))
static enum exit_code report(const struct change *change, enum exit_code code,
                             const char *format, ...)
{
	struct output *output = code == EXIT_OK ? &standard_output : &standard_error;
	va_list arguments;
	char *message;

	va_start(arguments, format);
	message = words_vformat(format, arguments);
	va_end(arguments);
	if (change->request->json)
		put_change(change, message);
	if (!change->request->json || code != EXIT_OK)
		output_format(output, "%s%s: %s\n", code == EXIT_OK ? "" : "idnx: ",
		              change->architecture, message);
	output_flush();
	free(message);
	return code;
}

/* Takes why the file was not changed from errno. */
_Noreturn static void stop_change(const struct change *change)
{
	struct remedy remedy = { .words = NULL };
	int error = errno;

	if ((error == EACCES || error == EPERM) && geteuid() != 0)
		remedy = remedy_command("Run", "idnx %s --libidn2=%s", change->is_enable ? "enable"
		                        : "disable", change->architecture);
	errno = error;
	stop_file(change->conf, &remedy);
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

/* Says what programs get, if the cache tells it. */
_Noreturn static void stop_ldconfig(const struct change *change)
{
	char first[PATH_MAX];
	const char *what = !libidn2_in_use(change->library, first) ? ""
	                 : *first != '\0' ? "; until then programs get idnx's libidn2"
	                                  : "; until then programs get the system's libidn2";

	report(change, EXIT_IO, "ldconfig failed: run it as root, and see why%s", what);
	exit(EXIT_IO);
}

/* Finds what programs get if the library is in the cache; empty if it is not. */
static void find_first(const struct change *change, char first[static PATH_MAX])
{
	if (!libidn2_in_use(change->library, first))
		stop_ldconfig(change);
}

static void remove_conf(struct change *change)
{
	unlink(change->was_on);
	if (unlinkat(AT_FDCWD, change->conf, 0) == 0)
		change->changed = true;
	else if (errno != ENOENT)
		stop_change(change);
}

/* Without the whole text there is no file. */
static void write_conf(const struct change *change)
{
	int folder = (int)(strlen(change->library) - strlen("/" LIBIDN2)), error;
	FILE *file = fopen(change->conf, "wxe");

	if (file != NULL && fprintf(file, CONF_TEXT, folder, change->library) > 0 &&
	    fclose(file) == 0)
		return;
	error = errno;
	unlink(change->conf);
	errno = error;
	stop_change(change);
}

/* --- On --------------------------------------------------------------------------- */

/* Returns why it may not be enabled, to be freed; NULL if it may. */
static char *find_newer(const struct change *change)
{
	struct libidn2_cache cache;
	const struct libidn2 *newer;
	char *reason = NULL;

	if (!libidn2_cache_read(&cache))
		stop_ldconfig(change);
	newer = libidn2_is_native(change->architecture) ? libidn2_newer(&cache) : NULL;
	if (newer != NULL)
		reason = words_format(NEWER, newer->path);
	libidn2_cache_free(&cache);
	return reason;
}

/* Returns why programs do not get it: by the cache, and by a child if idnx can load it. */
static char *find_other(const struct change *change)
{
	const char *library = change->library;
	char first[PATH_MAX], loaded[PATH_MAX];

	find_first(change, first);
	if (*first == '\0')
		return words_format(ABSENT, library);
	if (strcmp(first, library) != 0)
		return words_format(HIDDEN, first);
	if (libidn2_is_native(change->architecture) &&
	    (!libidn2_loaded(loaded) || strcmp(loaded, library) != 0))
		return words_format(UNLOADABLE, library);
	return NULL;
}

/* Removes the file, even one that existed before. */
static enum exit_code refuse(struct change *change, bool existed, char *reason)
{
	enum exit_code code;

	if (!change->request->dry_run) {
		remove_conf(change);
		if (!make_cache())
			stop_ldconfig(change);
	}
	change->changed &= existed;
	code = report(change, EXIT_CONFIGURATION, "%s", reason);
	free(reason);
	return code;
}

static enum exit_code enable_one(struct change *change)
{
	bool existed = access(change->conf, F_OK) == 0;
	char *reason = find_newer(change);

	if (reason != NULL)
		return refuse(change, existed, reason);
	if (change->request->dry_run)
		return report(change, EXIT_OK, PROGRAMS "would get idnx's libidn2: %s",
		              change->library);
	remove_conf(change);
	write_conf(change);
	if (!make_cache()) {
		remove_conf(change);
		make_cache();
		stop_ldconfig(change);
	}
	reason = find_other(change);
	if (reason != NULL)
		return refuse(change, existed, reason);
	change->changed = !existed;
	return report(change, EXIT_OK, PROGRAMS "get idnx's libidn2%s: %s",
	              existed ? "" : " when they are started from now on", change->library);
}

/* --- Off -------------------------------------------------------------------------- */

static enum exit_code disable_one(struct change *change)
{
	char first[PATH_MAX];
	bool was_on;

	find_first(change, first);
	was_on = *first != '\0' || access(change->conf, F_OK) == 0;
	if (change->request->dry_run)
		return report(change, EXIT_OK, PROGRAMS "would get the system's libidn2");
	remove_conf(change);
	make_cache();
	find_first(change, first);
	if (*first != '\0')
		stop_ldconfig(change);
	return report(change, EXIT_OK, PROGRAMS "get the system's libidn2%s",
	              was_on ? " when they are started from now on" : " already");
}

/* --- All of them ------------------------------------------------------------------ */

/* A conf's library has its own turn. */
static bool is_wanted(const struct change *change, const char *path)
{
	const char *wanted = change->request->architecture;
	bool has_turn = strcmp(path, change->conf) != 0 || access(change->library, F_OK) != 0;

	return has_turn &&
	       (strcmp(wanted, "all") == 0 || strcmp(wanted, change->architecture) == 0);
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
		die_usage("this architecture has no package libidn2-idnx; those that have it are "
		          "in /usr/lib/*/libidn2-idnx", request->architecture);
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
