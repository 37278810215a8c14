/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * make bench-lookup: what the module costs callers with ASCII names, which is every process
 * and nearly every lookup of a machine.
 */
#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netdb.h>
#include <nss.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "lookup.h"

#define NAME    "www.example.com"
#define CALLS   100000
#define LOADS   501
#define BATCHES 101

typedef enum nss_status entry_point(const char *name, struct gaih_addrtuple **pat, char *buffer,
                                    size_t buflen, int *errnop, int *h_errnop, int32_t *ttlp);

struct module {
	const char *path, *entry_point;
};

static entry_point *load(const struct module *module)
{
	void *handle = dlopen(module->path, RTLD_NOW);
	void *symbol = handle == NULL ? NULL : dlsym(handle, module->entry_point);
	entry_point *found;

	if (symbol == NULL)
		fail(dlerror());
	memcpy(&found, &symbol, sizeof found); /* ISO C has no cast for this */
	return found;
}

static enum nss_status call(entry_point *ask)
{
	struct gaih_addrtuple *addresses = NULL;
	char buffer[1024];
	int host_error;

	return ask(NAME, &addresses, buffer, sizeof buffer, &errno, &host_error, NULL);
}

/* --- One call ------------------------------------------------------------- */

static double nanoseconds_a_call(entry_point *ask)
{
	double batches[BATCHES];

	for (size_t batch = 0; batch < BATCHES; batch++) {
		double begin = clock_now(CLOCK_MONOTONIC);

		for (unsigned i = 0; i < CALLS; i++)
			call(ask);
		batches[batch] = (clock_now(CLOCK_MONOTONIC) - begin) / CALLS;
	}
	return clock_median(batches, BATCHES);
}

/* Makes any later system call, except ending the process, kill it by a signal. */
static void forbid_system_calls(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	};
	struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == -1)
		fail("seccomp is not to be had");
}

static bool makes_system_calls(entry_point *ask)
{
	int status = 0;
	pid_t child = fork();

	if (child == -1)
		fail("fork");
	if (child == 0) {
		forbid_system_calls();
		call(ask);
		_exit(0);
	}
	waitpid(child, &status, 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
		exit(1);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
}

/* --- Loading -------------------------------------------------------------- */

/* Loads it in a process that has not loaded it yet. */
static double nanoseconds_to_load(const struct module *module)
{
	double time = 0;
	int ends[2];
	pid_t child;

	if (pipe(ends) == -1 || (child = fork()) == -1)
		fail("fork");
	if (child == 0) {
		double begin = clock_now(CLOCK_MONOTONIC);

		call(load(module));
		time = clock_now(CLOCK_MONOTONIC) - begin;
		_exit(write(ends[1], &time, sizeof time) == sizeof time ? 0 : 1);
	}
	if (read(ends[0], &time, sizeof time) != sizeof time)
		fail("a child has died");
	waitpid(child, NULL, 0);
	close(ends[0]);
	close(ends[1]);
	return time;
}

static void report_load(const struct module *module, const struct module *empty)
{
	double with[LOADS], without[LOADS], time, time_empty;
	char what[80];

	for (size_t i = 0; i < LOADS; i++) {
		with[i] = nanoseconds_to_load(module);
		without[i] = nanoseconds_to_load(empty);
	}
	time = clock_median(with, LOADS) / 1000;
	time_empty = clock_median(without, LOADS) / 1000;
	snprintf(what, sizeof what, "dlopen and first call: %.1f us, beside %.1f us", time,
	         time_empty);
	report(what, time / time_empty, 1.2, "x");
}

void report_loading(const char *module_path, const char *empty_path)
{
	struct module module = { module_path, "_nss_idnx_gethostbyname4_r" };
	struct module empty = { empty_path, "_nss_instant_gethostbyname4_r" };
	entry_point *ask;

	report_load(&module, &empty); /* before this process loads it */
	ask = load(&module);
	if (call(ask) != NSS_STATUS_UNAVAIL)
		fail("to leave an ASCII name alone has");
	report("an ASCII name", nanoseconds_a_call(ask), 100, "ns");
	report("an ASCII name, whether the kernel is asked", makes_system_calls(ask), 0, "");
}
