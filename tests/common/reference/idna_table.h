/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* IdnaMappingTable.txt (UTS #46 section 5): a row for every code point. */
#ifndef REFERENCE_IDNA_TABLE_H
#define REFERENCE_IDNA_TABLE_H

#include "unicode_file.h"

enum idna_status {
	IDNA_VALID,
	IDNA_MAPPED,
	IDNA_IGNORED,
	IDNA_DEVIATION,
	IDNA_DISALLOWED,
};

#define IDNA_MAPPING_MAX 18 /* U+FDFA */

struct idna_row {
	enum idna_status status;
	size_t length;
	uint32_t mapping[IDNA_MAPPING_MAX];
};

void idna_table_read(void);
const struct idna_row *idna_table_row(uint32_t code_point);

/*
 * Writes what the step Map makes of a code point (UTS #46 section 4, step 1); returns the
 * length.
 */
size_t idna_table_map(uint32_t code_point, bool transitional, uint32_t out[IDNA_MAPPING_MAX]);

#endif
