/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Converts names with ICU, of any Unicode version, and with libcore, with the same options.
 * Each difference must have one of a list of reasons, and each reason is tested.  ICU 72, of
 * Unicode 15.0, has an example of each reason; a newer ICU has examples of some.
 */
#ifndef REFERENCE_ICU_H
#define REFERENCE_ICU_H

#include <stdbool.h>

#include "idnx.h"
#include "random_name.h"

/* Whether ICU's Unicode is newer than 15.0. */
bool icu_is_newer(void);

struct icu_outcome {
	struct idnx_result ours;
	uint32_t icu_errors; /* also for those libcore is asked for */
	char our_string[IDNX_NAME_SIZE], icu_string[IDNX_NAME_SIZE];
};

struct icu_comparison {
	struct random_name name;
	unsigned flags; /* those that ICU has, too: all up to IDNX_VERIFY_DNS_LENGTH */
	bool to_ascii;
	struct icu_outcome outcome;
};

/* Whether both Unicode versions, ICU's and libcore's, assign the character. */
bool icu_knows_character(uint32_t code_point);

/* Whether both assign all characters, including those that ACE labels decode to. */
bool icu_knows(const struct random_name *name);

/* Whether both give the same outcome. */
bool icu_compare(struct icu_comparison *comparison);

/* Returns the number of the reason for a difference; ICU_REASONS: there is none. */
#define ICU_REASONS 7
size_t icu_explain(const struct icu_comparison *comparison);
const char *icu_reason(size_t number);

/* A code point whose status or mapping differs from that in ICU's Unicode. */
struct icu_change {
	uint32_t first, last;
	uint32_t now; /* what the first maps to; 0: ignored; itself: valid */
};
const struct icu_change *icu_change_of(uint32_t code_point);
uint32_t icu_change_now(const struct icu_change *change, uint32_t code_point);

#endif
