/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks the dynamic linker, which alone knows the outcome of LD_LIBRARY_PATH, RPATH and its
 * cache for a program and all its libraries: "ld.so --list" loads them and runs nothing.
 */
#include "machine.h"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <sys/xattr.h>

/* "libidn2.so.0 => /usr/lib/x86_64-linux-gnu/libidn2.so.0 (0x00007fcd46ebf000)" */
#define LISTED "\tlibidn2.so.0 => "

/* "PROGRAM: /.../libidn2.so.0: version `IDN2_9.0.0' not found (required by PROGRAM)" */
#define LACKING "/libidn2.so.0: version `"

/* --- Where it is ---------------------------------------------------------------- */

static bool is_program(const char *path)
{
	struct stat file;

	return stat(path, &file) == 0 && S_ISREG(file.st_mode) && access(path, X_OK) == 0;
}

/* An empty folder in PATH is the current one; the default is that of glibc. */
bool program_find(const char *name, char path[static PATH_MAX])
{
	const char *folders = getenv("PATH");

	if (strchr(name, '/') != NULL || *name == '\0')
		return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX && is_program(path);
	for (folders = folders != NULL ? folders : "/bin:/usr/bin";; folders++) {
		int length = (int)strcspn(folders, ":");

		if (snprintf(path, PATH_MAX, "%.*s/%s", length > 0 ? length : 1,
		             length > 0 ? folders : ".", name) < PATH_MAX && is_program(path))
			return true;
		folders += length;
		if (*folders == '\0')
			return false;
	}
}

/* --- What it loads -------------------------------------------------------------- */

/* Capabilities give nothing to root, who has all of them already. */
static bool is_privileged(const char *path)
{
	struct stat file;

	if (stat(path, &file) == -1)
		return false;
	if (file.st_mode & S_ISUID && file.st_uid != geteuid())
		return true;
	if (file.st_mode & S_ISGID && file.st_mode & S_IXGRP && file.st_gid != getegid())
		return true;
	return geteuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0;
}

/* Returns whether it is a program as this one is, and no script. */
static bool is_of_this_processor(const char *path)
{
	static const struct sysroot live = { NULL, -1 };
	struct object own, other;

	return object_read(&live, "/proc/self/exe", &own) && object_read(&live, path, &other) &&
	       object_fits(&own, &other);
}

/* A library that is not found has no path. */
static bool read_path(const char *line, char library[static PATH_MAX])
{
	size_t length = strcspn(line, "\n");
	const char *end = memmem(line, length, " (", strlen(" ("));

	if (end == NULL)
		return false;
	return snprintf(library, PATH_MAX, "%.*s", (int)(end - line), line) < PATH_MAX;
}

static enum program_loads read_list(const char *text, char library[static PATH_MAX])
{
	const char *line = strstr(text, LISTED);

	if (strstr(text, "\tlibc.so.") == NULL)
		return LOADS_UNKNOWN;
	if (line == NULL)
		return LOADS_NONE;
	if (!read_path(line + strlen(LISTED), library))
		return LOADS_UNKNOWN;
	return strstr(text, LACKING) != NULL ? LOADS_NEWER : LOADS_LIBRARY;
}

/* Not --list first, which crashes of a static program in glibc 2.36. */
enum program_loads program_loads(const char *path, char library[static PATH_MAX])
{
	const char *verify[] = { program_linker(), "--verify", path, NULL };
	const char *list[] = { program_linker(), "--list", path, NULL };
	enum program_loads loads = LOADS_UNKNOWN;
	int status = -1;
	char *text;

	if (is_privileged(path))
		return LOADS_PRIVILEGED;
	free(child_output(verify, &status));
	if (!WIFEXITED(status) || WEXITSTATUS(status) > 2)
		return LOADS_UNKNOWN;
	if (WEXITSTATUS(status) != 0)
		return is_of_this_processor(path) ? LOADS_STATIC : LOADS_UNKNOWN;
	text = child_output(list, &status); /* it tells more than the status, as with LACKING */
	if (text != NULL)
		loads = read_list(text, library);
	free(text);
	return loads;
}

const char *program_linker(void)
{
	union {
		unsigned long number;
		const void *pointer;
	} base = { getauxval(AT_BASE) };
	Dl_info info;

	return dladdr(base.pointer, &info) != 0 ? info.dli_fname : "";
}
