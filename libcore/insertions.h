/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Between punycode.c and insertions.c: what the encoder of RFC 3492 inserts, in the order of its
 * section 6.3, and the vectors with which both work.
 */
#ifndef INSERTIONS_H
#define INSERTIONS_H

#include "core.h"

#pragma GCC visibility push(hidden)

#define INITIAL_N      0x80 /* of RFC 3492, section 5: the first that is no basic code point */
#define CODE_POINT_END 0x110000U

/*
 * An insertion is a code point beyond ASCII, and the number of those to its left that the
 * encoder has handled before it:
 *
 *     code point << LEFT_BITS | number of handled code points to its left
 */
#define LEFT_BITS 10
#define LEFT_MASK ((1U << LEFT_BITS) - 1)

_Static_assert(IDNX_CODE_POINTS_MAX <= 1 << LEFT_BITS, "a position fits into its bits");
_Static_assert((uint64_t)CODE_POINT_END << LEFT_BITS <= INT32_MAX, "and the rest, signed");

/*
 * Writes the ASCII code points of the label to dst, as many as fit, and the others, as
 * insertions in the encoder's order, to insertions, which has room for each code point of the
 * label.  Returns the number of insertions.
 */
uint32_t insertions_of(const struct label *label, char *dst, size_t size, uint32_t *insertions);

/* A vector of gcc and clang.  SSE2 compares signed numbers. */
#define LANES PUNYCODE_SPARE
typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));

/* Reads it at any word.  i386 without SSE2 has no vector that a function returns. */
typedef lanes lanes_anywhere __attribute__((aligned(sizeof(int32_t)), may_alias));
#define LOAD(words) (*(const lanes_anywhere *)(words))

#pragma GCC visibility pop

#endif
