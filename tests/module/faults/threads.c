/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Many threads at once: each must get the answers that a single thread gets, even when
 * signals interrupt it, or idnx.conf changes meanwhile.  And children of a process in which
 * another thread loads libraries.
 *
 *     threads        512 threads with 60 lookups each
 *     threads all    512 threads with 10,000 lookups each
 */
#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

#include "../../common/child.h"
#include "../../common/sources/fake.h"
#include "../../common/front.h"
#include "../../common/left.h"

static const char with[] = "idnx [!UNAVAIL=return] fake";
static const char without[] = "fake";

static unsigned lookups = 60;

/* --- All kinds of answers ------------------------------------------------------------ */

/* A name, and one that gives the same answer without idnx. */
static const char *const pairs[][2] = {
	{ "v4.bücher.example", "v4.xn--bcher-kva.example" },
	{ "v6.bücher.example", "v6.xn--bcher-kva.example" },
	{ "both.BU\xcc\x88" "CHER.example", "both.xn--bcher-kva.example" },
	{ "alias.bücher。example", "alias.xn--bcher-kva.example" },
	{ "sixty.bücher.example", "sixty.xn--bcher-kva.example" },
	{ "nodata.bücher.example", "nodata.xn--bcher-kva.example" },
	{ "nxdomain.bücher.example", "nxdomain.xn--bcher-kva.example" },
	{ "timeout.bücher.example", "timeout.xn--bcher-kva.example" },
	{ "１２７.０.０.１", "nxdomain.example" },
	{ "b\xfc" "cher.example", "nxdomain.example" },
	{ "example.com", "example.com" },
};

enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static struct seen expected[FRONTS][PAIRS];
static atomic_uint wrong;

BEFORE_ALL
{
	if (test_argument != NULL && strcmp(test_argument, "all") == 0)
		lookups = 10000;
	fake_hosts(without);
	for (size_t front = 0; front < FRONTS; front++)
		for (size_t i = 0; i < PAIRS; i++)
			expected[front][i] = ask(front, pairs[i][1]);
	fake_hosts(with);
}

/* The signal that interrupts lookups, but not the thread that waits for the others. */
static sigset_t interrupting;

/* Does many lookups, starting with another name and front end than the next thread. */
static void *ask_often(void *first)
{
	unsigned begin = (unsigned)(uintptr_t)first;

	pthread_sigmask(SIG_UNBLOCK, &interrupting, NULL);
	for (unsigned i = begin; i < begin + lookups; i++) {
		size_t front = i % FRONTS, pair = i / FRONTS % PAIRS;
		const struct seen got = ask(front, pairs[pair][0]);

		if (strcmp(got.text, expected[front][pair].text) != 0)
			atomic_fetch_add(&wrong, 1);
	}
	return NULL;
}

enum { THREADS = 512 };

static void run_threads(unsigned count, void *(*run)(void *first))
{
	static pthread_t threads[THREADS];
	pthread_attr_t attributes;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, 256 * 1024);
	wrong = 0;
	for (unsigned i = 0; i < count; i++)
		assert_int_equal(
			pthread_create(&threads[i], &attributes, run, (void *)(uintptr_t)i), 0);
	for (unsigned i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
	assert_int_equal(wrong, 0);
}

TEST(each_of_512_threads_sees_what_one_alone_sees)
{
	long before = descriptors();

	run_threads(THREADS, ask_often);
	assert_int_equal(descriptors(), before);
	assert_int_equal(fake_asked_raw, 0);
	printf("# note: %d threads with %u lookups each: no wrong answer\n", THREADS, lookups);
}

/* --- While idnx.conf changes ---------------------------------------------------------- */

/* Each applies at some time.  With the last two no internationalized name is found. */
static const char *const confs[] = {
	NULL,
	"canonical-name = unicode\nscript-policy = highly-restrictive\n",
	"CheckHyphens = true\nreverse = unicode\n[.bücher.example]\ndeviations = map\n",
	"this is an error\n",
	"script-policy = highly-restrictive\nthis is an error\n",
};

enum { CONFS = sizeof confs / sizeof confs[0], QUESTIONS = (FRONTS + 1) * 2 * PAIRS };

static struct seen possible[CONFS][QUESTIONS];
static atomic_uint replaced;
static atomic_bool ended;

/* Asks for a name, for its ASCII form, or for the names of an address. */
static struct seen ask_question(unsigned question)
{
	size_t front = question % (FRONTS + 1), name = question / (FRONTS + 1);

	return ask(front, front == REVERSE ? "192.0.2.2" : pairs[name / 2][name % 2]);
}

