/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Where the rules for names are specified, and what to do about a broken one. */
#ifndef RULES_H
#define RULES_H

#include "idnx.h"

struct rule {
	const char *section; /* "RFC 5893 section 2, rule 3" */
	const char *remedy;  /* a sentence */
};

/* Returns the rule for a status that a name can be refused with. */
const struct rule *rules_find(enum idnx_status status);

#endif
