/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The samples of RFC 3492 section 7.1, from tests/documents/rfc3492.tsv. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "text.h"

struct sample {
	char *line, *name, *punycode;
	struct text text;
};

typedef void judge_sample(const struct sample *sample);

void for_each_sample(judge_sample *judge);

#endif