static bool is_possible(unsigned question, const struct seen *seen)
{
	for (size_t i = 0; i < CONFS; i++)
		if (strcmp(seen->text, possible[i][question].text) == 0)
			return true;
	return false;
}

static void *ask_every_question(void *first)
{
	unsigned begin = (unsigned)(uintptr_t)first;

	for (unsigned i = begin; i < begin + 4 * lookups; i++) {
		const struct seen got = ask_question(i % QUESTIONS);

		if (!is_possible(i % QUESTIONS, &got))
			atomic_fetch_add(&wrong, 1);
	}
	return NULL;
}

static void *replace_conf(void *unused)
{
	const struct timespec pause = { 0, 200000 };

	for (; !atomic_load(&ended); atomic_fetch_add(&replaced, 1)) {
		fake_conf(confs[replaced % CONFS]);
		nanosleep(&pause, NULL);
	}
	return unused;
}

/* After a thread has ended, glibc may keep a few hundred octets. */
TEST(whatever_idnx_conf_becomes_each_answer_is_one_of_a_whole_file_and_nothing_is_left)
{
	const unsigned count = 64;
	long open_before = descriptors(), heap_before;
	pthread_t replacer;

	for (size_t conf = 0; conf < CONFS; conf++) {
		fake_conf(confs[conf]);
		for (unsigned i = 0; i < QUESTIONS; i++)
			possible[conf][i] = ask_question(i);
	}
	heap_before = heap_in_use();
	assert_int_equal(pthread_create(&replacer, NULL, replace_conf, NULL), 0);
	run_threads(count, ask_every_question);
	atomic_store(&ended, true);
	pthread_join(replacer, NULL);
	fake_conf(NULL);
	assert_int_equal(fake_asked_raw, 0);
	assert_int_equal(descriptors(), open_before);
	assert_true(heap_in_use() <= heap_before + 1024 * (long)count);
	printf("# note: idnx.conf was replaced %u times in %u lookups\n", replaced,
	       4 * count * lookups);
}

/* --- Interrupted ------------------------------------------------------------------- */

static atomic_uint interrupts;

static void count_interrupt(int signal)
{
	(void)signal;
	atomic_fetch_add(&interrupts, 1);
}

/* Without SA_RESTART, interruptible calls fail with EINTR. */
TEST(interrupted_each_millisecond_threads_see_the_same)
{
	const struct sigaction action = { .sa_handler = count_interrupt };
	const struct itimerspec millisecond = { { 0, 1000000 }, { 0, 1000000 } };
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM };
	timer_t timer;

	sigaction(SIGVTALRM, &action, NULL);
	sigaddset(&interrupting, SIGVTALRM);
	pthread_sigmask(SIG_BLOCK, &interrupting, NULL);
	assert_int_equal(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
	timer_settime(timer, 0, &millisecond, NULL);
	while (interrupts < 200)
		run_threads(8, ask_often);
	timer_delete(timer);
	printf("# note: no wrong answer in %u interrupts\n", interrupts);
}

/* --- Forked -------------------------------------------------------------------------- */

static void *load_libraries(void *unused)
{
	static const char *const names[] = { LIBNSS_HESIOD_SO, LIBTHREAD_DB_SO };

	for (unsigned i = 0; !atomic_load(&ended); i++) {
		void *library = dlopen(names[i % 2], RTLD_NOW);

		if (library != NULL)
			dlclose(library);
	}
	return unused;
}

/* Alternates between the first and the last front end. */
static int find_name(const void *child)
{
	alarm(60);
	return strstr(ask(*(const unsigned *)child % 2 == 0 ? 0 : FRONTS - 1, pairs[0][0]).text,
	              " 192.0.2.") == NULL;
}

/*
 * A child's copy of the loader's lock is free, but the list of libraries may be half updated:
 * any dlopen() then kills the child.  A lookup calls dlopen() only if the process has made no
 * lookup before, of any name: with a dlopen() in each lookup, one child in six is killed.
 */
TEST(a_child_finds_names_whatever_other_threads_were_loading)
{
	const struct timespec pause = { 0, 300000 };
	pthread_t loader;

	atomic_store(&ended, false);
	assert_int_equal(pthread_create(&loader, NULL, load_libraries, NULL), 0);
	for (unsigned i = 0; i < 400; i++) {
		assert_int_equal(child_run(find_name, &i), 0);
		nanosleep(&pause, NULL);
	}
	atomic_store(&ended, true);
	pthread_join(loader, NULL);
}
