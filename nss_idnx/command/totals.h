/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How many names there were of each verdict, and of each rule that refused some. */
#ifndef TOTALS_H
#define TOTALS_H

#include "policy.h"

struct totals {
	unsigned long long names;
	unsigned long long verdicts[POLICY_NO_CONVERTER + 1];
	unsigned long long rules[IDNX_BAD_FLAGS + 1];
};

void totals_count(struct totals *totals, const struct decision *decision);

/* Behind an empty line a word and a number a line: "SCRIPTS 12". */
void totals_put(const struct totals *totals);

/* An object with the one member totals, in a line of its own. */
void totals_put_json(const struct totals *totals);

#endif
