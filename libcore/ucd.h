/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The Unicode character database as UTS #46 needs it: one look-up per code
 * point finds everything, a word of "traits".  The generator (gen/tables.py)
 * reads the bits from this file.
 *
 * Each rule is a bit that says "no", so that the union of the traits of a label
 * shows whether any of its code points breaks the rule.
 *
 *     28              17 16          13 12                                   0
 *     +-----------------+--------------+--------------------------------------+
 *     |   Bidi_Class,   | Joining_Type |       what breaks a rule, what       |
 *     |   one of 12     |              |       needs a closer look            |
 *     +-----------------+--------------+--------------------------------------+
 */
#ifndef IDNX_UCD_H
#define IDNX_UCD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tables.h"

#define UCD_INVALID           0x00000001U /* IDNA status neither valid nor deviation */
#define UCD_NOT_STD3          0x00000002U /* ASCII other than a-z 0-9 - and . */
#define UCD_NOT_HOST          0x00000004U /* ASCII other than a-z 0-9 - _ and . */
#define UCD_NON_ASCII         0x00000008U
#define UCD_MAPPED            0x00000010U /* IDNA status mapped, ignored, deviation */
#define UCD_DEVIATION         0x00000020U /* IDNA status deviation */
#define UCD_MARK              0x00000040U /* General_Category=Mark */
#define UCD_JOIN_CONTROL      0x00000080U /* U+200C, U+200D */
#define UCD_VIRAMA            0x00000100U /* Canonical_Combining_Class 9 */
#define UCD_NON_STARTER       0x00000200U /* Canonical_Combining_Class not 0 */
#define UCD_NFC_NO            0x00000400U /* NFC_Quick_Check=No */
#define UCD_NFC_MAYBE         0x00000800U /* NFC_Quick_Check=Maybe */
#define UCD_DECOMPOSES        0x00001000U /* has a canonical decomposition */

/* Joining_Type; U and C, which RFC 5892 does not mention, have no bit. */
#define UCD_JOINING_L         0x00002000U
#define UCD_JOINING_D         0x00004000U
#define UCD_JOINING_R         0x00008000U
#define UCD_JOINING_T         0x00010000U

/* Bidi_Class; classes that no rule of RFC 5893 allows share one bit. */
#define UCD_BIDI_L            0x00020000U
#define UCD_BIDI_R            0x00040000U
#define UCD_BIDI_AL           0x00080000U
#define UCD_BIDI_AN           0x00100000U
#define UCD_BIDI_EN           0x00200000U
#define UCD_BIDI_ES           0x00400000U
#define UCD_BIDI_CS           0x00800000U
#define UCD_BIDI_ET           0x01000000U
#define UCD_BIDI_ON           0x02000000U
#define UCD_BIDI_BN           0x04000000U
#define UCD_BIDI_NSM          0x08000000U
#define UCD_BIDI_OTHER        0x10000000U
#define UCD_BIDI_CLASSES      (~(UCD_BIDI_L - 1))

/* What the tables hold for one code point: its traits, and where to find more. */
struct ucd_entry {
	uint32_t traits;
	uint16_t leaf;
};

/* Returns whether a leaf has a mapping: Map leaves the code points of any other as they are. */
static inline bool ucd_has_mapping(unsigned leaf)
{
	return leaf >= UCD_CLASSES_MAX;
}

static inline const struct ucd_class *ucd_class(unsigned leaf)
{
	if (ucd_has_mapping(leaf))
		leaf = ucd_mappings[leaf - UCD_CLASSES_MAX].class;
	return &ucd_classes[leaf];
}

static inline struct ucd_entry ucd_entry(unsigned leaf)
{
	return (struct ucd_entry){ ucd_class(leaf)->traits, (uint16_t)leaf };
}

/* Returns the entry of a code point up to U+10FFFF. */
static inline struct ucd_entry ucd_find(uint32_t code_point)
{
	return ucd_entry(ucd_leaf(code_point));
}

static inline uint32_t ucd_traits(uint32_t code_point)
{
	return ucd_find(code_point).traits;
}

