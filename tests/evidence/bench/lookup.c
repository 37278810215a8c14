/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * make bench-lookup: how much more a lookup through the module costs than a lookup of the
 * ASCII form without it.  The two take turns, and the result is the median of their
 * differences.  Run it by tests/evidence/bench/bench-lookup, which makes its namespaces.
 *
 *     lookup DIRECTORY ROUNDS     measures
 *     lookup DIRECTORY with       looks up once in each way, with idnx ...
 *     lookup DIRECTORY without    ... or without, to count the queries
 *
 * DIRECTORY/with, DIRECTORY/without, DIRECTORY/again and DIRECTORY/instant are files nsswitch.conf.
 */
#include <fcntl.h>
#include <netdb.h>
#include <sched.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "idnx.h"

#define ROUNDS_MAX 10000

/* Prints what failed, and ends the program. */
_Noreturn static void fail(const char *what)
{
	fprintf(stderr, "lookup: %s failed\n", what);
	exit(1);
}

/* Prints a line: what, its value, its bound, and whether it exceeds that. */
static void report(const char *what, double value, double bound, const char *unit)
{
	printf("%-70s%9.2f <= %7.2f %-3s %s\n", what, value, bound, unit,
	       value <= bound ? "yes" : " NO");
}

/* --- The ways to ask for a name ------------------------------------------- */

struct way {
	const char *title;
	bool (*ask)(const char *name, int family); /* whether it has addresses */
	int family;
	/*
	 * Microseconds more than for the ASCII form, perhaps with those of one sort of the
	 * addresses after RFC 6724; 0: OWN_SHARE of the lookup, besides what asking libc
	 * again needs.
	 */
	double allowed;
	bool may_sort;
};

#define OWN_SHARE 0.08

#define BUFFER_SIZE 4096 /* enough for 25 addresses: no retry */

static bool ask_gethostbyname2_r(const char *name, int family)
{
	struct hostent host, *found = NULL;
	char buffer[BUFFER_SIZE];
	int host_error;

	gethostbyname2_r(name, family, &host, buffer, sizeof buffer, &found, &host_error);
	return found != NULL;
}

static bool ask_getaddrinfo(const char *name, int family)
{
	struct addrinfo hints = { .ai_family = family, .ai_socktype = SOCK_STREAM };
	struct addrinfo *found;

	if (getaddrinfo(name, NULL, &hints, &found) != 0)
		return false;
	freeaddrinfo(found);
	return true;
}

/* Starts a process that loads everything again. */
static bool ask_getent(const char *name, int family)
{
	char copy[256]; /* posix_spawnp() takes no constants */
	char *arguments[] = { "getent", "--no-idn", "ahosts", copy, NULL };
	posix_spawn_file_actions_t actions;
	int status = -1;
	pid_t child;

	(void)family;
	snprintf(copy, sizeof copy, "%s", name);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&child, "getent", &actions, NULL, arguments, environ) == 0)
		waitpid(child, &status, 0);
	posix_spawn_file_actions_destroy(&actions);
	return status == 0;
}

static const struct way ways[] = {
	{ "gethostbyname2_r AF_INET", ask_gethostbyname2_r, AF_INET, 0, false },
	{ "gethostbyname2_r AF_INET6", ask_gethostbyname2_r, AF_INET6, 0, false },
	{ "getaddrinfo AF_INET", ask_getaddrinfo, AF_INET, 0, false },
	{ "getaddrinfo AF_INET6", ask_getaddrinfo, AF_INET6, 0, false },
	{ "getaddrinfo AF_UNSPEC", ask_getaddrinfo, AF_UNSPEC, 3, true },
	{ "getent --no-idn ahosts", ask_getent, AF_UNSPEC, 100, false },
};

#define WAYS (sizeof ways / sizeof *ways)

/* --- The processes -------------------------------------------------------- */

/*
 * One process looks up with idnx in its hosts: line, one without,
 * and so on.  A single process that changes its line with __nss_configure_lookup() would
 * measure too little: glibc then no longer checks whether nsswitch.conf has changed, which it
 * does twice if a module calls libc again.  The processes take turns on one CPU, so all start
 * with similar caches.
 */
struct worker {
	int to, from;
};

