/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * crowd: what becomes of lookups by many threads in a process in which something else
 * happens meanwhile.
 *
 *     crowd threads COUNT NAME    COUNT threads ask 20 times each, or as $LOOKUPS says
 *     crowd storm COUNT NAME      the same, interrupted by a signal each millisecond
 *         prints the different answers of each front end
 *     crowd cancel COUNT NAME     COUNT threads, one after the other, are cancelled while they
 *                                 ask; prints the descriptors and the memory they left, and
 *                                 what is seen of "another.a.example" after them
 *     crowd cancel-late COUNT NAME
 *                                 the same, 20 ms after they began
 *     crowd fork COUNT NAME       eight threads ask all the time, and COUNT children, one after
 *                                 the other, ask once; prints how many never end, or
 *                                 end otherwise than well
 */
#include <err.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../faults/front.h"
#include "../faults/left.h"

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

/* The signal that interrupts: the threads that ask, and not the one that waits for them. */
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

/* Without SA_RESTART: what can be interrupted is, and says EINTR. */
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

/* After at least so many nanoseconds, and up to so many more. */
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

/* At another moment each time: a lookup takes some 100 us. */
static void cancel(unsigned count)
{
	cancel_after(count, 100000, 500000);
}

static void cancel_late(unsigned count)
{
	cancel_after(count, 20000000, 1000000);
}

/* --- fork ------------------------------------------------------------------------------- */

static void *ask_for_all_families(void *unused)
{
	for (;;)
		ask(FRONTS - 1, name);
	return unused;
}

/*
 * glibc makes the heap of the child usable, but not the lock around what it remembers of
 * this machine's addresses (__check_pf), which getaddrinfo() for all families takes.
 */
static void fork_busy(unsigned count)
{
	unsigned hung = 0;
	int status;

	for (unsigned i = 0; i < BUSY; i++)
		start(&(pthread_t){ 0 }, ask_for_all_families, 0);
	pause_for(50000000);
	for (unsigned i = 0; i < count; i++) {
		pid_t child = fork();

		if (child == 0) {
			alarm(1);
			ask(FRONTS - 1, name);
			_exit(0);
		}
		waitpid(child, &status, 0);
		hung += status != 0;
		pause_for((long)i * 7919 % 1000000);
	}
	printf("%u of %u\n", hung, count);
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(unsigned count);
	} modes[] = {
		{ "threads", threads }, { "storm", storm }, { "cancel", cancel },
		{ "cancel-late", cancel_late }, { "fork", fork_busy },
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
	errx(2, "usage: crowd threads|storm|cancel[-late]|fork COUNT NAME");
}
