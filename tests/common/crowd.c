/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * crowd: makes lookups in many threads of a process that forks meanwhile.
 *
 *     crowd fork COUNT NAME       eight threads ask all the time, and COUNT children, one after
 *                                 the other, ask once; prints how many children hang, and
 *                                 where, or fail
 *     crowd fork-hanging COUNT NAME
 *                                 the same, but the children hang in pause()
 */
#include <dlfcn.h>
#include <err.h>
#include <execinfo.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "front.h"

enum { BUSY = 8 };

static const char *name;

static void pause_for(long nanoseconds)
{
	const struct timespec time = { 0, nanoseconds };

	nanosleep(&time, NULL);
}

/*
 * glibc makes the child's heap usable, but not two of its locks.  getaddrinfo() takes one
 * around this machine's addresses, in order to sort (__check_pf, which has no public name),
 * and each lookup takes one around resolv.conf (__resolv_context_get).  A child that waits for
 * either lock hangs because of glibc.  A child that has no answer after 5 s reports its return
 * addresses; the parent, which has the same memory layout, finds their names.
 */
enum { CHILDREN_MAX = 1000, FRAMES_MAX = 64, SECONDS = 5, HANGS = 2 };

enum end { ENDED, FAILED, HANGS_IN_GETADDRINFO, HANGS_IN_RESOLV_CONF, HANGS_ELSEWHERE, ENDS };

/* Of each child, shared with it. */
static struct place {
	void *frames[FRAMES_MAX]; /* return addresses, the innermost first */
	int depth;
} * places, *place;

static void tell_place(int signal)
{
	(void)signal;
	place->depth = backtrace(place->frames, FRAMES_MAX);
	_exit(HANGS);
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

/* Whether it is in this function of libc, and all calls in that are libc's. */
static bool is_innermost(const char *function)
{
	const char *libc = (const char *)(uintptr_t)getaddrinfo;
	int i = 0;

	while (i < place->depth && is_of_the_signal(place->frames[i]))
		i++;
	for (; i < place->depth && is_in(place->frames[i], libc); i++) {
		Dl_info info;

		if (dladdr(place->frames[i], &info) != 0 && info.dli_sname != NULL &&
		    strcmp(info.dli_sname, function) == 0)
			return true;
	}
	return false;
}

static enum end end_there(void)
{
	return is_innermost("__resolv_context_get") ? HANGS_IN_RESOLV_CONF
	       : is_innermost("getaddrinfo")        ? HANGS_IN_GETADDRINFO
	                                            : HANGS_ELSEWHERE;
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

static void watch_children(void)
{
	place = places = mmap(NULL, CHILDREN_MAX * sizeof *places, PROT_READ | PROT_WRITE,
	                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (places == MAP_FAILED)
		err(1, "mmap");
	/* The first call of backtrace() loads a library. */
	backtrace(place->frames, FRAMES_MAX);
	signal(SIGALRM, tell_place);
}

static enum end end_of(pid_t child)
{
	enum end end;
	int status;

	waitpid(child, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != HANGS)
		return status == 0 ? ENDED : FAILED;
	end = end_there();
	if (end == HANGS_ELSEWHERE)
		show_place();
	return end;
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

static _Noreturn void fork_children(unsigned count, void (*run)(void))
{
	static pid_t children[CHILDREN_MAX];
	unsigned ends[ENDS] = { 0 };

	watch_children();
	for (unsigned i = 0; i < BUSY; i++)
		if (pthread_create(&(pthread_t){ 0 }, NULL, ask_for_all_families, NULL) != 0)
			err(1, "thread");
	pause_for(50000000);
	for (unsigned i = 0; i < count; i++) {
		place = &places[i];
		children[i] = fork();
		if (children[i] == 0) {
			alarm(SECONDS);
			run();
			_exit(0);
		}
		pause_for((long)i * 7919 % 1000000);
	}
	for (unsigned i = 0; i < count; i++) {
		place = &places[i];
		ends[end_of(children[i])]++;
	}
	printf("of %u children %u hang in getaddrinfo(), %u at resolv.conf, %u elsewhere, "
	       "%u fail\n",
	       count, ends[HANGS_IN_GETADDRINFO], ends[HANGS_IN_RESOLV_CONF],
	       ends[HANGS_ELSEWHERE], ends[FAILED]);
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	unsigned count = argc == 4 ? (unsigned)atoi(argv[2]) % (CHILDREN_MAX + 1) : 0;

	name = argv[argc - 1];
	if (count > 0 && strcmp(argv[1], "fork") == 0)
		fork_children(count, ask_in_child);
	if (count > 0 && strcmp(argv[1], "fork-hanging") == 0)
		fork_children(count, hang);
	errx(2, "usage: crowd fork[-hanging] COUNT NAME");
}
