/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Whether the engines of make bench give the same answers: a wrong engine can easily be
 * fast.
 */
#include "bench.h"

#include <string.h>

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
		printf("    %-8s rejects it\n", who);
	else
		printf("    %-8s %.*s\n", who, answer->length, answer->octets);
}

/* The reference engine's conversion, in the current direction. */
static engine_conversion *reference;

/* Whether the kind's names are as it says, and engines[0] agrees. */
static bool is_agreed(const struct corpus *corpus, const struct answer *ours,
                      const struct answer *believed)
{
	return (believed->length == ENGINE_REJECTED) == corpus->is_invalid &&
	       is_same(ours, believed);
}

static unsigned long check_answers(engine_conversion *convert, const struct corpus *corpus,
                                   unsigned long differences)
{
	static struct answer ours, believed;

	for (size_t i = 0; i < NAMES; i++) {
		ask(convert, &corpus->names[i], &ours);
		ask(reference, &corpus->names[i], &believed);
		if (is_agreed(corpus, &ours, &believed) || differences++ >= LISTED)
			continue;
		printf("%s: %s\n", corpus->title, corpus->names[i].octets);
		print_answer(engines[0]->name, &ours);
		print_answer(engines[1]->name, &believed);
	}
	return differences;
}

static double share(engine_conversion *convert, const struct corpus *corpus)
{
	static struct answer answer, believed;
	unsigned same = 0;

	for (size_t i = 0; i < NAMES; i++) {
		ask(convert, &corpus->names[i], &answer);
		ask(reference, &corpus->names[i], &believed);
		same += is_same(&answer, &believed);
	}
	return (double)same / NAMES;
}

unsigned long compare_answers(enum direction direction, table shares)
{
	unsigned long differences = 0;

	reference = conversion(1, direction);
	for (size_t kind = 0; kind < CORPORA; kind++)
		differences = check_answers(conversion(0, direction), &corpora[kind],
		                            differences);
	fill(shares, direction, share);
	return differences;
}
