/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The definitions of UTS #39 sections 5.1 to 5.3, literally, on sets that are lists of
 * names.  Call script_read() first.
 */
#ifndef REFERENCE_RESTRICTION_H
#define REFERENCE_RESTRICTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "idnx.h"
#include "script.h"

#define AUGMENTED_MAX 32

/* A character's augmented script set: section 5.1. */
struct augmented_set {
	bool all;
	size_t count;
	const char *names[AUGMENTED_MAX];
};

struct augmented_set restriction_augment(uint32_t code_point);

/* Whether these characters, at least one, are within the level: section 5.2. */
bool restriction_allows(enum idnx_restriction_level level, const uint32_t *characters,
                        const struct augmented_set *sets, size_t count);

/* Section 5.3. */
bool restriction_mixes_numbers(const uint32_t *characters, size_t count);

#endif
