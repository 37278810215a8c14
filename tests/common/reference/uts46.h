/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * UTS #46 section 4 step by step, each step naive: a row of IdnaMappingTable.txt, NFC by
 * its definitions, the loops of RFC 3492.  It has no flag but Transitional_Processing; so
 * of the validity criteria, 1, 4, 6 and 7 remain.
 */
#ifndef REFERENCE_UTS46_H
#define REFERENCE_UTS46_H

#include "idnx.h"
#include "normalization.h"

struct uts46_name {
	enum idnx_status status; /* the first error, and in which label */
	unsigned label;
	size_t length;
	uint32_t code_points[NORMALIZATION_EXPANSION * IDNX_CODE_POINTS_MAX];
};

/* Reads IdnaMappingTable.txt, DerivedGeneralCategory.txt and the files of NFC. */
void uts46_read(void);

/* Makes the Unicode form; with IDNX_TOO_LONG it is empty. */
void uts46_process(struct uts46_name *name, const uint32_t *src, size_t length,
                   bool transitional);

/* Writes the ASCII form of a name without an error to dst; returns its length. */
size_t uts46_to_ascii(const struct uts46_name *name, char dst[IDNX_NAME_SIZE]);

#endif
