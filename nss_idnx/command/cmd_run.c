/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx run: becomes a program that has idnx's libidn2 (companions/libidn2) and, if it is a
 * Python, idnx's codec (companions/python) before any other, as do the programs that it starts.
 * If that has no effect, says why and still becomes the program.
 *
 * LD_PRELOAD and not LD_LIBRARY_PATH: R and others put a directory of their own before those of
 * LD_LIBRARY_PATH, and programs with an RPATH do not read it.  The dynamic linker then uses another
 * library and is silent, but of a library that it cannot preload it says so.
 */
#include "command.h"

#include <fcntl.h>
#include <langinfo.h>
#include <stdint.h>
#include <sys/stat.h>

#include "hosts/hosts.h"

static const char help[] =
	"Usage: idnx run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
	"\n"
	"Runs PROGRAM, and what it starts, with idnx's libidn2: programs that convert names "
	"themselves (curl, wget, git over http) then reach the host that all others reach, "
	"in any locale, and reject what the others reject. Python programs, whose own rules are "
	"those of IDNA 2003, get idnx's, too. Says so when it cannot help: the program is static "
	"or setuid, or is not linked with libidn2. With --trace, a line says what idnx makes of "
	"each name that PROGRAM looks up.\n"
	"\n"
	"The exit status is the program's; 126 if it cannot be run, 127 if there is none.\n"
	"\n"
	"Example: idnx run curl http://bücher.example/\n";

enum { EXIT_NOT_RUN = 126, EXIT_NOT_FOUND = 127 }; /* as a shell's */

#define CODEC    "python/run/sitecustomize.py"
#define TRACE    "trace/libidn2.so.0"

/*
 * Finds the directory of a file that make has built next to the command, or else where it is
 * installed.  The dynamic linker expands $LIB in that for the program's processor.
 */
static const char *directory_of(const char *file, const char *installed)
{
	char *self = realpath("/proc/self/exe", NULL), *path;

	if (!self)
		return installed;
	path = words_format("%.*s/%s", (int)(strrchr(self, '/') - self), self, file);
	if (access(path, R_OK) == -1)
		return installed;
	*strrchr(path, '/') = '\0';
	return path;
}

/* Adds no colon before an empty value: an empty directory would be the current one. */
static void prepend(const char *variable, const char *path)
{
	const char *before = getenv(variable) ? getenv(variable) : "";

	if (putenv(words_format("%s=%s%s%s", variable, path, *before ? ":" : "", before)) != 0)
		die_io(variable);
}

/* Tells the traced libraries where their lines go; programs may change the directory. */
static void set_trace(const char *file)
{
	int flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY, fd = STDERR_FILENO;
	bool is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
	struct stat status;
	char *where = NULL;

	if (*file)
		fd = open(file, flags, S_IRUSR | S_IWUSR); /* names are private */
	if (fd != -1 && fstat(fd, &status) == 0)
		where = *file ? realpath(file, NULL)
		              : words_format("%ju:%ju", (uintmax_t)status.st_dev,
		                             (uintmax_t)status.st_ino);
	if (!where || setenv("IDNX_TRACE", where, 1) == -1 ||
	    setenv("IDNX_TRACE_UTF8", is_utf8 ? "1" : "", 1) == -1)
		die_io(*file ? file : "standard error");
	if (*file)
		close(fd);
}

#define warn(...) put_warning(words_format(__VA_ARGS__))

static void put_warning(char *text)
{
	output_text(&standard_error, "idnx run: ");
	output_put(&standard_error, span_of_text(text), AS_IT_IS);
	output_text(&standard_error, "\n");
}

/* Says what a program does not get; returns whether it can have the library. */
static bool warn_of_program(const char *program, const char *directory, bool has_codec)
{
	bool is_python = strncmp(basename(program), "python", strlen("python")) == 0;
	enum program_loads loads = program_loads(program, directory);

	if (is_python && !has_codec)
		warn("%s converts names by its own rules, since idnx's codec is not installed: "
		     "the package python3-idnx has it",
		     program);
	if (loads == LOADS_STATIC)
		warn("%s is static, and so bypasses idnx, and keeps the libidn2 it may have in it",
		     program);
	else if (loads == LOADS_PRIVILEGED)
		warn("%s is setuid, setgid or has capabilities, and so gets its own libidn2",
		     program);
	else if (loads == LOADS_NEWER)
		warn("%s needs a newer libidn2 than idnx's, and gets its own", program);
	else if (loads == LOADS_NONE && !is_python &&
	         !hosts_file_read(&sysroot_live).plan.listed)
		warn("%s is not linked with libidn2, and idnx is not in the hosts: line: idnx "
		     "enable puts it there",
		     program);
	return loads != LOADS_NEWER;
}

enum exit_code cmd_run(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	char **program = options.names;
	const char *directory = directory_of(LIBIDN2, IDNX_LIBIDN2);
	const char *codec = directory_of(CODEC, IDNX_PYTHON "/run");
	bool has_codec = access(codec, R_OK) == 0;
	int error;

	if (has_codec)
		prepend("PYTHONPATH", codec); /* its sitecustomize is the first that is found */
	standard_error.may_fail = true; /* a warning that cannot be written stops no program */
	if (options.trace) {
		set_trace(options.trace);
		directory = directory_of(TRACE, IDNX_LIBIDN2 "/trace");
	}
	if (warn_of_program(*program, directory, has_codec))
		prepend("LD_PRELOAD", words_format("%s/" LIBIDN2, directory));
	if (options.trace)
		prepend("LD_PRELOAD", words_format("%s/" MODULE, directory));
	output_flush();
	execvp(*program, program);
	error = errno;
	warn("%s cannot be run: %s", *program, strerror(error));
	return (enum exit_code)(error == ENOENT ? EXIT_NOT_FOUND : EXIT_NOT_RUN);
}
