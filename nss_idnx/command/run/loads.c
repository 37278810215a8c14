/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks the dynamic linker, which alone knows what LD_LIBRARY_PATH, RPATH and its cache come to
 * for a program and all its libraries: "ld.so --list" loads them and runs nothing.
 */
#include "loads.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "program.h"

/* A program has some hundred libraries at most, of a line each. */
#define ANSWER_SIZE 65536

/* "libidn2.so.0 => /usr/lib/x86_64-linux-gnu/libidn2.so.0 (0x00007fcd46ebf000)" */
#define LISTED "\tlibidn2.so.0 => "

/* "PROGRAM: /.../libidn2.so.0: version `IDN2_9.0.0' not found (required by PROGRAM)" */
#define LACKING "/libidn2.so.0: version `"

_Noreturn static void list(const char *path, int pipe)
{
	const char *interpreter = program_interpreter();

	dup2(pipe, STDOUT_FILENO);
	dup2(pipe, STDERR_FILENO);
	execl(interpreter, interpreter, "--list", path, (char *)NULL);
	_exit(127);
}

/* As much as fits, and a NUL. */
static void read_all(int pipe, char text[static ANSWER_SIZE])
{
	size_t length = 0;
	ssize_t count;

	while ((count = read(pipe, text + length, ANSWER_SIZE - 1 - length)) > 0)
		length += (size_t)count;
	text[length] = '\0';
}

static bool ask(const char *path, char text[static ANSWER_SIZE])
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) == -1)
		return false;
	pid = fork();
	if (pid == 0)
		list(path, ends[1]);
	close(ends[1]);
	if (pid > 0)
		read_all(ends[0], text);
	close(ends[0]);
	return pid > 0 && waitpid(pid, NULL, 0) == pid;
}

/* Of a library that is not found there is no path. */
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
	char *text = malloc(ANSWER_SIZE);
	enum loads loads = LOADS_UNKNOWN;

	if (text != NULL && ask(path, text))
		loads = read_answer(text, library);
	free(text);
	return loads;
}
