/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * bidiSkeleton(LTR, X) of UTS #39 section 4, step by step as it is written: X in the order
 * of its display (UAX #9), then NFD, without what is ignorable, prototypes, NFD.
 *
 * Unicode's files here do not have BidiMirroring.txt and BidiBrackets.txt, so that rule N0
 * and mirroring are left out, here as in libcore.
 */
#ifndef REFERENCE_SKELETON_H
#define REFERENCE_SKELETON_H

#include <stdbool.h>

#include "unicode_file.h"

#define SKELETON_LABEL_MAX 63

/* The longest: each character decomposed, and each part by the longest prototype. */
#define SKELETON_PROTOTYPE_MAX 18
#define SKELETON_MAX           (SKELETON_LABEL_MAX * 4 * SKELETON_PROTOTYPE_MAX * 4)

/* The files it takes, ended by NULL. */
extern const char *const skeleton_files[];

/* normalization_read() comes before it. */
void skeleton_read(void);

/* "AL", "NSM" ... */
const char *skeleton_bidi_class(uint32_t code_point);

/* Whether its place needs no rule that is left out: X1 to X8, N0, L1, L4. */
bool skeleton_has_place(uint32_t code_point);

/* Of at most SKELETON_LABEL_MAX characters. */
size_t skeleton_of(const uint32_t *label, size_t length, uint32_t out[SKELETON_MAX]);

#endif
