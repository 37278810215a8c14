/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * fault: looks up a name while system calls fail, and prints what a program would see.
 *
 *     fault                          prints the system calls it can make fail, one per line
 *     fault SYSCALL FRONT NAME       repeats a lookup: the first such call fails, then the
 *                                    second, and so on, until a lookup has no more
 *     fault learn FRONT NAME         prints the numbers of the calls a lookup makes
 *     fault sandbox NUMBERS FRONT NAME
 *                                    is killed if a lookup makes any other call
 *
 *     fault cancel FRONT NAME        repeats a lookup: its thread is cancelled in the first
 *                                    call, then in the second, and so on; prints what is left,
 *                                    and whether another one then finds no answer:
 *                                    "CALL FILE, which: ended|cancelled OCTETS DESCRIPTOR..."
 *
 * FRONT is a letter: u (getaddrinfo, all families), s (INET6), c (INET, canonical name),
 * h (gethostbyname_r), r (gethostbyaddr_r, whose NAME is an address).  In upper case it is the
 * first lookup of its process, in which glibc loads the module; else another one precedes it.
 *
 * Another thread allows each such call or makes it fail.  Each lookup has a process of its own.
 */
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "front.h"
#include "left.h"
#include "watch.h"

/* How a call fails when the kernel has no room, or the medium is broken. */
static const struct fault {
	const char *name;
	int number, error;
} faults[] = {
	{ "openat", SYS_openat, EMFILE },
	{ "read", SYS_read, EIO },
	{ "close", SYS_close, EIO },
#ifdef SYS_newfstatat
	{ "newfstatat", SYS_newfstatat, EIO },
#endif
#ifdef SYS_fstat
	{ "fstat", SYS_fstat, EIO },
#endif
#ifdef SYS_mmap2 /* what glibc calls on 32 bits */
	{ "statx", SYS_statx, EIO },
	{ "mmap", SYS_mmap2, ENOMEM },
#else
	{ "mmap", SYS_mmap, ENOMEM },
#endif
	{ "brk", SYS_brk, ENOMEM },
	{ "socket", SYS_socket, EMFILE },
	{ "connect", SYS_connect, ENETUNREACH },
	{ "sendto", SYS_sendto, ENOBUFS },
	{ "sendmmsg", SYS_sendmmsg, ENOBUFS },
	{ "recvfrom", SYS_recvfrom, ECONNREFUSED },
	{ "recvmsg", SYS_recvmsg, ECONNREFUSED },
#ifdef SYS_poll
	{ "poll", SYS_poll, EINTR },
#endif
	{ "ppoll", SYS_ppoll, EINTR },
};

#define FAULTS (sizeof faults / sizeof faults[0])

/* --- Asking --------------------------------------------------------------------- */

/* Asks by the front end that the letter stands for, in either case. */
static void ask_by(char front, const char *name, struct seen *seen)
{
	static const char letters[] = "hscur";
	const char *letter = strchr(letters, tolower(front));

	fronts[letter != NULL ? letter - letters : 0](name, seen);
}

static void print_answer(char front, const char *name)
{
	struct seen seen = { .length = 0 };

	ask_by(front, name, &seen);
	printf(" %s", seen.text);
}

/* --- The thread that supervises calls ------------------------------------------------- */

enum { CALLS_MAX = 1024 };

/* Shared with the processes that ask. */
static struct shared {
	atomic_bool struck;          /* the intended call was made */
	atomic_bool made[CALLS_MAX]; /* each system call that was made */
	long usual;                  /* memory that a lookup leaves to glibc */
} * shared;

static struct {
	atomic_bool armed;
	unsigned which, seen;      /* the number of the intended call, 0: none; calls so far */
	const struct fault *fault; /* how it fails; NULL: its thread is cancelled */
	pthread_t thread;
	char call[320]; /* the call's name and file */
} supervisor;

/* Whether Linux never lets this call fail: closing the connection of a datagram socket. */
static bool cannot_fail(const struct seccomp_data *call)
{
	const struct sockaddr *address = (const void *)(uintptr_t)call->args[1];

	return call->nr == SYS_connect && address->sa_family == AF_UNSPEC;
}

/* Fails the call.  close() still closes the descriptor on Linux, whatever it returns. */
static int fail(const struct seccomp_data *call)
{
	if (call->nr == SYS_close)
		syscall(SYS_close, (int)call->args[0]);
	return supervisor.fault->error;
}

/* Writes "openat /etc/hosts", "read /etc/hosts", "connect", ... */
static void describe(const struct seccomp_data *call)
{
	const char *name = "another", *path = (const char *)(uintptr_t)call->args[1];
	char link[32], file[256] = "";

	for (size_t i = 0; i < FAULTS; i++)
		if (faults[i].number == call->nr)
			name = faults[i].name;
	snprintf(link, sizeof link, "/proc/self/fd/%d", (int)call->args[0]);
	if (call->nr == SYS_openat)
		snprintf(file, sizeof file, "%s", path);
	else if ((call->nr == SYS_read || call->nr == SYS_close) &&
	         readlink(link, file, sizeof file - 1) == -1)
		err(1, "%s", link);
	snprintf(supervisor.call, sizeof supervisor.call, "%s %s", name, file);
}

