/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The processes of make bench-lookup: one looks up with idnx in its hosts: line, one without,
 * and so on.  A single process that changes its line with __nss_configure_lookup() would
 * measure too little: glibc then no longer checks whether nsswitch.conf has changed, which it
 * does twice if a module calls libc again.  The processes take turns on one CPU, so all start
 * with similar caches.
 */
#include <netdb.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "clock.h"
#include "lookup.h"

/* Without a way, asks for the memory.  The pointer is valid in a forked process, too. */
struct request {
	const struct way *way;
	char name[256];
};

static double time_lookup(const struct request *request)
{
	double begin = clock_now(CLOCK_MONOTONIC);

	if (!request->way->ask(request->name, request->way->family))
		fail(request->name);
	return clock_now(CLOCK_MONOTONIC) - begin;
}

/* Returns KiB for the whole process: the module, the loader's data for it, its stack. */
static double private_dirty(void)
{
	FILE *file = fopen("/proc/self/smaps_rollup", "r");
	unsigned kib = 0;
	char line[256];

	if (file == NULL)
		fail("/proc/self/smaps_rollup");
	while (fgets(line, sizeof line, file) != NULL &&
	       sscanf(line, "Private_Dirty: %u", &kib) != 1)
		continue;
	fclose(file);
	return kib;
}

_Noreturn static void serve(int from, int to)
{
	struct request request;
	double answer;

	while (read(from, &request, sizeof request) == sizeof request) {
		answer = request.way == NULL ? private_dirty() : time_lookup(&request);
		if (write(to, &answer, sizeof answer) != sizeof answer)
			fail("a pipe");
	}
	_exit(0);
}

void worker_start(struct worker *worker, const char *directory, const char *name)
{
	int requests[2], answers[2];
	char nsswitch[4096];
	pid_t child = -1;

	snprintf(nsswitch, sizeof nsswitch, "%s/%s", directory, name);
	if (pipe(requests) == 0 && pipe(answers) == 0)
		child = fork();
	if (child == -1)
		fail("fork");
	if (child == 0) {
		close(requests[1]);
		close(answers[0]);
		if (unshare(CLONE_NEWNS) == -1 ||
		    mount(nsswitch, _PATH_NSSWITCH_CONF, NULL, MS_BIND, NULL) == -1)
			fail(nsswitch);
		serve(requests[0], answers[1]);
	}
	close(requests[0]);
	close(answers[1]);
	*worker = (struct worker){ requests[1], answers[0] };
}

static double ask(const struct worker *worker, const struct request *request)
{
	double answer;

	if (write(worker->to, request, sizeof *request) != sizeof *request ||
	    read(worker->from, &answer, sizeof answer) != sizeof answer)
		fail("a worker has ended");
	return answer;
}

double worker_ask(const struct worker *worker, const struct way *way, const char *name)
{
	struct request request = { .way = way };

	snprintf(request.name, sizeof request.name, "%s", name);
	return ask(worker, &request);
}

double worker_private_dirty(const struct worker *worker)
{
	struct request request = { .way = NULL };

	return ask(worker, &request);
}
