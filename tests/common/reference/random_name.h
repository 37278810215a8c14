/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Random domain names of the kinds that matter to UTS #46: labels of one script, of mapped
 * characters, of marks, joiners, digits and both directions, valid and damaged ACE labels,
 * hyphens and dots of every kind.  Only code points that ICU knows.
 */
#ifndef REFERENCE_RANDOM_NAME_H
#define REFERENCE_RANDOM_NAME_H

#include <stddef.h>
#include <stdint.h>

#include "random.h"

#define RANDOM_NAME_MAX 1024

struct random_name {
	size_t length;
	uint32_t code_points[RANDOM_NAME_MAX];
	size_t utf8_length;
	uint8_t utf8[4 * RANDOM_NAME_MAX];
};

void random_name(struct random *from, struct random_name *name);

/* Makes one form of a name from the other. */
void random_name_encode(struct random_name *name);
void random_name_from_utf8(struct random_name *name, const char *utf8, size_t length);

#endif
