/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "machine.h"

#include <fcntl.h>
#include <sys/wait.h>

static void execute(const void *words)
{
	const char *const *argv = words;

	execl(argv[0], argv[0], argv[1], argv[2], NULL);
}

char *child_call(void (*call)(const void *), const void *argument, int *status)
{
	char *text = NULL;
	size_t length;
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) == -1)
		return NULL;
	pid = fork();
	if (pid == 0) {
		dup2(ends[1], STDOUT_FILENO);
		dup2(ends[1], STDERR_FILENO);
		call(argument);
		_exit(127);
	}
	close(ends[1]);
	if (pid > 0)
		text = words_read(ends[0], SIZE_MAX, &length);
	close(ends[0]);
	if (pid > 0 && waitpid(pid, status, 0) == pid)
		return text;
	free(text);
	return NULL;
}

char *child_output(const char *const argv[static 3], int *status)
{
	return child_call(execute, argv, status);
}
