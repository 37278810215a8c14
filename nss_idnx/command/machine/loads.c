/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks the dynamic linker, which alone knows the outcome of LD_LIBRARY_PATH, RPATH and its
 * cache for a program and all its libraries: "ld.so --list" loads them and runs nothing.
 */
#include "loads.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "child.h"
#include "program.h"

/* "libidn2.so.0 => /usr/lib/x86_64-linux-gnu/libidn2.so.0 (0x00007fcd46ebf000)" */
#define LISTED "\tlibidn2.so.0 => "

/* "PROGRAM: /.../libidn2.so.0: version `IDN2_9.0.0' not found (required by PROGRAM)" */
#define LACKING "/libidn2.so.0: version `"

/* A library that is not found has no path. */
static bool read_path(const char *line, char library[static PATH_MAX])
{
	size_t length = strcspn(line, "\n");
	const char *end = memmem(line, length, " (", strlen(" ("));

	if (end == NULL || end - line >= PATH_MAX)
		return false;
	memcpy(library, line, (size_t)(end - line));
	library[end - line] = '\0';
	return true;
}

static enum loads read_answer(const char *text, char library[static PATH_MAX])
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

enum loads loads_of(const char *path, char library[static PATH_MAX])
{
	const char *list[] = { program_interpreter(), "--list", path, NULL };
	int status; /* the text tells more than the status, as with LACKING */
	char *text = child_output(list, &status);
	enum loads loads = text != NULL ? read_answer(text, library) : LOADS_UNKNOWN;

	free(text);
	return loads;
}
