/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A change of a file, as diff -U0 shows it and patch takes it. */
#ifndef DIFF_H
#define DIFF_H

#include "nsswitch.h"

struct diff {
	const char *old_name, *new_name;
	unsigned line;         /* where the first of the lines stands, or would; 1.. */
	struct span old_lines; /* either may be empty */
	struct span new_lines;
};

/* On standard output.  A terminal gets '?' for what might steer it. */
void diff_put(const struct diff *diff);

#endif
