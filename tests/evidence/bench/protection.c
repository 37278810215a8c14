/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 *     checking NAMES      uses that many names of each kind
 *
 * Measures idnx_check(), idnx_reads_as() and idnx_contains(): each kind of names, in Unicode
 * form, under "browser" and "strict", and compared with 0, 16 and 512 protected names in ASCII
 * and with 512 in Cyrillic.  Prints for each kind the octets and the nanoseconds per name, the
 * median of many rounds.  Under callgrind each measurement is counted in a part of its own,
 * which has its title.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "../../common/reference/corpora.h"
#include "clock.h"
#include "config.h"
#include "idnx.h"

#define NAMES_MAX 5000
#define ROUNDS    21
#define PROTECTED 512

/* The names that hosts can have. */
static struct shown {
	size_t length;
	char octets[4 * IDNX_HOST_NAME_SIZE];
} names[NAMES_MAX];
static size_t count;

/* A protected name: a word, and ".com". */
static struct protected
{
	char octets[64];
	size_t length, word_length;
}
ascii_names[PROTECTED], cyrillic_names[PROTECTED];

static void show(size_t kind, size_t wanted)
{
	static struct name all[NAMES_MAX];
	char ace[IDNX_HOST_NAME_SIZE];

	corpus_generate(kind, all, wanted);
	count = 0;
	for (size_t i = 0; i < wanted; i++) {
		struct shown *name = &names[count];
		struct idnx_result result = idnx_to_ascii(all[i].octets, all[i].length, ace,
		                                          sizeof ace, IDNX_LOOKUP);

		if (result.status == IDNX_OK)
			result = idnx_to_unicode(ace, result.length, name->octets,
			                         sizeof name->octets, 0);
		name->length = result.length;
		count += result.status == IDNX_OK;
	}
}

static double octets(void)
{
	size_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += names[i].length;
	return (double)sum / (double)count;
}

/* --- What is measured ------------------------------------------------------ */

/* The work on all names: under a protection, or with that many protected names. */
typedef void work(unsigned number);

static void check(unsigned protection)
{
	for (size_t i = 0; i < count; i++)
		idnx_check(names[i].octets, names[i].length, &config_protections[protection]);
}

/* All are below .com, so that each comparison reaches the label before it. */
static void compare_with(const struct protected *protected, unsigned protected_count)
{
	static struct idnx_reading reading;
	char name[sizeof names->octets + 4];

	for (size_t i = 0; i < count; i++) {
		memcpy(name, names[i].octets, names[i].length);
		memcpy(name + names[i].length, ".com", 4);
		idnx_read(name, names[i].length + 4, &reading);
		for (size_t j = 0; j < protected_count; j++)
			if (!idnx_reads_as(&reading, protected[j].octets, protected[j].length))
				idnx_contains(&reading, name, names[i].length + 4,
				              protected[j].octets, protected[j].word_length);
	}
}

static void compare(unsigned protected_count)
{
	compare_with(ascii_names, protected_count);
}

static void compare_cyrillic(unsigned protected_count)
{
	compare_with(cyrillic_names, protected_count);
}

static const struct {
	const char *title;
	work *work;
	unsigned number;
} parts[] = {
	{ "browser", check, CONFIG_PROTECTION_BROWSER },
	{ "strict", check, CONFIG_PROTECTION_STRICT },
	{ "beside 0", compare, 0 },
	{ "beside 16", compare, 16 },
	{ "beside 512", compare, PROTECTED },
	{ "Cyrillic", compare_cyrillic, PROTECTED },
};
#define PARTS (sizeof parts / sizeof *parts)

static double nanoseconds(size_t part)
{
	double samples[ROUNDS];

	for (size_t i = 0; i < ROUNDS; i++) {
		double begin = clock_now(CLOCK_THREAD_CPUTIME_ID);

		parts[part].work(parts[part].number);
		samples[i] = (clock_now(CLOCK_THREAD_CPUTIME_ID) - begin) / (double)count;
	}
	return clock_median(samples, ROUNDS);
}

static void count_instructions(const char *kind)
{
	char title[80];

	for (size_t part = 0; part < PARTS; part++) {
		snprintf(title, sizeof title, "%s\t%s\t%zu\t%.0f", kind, parts[part].title,
		         count, octets());
		CALLGRIND_ZERO_STATS;
		parts[part].work(parts[part].number);
		CALLGRIND_DUMP_STATS_AT(title);
	}
}

static void print_times(const char *kind)
{
	printf("%-11s%7.0f", kind, octets());
	for (size_t part = 0; part < PARTS; part++)
		printf("%11.0f", nanoseconds(part));
	putchar('\n');
}

static void print_head(void)
{
	printf("%-11s%7s", "", "octets");
	for (size_t part = 0; part < PARTS; part++)
		printf("%11s", parts[part].title);
	putchar('\n');
}

static void protect(struct protected *protected, const char *word)
{
	for (unsigned i = 0; i < PROTECTED; i++) {
		char *octets = protected[i].octets;

		protected[i].word_length = (size_t)sprintf(octets, "%s%u", word, i);
		protected[i].length = (size_t)sprintf(octets + protected[i].word_length,
		                                      ".com") +
		                      protected[i].word_length;
	}
}

int main(int argc, char **argv)
{
	size_t wanted = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;

	if (wanted == 0 || wanted > NAMES_MAX) {
		fprintf(stderr, "usage: checking NAMES\n");
		return 2;
	}
	protect(ascii_names, "bank");
	protect(cyrillic_names, "банк");
	print_head();
	for (size_t kind = 0; kind < CORPORA; kind++) {
		show(kind, wanted);
		(RUNNING_ON_VALGRIND ? count_instructions : print_times)(corpus_title(kind));
	}
	return 0;
}
