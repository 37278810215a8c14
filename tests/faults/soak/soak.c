/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * soak: LOOKUPS lookups of all kinds by 64 threads before the source "fake", while
 * nsswitch.conf and idnx.conf are replaced all the time.  Prints, for each tenth of them,
 * the resident memory and the descriptors, which have to stay what they were after the
 * first, and fails at an answer that is not one of those that the name may have.
 *
 *     soak LOOKUPS
 */
#include <dirent.h>
#include <err.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "../../nss/fake/fake.h"
#include "../front.h"

enum { THREADS = 64, CONFS = 4, TENTHS = 10 };

/* At one time or another.  Under the last one no name of ours is found. */
static const char *const confs[CONFS] = {
	NULL,
	"canonical-name = unicode\nscript-policy = highly-restrictive\n",
	"CheckHyphens = true\nreverse = unicode\n[.bücher.example]\ndeviations = map\n",
	"this is a mistake\n",
};

static const char *const lines[] = {
	"hosts: idnx [!UNAVAIL=return] fake\n", "hosts: idnx fake\n",
	"# a comment\nhosts: files\nhosts: idnx [!UNAVAIL=return] fake\n",
};

static const char *const names[] = {
	"v4.bücher.example", "v6.bücher.example", "both.BU\xcc\x88" "CHER.example",
	"alias.bücher。example", "sixty.bücher.example", "nodata.bücher.example",
	"nxdomain.bücher.example", "timeout.bücher.example", "down.bücher.example",
	"１２７.０.０.１", "b\xfc" "cher.example", "ab--ü.example", "example.com",
	"both.xn--bcher-kva.example",
};

enum {
	NAMES = sizeof names / sizeof names[0],
	LINES = sizeof lines / sizeof lines[0],
};

static struct seen expected[CONFS][LINES][FRONTS][NAMES];
static atomic_ulong done, wrong;
static atomic_bool ended;

static void learn(void)
{
	fake_hosts("idnx [!UNAVAIL=return] fake");
	for (size_t conf = 0; conf < CONFS; conf++)
		for (size_t line = 0; line < LINES; line++) {
			fake_conf(confs[conf]);
			fake_nsswitch(lines[line]);
			for (size_t i = 0; i < FRONTS * NAMES; i++)
				expected[conf][line][i % FRONTS][i / FRONTS] =
					ask(i % FRONTS, names[i / FRONTS]);
		}
}

/* Both files may have been replaced while it was asked for. */
static bool is_expected(size_t front, size_t name, const struct seen *seen)
{
	for (size_t i = 0; i < CONFS * LINES; i++)
		if (strcmp(seen->text, expected[i % CONFS][i / CONFS][front][name].text) == 0)
			return true;
	return false;
}

static void *ask_often(void *share)
{
	unsigned long count = (unsigned long)(uintptr_t)share;
	static atomic_uint threads;
	unsigned first = atomic_fetch_add(&threads, 1);

	for (unsigned long i = first; i < first + count; i++) {
		size_t front = i % FRONTS, name = i / FRONTS % NAMES;
		const struct seen seen = ask(front, names[name]);

		if (!is_expected(front, name, &seen)) {
			if (atomic_fetch_add(&wrong, 1) < 10)
				fprintf(stderr, "%s: %s\n", names[name], seen.text);
		}
		atomic_fetch_add(&done, 1);
	}
	return NULL;
}

static void *replace(void *unused)
{
	const struct timespec pause = { 0, 200000 };

	for (unsigned i = 0; !atomic_load(&ended); i++) {
		fake_conf(confs[i % CONFS]);
		fake_nsswitch(lines[i / CONFS % LINES]);
		nanosleep(&pause, NULL);
	}
	return unused;
}

static long resident_kib(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = 0;

	if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
		err(1, "/proc/self/statm");
	fclose(file);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Of the threads, some are open at any time: the least of some looks. */
static long descriptors(void)
{
	long least = 1 << 20;

	for (unsigned i = 0; i < 20; i++) {
		DIR *folder = opendir("/proc/self/fd");
		long count = 0;

		while (readdir(folder) != NULL)
			count++;
		closedir(folder);
		if (count < least)
			least = count;
		usleep(10000);
	}
	return least;
}

int main(int argc, char **argv)
{
	unsigned long lookups = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	pthread_t threads[THREADS], replacer;
	long first_kib = 0, kib = 0, first_open = descriptors(), open_now;

	if (lookups < THREADS)
		errx(2, "usage: soak LOOKUPS");
	learn();
	pthread_create(&replacer, NULL, replace, NULL);
	for (size_t i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, ask_often,
		               (void *)(uintptr_t)(lookups / THREADS));
	for (unsigned long tenth = 1; tenth < TENTHS; tenth++) {
		while (atomic_load(&done) < lookups / TENTHS * tenth)
			usleep(10000);
		kib = resident_kib();
		if (tenth == 1)
			first_kib = kib;
		printf("%lu lookups: %ld KiB resident\n", atomic_load(&done), kib);
		fflush(stdout);
	}
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	atomic_store(&ended, true);
	pthread_join(replacer, NULL);
	open_now = descriptors();
	printf("%lu lookups: %lu wrong answers, %u raw names, %ld KiB resident, first %ld, "
	       "%ld descriptors, first %ld\n", atomic_load(&done), atomic_load(&wrong),
	       fake_asked_raw, kib, first_kib, open_now, first_open);
	/* The heaps of 64 threads are not all as full at one time as at another. */
	return wrong == 0 && fake_asked_raw == 0 && open_now == first_open &&
	       kib <= first_kib + first_kib / 10 + 1024 ? 0 : 1;
}
