/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What idnx status shows, and idnx doctor at its end. */
#ifndef STATUS_H
#define STATUS_H

#include "hosts/force.h"

enum status_row {
	STATUS_IDNX,
	STATUS_HOSTS,
	STATUS_PROTECTION,
	STATUS_ACE_NAMES,
	STATUS_NSCD,
	STATUS_EXCEPT,
	STATUS_LOG,
	STATUS_LIBIDN2,
	STATUS_PYTHON,
	STATUS_ROWS
};

/* Each row has a text, or is NULL: there is nothing to say, or it is of another system. */
struct status {
	const struct force *force;
	char *rows[STATUS_ROWS];
	struct remedy fix; /* the next step; words NULL: none is left */
};

/* How a row is called in text and in JSON. */
extern const struct status_name {
	const char *title, *member;
} status_names[STATUS_ROWS];

struct status status_of(const struct force *force);
void status_put(const struct status *status);

#endif