/*
 * Returns the IDNA mapping of an entry with UCD_MAPPED: *length code points,
 * perhaps none.  For a deviation it is the transitional mapping.
 */
static inline const uint32_t *ucd_mapping(struct ucd_entry entry, size_t *length)
{
	const struct ucd_mapping *mapping = &ucd_mappings[entry.leaf - UCD_CLASSES_MAX];

	*length = mapping->length;
	return ucd_sequences + mapping->sequence;
}

/* Returns the last of ascending rows whose key, row >> shift, is at most key, or the first. */
static inline size_t ucd_find_row(const uint32_t *rows, size_t count, unsigned shift,
                                  uint32_t key)
{
	size_t low = 0;

	for (size_t half; count > 1; count -= half) {
		half = count / 2;
		low += rows[low + half] >> shift <= key ? half : 0;
	}
	return low;
}

/* Returns Canonical_Combining_Class, 0 to 254. */
static inline unsigned ucd_ccc(uint32_t code_point)
{
	return ucd_class(ucd_leaf(code_point))->ccc;
}

/*
 * Writes the full canonical decomposition (Hangul included) of a code point with
 * UCD_DECOMPOSES; returns the number of code points, at most 4.
 */
#define UCD_DECOMPOSITION_MAX 4
size_t ucd_decompose(uint32_t code_point, uint32_t out[UCD_DECOMPOSITION_MAX]);

/* Does the same for any code point, given its traits. */
static inline size_t ucd_parts(uint32_t code_point, uint32_t traits,
                               uint32_t out[UCD_DECOMPOSITION_MAX])
{
	out[0] = code_point;
	return traits & UCD_DECOMPOSES ? ucd_decompose(code_point, out) : 1;
}

/* Returns the primary composite of two code points (Hangul included), or 0. */
uint32_t ucd_compose(uint32_t first, uint32_t second);

/* --- Scripts (UAX #24): for UTS #39, not for conversions ------------------ */

/* Code points around one.  ucd_narrow_by_...() narrows it to those with the same answer. */
struct ucd_range {
	uint32_t first, last;
};

static inline bool ucd_is_in(const struct ucd_range *range, uint32_t code_point)
{
	return code_point >= range->first && code_point <= range->last;
}

static inline void ucd_narrow(struct ucd_range *range, uint32_t first, uint32_t last)
{
	range->first = first > range->first ? first : range->first;
	range->last = last < range->last ? last : range->last;
}

/* The scripts that rules name; the generator numbers all others after them. */
#define UCD_SCRIPT_COMMON    0
#define UCD_SCRIPT_INHERITED 1
#define UCD_SCRIPT_LATIN     2
#define UCD_SCRIPT_CYRILLIC  3
#define UCD_SCRIPT_GREEK     4
#define UCD_SCRIPT_HAN       5
#define UCD_SCRIPT_BOPOMOFO  6
#define UCD_SCRIPT_HIRAGANA  7
#define UCD_SCRIPT_KATAKANA  8
#define UCD_SCRIPT_HANGUL    9
#define UCD_SCRIPT_HEBREW    10

/*
 * A run of code points has the same Script_Extensions; most of a label is in one run.
 * Returns the number of the run of a code point up to U+10FFFF; the code points of a run.
 */
size_t ucd_script_run(uint32_t code_point);
size_t ucd_script_run_near(size_t run, uint32_t code_point);
struct ucd_range ucd_script_run_range(size_t run);

/* Returns Script_Extensions of a run or a code point: *count scripts, at least one. */
size_t ucd_script_set(size_t run);
const uint8_t *ucd_set_scripts(size_t set, size_t *count);
const uint8_t *ucd_script_extensions(uint32_t code_point, size_t *count);

/* "Latin" */
const char *ucd_script_name(uint8_t script);

/* Returns the zero of a decimal digit's number system; 0 if it is no decimal digit. */
uint32_t ucd_zero(uint32_t code_point);

/* Returns whether a code point beyond ASCII is a decimal digit. */
bool ucd_narrow_by_digits(struct ucd_range *range, uint32_t code_point);

/* Three numbers: "MAJOR.MINOR.UPDATE" */
extern const char ucd_version[];

#endif
