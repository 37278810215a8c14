/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Names that read as another name: what spoofs.c makes. */
#ifndef SPOOFS_H
#define SPOOFS_H

#include "show.h"

struct spoof {
	char *name, *ace;
	uint32_t character; /* the first that stands for letters of the name */
	size_t length;      /* in code points */
	unsigned number;    /* in the order in which they are made */
};

struct spoofs {
	struct spoof *all;
	size_t count;
};

/* Makes the spoofs of a name in its Unicode form: each once, the shortest first. */
struct spoofs spoofs_of(struct span name);
void spoofs_free(struct spoofs *spoofs);

#endif
