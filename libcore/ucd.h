/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The Unicode character database as UTS #46 needs it: one look-up per code
 * point finds everything, a word of "traits".  Only ucd.c knows how the tables
 * are laid out; the bits below are shared with the generator, which reads them
 * here (gen/tables.py).
 *
 *     31                    20 19     16 15                    8 7            0
 *     +-----------------------+---------+-----------------------+-------------+
 *     | Bidi_Class, one of 12 | Joining | rules                 | ccc         |
 *     +-----------------------+---------+-----------------------+-------------+
 */
#ifndef IDNX_UCD_H
#define IDNX_UCD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Canonical_Combining_Class, 0 to 254; a virama has 9. */
#define UCD_CCC               0x000000FFU
#define UCD_CCC_VIRAMA        9U

#define UCD_VALID             0x00000100U /* IDNA status valid or deviation */
#define UCD_DEVIATION         0x00000200U /* IDNA status deviation */
#define UCD_MARK              0x00000400U /* General_Category=Mark */
#define UCD_NFC_NO            0x00000800U /* NFC_Quick_Check=No */
#define UCD_NFC_MAYBE         0x00001000U /* NFC_Quick_Check=Maybe */
#define UCD_DECOMPOSES        0x00002000U /* has a canonical decomposition */
#define UCD_JOIN_CONTROL      0x00004000U /* U+200C, U+200D */
#define UCD_MAPPED            0x00008000U /* IDNA status mapped, ignored, deviation */

/* Joining_Type; U and C, of which RFC 5892 does not speak, have no bit. */
#define UCD_JOINING_L         0x00010000U
#define UCD_JOINING_D         0x00020000U
#define UCD_JOINING_R         0x00040000U
#define UCD_JOINING_T         0x00080000U

/* Bidi_Class; those no rule of RFC 5893 allows share one bit. */
#define UCD_BIDI_L            0x00100000U
#define UCD_BIDI_R            0x00200000U
#define UCD_BIDI_AL           0x00400000U
#define UCD_BIDI_AN           0x00800000U
#define UCD_BIDI_EN           0x01000000U
#define UCD_BIDI_ES           0x02000000U
#define UCD_BIDI_CS           0x04000000U
#define UCD_BIDI_ET           0x08000000U
#define UCD_BIDI_ON           0x10000000U
#define UCD_BIDI_BN           0x20000000U
#define UCD_BIDI_NSM          0x40000000U
#define UCD_BIDI_OTHER        0x80000000U

/* The traits of a code point up to U+10FFFF. */
uint32_t ucd_traits(uint32_t code_point);

/*
 * The IDNA mapping of a code point with UCD_MAPPED: *length code points,
 * perhaps none.  For a deviation it is what transitional processing maps to.
 */
const uint32_t *ucd_mapping(uint32_t code_point, size_t *length);

/*
 * The full canonical decomposition (Hangul included) of a code point with
 * UCD_DECOMPOSES, in out; the number of code points, at most 4.
 */
#define UCD_DECOMPOSITION_MAX 4
size_t ucd_decompose(uint32_t code_point, uint32_t out[UCD_DECOMPOSITION_MAX]);

/* The primary composite of two code points (Hangul included), or 0. */
uint32_t ucd_compose(uint32_t first, uint32_t second);

/* "18.0.0" */
extern const char ucd_version[];

#endif
