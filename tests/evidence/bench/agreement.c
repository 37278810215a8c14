/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Whether the engines of make bench give the same answers: a wrong engine can easily be
 * fast.
 */
#include "bench.h"

#include <stdbool.h>
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

/* The conversions of engines[0] and of the reference, in the current direction. */
static engine_conversion *first, *reference;

static unsigned long differences;

/* The reference must accept the kind's names as it says, and engines[0] agree. */
static void check_answer(const struct corpus *corpus, const struct name *name,
                         const struct answer *ours, const struct answer *believed)
{
	bool is_as_said = (believed->length == ENGINE_REJECTED) ==
	                  (strcmp(corpus->title, "invalid") == 0);

	if ((is_as_said && is_same(ours, believed)) || differences++ >= LISTED)
		return;
	printf("%s: %s\n", corpus->title, name->octets);
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
		if (convert == first)
			check_answer(corpus, &corpus->names[i], &answer, &believed);
	}
	return (double)same / NAMES;
}

unsigned long compare_answers(enum direction direction, table shares)
{
	first = conversion(0, direction);
	reference = conversion(1, direction);
	differences = 0;
	fill(shares, direction, share);
	return differences;
}
