/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Lookups in a process without memory: the k-th allocation fails, the stack is the smallest that
 * a thread can have.  glibc has bugs there, so each name is compared with its ASCII form without
 * idnx.  calls.bats has mmap() and brk() fail.
 */
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <unistd.h>

#include "../../common/sources/fake.h"
#include "../../common/front.h"
#include "../../common/child.h"

#ifndef SANITIZED
#include "../../common/failing_heap.h"

static const char with[] = "idnx [!UNAVAIL=return] fake";
static const char without[] = "fake";
static const char name[] = "sixty.bücher.example";
static const char ace[] = "sixty.xn--bcher-kva.example";
static const char latin[] = "sixty.b\xfc"
			    "cher.example"; /* the name in ISO-8859-15 */
static const char address[] = "192.0.2.1";

/* What a process saw, and how it ended. */
struct outcome {
	struct seen seen;
	int status; /* of waitpid() */
	long left;  /* memory blocks it has now and did not have before */
	bool more;  /* the fault has occurred */
};

static struct outcome *shared;

BEFORE_ALL
{
	shared = child_memory(sizeof *shared);
}

/* Runs it in a child; returns what that process saw. */
static struct outcome in_process(int (*run)(const void *what), const void *what)
{
	memset(shared, 0, sizeof *shared);
	shared->status = child_run(run, what);
	return *shared;
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
	return a->status == b->status && strcmp(a->seen.text, b->seen.text) == 0;
}

static bool is_among(const struct outcome *outcome, const struct outcome *outcomes,
                     unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (is_same(outcome, &outcomes[i]))
			return true;
	return false;
}

/* EAI_SYSTEM with ENOMEM is how glibc reports a source without memory. */
static bool says_why(const struct outcome *outcome)
{
	char words[32];

	snprintf(words, sizeof words, "e%d/%d ", EAI_SYSTEM, ENOMEM);
	return outcome->status == 0 && strcmp(outcome->seen.text, words) == 0;
}

/*
 * Whether no memory is leaked, or only what glibc leaks as well (2.41 leaks an answer that it
 * cannot sort).  Compares with all outcomes, since the getaddrinfo() within a lookup and the
 * outer one report the same leak differently.
 */
static bool leaves_as_one_of(const struct outcome *outcome, const struct outcome *outcomes,
                             unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (outcome->left == outcomes[i].left &&
		    (is_same(outcome, &outcomes[i]) || says_why(outcome)))
			return true;
	return outcome->left == 0;
}

/* --- Allocations that fail -------------------------------------------------------- */

/* A question, and one with the same answer without idnx; "first" is looked up before both. */
static const struct question {
	const char *name, *ace, *conf, *first;
	bool reverse, converts; /* the latter takes at least one more allocation */
} questions[] = {
	{ .name = name, .ace = ace },
	{ .name = name, .ace = ace, .conf = "CheckHyphens = true\n[.example]\n" },
	/* The first lookup that needs iconv, and a later one. */
	{ .name = latin,
	  .ace = ace,
	  .conf = "charset = ISO-8859-15\n",
	  .first = name,
	  .converts = true },
	{ .name = latin, .ace = ace, .conf = "charset = ISO-8859-15\n", .converts = true },
	/* The locale C cannot show these names: iconv is called, and they stay ASCII. */
	{ .name = address,
	  .ace = address,
	  .conf = "reverse = unicode\ncharset = locale\n",
	  .reverse = true,
	  .converts = true },
};

struct heap_fault {
	size_t front;
	const struct question *question;
	const char *line, *name;
	unsigned which;
};

static int ask_without_memory(const void *what)
{
	const struct heap_fault *fault = what;
	const char *first = fault->question->first;
	long before;

	/* Memory that glibc keeps after a first lookup does not count. */
	fake_hosts(fault->line);
	fake_conf(fault->question->conf);
	ask(fault->front, first != NULL ? first : fault->name);
	ask(fault->front, first != NULL ? first : fault->name);
	before = atomic_load(&heap.alive);
	heap.which = fault->which;
	heap.armed = true;
	shared->seen = ask(fault->front, fault->name);
	heap.armed = false;
	shared->more = heap.seen >= heap.which;
	/* The next lookup frees an answer that was kept. */
	ask(fault->front, fault->name);
	shared->left = atomic_load(&heap.alive) - before;
	return 0;
}

enum { ALLOCATIONS_MAX = 512 };

static unsigned allocations;

/*
 * Makes the first, the second ... allocation fail; returns how many different outcomes
 * there are.
 */
static unsigned each_allocation_fails(size_t front, const struct question *question,
                                      const char *line, const char *what,
                                      struct outcome outcomes[ALLOCATIONS_MAX])
{
	unsigned which = 0;

	do {
		const struct heap_fault fault = { front, question, line, what, which + 1 };

		assert_true(which < ALLOCATIONS_MAX);
		outcomes[which] = in_process(ask_without_memory, &fault);
	} while (outcomes[which++].more);
	return which;
}

/* EAI_AGAIN: the name cannot be read, or it is not certain that it is allowed. */
static bool says_later(const struct question *question, const struct outcome *outcome)
{
	return question->conf != NULL && outcome->status == 0 &&
	       (strcmp(outcome->seen.text, "e-3/0 ") == 0 ||
	        strcmp(outcome->seen.text, "h2 ") == 0);
}

