/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * crowd: makes lookups in many threads of a process that is disturbed meanwhile.
 *
 *     crowd threads COUNT NAME    COUNT threads ask 20 times each, or $LOOKUPS times
 *     crowd storm COUNT NAME      the same, interrupted by a signal each millisecond
 *         prints the different answers of each front end
 *     crowd cancel COUNT NAME     COUNT threads, one after the other, are cancelled while they
 *                                 ask; prints the descriptors and the memory that they leak,
 *                                 and the answer to "another.a.example" after them
 *     crowd cancel-late COUNT NAME
 *                                 the same, cancelled 20 ms after they began
 *     crowd fork COUNT NAME       eight threads ask all the time, and COUNT children, one after
 *                                 the other, ask once; prints how many children hang, and
 *                                 where, or fail
 *     crowd fork-hanging COUNT NAME
 *                                 the same, but the children hang in pause()
 */
#include <dlfcn.h>
#include <err.h>
#include <execinfo.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "front.h"
#include "left.h"

enum { THREADS_MAX = 512, BUSY = 8 };

static const char *name, another[] = "another.a.example";
static unsigned lookups = 20;

static void start(pthread_t *thread, void *(*run)(void *), unsigned number)
{
	if (pthread_create(thread, NULL, run, (void *)(uintptr_t)number) != 0)
		err(1, "thread");
}

/* --- threads, storm ------------------------------------------------------------------ */

static struct seen first[FRONTS];
static atomic_uint others[FRONTS];

/* The signal that interrupts lookups, but not the thread that waits for the others. */
static sigset_t interrupting;

static void *ask_often(void *number)
{
	pthread_sigmask(SIG_UNBLOCK, &interrupting, NULL);
	for (unsigned i = 0; i < lookups; i++) {
		size_t front = (i + (uintptr_t)number) % FRONTS;
		const struct seen seen = ask(front, name);

		if (strcmp(seen.text, first[front].text) != 0)
			atomic_fetch_add(&others[front], 1);
	}
	return NULL;
}

static void threads(unsigned count)
{
	static pthread_t threads[THREADS_MAX];

	for (size_t front = 0; front < FRONTS; front++)
		first[front] = ask(front, name);
	for (unsigned i = 0; i < count; i++)
		start(&threads[i], ask_often, i);
	for (unsigned i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	for (size_t front = 0; front < FRONTS; front++)
		printf("%zu: %s, %u others\n", front, first[front].text, others[front]);
}

static void ignore(int signal)
{
	(void)signal;
}

/* Runs without SA_RESTART, so that interruptible calls fail with EINTR. */
static void storm(unsigned count)
{
	const struct sigaction action = { .sa_handler = ignore };
	const struct itimerspec millisecond = { { 0, 1000000 }, { 0, 1000000 } };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM };
	timer_t timer;

	sigaction(SIGVTALRM, &action, NULL);
	sigaddset(&interrupting, SIGVTALRM);
	pthread_sigmask(SIG_BLOCK, &interrupting, NULL);
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
		err(1, "timer");
	timer_settime(timer, 0, &millisecond, NULL);
	threads(count);
}

/* --- cancel ---------------------------------------------------------------------------- */

static void *ask_for_ever(void *number)
{
	for (unsigned i = (unsigned)(uintptr_t)number;; i++)
		ask(i % FRONTS, name);
	return NULL;
}

static void pause_for(long nanoseconds)
{
	const struct timespec time = { 0, nanoseconds };

	nanosleep(&time, NULL);
}

/* Cancels after "least" nanoseconds, and up to that many more. */
static void cancel_after(unsigned count, long least, long more)
{
	struct seen seen;
	long files, memory;
	pthread_t thread;

	for (size_t front = 0; front < FRONTS; front++)
		seen = ask(front, another);
	files = descriptors();
	memory = heap_in_use();
	for (unsigned i = 0; i < count; i++) {
		start(&thread, ask_for_ever, i);
		pause_for(least + (long)i * 7919 % more);
		pthread_cancel(thread);
		pthread_join(thread, NULL);
	}
	alarm(10);
	seen = ask(FRONTS - 1, another);
	printf("%ld descriptors\n", descriptors() - files);
	printf("%ld octets\n", heap_in_use() - memory);
	printf("after: %s\n", seen.text);
}

