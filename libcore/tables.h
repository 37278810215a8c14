/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The layout of libcore/tables.c, for ucd.h and ucd.c, which read it, and for
 * gen/tables.py, which takes the numbers below from here.
 *
 *     code point   [ group : 10 bits | block : 6 bits | leaf : 5 bits ]
 *                         |                  |                 |
 *                  ucd_groups[] ----> ucd_blocks[] ----> ucd_leaves[]
 *
 * A leaf below UCD_CLASSES_MAX is a class: an index into ucd_classes, the
 * distinct sets of properties.  Any other leaf, less UCD_CLASSES_MAX, is an index
 * into ucd_mappings.  Mappings and decompositions are slices of ucd_sequences.
 *
 * All of it is const and without pointers: it lies in .rodata, is shared by all
 * processes, and needs no relocation and no initialisation.
 */
#ifndef IDNX_TABLES_H
#define IDNX_TABLES_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

#define UCD_LEAF_BITS    5
#define UCD_BLOCK_BITS   6
#define UCD_CLASSES_MAX  256

extern const uint8_t ucd_groups[];
extern const uint16_t ucd_blocks[];
extern const uint16_t ucd_leaves[];

/* The first group is number 0: the code points of one or two octets in UTF-8. */
#define UCD_FIRST_GROUP_END (1U << (UCD_LEAF_BITS + UCD_BLOCK_BITS))

static inline unsigned ucd_leaf_in_group(unsigned group, uint32_t code_point)
{
	unsigned in_group = code_point >> UCD_LEAF_BITS & ((1U << UCD_BLOCK_BITS) - 1);
	unsigned in_block = code_point & ((1U << UCD_LEAF_BITS) - 1);
	unsigned block = ucd_blocks[group << UCD_BLOCK_BITS | in_group];

	return ucd_leaves[block << UCD_LEAF_BITS | in_block];
}

static inline unsigned ucd_leaf(uint32_t code_point)
{
	return ucd_leaf_in_group(ucd_groups[code_point >> (UCD_LEAF_BITS + UCD_BLOCK_BITS)],
	                         code_point);
}

struct ucd_class {
	uint32_t traits;
	uint8_t ccc;
};
extern const struct ucd_class ucd_classes[];

/* What Map makes of ASCII, with its traits; U+0000 instead of the full stop. */
struct ucd_ascii {
	uint32_t code_point, traits;
};
extern const struct ucd_ascii ucd_ascii[0x80];

extern const uint32_t ucd_sequences[];
struct ucd_mapping {
	uint16_t sequence; /* where it begins in ucd_sequences */
	uint8_t length;
	uint8_t class;
};
extern const struct ucd_mapping ucd_mappings[];

/*
 * Full canonical decompositions, ascending: code point << 3 | length, and
 * where the decomposition begins in ucd_sequences.
 */
extern const uint32_t ucd_decompositions[];
extern const uint16_t ucd_decomposition_sequences[];
extern const uint16_t ucd_decomposition_count;

/*
 * The primary composites, found by hashing: a slot holds an index into
 * ucd_compositions plus 1, or 0; on a collision the next slot is tried.
 */
#define UCD_COMPOSITION_SLOTS      2048
#define UCD_COMPOSITION_MULTIPLIER 0x9E3779B1U /* Knuth's 2^32 / phi, prime */
#define UCD_COMPOSITION_HASH(first, second) \
	((((first) * 31U + (second)) * UCD_COMPOSITION_MULTIPLIER) >> 21)

struct ucd_composition {
	uint32_t first, second, composite;
};
extern const uint16_t ucd_composition_slots[UCD_COMPOSITION_SLOTS];
extern const struct ucd_composition ucd_compositions[];

/*
 * Script_Extensions: runs of code points that have the same set of scripts, ascending:
 * first code point << UCD_SCRIPT_SET_BITS | set.  A set is a slice of ucd_script_sets,
 * from its offset to the next one.
 *
 * Scripts are numbers; those that rules name are in ucd.h.  Their names are one string,
 * each ended by a NUL.
 */
#define UCD_SCRIPT_SET_BITS 11  /* 32 less 21 for a code point */
#define UCD_SCRIPTS_MAX     189 /* in 192 bits, with 3 more: scripts.c */

extern const uint32_t ucd_script_runs[];
extern const uint16_t ucd_script_run_count;
extern const uint16_t ucd_script_set_offsets[];
extern const uint8_t ucd_script_sets[];
extern const uint8_t ucd_recommended_scripts[];
extern const uint16_t ucd_recommended_script_count;
extern const uint16_t ucd_script_name_offsets[];
extern const char ucd_script_names[];

/* The zeros of all decimal number systems, ascending; the other nine digits follow each. */
extern const uint32_t ucd_zeros[];
extern const uint16_t ucd_zero_count;

#pragma GCC visibility pop

#endif
