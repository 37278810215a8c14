/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * names: prints 100,000 names, the same in every run, to test that results are the same on
 * every processor.  Half are those of make bench, in words of 14 kinds; half are random
 * names of code points that UTS #46 has a rule for, many of which are rejected.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/reference/corpora.h"
#include "../../common/reference/random_name.h"

enum { COUNT = 100000, OF_KIND = COUNT / 2 / CORPORA };

static void print_words(size_t kind)
{
	struct name *names = calloc(OF_KIND, sizeof *names);

	if (names == NULL)
		abort();
	corpus_generate(kind, names, OF_KIND);
	for (size_t i = 0; i < OF_KIND; i++)
		puts(names[i].octets);
	free(names);
}

/* The command reads one name a line. */
static bool is_line(const struct random_name *name)
{
	return memchr(name->utf8, '\n', name->utf8_length) == NULL &&
	       memchr(name->utf8, '\0', name->utf8_length) == NULL;
}

int main(void)
{
	static struct random_name name;
	struct random from = { 46 };

	for (size_t kind = 0; kind < CORPORA; kind++)
		print_words(kind);
	for (size_t i = (size_t)OF_KIND * CORPORA; i < COUNT;) {
		random_name(&from, &name);
		if (is_line(&name)) {
			printf("%.*s\n", (int)name.utf8_length, (const char *)name.utf8);
			i++;
		}
	}
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
