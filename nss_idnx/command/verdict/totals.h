/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How many names got each verdict, and how many each rule rejected. */
#ifndef TOTALS_H
#define TOTALS_H

#include "verdict.h"

struct totals {
	unsigned long long names;
	unsigned long long verdicts[POLICY_NO_CONVERTER + 1];
	unsigned long long rules[IDNX_BAD_FLAGS + 1];
};

void totals_count(struct totals *totals, const struct verdict *verdict);

/*
 * Write to standard error, where they do not stand among answers: one word and number per
 * line, "SCRIPTS 12"; or an object with the one member totals, on a line of its own.
 */
void totals_put(const struct totals *totals);
void totals_put_json(const struct totals *totals);

#endif
