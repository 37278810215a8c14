/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the rules of a name are: where they are written, and what to do about them. */
#ifndef RULES_H
#define RULES_H

#include "idnx.h"

struct rule {
	const char *section; /* "RFC 5893 section 2, rule 3" */
	const char *remedy;  /* a sentence */
};

/* The rule of a status that a name can be refused with. */
const struct rule *rules_find(enum idnx_status status);

#endif