/* Cancels at a different moment each time: a lookup takes some 100 us. */
static void cancel(unsigned count)
{
	cancel_after(count, 100000, 500000);
}

static void cancel_late(unsigned count)
{
	cancel_after(count, 20000000, 1000000);
}

/* --- fork ------------------------------------------------------------------------------- */

/*
 * glibc makes the child's heap usable, but not two of its locks.  getaddrinfo() takes one
 * around this machine's addresses, in order to sort (__check_pf), and each lookup takes one
 * around resolv.conf (__resolv_context_get).  A child that waits for either lock hangs
 * because of glibc.  On a signal each child reports its return addresses; the parent, which
 * has the same memory layout, finds their names.
 *
 * __check_pf has no public name.  But getaddrinfo() opens no other socket before it sorts
 * the two loopback addresses.  So a child that asks for these, and may open no socket,
 * shows from where getaddrinfo() calls it.
 */
enum { FRAMES_MAX = 64, SIGHTINGS_MAX = 50 };

enum end { ENDED, FAILED, HANGS_IN_CHECK_PF, HANGS_IN_RESOLV_CONF, HANGS_ELSEWHERE, ENDS };

static struct place {
	void *frames[FRAMES_MAX]; /* return addresses, the innermost first */
	int depth;
	atomic_uint sightings;
} * place;

static void tell_place(int signal)
{
	place->depth = backtrace(place->frames, FRAMES_MAX);
	atomic_fetch_add(&place->sightings, 1);
	if (signal == SIGSYS)
		_exit(0);
}

static bool is_in(const void *address, const char *object)
{
	Dl_info in, of;

	return dladdr(address, &in) != 0 && dladdr(object, &of) != 0 &&
	       in.dli_fbase == of.dli_fbase;
}

/* Whether the signal interrupted that call; i386 and others make it through the vDSO. */
static bool is_of_the_signal(const void *address)
{
	return is_in(address, (const char *)(uintptr_t)tell_place) ||
	       is_in(address, (const char *)(uintptr_t)getauxval(AT_SYSINFO_EHDR));
}

/* Returns a return address in this function if all calls in it are libc's; else NULL. */
static const void *innermost(const char *function)
{
	const char *libc = (const char *)(uintptr_t)getaddrinfo;
	int i = 0;

	while (i < place->depth && is_of_the_signal(place->frames[i]))
		i++;
	for (; i < place->depth && is_in(place->frames[i], libc); i++) {
		Dl_info info;

		if (dladdr(place->frames[i], &info) != 0 && info.dli_sname != NULL &&
		    strcmp(info.dli_sname, function) == 0)
			return place->frames[i];
	}
	return NULL;
}

static enum end end_there(const void *check_pf)
{
	if (innermost("__resolv_context_get") != NULL)
		return HANGS_IN_RESOLV_CONF;
	return innermost("getaddrinfo") == check_pf ? HANGS_IN_CHECK_PF : HANGS_ELSEWHERE;
}

static void show_place(void)
{
	for (int i = 0; i < place->depth; i++) {
		Dl_info info = { .dli_fname = "nowhere" };

		dladdr(place->frames[i], &info);
		fprintf(stderr, "# %p in %s %s\n", place->frames[i], info.dli_fname,
		        info.dli_sname == NULL ? "" : info.dli_sname);
	}
}

#ifndef __NR_socketcall
#define __NR_socketcall __NR_socket
#endif

static void ask_without_sockets(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socket, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_socketcall, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = { sizeof code / sizeof code[0], code };
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	struct addrinfo *list;

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
		getaddrinfo(NULL, "1", &hints, &list);
	_exit(1);
}

