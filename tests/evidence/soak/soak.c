/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 *     soak LOOKUPS
 *
 * Makes that many lookups of all kinds, with 64 threads, before the source "fake", while
 * nsswitch.conf and idnx.conf are replaced all the time.  Prints the resident memory after
 * each tenth of them.  Fails if memory or descriptors grow after the first tenth, or if an
 * answer is not one of those possible for the name.
 *
 * Runs in a namespace where /etc is empty.
 */
#include <dlfcn.h>
#include <err.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "../../common/front.h"
#include "../../common/left.h"

enum { THREADS = 64, CONFS = 5, TENTHS = 10 };

/*
 * Each applies at some time.  With the last two no internationalized name is found.  An xn-- name
 * gets the last one's answer, too, if the second is replaced by the fourth after the module has
 * found its key and before it reads the file.
 */
static const char *const confs[CONFS] = {
	NULL,
	"canonical-name = unicode\nscript-policy = highly-restrictive\n",
	"CheckHyphens = true\nreverse = unicode\n[.bücher.example]\ndeviations = map\n",
	"this is an error\n",
	"script-policy = highly-restrictive\nthis is an error\n",
};

/*
 * Each line has an action that ends the lookup at idnx.  glibc may walk one line while the
 * module reads another: with a bare line, "idnx fake", an unconverted name would reach "fake".
 */
static const char *const lines[] = {
	"hosts: idnx [!UNAVAIL=return] fake\n",
	"passwd: files\nhosts: files idnx [NOTFOUND=return TRYAGAIN=return] fake\n",
	"# a comment\nhosts: files\nhosts: idnx [!UNAVAIL=return] fake files\n",
};

static const char *const names[] = {
	"v4.bücher.example", "v6.bücher.example", "both.BU\xcc\x88" "CHER.example",
	"alias.bücher。example", "sixty.bücher.example", "nodata.bücher.example",
	"nxdomain.bücher.example", "timeout.bücher.example", "down.bücher.example",
	"１２７.０.０.１", "b\xfc" "cher.example", "ab--ü.example", "example.com",
	"both.xn--bcher-kva.example",
	"files.example", /* not in every line */
};

/* Of one name each: two names may be shown by two files, if it is replaced between them. */
static const char *const addresses[] = { "192.0.2.2", "192.0.2.4", "192.0.2.10", "192.0.2.11" };

enum {
	NAMES = sizeof names / sizeof names[0],
	LINES = sizeof lines / sizeof lines[0],
	ADDRESSES = sizeof addresses / sizeof addresses[0],
	QUESTIONS = NAMES * FRONTS + ADDRESSES,
	FILES = (NAMES - 1) * FRONTS, /* the first question for "files.example" */
};

static struct seen expected[CONFS][LINES][QUESTIONS];
static atomic_ulong done, wrong, replaced;
static atomic_bool ended;

/* Replaces the file with a new, complete one. */
static void replace_file(const char *path, const char *text)
{
	const char fresh[] = "/etc/new";
	int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	if (file == -1 || write(file, text, strlen(text)) != (ssize_t)strlen(text) ||
	    close(file) == -1 || rename(fresh, path) == -1)
		err(1, "%s", path);
}

static void replace_conf(const char *text)
{
	if (text != NULL)
		replace_file(IDNX_CONF, text);
	else
		unlink(IDNX_CONF);
}

static struct seen ask_question(size_t question)
{
	if (question < NAMES * FRONTS)
		return ask(question % FRONTS, names[question / FRONTS]);
	return ask(REVERSE, addresses[question - NAMES * FRONTS]);
}

static void learn(void)
{
	replace_file("/etc/hosts", "192.0.2.99 files.example\n");
	for (size_t conf = 0; conf < CONFS; conf++)
		for (size_t line = 0; line < LINES; line++) {
			replace_conf(confs[conf]);
			replace_file(_PATH_NSSWITCH_CONF, lines[line]);
			for (size_t i = 0; i < QUESTIONS; i++)
				expected[conf][line][i] = ask_question(i);
		}
	/* Since 2.33. */
	printf("glibc reads nsswitch.conf %s\n",
	       strcmp(expected[0][0][FILES].text, expected[0][1][FILES].text) != 0
	               ? "again when it was replaced"
	               : "once");
}

/* Any two of the files may have applied, since both are replaced during the lookup. */
static bool is_expected(size_t question, const struct seen *seen)
{
	for (size_t i = 0; i < CONFS * LINES; i++)
		if (strcmp(seen->text, expected[i % CONFS][i / CONFS][question].text) == 0)
			return true;
	return false;
}

static void *ask_often(void *share)
{
	unsigned long count = (unsigned long)(uintptr_t)share;
	static atomic_uint threads;
	unsigned first = atomic_fetch_add(&threads, 1);

	for (unsigned long i = first; i < first + count; i++) {
		const struct seen seen = ask_question(i % QUESTIONS);

		if (!is_expected(i % QUESTIONS, &seen) && atomic_fetch_add(&wrong, 1) < 10)
			fprintf(stderr, "question %lu: %s\n", i % QUESTIONS, seen.text);
		atomic_fetch_add(&done, 1);
	}
	return NULL;
}

static void *replace(void *unused)
{
	const struct timespec pause = { 0, 200000 };

	for (unsigned i = 0; !atomic_load(&ended); i++) {
		replace_conf(confs[i % CONFS]);
		replace_file(_PATH_NSSWITCH_CONF, lines[i / CONFS % LINES]);
		atomic_fetch_add(&replaced, 1);
		nanosleep(&pause, NULL);
	}
	return unused;
}

/* Returns the count of the source that glibc has loaded. */
static unsigned asked_raw(void)
{
	void *fake = dlopen("libnss_fake.so.2", RTLD_NOW | RTLD_NOLOAD);
	const atomic_uint *count = fake != NULL ? dlsym(fake, "fake_asked_raw") : NULL;

	if (count == NULL)
		errx(1, "the source fake is not loaded");
	return atomic_load(count);
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

int main(int argc, char **argv)
{
	unsigned long lookups = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
	pthread_t threads[THREADS], replacer;
	long first_kib = 0, kib = 0, first_open = descriptors(), open_now, first_heap, heap;

	if (lookups < THREADS)
		errx(2, "usage: soak LOOKUPS");
	if (access(_PATH_NSSWITCH_CONF, F_OK) == 0 || access("/etc/hosts", F_OK) == 0)
		errx(2, "there are files in /etc, which would be replaced");
	learn();
	first_heap = heap_in_use();
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
	heap = heap_in_use();
	printf("%lu lookups, each file replaced %lu times: %lu wrong answers, %u raw names, "
	       "%ld KiB resident, first %ld, %ld octets allocated, first %ld, "
	       "%ld descriptors, first %ld\n",
	       atomic_load(&done), atomic_load(&replaced), atomic_load(&wrong), asked_raw(),
	       kib, first_kib, heap, first_heap, open_now, first_open);
	/*
	 * The heaps of 64 threads are not always equally full.  After a thread has ended, glibc
	 * may keep its stack and a few hundred octets.
	 */
	return wrong == 0 && asked_raw() == 0 && open_now == first_open &&
	                       heap <= first_heap + THREADS * 1024L &&
	                       kib <= first_kib + first_kib / 10 + 1024
	               ? 0
	               : 1;
}
