/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A change of a file, as diff -U0 writes it and patch accepts it. */
#ifndef DIFF_H
#define DIFF_H

#include "nsswitch.h"

struct diff {
	const char *old_name, *new_name;
	unsigned line;         /* where the first of the lines is, or would be; from 1 */
	struct span old_lines; /* either may be empty */
	struct span new_lines;
};

/* Writes to standard output.  A terminal gets '?' for what might control it. */
void diff_put(const struct diff *diff);

#endif
