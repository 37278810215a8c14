/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Runs a function or a program in a child process, and returns what it wrote and how it ended. */
#include "machine.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

/* A module takes milliseconds without a network; glibc waits this long for a server. */
#define PATIENCE_S 5

static void execute(const void *words)
{
	const char *const *argv = words;

	execl(argv[0], argv[0], argv[1], argv[2], argv[3], argv[4], NULL);
}

/* A library may crash or wait: this leaves no core, and ends. */
static void limit(void)
{
	static const struct rlimit no_core = { 0, 0 };

	setrlimit(RLIMIT_CORE, &no_core);
	alarm(PATIENCE_S);
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
		if (call != execute)
			limit();
		call(argument);
		_exit(127);
	}
	close(ends[1]);
	if (pid > 0)
		text = words_read(ends[0], SIZE_MAX, &length);
	close(ends[0]);
	if (pid > 0 && TEMP_FAILURE_RETRY(waitpid(pid, status, 0)) == pid)
		return text;
	free(text);
	return NULL;
}

char *child_output(const char *const argv[static CHILD_WORDS], int *status)
{
	return child_call(execute, argv, status);
}

char *child_end_text(int status)
{
	if (!WIFSIGNALED(status))
		return words_format("ended the process with status %d", WEXITSTATUS(status));
	if (WTERMSIG(status) == SIGALRM)
		return words_format("took more than %d s", PATIENCE_S);
	return words_format("ended the process: %s", strsignal(WTERMSIG(status)));
}
