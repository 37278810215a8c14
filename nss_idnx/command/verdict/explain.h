/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What idnx explain knows about a name, and the two ways to write it. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "idnx.h"
#include "input.h"
#include "judged.h"
#include "policy.h"
#include "trace.h"

struct subject {
	struct input_name name;
	struct decision decision;
	struct judged judged;
	struct trace trace; /* of src, under the flags of the policy */

	/* The name in UTF-8, decoded if it came in another charset. */
	const char *src;
	size_t src_len;
	char decoded[IDNX_NAME_SIZE];

	/*
	 * The suffix of its section in idnx.conf, without the leading dot; "" if there is none.
	 */
	char suffix[IDNX_NAME_SIZE];

	/* What is asked for instead if deviations are treated otherwise; "" if the same. */
	char other_ace[IDNX_NAME_SIZE];
};

void explain_put_text(const struct subject *subject);
void explain_put_json(const struct subject *subject);

#endif
