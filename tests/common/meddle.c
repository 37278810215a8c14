/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * meddle [CALL:FILE:OUTCOME[:N]]... -- COMMAND [ARGUMENT]...: runs the command, and meddles
 * with its system calls.  The N-th CALL (default: the first) on a file of that name (a pattern;
 * any, if FILE is empty) fails with the error OUTCOME.  If that is "run", sh first runs the variable
 * MEDDLE, then the call is made.
 *
 * Exits with the command's status, with 99 if one of the calls was never made, or with 98 if
 * the kernel does not support this.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "watch.h"

enum { NEVER_MADE = 99, NOT_ALLOWED = 98 };

/* Which argument names the file: its path, or its descriptor. */
enum about { NOTHING, PATH, DESCRIPTOR, EITHER /* the path, if that is not empty */ };

static const struct call {
	const char *name;
	int number;
	enum about about;
	unsigned argument;
} calls[] = {
	{ "open", SYS_openat, PATH, 1 },
	{ "openat2", 437 /* newer than glibc 2.31 */, PATH, 1 },
	{ "fstat", SYS_fstat, DESCRIPTOR, 0 },
#ifdef SYS_newfstatat
	{ "fstat", SYS_newfstatat, EITHER, 1 },
#endif
#ifdef SYS_statx /* what glibc calls on 32 bits */
	{ "fstat", SYS_statx, EITHER, 1 },
#endif
	{ "read", SYS_read, DESCRIPTOR, 0 },
	{ "write", SYS_write, DESCRIPTOR, 0 },
	{ "close", SYS_close, DESCRIPTOR, 0 },
	{ "fsync", SYS_fsync, DESCRIPTOR, 0 },
	{ "ftruncate", SYS_ftruncate, DESCRIPTOR, 0 },
#ifdef SYS_ftruncate64
	{ "ftruncate", SYS_ftruncate64, DESCRIPTOR, 0 },
#endif
	{ "fchmod", SYS_fchmod, DESCRIPTOR, 0 },
	{ "fchown", SYS_fchown, DESCRIPTOR, 0 },
#ifdef SYS_fchown32
	{ "fchown", SYS_fchown32, DESCRIPTOR, 0 },
#endif
	{ "flistxattr", SYS_flistxattr, DESCRIPTOR, 0 },
	{ "fgetxattr", SYS_fgetxattr, DESCRIPTOR, 0 },
	{ "fsetxattr", SYS_fsetxattr, DESCRIPTOR, 0 },
	{ "fremovexattr", SYS_fremovexattr, DESCRIPTOR, 0 },
	{ "linkat", SYS_linkat, PATH, 3 },
#ifdef SYS_renameat
	{ "renameat", SYS_renameat, PATH, 3 },
#endif
	{ "unlinkat", SYS_unlinkat, PATH, 1 },
	{ "pipe", SYS_pipe2, NOTHING, 0 },
	{ "fork", SYS_clone, NOTHING, 0 },
	{ "wait", SYS_wait4, NOTHING, 0 },
};

#define CALLS (sizeof calls / sizeof calls[0])

static const struct outcome {
	const char *name;
	int error; /* 0: sh runs */
} outcomes[] = {
	{ "run", 0 },           { "EINTR", EINTR },     { "EIO", EIO },
	{ "EPERM", EPERM },     { "EINVAL", EINVAL },   { "ENOSYS", ENOSYS },
	{ "EMFILE", EMFILE },   { "EAGAIN", EAGAIN },   { "EMLINK", EMLINK },
	{ "ENODATA", ENODATA }, { "ENOTSUP", ENOTSUP }, { "EBUSY", EBUSY },
};

#define OUTCOMES (sizeof outcomes / sizeof outcomes[0])

/* --- The rules -------------------------------------------------------------------- */

enum { RULES_MAX = 8 };

static struct rule {
	const char *text;
	const char *call, *file;
	const struct outcome *outcome;
	unsigned which;
	atomic_uint seen;
} rules[RULES_MAX];

static size_t rule_count;

static const struct outcome *outcome_named(const char *name)
{
	for (size_t i = 0; i < OUTCOMES; i++)
		if (name != NULL && strcmp(outcomes[i].name, name) == 0)
			return &outcomes[i];
	errx(2, "no such outcome: %s", name != NULL ? name : "(none)");
}