static bool is_meant(const struct seccomp_data *call)
{
	if (!atomic_load(&supervisor.armed) || supervisor.which == 0 ||
	    (supervisor.fault != NULL && cannot_fail(call)))
		return false;
	return ++supervisor.seen == supervisor.which;
}

static int strike(const struct seccomp_data *call)
{
	atomic_store(&shared->struck, true);
	if (supervisor.fault != NULL)
		return fail(call);
	describe(call);
	pthread_cancel(supervisor.thread);
	return 0;
}

static int decide(const struct seccomp_notif *made)
{
	const struct seccomp_data *call = &made->data;

	if (atomic_load(&supervisor.armed) && call->nr < CALLS_MAX)
		atomic_store(&shared->made[call->nr], true);
	return is_meant(call) ? strike(call) : 0;
}

/* Sends the calls of that number to the supervisor; or all, except those that start it. */
static void supervise(int number)
{
	const bool all = number == -1;
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, all ? SYS_futex : (unsigned)number, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, all ? SECCOMP_RET_ALLOW : SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, all ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_ALLOW),
	};

	if (!watch_calls(code, sizeof code / sizeof code[0], decide))
		err(3, "seccomp");
}

/* --- The processes that ask --------------------------------------------------------- */

/* Loads the module by a name that "files" does not know, so that the lookup reaches it. */
static void warm_up(char front)
{
	struct addrinfo *list;

	if (islower(front) && getaddrinfo("warm.a.example", NULL, NULL, &list) == 0)
		freeaddrinfo(list);
}

/* Prints the answer with the which-th call failing, and the descriptors lost, in one line. */
static void ask_with_fault(const struct fault *fault, unsigned which, char front,
                           const char *name)
{
	long before;

	warm_up(front);
	supervisor.fault = fault;
	supervisor.which = which;
	supervise(fault->number);
	before = descriptors();
	printf("%s %u:", fault->name, which);
	atomic_store(&supervisor.armed, true);
	print_answer(front, name);
	atomic_store(&supervisor.armed, false);
	if (descriptors() != before)
		printf(" and descriptors: %ld, now %ld", before, descriptors());
	putchar('\n');
}

/* Arguments of a thread to be cancelled, and its resources before. */
struct cancelled {
	char front;
	const char *name;
	long memory;
};

static void *ask_and_be_cancelled(void *what)
{
	struct cancelled *cancelled = what;
	struct seen seen = { .length = 0 };

	supervise(-1);
	cancelled->memory = heap_in_use();
	atomic_store(&supervisor.armed, true);
	ask_by(cancelled->front, cancelled->name, &seen);
	atomic_store(&supervisor.armed, false);
	return what;
}

static void *wait_to_be_cancelled(void *unused)
{
	for (;;)
		pause();
	return unused;
}

/* Cancels a first thread, for which glibc loads the library that unwinds a stack. */
static void cancel_a_first_thread(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, wait_to_be_cancelled, NULL) != 0)
		err(1, "thread");
	pthread_cancel(thread);
	pthread_join(thread, NULL);
}

/* Prints " /etc/hosts", or for a socket its address family: " AF_INET". */
static void print_descriptor(int descriptor)
{
	static const char *const families[] = {
		[AF_UNIX] = "AF_UNIX", [AF_INET] = "AF_INET", [AF_INET6] = "AF_INET6",
		[AF_NETLINK] = "AF_NETLINK",
	};
	char link[32], file[256] = "";
	int family = 0;

	snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
	if (getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &family,
	               &(socklen_t){ sizeof family }) == 0 &&
	    family <= AF_NETLINK)
		printf(" %s", families[family]);
	else if (readlink(link, file, sizeof file - 1) != -1)
		printf(" %s", file);
}

enum { DESCRIPTORS_MAX = 64 };

static bool is_open(int descriptor)
{
	return fcntl(descriptor, F_GETFD) != -1;
}

static void print_descriptors_but(const bool *known)
{
	for (int i = 0; i < DESCRIPTORS_MAX; i++)
		if (!known[i] && i != watch.listener && is_open(i))
			print_descriptor(i);
}

