/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * meddle [CALL:FILE:OUTCOME[:N]]... -- COMMAND [ARGUMENT]...: runs the command, and meddles
 * with its system calls.  The N-th CALL (default: the first) on a file of that name (a pattern;
 * any, if FILE is empty) fails with the error OUTCOME.  If that is "run", sh first runs the variable
 * MEDDLE, then the call is made.
 *
 * Exits with the command's status, with 99 if one of the calls was never made, or with 98 if
 * the kernel does not support this.
 *
 * The kernel passes the calls to this process, which allows them or makes them fail
 * (seccomp_unotify(2)), whatever the command is linked with or compiled for.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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
	unsigned which, seen;
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

/* Returns the error that the call fails with; 0: none. */
static int decide(const struct seccomp_notif *made)
{
	const char *script = getenv("MEDDLE");

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

/* Fails a call without making it: close() then leaves its descriptor open. */
static void answer_one(int listener)
{
	struct seccomp_notif made;
	struct seccomp_notif_resp answer = { .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE };
	int error;

	memset(&made, 0, sizeof made);
	if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &made) == -1)
		return; /* it was killed meanwhile */
	answer.id = made.id;
	error = decide(&made);
	if (error != 0) {
		answer.flags = 0;
		answer.error = -error;
	}
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

/* --- The command -------------------------------------------------------------------- */

/* Requests notification of the calls in the rules; all others pass. */
static int listen_to_calls(void)
{
	struct sock_filter code[2 * CALLS + 2] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog program = { .len = 1, .filter = code };

	for (size_t i = 0; i < CALLS; i++) {
		bool asked = false;

		for (size_t j = 0; j < rule_count; j++)
			asked = asked || strcmp(rules[j].call, calls[i].name) == 0;
		if (!asked)
			continue;
		code[program.len++] = (struct sock_filter)BPF_JUMP(
			BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
		code[program.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
		                                                   SECCOMP_RET_USER_NOTIF);
	}
	code[program.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	                    SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

/* A message of one octet and a descriptor (unix(7)). */
union beside {
	struct cmsghdr header;
	char octets[CMSG_SPACE(sizeof(int))];
};

static void send_descriptor(int to, int descriptor)
{
	union beside beside = { .octets = { 0 } };
	char octet = 0;
	struct iovec text = { &octet, 1 };
	struct msghdr message = {
		.msg_iov = &text, .msg_iovlen = 1,
		.msg_control = &beside, .msg_controllen = sizeof beside,
	};

	beside.header.cmsg_level = SOL_SOCKET;
	beside.header.cmsg_type = SCM_RIGHTS;
	beside.header.cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(&beside.header), &descriptor, sizeof descriptor);
	if (sendmsg(to, &message, 0) != 1)
		_exit(NOT_ALLOWED);
}

/* Returns -1 if the other end closed without sending one. */
static int receive_descriptor(int from)
{
	union beside beside;
	char octet;
	struct iovec text = { &octet, 1 };
	struct msghdr message = {
		.msg_iov = &text, .msg_iovlen = 1,
		.msg_control = &beside, .msg_controllen = sizeof beside,
	};
	int descriptor;

	if (recvmsg(from, &message, MSG_CMSG_CLOEXEC) != 1)
		return -1;
	memcpy(&descriptor, CMSG_DATA(&beside.header), sizeof descriptor);
	return descriptor;
}

static _Noreturn void become(char **command, int to)
{
	int listener = listen_to_calls();

	if (listener == -1)
		err(NOT_ALLOWED, "seccomp");
	send_descriptor(to, listener);
	execvp(command[0], command);
	err(NOT_ALLOWED, "%s", command[0]);
}

static int status_of(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid)
		err(NOT_ALLOWED, "wait");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int run(char **command)
{
	enum { CALL, END };
	struct pollfd events[2];
	int ends[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		err(NOT_ALLOWED, "socket");
	pid = fork();
	if (pid == 0)
		become(command, ends[1]);
	close(ends[1]);
	events[CALL] = (struct pollfd){ receive_descriptor(ends[0]), POLLIN, 0 };
	events[END] = (struct pollfd){ (int)syscall(SYS_pidfd_open, pid, 0), POLLIN, 0 };
	while (events[CALL].fd != -1 && poll(events, 2, -1) > 0 && !events[END].revents)
		if (events[CALL].revents & POLLIN)
			answer_one(events[CALL].fd);
	return status_of(pid);
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
	return status;
}
