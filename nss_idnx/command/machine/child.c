/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "machine.h"

#include <fcntl.h>
#include <sys/wait.h>

static void execute(const void *argv)
{
	union {
		const void *words;
		char *const *exec; /* exec changes none of them (POSIX exec, "Rationale") */
	} arguments = { argv };

	execv(*arguments.exec, arguments.exec);
	_exit(127);
}

_Noreturn static void become(void (*call)(const void *), const void *argument, int pipe)
{
	dup2(pipe, STDOUT_FILENO);
	dup2(pipe, STDERR_FILENO);
	call(argument);
	_exit(127);
}

/* Returns NULL if out of memory. */
static char *read_all(int pipe)
{
	char *text = NULL, piece[4096];
	size_t length;
	ssize_t count;
	FILE *all = open_memstream(&text, &length);

	if (all == NULL)
		return NULL;
	while ((count = read(pipe, piece, sizeof piece)) > 0)
		fwrite(piece, 1, (size_t)count, all);
	if (fclose(all) == 0)
		return text;
	free(text);
	return NULL;
}

char *child_call(void (*call)(const void *), const void *argument, int *status)
{
	char *text = NULL;
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) == -1)
		return NULL;
	pid = fork();
	if (pid == 0)
		become(call, argument, ends[1]);
	close(ends[1]);
	if (pid > 0)
		text = read_all(ends[0]);
	close(ends[0]);
	if (pid > 0 && waitpid(pid, status, 0) == pid)
		return text;
	free(text);
	return NULL;
}

char *child_output(const char *const *argv, int *status)
{
	return child_call(execute, argv, status);
}
