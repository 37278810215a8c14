/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Names to convert, of many kinds, the same at each run. */
#ifndef CORPORA_H
#define CORPORA_H

#include <stdbool.h>
#include <stddef.h>

struct name {
	const char *octets; /* terminated by NUL */
	size_t length;
};

/* The kinds, in the order of the tables. */
#define CORPORA 14

/* "latin", "long", ... */
const char *corpus_title(size_t kind);

/* Whether each of its names is invalid. */
bool corpus_is_invalid(size_t kind);

/* Makes the first count names of a kind, one after the other in memory. */
void corpus_generate(size_t kind, struct name *names, size_t count);

#endif