static void compare(size_t front, const struct question *question)
{
	static struct outcome expected[ALLOCATIONS_MAX], outcomes[ALLOCATIONS_MAX];
	unsigned count = each_allocation_fails(front, question, with, question->name, outcomes);
	unsigned known = each_allocation_fails(front, question, without, question->ace,
	                                       expected);

	assert_true(known > 1);
	assert_true(count >= known + question->converts);
	allocations += count - 1;
	for (unsigned i = 0; i < count; i++)
		if (!is_among(&outcomes[i], expected, known) && !says_why(&outcomes[i]) &&
		    !says_later(question, &outcomes[i]))
			fail_msg("%s, front end %zu, allocation %u: %s, ended with %d",
			         question->name, front, i + 1, outcomes[i].seen.text,
			         outcomes[i].status);
	for (unsigned i = 0; i < count && question->first == NULL; i++)
		if (!leaves_as_one_of(&outcomes[i], expected, known))
			fail_msg("%s, front end %zu, allocation %u: %s, %ld blocks are left",
			         question->name, front, i + 1, outcomes[i].seen.text,
			         outcomes[i].left);
}

TEST(whichever_allocation_fails_the_outcome_is_the_ascii_forms)
{
	for (size_t i = 0; i < LENGTH(questions); i++)
		for (size_t front = 0; front < FRONTS + 1; front++)
			if ((front == REVERSE) == questions[i].reverse)
				compare(front, &questions[i]);
	printf("# note: %u allocations have failed, each in a lookup of its own\n",
	       allocations);
}

/* --- Small stacks ------------------------------------------------------------------ */

struct stack {
	size_t front;
	const char *line, *name, *conf;
	size_t size;
};

static void *ask_in_thread(void *what)
{
	const struct stack *stack = what;

	shared->seen.length = 0;
	fronts[stack->front](stack->name, &shared->seen);
	return NULL;
}

/* Runs after the module is loaded, which needs more stack and happens in any thread. */
static int ask_on_stack(const void *what)
{
	const struct stack *stack = what;
	pthread_attr_t attributes;
	pthread_t thread;
	void *argument;

	memcpy(&argument, &what, sizeof argument);
	fake_hosts(stack->line);
	fake_conf(stack->conf);
	ask(stack->front, stack->name);
	pthread_attr_init(&attributes);
	if (pthread_attr_setstacksize(&attributes, stack->size) != 0 ||
	    pthread_create(&thread, &attributes, ask_in_thread, argument) != 0)
		return 1;
	pthread_join(thread, NULL);
	return 0;
}

static size_t smallest_stack(void)
{
	return (size_t)sysconf(_SC_THREAD_STACK_MIN);
}

/*
 * Also ASCII names with an xn-- label; with a file that does not restrict them on 16 KiB more, as
 * nss-idnx-programming(7) says, since any error in it concerns them.
 */
TEST(on_the_smallest_stack_an_ascii_name_is_as_without_idnx)
{
	static const char *const confs[] = { NULL, "CheckBidi = false\nexclude = example\n" };
	static const size_t more[] = { 0, 16384 };

	for (size_t front = 0; front < FRONTS; front++) {
		for (size_t i = 0; i < LENGTH(confs); i++) {
			const struct stack bare = { front, without, ace, confs[i],
				                    smallest_stack() + more[i] };
			const struct stack idnx = { front, with, ace, confs[i],
				                    smallest_stack() + more[i] };
			const struct outcome expected = in_process(ask_on_stack, &bare);
			const struct outcome outcome = in_process(ask_on_stack, &idnx);

			assert_int_equal(outcome.status, expected.status);
			assert_string_equal(outcome.seen.text, expected.seen.text);
		}
	}
}

/* As stated in nss-idnx(8). */
TEST(a_non_ascii_name_needs_no_more_stack_than_documented)
{
	static const struct {
		const char *conf;
		size_t size;
	} rows[] = {
		{ NULL, 28 * 1024 },
		{ "CheckHyphens = true\nscript-policy = highly-restrictive\n"
		  "canonical-name = unicode\n[.example]\ndeviations = map\n"
		  "script-policy = highly-restrictive\ncanonical-name = unicode\n",
		  44 * 1024 },
		{ "protection = strict\nscripts = Latin\nprotect = bucher.com\n"
		  "canonical-name = unicode\n[.example]\n"
		  "protect = bücher.com ſ̣.example\n",
		  44 * 1024 },
	};
	static const char *const names[] = { name, ace };

	for (size_t i = 0; i < 2 * LENGTH(rows); i++) {
		for (size_t front = 0; front < FRONTS; front++) {
			const struct stack roomy = { front, with, names[i % 2],
				                     rows[i / 2].conf, 1 << 20 };
			const struct stack stack = { front, with, names[i % 2],
				                     rows[i / 2].conf, rows[i / 2].size };
			const struct outcome expected = in_process(ask_on_stack, &roomy);
			const struct outcome outcome = in_process(ask_on_stack, &stack);

			assert_int_equal(outcome.status, 0);
			assert_string_equal(outcome.seen.text, expected.seen.text);
		}
	}
}

#else

BEFORE_ALL
{
	test_skip_all("memory", "a sanitizer has a malloc() of its own");
}

#endif