/* Does not count the memory that glibc keeps after a lookup without cancellation. */
static void ask_and_cancel(unsigned which, char front, const char *name)
{
	struct cancelled cancelled = { front, name, 0 };
	bool known[DESCRIPTORS_MAX];
	struct addrinfo *list;
	void *answer;
	long memory;

	warm_up(front);
	cancel_a_first_thread();
	for (int i = 0; i < DESCRIPTORS_MAX; i++)
		known[i] = is_open(i);
	supervisor.which = which;
	if (pthread_create(&supervisor.thread, NULL, ask_and_be_cancelled, &cancelled) != 0)
		err(1, "thread");
	pthread_join(supervisor.thread, &answer);
	memory = heap_in_use() - cancelled.memory;
	if (which == 0) {
		shared->usual = memory;
		return;
	}
	printf("%s, %u: %s %ld", supervisor.call, which,
	       answer == PTHREAD_CANCELED ? "cancelled" : "ended", memory - shared->usual);
	print_descriptors_but(known);
	fflush(stdout);
	alarm(60); /* a lock may be left */
	puts(getaddrinfo("warm.a.example", NULL, NULL, &list) == 0 ? "" : " and no answer");
}

static void learn(char front, const char *name)
{
	warm_up(front);
	supervise(-1);
	atomic_store(&supervisor.armed, true);
	print_answer(front, name);
	atomic_store(&supervisor.armed, false);
	putchar('\n');
	for (int i = 0; i < CALLS_MAX; i++)
		if (atomic_load(&shared->made[i]))
			printf("%d ", i);
	putchar('\n');
}

/* Any other system call ends the process with SIGSYS. */
static void allow(const bool *allowed)
{
	struct sock_filter code[2 * CALLS_MAX + 2];
	size_t length = 0;

	code[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	                                              offsetof(struct seccomp_data, nr));
	for (unsigned i = 0; i < CALLS_MAX; i++) {
		if (!allowed[i])
			continue;
		code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, i, 0,
		                                              1);
		code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
		                                              SECCOMP_RET_ALLOW);
	}
	code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	                                              SECCOMP_RET_KILL_PROCESS);
	if (watch_filter(code, length, 0) == -1)
		err(3, "seccomp");
}

static void sandbox(const char *numbers, char front, const char *name)
{
	/* What this program needs to print the answer and to end. */
	bool allowed[CALLS_MAX] = {
		[SYS_write] = true, [SYS_exit_group] = true, [SYS_futex] = true,
	};
	char *rest;

	for (unsigned long number; (number = strtoul(numbers, &rest, 10), rest != numbers);
	     numbers = rest)
		allowed[number % CALLS_MAX] = true;
#ifdef SYS_socketcall /* by which glibc makes them on i386; the module logs by syscall() */
	allowed[SYS_socket] |= allowed[SYS_socketcall];
	allowed[SYS_sendto] |= allowed[SYS_socketcall];
#endif
	warm_up(front);
	/* Makes stdio examine standard output before the sandbox, not in it. */
	printf("sandbox:");
	fflush(stdout);
	allow(allowed);
	print_answer(front, name);
	putchar('\n');
}

/* Prints how the child ended, if it failed. */
static void wait_for(pid_t child)
{
	int status;

	if (child == -1 || waitpid(child, &status, 0) != child)
		err(1, "fork");
	if (WIFSIGNALED(status))
		printf(" killed by %s\n", strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) != 0)
		exit(WEXITSTATUS(status));
	fflush(stdout);
}

static void end(void)
{
	fflush(stdout);
	_exit(0);
}

/* fault: how each call fails; NULL: the thread is cancelled. */
static void each_call(const struct fault *fault, char front, const char *name)
{
	unsigned which = fault == NULL ? 0 : 1;

	do {
		pid_t child;

		atomic_store(&shared->struck, false);
		child = fork();
		if (child == 0) {
			if (fault != NULL)
				ask_with_fault(fault, which, front, name);
			else
				ask_and_cancel(which, front, name);
			end();
		}
		wait_for(child);
		if (which == CALLS_MAX)
			errx(1, "a lookup of more than %d calls", CALLS_MAX);
	} while (which++ == 0 || atomic_load(&shared->struck));
}

static const struct fault *fault_named(const char *name)
{
	for (size_t i = 0; i < FAULTS; i++)
		if (strcmp(faults[i].name, name) == 0)
			return &faults[i];
	errx(2, "no such fault: %s", name);
}

int main(int argc, char **argv)
{
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
	              -1, 0);
	if (shared == MAP_FAILED)
		err(1, "memory");
	if (argc == 1)
		for (size_t i = 0; i < FAULTS; i++)
			puts(faults[i].name);
	else if (argc == 4 && strcmp(argv[1], "learn") == 0)
		learn(argv[2][0], argv[3]);
	else if (argc == 4)
		each_call(strcmp(argv[1], "cancel") == 0 ? NULL : fault_named(argv[1]),
		          argv[2][0], argv[3]);
	else if (argc == 5 && strcmp(argv[1], "sandbox") == 0)
		sandbox(argv[2], argv[3][0], argv[4]);
	else
		errx(2, "usage: fault [SYSCALL|learn|cancel|sandbox NUMBERS FRONT NAME]");
	fflush(stdout);
	_exit(0);
}
