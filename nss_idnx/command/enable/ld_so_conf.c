/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Gives all programs of an architecture idnx's libidn2, by a file that names its directory to
 * ldconfig before all others, or removes the file:
 *
 *     /etc/ld.so.conf.d/00-idnx-x86_64-linux-gnu.conf has
 *     /usr/lib/x86_64-linux-gnu/libidn2-idnx
 *
 * A program built for a newer libidn2 does not start with one that lacks something.  So the file
 * is removed, even one that existed before, if another libidn2 of this machine is newer than
 * those that idnx's was compared with.  The package's scripts rely on that.
 *
 * Only the cache decides what programs get: each run makes it again, and says what is in it.
 */
#include "enable.h"

#include <fcntl.h>

#define PROGRAMS "programs that convert names themselves, such as curl, "

#define NEWER "%s is newer than libidn2 " LIBIDN2_NEWEST ", so programs may need functions " \
	"that idnx's libidn2 lacks, and the system's stays in use; get a newer libidn2-idnx, "  \
	"or for one program use: idnx run PROGRAM"
#define HIDDEN "the system's libidn2 stays in use, since ldconfig searches the directory of %s " \
	"before all others"
#define DAMAGED "the system's libidn2 stays in use, since %s is damaged, or " \
	"/etc/ld.so.conf lacks the line \"include /etc/ld.so.conf.d/*.conf\""
#define FAILED "ldconfig failed: run it as root, and see why"

/* Writes how it went; the message is a format, for the path of a library. */
static enum exit_code report(const struct libidn2 *library, enum exit_code code,
                             const char *format, const char *path)
{
	output_line(code == EXIT_OK ? &standard_output : &standard_error, "%s: %s",
	            library->architecture, words_format(format, path));
	output_flush();
	return code;
}

/* --- The file and the cache ----------------------------------------------------- */

static void remove_conf(const struct libidn2 *library)
{
	unlink(library->was_on);
	if (unlinkat(AT_FDCWD, library->conf, 0) == -1 && errno != ENOENT)
		stop_file(library->conf, errno, NO_REMEDY);
}

static void write_conf(const struct libidn2 *library)
{
	const struct sysroot_file none = { .error = ENOENT };
	char *text = words_format(
		"# Made by \"idnx enable --libidn2\"; \"idnx disable --libidn2\" removes it.\n"
		"%.*s\n",
		(int)(strlen(library->path) - strlen("/" LIBIDN2)), library->path);

	if (!replace_begin(&sysroot_live, library->conf, &none, text, LIKE_OLD) ||
	    !replace_finish(DROP_OLD))
		stop_file(library->conf, errno, NO_REMEDY);
}

/* Makes, in one step, the cache, which is all that the dynamic linker reads. */
static bool make_cache(void)
{
	static const char *const make[CHILD_WORDS] = { "/sbin/ldconfig" };
	int status = -1;

	child_output(make, &status);
	return status == 0;
}

/* --- On and off ----------------------------------------------------------------- */

/* Removes the file, even one that existed before. */
static enum exit_code take_back(const struct libidn2 *library, enum exit_code code,
                                const char *format, const char *path)
{
	remove_conf(library);
	if (!make_cache())
		return report(library, EXIT_IO, FAILED, NULL);
	return report(library, code, format, path);
}

static enum exit_code enable_one(struct libidn2 *library, bool is_dry)
{
	if (!libidn2_ask(library))
		return report(library, EXIT_IO, FAILED, NULL);
	if (library->newer)
		return (is_dry ? report : take_back)(library, EXIT_CONFIGURATION, NEWER,
		                                     library->newer);
	if (is_dry)
		return report(library, EXIT_OK, PROGRAMS "would get idnx's libidn2: %s",
		              library->path);
	remove_conf(library);
	write_conf(library);
	if (!make_cache() || !libidn2_ask(library))
		return take_back(library, EXIT_IO, FAILED, NULL);
	if (!library->first)
		return take_back(library, EXIT_CONFIGURATION, DAMAGED, library->path);
	if (strcmp(library->first, library->path) != 0)
		return take_back(library, EXIT_CONFIGURATION, HIDDEN, library->first);
	return report(library, EXIT_OK,
	              PROGRAMS "get idnx's libidn2 when they are started from now on: %s",
	              library->path);
}

static enum exit_code disable_one(struct libidn2 *library, bool is_dry)
{
	if (is_dry)
		return report(library, EXIT_OK, PROGRAMS "would get the system's libidn2",
		              NULL);
	remove_conf(library);
	if (!make_cache() || !libidn2_ask(library) || library->first)
		return report(library, EXIT_IO, FAILED, NULL);
	return report(library, EXIT_OK,
	              PROGRAMS "get the system's libidn2 when they are started from now on",
	              NULL);
}

enum exit_code switch_libidn2(enum direction direction, const struct options *options)
{
	enum exit_code code = EXIT_OK, one;
	struct libidn2 *all = libidn2_list();
	bool is_all = strcmp(options->libidn2, "all") == 0, is_any = false;

	for (struct libidn2 *library = all; library->architecture; library++) {
		if (!is_all && strcmp(options->libidn2, library->architecture) != 0)
			continue;
		is_any = true;
		one = (direction == ENABLE ? enable_one : disable_one)(library,
		                                                       options->dry_run);
		code = one == EXIT_OK ? code : one;
	}
	if (is_any || (is_all && direction == DISABLE))
		return code;
	if (!is_all)
		die_usage(all->architecture
		                  ? words_format("libidn2-idnx is installed for %s%s, not for",
		                                 all->architecture,
		                                 all[1].architecture ? " and others" : "")
		                  : "libidn2-idnx is not installed for",
		          options->libidn2);
	output_line(&standard_error,
	            "--libidn2 works only with the package libidn2-idnx, which disables it "
	            "before libidn2 is upgraded. Install that package, or run one program: "
	            "idnx run PROGRAM");
	return EXIT_CONFIGURATION;
}
