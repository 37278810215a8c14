/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * make bench: engines of UTS #46 convert names, all in one process on one CPU, taking turns.
 * Absolute times differ from machine to machine and from run to run; what counts are the ratios
 * within one run.
 *
 *     bench NAMES ROUNDS      prints for report, in lines of words: the engines; the share of their
 *                             answers that are the reference's, since a wrong engine can easily be
 *                             fast; and in each round the nanoseconds that a name takes
 */
#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "corpora.h"
#include "engine.h"

/*
 * The linker's names for the beginning and the end of the section of BENCH_ENGINE().  The first is
 * compared with the others; the second is the reference.
 */
extern const struct engine *const __start_engines[], *const __stop_engines[];

static const struct engine *const *engines = __start_engines;

enum direction { TO_ASCII, TO_UNICODE };

/* Returns NULL if the engine has none. */
static engine_conversion *conversion(size_t engine, enum direction direction)
{
	return direction == TO_ASCII ? engines[engine]->to_ascii : engines[engine]->to_unicode;
}

typedef double measurement(engine_conversion *convert, const struct corpus *corpus);

/* Measures the engines in turn, starting with another one each time. */
static void measure(const char *what, enum direction direction, measurement *measure_one)
{
	static size_t first;
	size_t count = (size_t)(__stop_engines - __start_engines);

	for (size_t kind = 0; kind < CORPORA; kind++, first++)
		for (size_t turn = 0; turn < count; turn++) {
			size_t engine = (first + turn) % count;
			engine_conversion *convert = conversion(engine, direction);

			if (convert != NULL)
				printf("%s\t%s\t%s\t%s\t%.4f\n", what,
				       direction == TO_ASCII ? "ToASCII" : "ToUnicode",
				       corpora[kind].title, engines[engine]->name,
				       measure_one(convert, &corpora[kind]));
		}
}

/* --- Answers -------------------------------------------------------------- */

#define LISTED 20 /* differences; all are counted */

struct answer {
	int length; /* or ENGINE_REJECTED */
	char octets[ENGINE_DST_SIZE];
};

static void ask(engine_conversion *convert, const struct name *name, struct answer *answer)
{
	answer->length = convert(name->octets, name->length, answer->octets);
}

static bool is_same(const struct answer *a, const struct answer *b)
{
	return a->length == b->length &&
	       (a->length <= 0 || memcmp(a->octets, b->octets, (size_t)a->length) == 0);
}

static void print_answer(const char *who, const struct answer *answer)
{
	if (answer->length == ENGINE_REJECTED)
		fprintf(stderr, "    %-8s rejects it\n", who);
	else
		fprintf(stderr, "    %-8s %.*s\n", who, answer->length, answer->octets);
}

/* The reference's conversion, in the current direction. */
static engine_conversion *reference;

static unsigned long differences;

/* The reference must accept the kind's names as it says, and engines[0] agree. */
static void check_answer(const struct corpus *corpus, const struct name *name,
                         const struct answer *ours, const struct answer *believed)
{
	bool is_as_said = (believed->length == ENGINE_REJECTED) ==
	                  (strcmp(corpus->title, "invalid") == 0);

	if ((is_as_said && is_same(ours, believed)) || differences++ >= LISTED)
		return;
	fprintf(stderr, "%s: %s\n", corpus->title, name->octets);
	print_answer(engines[0]->name, ours);
	print_answer(engines[1]->name, believed);
}

static double share(engine_conversion *convert, const struct corpus *corpus)
{
	static struct answer answer, believed;
	unsigned same = 0;

	for (size_t i = 0; i < NAMES; i++) {
		ask(convert, &corpus->names[i], &answer);
		ask(reference, &corpus->names[i], &believed);
		same += is_same(&answer, &believed);
		if (convert == engines[0]->to_ascii || convert == engines[0]->to_unicode)
			check_answer(corpus, &corpus->names[i], &answer, &believed);
	}
	return (double)same / NAMES;
}

static void compare_answers(enum direction direction)
{
	reference = conversion(1, direction);
	measure("share", direction, share);
}

/* --- Times ---------------------------------------------------------------- */

/* The clock asks the kernel, which costs nothing compared with so many names. */
static double convert_all(engine_conversion *convert, const struct corpus *corpus)
{
	static char dst[ENGINE_DST_SIZE];
	double begin = clock_now(CLOCK_THREAD_CPUTIME_ID);

	for (size_t i = 0; i < NAMES; i++)
		convert(corpus->names[i].octets, corpus->names[i].length, dst);
	return (clock_now(CLOCK_THREAD_CPUTIME_ID) - begin) / NAMES;
}

static void stay_on_this_cpu(void)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET((size_t)sched_getcpu(), &cpus);
	if (sched_setaffinity(0, sizeof cpus, &cpus) == -1)
		fprintf(stderr, "bench: not pinned to one CPU: %s\n", strerror(errno));
}

int main(int argc, char **argv)
{
	unsigned rounds = argc == 3 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;

	if (rounds == 0) {
		fprintf(stderr, "usage: bench NAMES ROUNDS\n");
		return 2;
	}
	corpora_read(argv[1]);
	stay_on_this_cpu();
	for (const struct engine *const *engine = engines; engine < __stop_engines; engine++)
		printf("engine\t%s\t%s\n", (*engine)->name, (*engine)->version());
	compare_answers(TO_ASCII);
	compare_answers(TO_UNICODE);
	printf("differences\t%lu\t%d\n", differences, 2 * CORPORA * NAMES);
	for (unsigned round = 0; round < rounds; round++)
		measure("time", TO_UNICODE, convert_all);
	for (unsigned round = 0; round < rounds; round++)
		measure("time", TO_ASCII, convert_all);
	return 0;
}
