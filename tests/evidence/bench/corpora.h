/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Names to convert, of many kinds, which the program names has written. */
#ifndef CORPORA_H
#define CORPORA_H

#include <stddef.h>

#define CORPORA 14
#define NAMES   5000 /* of each kind */

struct name {
	const char *octets; /* terminated by NUL */
	size_t length;
};

struct corpus {
	const char *title; /* "latin", "long", ... */
	struct name names[NAMES];
};

extern struct corpus corpora[CORPORA];

/* Reads them, or ends the program. */
void corpora_read(const char *path);

#endif
