/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 *     bulk COUNT     prints that many names, of all kinds in turn, one per line
 */
#include <stdio.h>
#include <stdlib.h>

#include "../../common/reference/corpora.h"

#define OF_A_KIND 5000

int main(int argc, char **argv)
{
	static struct name names[CORPORA][OF_A_KIND];
	unsigned long count = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;

	for (size_t kind = 0; kind < CORPORA; kind++)
		corpus_generate(kind, names[kind], OF_A_KIND);
	for (unsigned long i = 0; i < count; i++)
		puts(names[i % CORPORA][i / CORPORA % OF_A_KIND].octets);
	return count == 0;
}
