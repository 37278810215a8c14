/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * bidiSkeleton(LTR, X) of UTS #39 section 4, step by step: X in display order (UAX #9),
 * then NFD, then without ignorables, then prototypes, then NFD.
 *
 * The project's Unicode files do not include BidiMirroring.txt and BidiBrackets.txt, so
 * rule N0 and mirroring are left out, here as in libcore.
 */
#ifndef REFERENCE_SKELETON_H
#define REFERENCE_SKELETON_H

#include <stdbool.h>

#include "unicode_file.h"

#define SKELETON_LABEL_MAX 63

/* The longest skeleton: each character decomposed, each part with the longest prototype. */
#define SKELETON_PROTOTYPE_MAX 18
#define SKELETON_MAX           (SKELETON_LABEL_MAX * 4 * SKELETON_PROTOTYPE_MAX * 4)

/* The files it reads, ended by NULL. */
extern const char *const skeleton_files[];

/* Call normalization_read() first. */
void skeleton_read(void);

/* Returns "AL", "NSM" ... */
const char *skeleton_bidi_class(uint32_t code_point);

/* Whether its place needs no omitted rule: X1 to X8, N0, L1, L4. */
bool skeleton_has_place(uint32_t code_point);

/* Takes a label of at most SKELETON_LABEL_MAX characters. */
size_t skeleton_of(const uint32_t *label, size_t length, uint32_t out[SKELETON_MAX]);

#endif
