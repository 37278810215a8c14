/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * ICU asked for what libcore is asked for, with the same options, whatever Unicode it is
 * of.  Where it judges differently, one of a list of reasons must explain it, each of
 * which is put to the test; a difference without a reason is an error.  ICU 72, of Unicode
 * 15.0, has an example of each reason, a newer ICU of some.
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
	uint32_t icu_errors; /* of those we are asked for, too */
	char our_string[IDNX_NAME_SIZE], icu_string[IDNX_NAME_SIZE];
};

struct icu_comparison {
	struct random_name name;
	unsigned flags; /* those ICU knows, too: all up to IDNX_VERIFY_DNS_LENGTH */
	bool to_ascii;
	struct icu_outcome outcome;
};

/* Whether ICU's Unicode and ours assign the character. */
bool icu_knows_character(uint32_t code_point);

/* Whether they assign all characters, also those an ACE label decodes to. */
bool icu_knows(const struct random_name *name);

/* Whether both give the same outcome. */
bool icu_compare(struct icu_comparison *comparison);

/* If not, the number of the reason, ICU_REASONS: there is none. */
#define ICU_REASONS 7
size_t icu_explain(const struct icu_comparison *comparison);
const char *icu_reason(size_t number);

/* A code point whose status or mapping is another one now than in ICU's Unicode. */
struct icu_change {
	uint32_t first, last;
	uint32_t now; /* what the first maps to; 0: ignored; itself: valid */
};
const struct icu_change *icu_change_of(uint32_t code_point);
uint32_t icu_change_now(const struct icu_change *change, uint32_t code_point);

#endif
