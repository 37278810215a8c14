/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What the criteria against look-alikes object to: the rule and the characters. */
#ifndef CONFUSABLE_H
#define CONFUSABLE_H

#include <stddef.h>
#include <stdint.h>

#include "idnx.h"
#include "span.h"

#define CONFUSABLE_CHARACTERS 8

struct confusable {
	enum idnx_status status; /* the rule; IDNX_OK if none is broken */
	unsigned label;          /* 0: the whole name */

	/*
	 * The characters at fault, in order; of many, the first ones.  For
	 * IDNX_MIXED_SCRIPTS: those of the rarer script, then one of the other.
	 */
	size_t count;
	uint32_t characters[CONFUSABLE_CHARACTERS];

	char *reads_as; /* how the label reads, if that is ASCII; otherwise NULL; to be freed */
};

/* Finds more about what idnx_judge() found in a name in its Unicode form. */
struct confusable confusable_of(struct span name, const struct idnx_judgement *judgement);

/* Returns how a label reads, to be freed; NULL if it is ASCII, or reads as anything else. */
char *confusable_reading(struct span label);

/* Returns a label of a name in its Unicode form, counted from 1. */
struct span confusable_label(struct span name, unsigned number);

#endif
