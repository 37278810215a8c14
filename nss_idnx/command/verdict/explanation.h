/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What explain shows beside the verdict: the steps, the section, and what older software asks. */
#ifndef EXPLANATION_H
#define EXPLANATION_H

#include "trace.h"
#include "verdict.h"

struct explanation {
	const struct verdict *verdict;
	struct trace trace; /* of its name in UTF-8 */

	/* The suffix of its section in idnx.conf, without the leading dot; "" if there is none. */
	char suffix[IDNX_NAME_SIZE];

	/* What is asked for instead if deviations are treated otherwise; "" if the same. */
	char other_ace[IDNX_NAME_SIZE];
};

void explanation_find(struct explanation *explanation, const struct verdict *verdict);

#endif
