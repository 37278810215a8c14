/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What UTS #39 and RFC 5892 say of a character, and what we add: for judge.c and
 * reading.c, not on a name's way.  All code points are up to U+10FFFF.
 */
#ifndef IDNX_LOOK_ALIKE_H
#define IDNX_LOOK_ALIKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/*
 * How far IDNA2008 (RFC 5892, by NV8 and XV8 of IdnaMappingTable.txt) and
 * Identifier_Status (UTS #39 section 3.1) let a character in that UTS #46 calls valid;
 * traits are the character's.
 */
enum look_alike_repertoire {
	LOOK_ALIKE_NEITHER,    /* or not valid */
	LOOK_ALIKE_IDNA2008,   /* PVALID, CONTEXTJ or CONTEXTO */
	LOOK_ALIKE_ALLOWED,    /* Identifier_Status=Allowed alone */
	LOOK_ALIKE_BOTH
};
enum look_alike_repertoire look_alike_repertoire(uint32_t code_point, uint32_t traits);

/* The longest prototype of all characters; the generator checks it. */
#define LOOK_ALIKE_PROTOTYPE_MAX 18

/*
 * What stands for a character, *length code points: its prototype in confusables.txt
 * (of all that can stand in a converted name); NULL where it stands for itself.
 */
const uint32_t *look_alike_prototype(uint32_t code_point, size_t *length);

/*
 * The ASCII characters that a prototype reads as beyond UTS #39, by gen/look_alikes.tsv;
 * NULL: none.  only_close: those that a careful reader confuses, too.
 */
const char *look_alike_shape(uint32_t code_point, bool only_close);

/*
 * Whether a script other than Latin is at home under a top-level domain, ASCII in lower
 * case, by gen/country_scripts.tsv.
 */
bool look_alike_is_at_home(unsigned script, const char *domain, size_t length);

/* The script with that name, long or short (UAX #24), in any case; -1: none. */
int look_alike_script(const char *name, size_t length);

#pragma GCC visibility pop

#endif