static void add_rule(const char *text)
{
	char *rest = strdup(text);
	struct rule *rule = &rules[rule_count++];
	const char *which;

	if (rule_count > RULES_MAX || rest == NULL)
		errx(2, "too many rules");
	rule->text = text;
	rule->call = strsep(&rest, ":");
	rule->file = strsep(&rest, ":");
	rule->outcome = outcome_named(strsep(&rest, ":"));
	which = strsep(&rest, ":");
	rule->which = which != NULL ? (unsigned)atoi(which) : 1;
	for (size_t i = 0; i < CALLS; i++)
		if (strcmp(calls[i].name, rule->call) == 0)
			return;
	errx(2, "no such call: %s", rule->call);
}

/* --- One call ----------------------------------------------------------------------- */

static void read_path(pid_t pid, uint64_t address, char *path, size_t size)
{
	char name[64];
	int memory;
	ssize_t length;

	snprintf(name, sizeof name, "/proc/%d/mem", (int)pid);
	memory = open(name, O_RDONLY | O_CLOEXEC);
	length = pread(memory, path, size - 1, (off_t)address);
	path[length > 0 ? length : 0] = '\0';
	close(memory);
}

static void read_descriptor(pid_t pid, int descriptor, char *path, size_t size)
{
	char name[64];
	ssize_t length;

	snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)pid, descriptor);
	length = readlink(name, path, size - 1);
	path[length > 0 ? length : 0] = '\0';
}

/* Returns the file's name in its directory. */
static const char *file_of(const struct call *call, const struct seccomp_notif *made,
                           char *path, size_t size)
{
	const char *slash;

	path[0] = '\0';
	if (call->about == PATH || call->about == EITHER)
		read_path((pid_t)made->pid, made->data.args[call->argument], path, size);
	if (call->about == DESCRIPTOR || (call->about == EITHER && path[0] == '\0'))
		read_descriptor((pid_t)made->pid, (int)made->data.args[0], path, size);
	slash = strrchr(path, '/');
	return slash != NULL ? slash + 1 : path;
}

static bool applies(struct rule *rule, const struct seccomp_notif *made)
{
	char path[4096];

	for (size_t i = 0; i < CALLS; i++)
		if (calls[i].number == made->data.nr &&
		    strcmp(calls[i].name, rule->call) == 0 &&
		    (rule->file[0] == '\0' ||
		     fnmatch(rule->file, file_of(&calls[i], made, path, sizeof path), 0) == 0))
			return ++rule->seen == rule->which;
	return false;
}

/* The calls of meddle itself are made.  close() that fails leaves its descriptor open. */
static int decide(const struct seccomp_notif *made)
{
	const char *script = getenv("MEDDLE");

	if ((pid_t)made->pid == getpid())
		return 0;
	for (size_t i = 0; i < rule_count; i++) {
		if (!applies(&rules[i], made))
			continue;
		if (rules[i].outcome->error != 0)
			return rules[i].outcome->error;
		if (script == NULL || system(script) != 0)
			errx(2, "MEDDLE: %s", script != NULL ? script : "(none)");
	}
	return 0;
}

/* --- The command -------------------------------------------------------------------- */

/* Watches the calls in the rules; all others pass. */
static bool watch_rules(void)
{
	struct sock_filter code[2 * CALLS + 2] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	size_t length = 1;

	for (size_t i = 0; i < CALLS; i++) {
		bool asked = false;

		for (size_t j = 0; j < rule_count; j++)
			asked = asked || strcmp(rules[j].call, calls[i].name) == 0;
		if (!asked)
			continue;
		code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
		                                              (unsigned)calls[i].number, 0, 1);
		code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
		                                              SECCOMP_RET_USER_NOTIF);
	}
	code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	return watch_calls(code, length, decide);
}

static int run(char **command)
{
	int status;
	pid_t pid;

	if (!watch_rules())
		err(NOT_ALLOWED, "seccomp");
	pid = fork();
	if (pid == 0) {
		execvp(command[0], command);
		err(NOT_ALLOWED, "%s", command[0]);
	}
	if (waitpid(pid, &status, 0) != pid)
		err(NOT_ALLOWED, "wait");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int argc, char **argv)
{
	int status, next = 1;

	while (next < argc && strcmp(argv[next], "--") != 0)
		add_rule(argv[next++]);
	if (next + 1 >= argc)
		errx(2, "usage: meddle [CALL:FILE:OUTCOME[:N]]... -- COMMAND...");
	status = run(argv + next + 1);
	for (size_t i = 0; i < rule_count; i++)
		if (rules[i].seen < rules[i].which) {
			warnx("never made: %s", rules[i].text);
			status = NEVER_MADE;
		}
	_exit(status); /* a sanitizer would stop the other thread, and then make calls */
}
