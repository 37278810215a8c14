/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Normalization Form C by the definitions of Unicode, sections 3.11 and 3.12, word for
 * word, from UnicodeData.txt: slow and plain, as a reference.
 */
#ifndef REFERENCE_NORMALIZATION_H
#define REFERENCE_NORMALIZATION_H

#include "unicode_file.h"

/* The most code points that one decomposes into; reading the file checks it. */
#define NORMALIZATION_EXPANSION 4

/* Reads UnicodeData.txt and DerivedNormalizationProps.txt. */
void normalization_read(void);

/* Canonical_Combining_Class. */
unsigned normalization_ccc(uint32_t code_point);

/* Writes the full canonical decomposition; the code point itself if it has none. */
size_t normalization_decompose(uint32_t code_point, uint32_t out[NORMALIZATION_EXPANSION]);

/* Returns the primary composite of two code points, or 0. */
uint32_t normalization_compose(uint32_t first, uint32_t second);

/* The file's pairs that compose, without Hangul. */
struct normalization_pair {
	uint32_t first, second, composite;
};
const struct normalization_pair *normalization_pairs(size_t *count);

/* Make NFD and NFC; out has room for NORMALIZATION_EXPANSION times length. */
size_t normalization_nfd(const uint32_t *src, size_t length, uint32_t *out);
size_t normalization_nfc(const uint32_t *src, size_t length, uint32_t *out);

#endif
