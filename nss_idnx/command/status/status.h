/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What idnx status shows, and idnx doctor at its end. */
#ifndef STATUS_H
#define STATUS_H

#include "hosts/hosts.h"

#define STATUS_ROWS 10

struct status_row {
	const char *member, *title; /* in JSON, and on the page */
	const char *text; /* NULL: there is nothing to say, or it is of another system */
};

struct status {
	const struct force *force;
	struct status_row rows[STATUS_ROWS];
	struct remedy fix; /* the next step; words NULL: none is left */
};

struct status status_of(const struct force *force);
void status_put(const struct status *status);

#endif
