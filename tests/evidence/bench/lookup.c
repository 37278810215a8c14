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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "clock.h"
#include "idnx.h"
#include "lookup.h"

#define ROUNDS_MAX 10000

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

void fail(const char *what)
{
	fprintf(stderr, "lookup: %s failed\n", what);
	exit(1);
}

void report(const char *what, double value, double bound, const char *unit)
{
	printf("%-70s%9.2f <= %7.2f %-3s %s\n", what, value, bound, unit,
	       value <= bound ? "yes" : " NO");
}

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