/* Returns the place where getaddrinfo() calls __check_pf to sort. */
static const void *find_check_pf(void)
{
	const void *found;
	pid_t child;
	int status;

	place = mmap(NULL, sizeof *place, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
	             -1, 0);
	if (place == MAP_FAILED)
		err(1, "mmap");
	/* The first call of backtrace() loads a library. */
	place->depth = backtrace(place->frames, FRAMES_MAX);
	signal(SIGSYS, tell_place);
	signal(SIGUSR1, tell_place);
	child = fork();
	if (child == 0)
		ask_without_sockets();
	waitpid(child, &status, 0);
	found = innermost("getaddrinfo");
	if (status != 0 || found == NULL)
		errx(1, "cannot see from where getaddrinfo() asks for the addresses: %d",
		     status);
	return found;
}

static bool is_over(pid_t child, enum end *end)
{
	int status;

	if (waitpid(child, &status, WNOHANG) != child)
		return false;
	*end = status == 0 ? ENDED : FAILED;
	return true;
}

/*
 * A child that is seen at such a lock twice, 100 ms apart, hangs.  Elsewhere it may be slow,
 * for up to 5 s.
 */
static enum end end_of(pid_t child, const void *check_pf)
{
	unsigned there = 0, seen = atomic_load(&place->sightings);
	enum end end = HANGS_ELSEWHERE;

	for (unsigned i = 0; i < 10 * SIGHTINGS_MAX && there < 2; i++) {
		if (is_over(child, &end))
			return end;
		pause_for(i < 10 ? 1000000 : 10000000);
		if (atomic_load(&place->sightings) != seen) {
			seen = atomic_load(&place->sightings);
			end = end_there(check_pf);
			there = end == HANGS_ELSEWHERE ? 0 : there + 1;
		}
		if (i % 10 == 9)
			kill(child, SIGUSR1);
	}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	if (there < 2)
		show_place();
	return there < 2 ? HANGS_ELSEWHERE : end;
}

static void *ask_for_all_families(void *unused)
{
	for (;;)
		ask(FRONTS - 1, name);
	return unused;
}

static void ask_in_child(void)
{
	ask(FRONTS - 1, name);
}

static void hang(void)
{
	for (;;)
		pause();
}

static void fork_children(unsigned count, void (*run)(void))
{
	const void *check_pf = find_check_pf();
	unsigned ends[ENDS] = { 0 };

	for (unsigned i = 0; i < BUSY; i++)
		start(&(pthread_t){ 0 }, ask_for_all_families, 0);
	pause_for(50000000);
	for (unsigned i = 0; i < count; i++) {
		pid_t child = fork();

		if (child == 0) {
			run();
			_exit(0);
		}
		ends[end_of(child, check_pf)]++;
		pause_for((long)i * 7919 % 1000000);
	}
	printf("of %u children %u hang in __check_pf, %u at resolv.conf, %u elsewhere, "
	       "%u fail\n",
	       count, ends[HANGS_IN_CHECK_PF], ends[HANGS_IN_RESOLV_CONF],
	       ends[HANGS_ELSEWHERE], ends[FAILED]);
	fflush(stdout);
	_exit(0);
}

static void fork_busy(unsigned count)
{
	fork_children(count, ask_in_child);
}

static void fork_hanging(unsigned count)
{
	fork_children(count, hang);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(unsigned count);
	} modes[] = {
		{ "threads", threads }, { "storm", storm },
		{ "cancel", cancel },   { "cancel-late", cancel_late },
		{ "fork", fork_busy },  { "fork-hanging", fork_hanging },
	};
	unsigned count = argc == 4 ? (unsigned)atoi(argv[2]) : 0;

	name = argv[argc - 1];
	if (getenv("LOOKUPS") != NULL)
		lookups = (unsigned)atoi(getenv("LOOKUPS"));
	for (size_t i = 0; i < sizeof modes / sizeof modes[0] && count > 0; i++)
		if (strcmp(argv[1], modes[i].name) == 0) {
			modes[i].run(count < THREADS_MAX || i > 1 ? count : THREADS_MAX);
			return 0;
		}
	errx(2, "usage: crowd threads|storm|cancel[-late]|fork[-hanging] COUNT NAME");
}