/* Without a way, asks for the memory.  The pointer is valid in a forked process, too. */
struct request {
	const struct way *way;
	char name[sizeof "again." + IDNX_HOST_NAME_SIZE];
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

/* Its /etc/nsswitch.conf is directory/name. */
static void worker_start(struct worker *worker, const char *directory, const char *name)
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

static double answer_of(const struct worker *worker, const struct request *request)
{
	double answer;

	if (write(worker->to, request, sizeof *request) != sizeof *request ||
	    read(worker->from, &answer, sizeof answer) != sizeof answer)
		fail("a worker has ended");
	return answer;
}

/* Returns nanoseconds for one lookup. */
static double worker_ask(const struct worker *worker, const struct way *way, const char *name)
{
	struct request request = { .way = way };

	snprintf(request.name, sizeof request.name, "%s", name);
	return answer_of(worker, &request);
}

/* Returns KiB of memory private to the worker. */
static double worker_private_dirty(const struct worker *worker)
{
	struct request request = { .way = NULL };

	return answer_of(worker, &request);
}

/* --- The names ------------------------------------------------------------ */

/* The names to look up, by the number of addresses in each answer. */
static const struct host {
	unsigned addresses;
	const char *one_family, *both_families;
	const char *instant; /* the addresses of both_families, without the DNS */
} hosts[] = {
	{ 2, "für-2-2.example", "für-1-1.example", "instant-1-1" },
	{ 25, "für-25-25.example", "für-13-12.example", "instant-13-12" },
};

#define HOSTS (sizeof hosts / sizeof *hosts)

/* One address, which getaddrinfo() does not sort. */
#define UNSORTED "instant-1-0"

static const char *name_for(const struct way *way, const struct host *host)
{
	return way->family == AF_UNSPEC ? host->both_families : host->one_family;
}

static const char *ace_for(const struct way *way, const struct host *host)
{
	static char ace[IDNX_HOST_NAME_SIZE]; /* of the last call */
	const char *name = name_for(way, host);
	struct idnx_result result = idnx_to_ascii(name, strlen(name), ace, sizeof ace,
	                                          IDNX_LOOKUP);

	if (result.status != IDNX_OK)
		fail(name);
	return ace;
}

/* --- Measuring ------------------------------------------------------------ */

static struct worker with, without, again, instant;

/* Nanoseconds, for each round. */
static double times[WAYS][HOSTS][ROUNDS_MAX];       /* of the ASCII form */
static double differences[WAYS][HOSTS][ROUNDS_MAX]; /* what the name costs more */
static double agains[WAYS][HOSTS][ROUNDS_MAX];      /* what asking libc again costs more */
static double sorts[HOSTS][ROUNDS_MAX];

static void start_workers(const char *directory)
{
	worker_start(&with, directory, "with");
	worker_start(&without, directory, "without");
	worker_start(&again, directory, "again");
	worker_start(&instant, directory, "instant");
}

static bool is_asked_again(const struct way *way)
{
	return way->allowed == 0;
}

/* Does the same lookup through a module that only asks libc again. */
static double ask_again(const struct way *way, const char *ace)
{
	char name[sizeof "again." + IDNX_HOST_NAME_SIZE];

	snprintf(name, sizeof name, "again.%s", ace);
	return worker_ask(&again, way, name);
}

/* Alternates which of the two goes first. */
static void measure_way(size_t way, size_t host, size_t round)
{
	const char *name = name_for(&ways[way], &hosts[host]);
	const char *ace = ace_for(&ways[way], &hosts[host]);
	double time_with = 0, time_without;

	if (round % 2 == 0)
		time_with = worker_ask(&with, &ways[way], name);
	time_without = worker_ask(&without, &ways[way], ace);
	if (round % 2 != 0)
		time_with = worker_ask(&with, &ways[way], name);
	times[way][host][round] = time_without;
	differences[way][host][round] = time_with - time_without;
	if (is_asked_again(&ways[way]))
		agains[way][host][round] = ask_again(&ways[way], ace) - time_without;
}

/*
 * Measures one sort of a host's addresses.  They come from a module that needs no time, as
 * does the single address, which is not sorted.  The difference includes listing the other
 * addresses, about ten nanoseconds each.
 */
static void measure_sort(const struct way *way, size_t host, size_t round)
{
	double unsorted = worker_ask(&instant, way, UNSORTED);

	sorts[host][round] = worker_ask(&instant, way, hosts[host].instant) - unsorted;
}

static void measure(size_t rounds)
{
	for (size_t way = 0; way < WAYS; way++)
		for (size_t host = 0; host < HOSTS; host++)
			for (size_t round = 0; round < rounds; round++) {
				measure_way(way, host, round);
				if (ways[way].may_sort)
					measure_sort(&ways[way], host, round);
			}
}

/* --- Reports -------------------------------------------------------------- */

static void report_share(const char *what, double time, double more, double by_libc)
{
	char whole[128];

	snprintf(whole, sizeof whole, "%.70s: %.1f us, %.1f more, libc's %.1f", what, time,
	         more, by_libc);
	report(whole, 100 * (more - by_libc) / time, 100 * OWN_SHARE, "%");
}

static void report_way(size_t way, size_t host, size_t rounds, double sort)
{
	double time = clock_median(times[way][host], rounds) / 1000;
	double more = clock_median(differences[way][host], rounds) / 1000;
	char what[80], whole[96];

	snprintf(what, sizeof what, "%s, %u addresses", ways[way].title, hosts[host].addresses);
	if (is_asked_again(&ways[way])) {
		report_share(what, time, more, clock_median(agains[way][host], rounds) / 1000);
		return;
	}
	snprintf(whole, sizeof whole, "%s: %.1f us, and", what, time);
	report(whole, more, ways[way].allowed + (ways[way].may_sort ? sort : 0), "us");
}

static void report_lookups(size_t rounds)
{
	for (size_t host = 0; host < HOSTS; host++) {
		double sort = clock_median(sorts[host], rounds) / 1000;

		for (size_t way = 0; way < WAYS; way++)
			report_way(way, host, rounds, sort);
		printf("one sort of %u addresses: %.1f us\n", hosts[host].addresses, sort);
	}
}

/* --- Queries -------------------------------------------------------------- */

static void ask_once(const char *directory, bool idnx)
{
	struct worker worker;

	worker_start(&worker, directory, idnx ? "with" : "without");
	for (size_t host = 0; host < HOSTS; host++)
		for (size_t way = 0; way < WAYS; way++)
			worker_ask(&worker, &ways[way],
			           idnx ? name_for(&ways[way], &hosts[host])
			                : ace_for(&ways[way], &hosts[host]));
}

int main(int argc, char **argv)
{
	size_t rounds = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	if (argc == 3 && (strcmp(argv[2], "with") == 0 || strcmp(argv[2], "without") == 0)) {
		ask_once(argv[1], strcmp(argv[2], "with") == 0);
		return 0;
	}
	if (rounds == 0 || rounds > ROUNDS_MAX) {
		fprintf(stderr, "usage: lookup DIRECTORY ROUNDS|with|without\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	start_workers(argv[1]);
	measure(rounds);
	report("private memory, more than without idnx",
	       worker_private_dirty(&with) - worker_private_dirty(&without), 16, "KiB");
	report_lookups(rounds);
	return 0;
}
