/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What UTS #39 and RFC 5892 say of a character, and what we add: for check.c and
 * skeleton.c, not for conversions.  All code points are up to U+10FFFF.
 */
#ifndef IDNX_LOOK_ALIKE_H
#define IDNX_LOOK_ALIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ucd.h"

#pragma GCC visibility push(hidden)

/*
 * Whether IDNA2008 (RFC 5892, by NV8 and XV8 of IdnaMappingTable.txt) and
 * Identifier_Status (UTS #39 section 3.1) allow a character that UTS #46 calls valid.
 * traits are those of the character.
 */
enum look_alike_repertoire {
	LOOK_ALIKE_NEITHER,  /* or not valid */
	LOOK_ALIKE_IDNA2008, /* PVALID, CONTEXTJ or CONTEXTO */
	LOOK_ALIKE_ALLOWED,  /* Identifier_Status=Allowed alone */
	LOOK_ALIKE_BOTH
};
enum look_alike_repertoire look_alike_repertoire(uint32_t code_point, uint32_t traits);

/* The same for a code point that UTS #46 calls valid. */
enum look_alike_repertoire look_alike_narrow_by_repertoire(struct ucd_range *range,
                                                           uint32_t code_point);

/* The longest prototype of all characters; the generator checks it. */
#define LOOK_ALIKE_PROTOTYPE_MAX 18

/*
 * Returns the prototype of a character in confusables.txt, *length code points; NULL if it
 * is the character itself.  Covers all characters that a converted name can have.
 */
const uint32_t *look_alike_prototype(uint32_t code_point, size_t *length);

/* Returns the row that gen/look_alikes.tsv has of a character; 0 if none. */
uint32_t look_alike_row(uint32_t code_point);

/*
 * Returns the ASCII characters as which that row reads beyond UTS #39; NULL if none.
 * LOOK_ALIKE_CLOSELY: only what even a careful reader confuses.
 */
enum look_alike_likeness { LOOK_ALIKE_ANY, LOOK_ALIKE_CLOSELY };
const char *look_alike_shape(uint32_t row, enum look_alike_likeness least);

/*
 * Returns where the other readings of that row begin; 0 if it has none.  look_alike_reading() has
 * them there: strings, and an empty one after the last.
 */
unsigned look_alike_others(uint32_t row);
const char *look_alike_reading(unsigned where);

/*
 * Returns whether a script other than Latin, or a letter, is at home under a top-level domain,
 * given in lower-case ASCII, by gen/country_scripts.tsv or gen/country_letters.tsv.
 */
bool look_alike_is_at_home(uint32_t what, const char *domain, size_t length);

/* Returns whether gen/country_letters.tsv has a letter; whether it has it, but not for this domain. */
bool look_alike_narrow_by_country(struct ucd_range *range, uint32_t code_point);
bool look_alike_is_foreign(uint32_t code_point, const char *domain, size_t length);

/* Returns the script with this name, long or short (UAX #24), in any case; -1 if none. */
int look_alike_script(const char *name, size_t length);

#pragma GCC visibility pop

#endif
