/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* IdnaMappingTable.txt (UTS #46 section 5): see idna_table.h. */

#include "idna_table.h"

#include <stdlib.h>
#include <string.h>

static const char *const status_names[] = {
	[IDNA_VALID] = "valid",           [IDNA_MAPPED] = "mapped",
	[IDNA_IGNORED] = "ignored",       [IDNA_DEVIATION] = "deviation",
	[IDNA_DISALLOWED] = "disallowed", NULL,
};

static struct idna_row rows[UINT16_MAX];
static uint16_t row_of[UNICODE_CODE_POINTS]; /* 0: in no row of the file */

void idna_table_read(void)
{
	struct unicode_file file;
	uint16_t count = 0;

	unicode_file_open(&file, "IdnaMappingTable.txt");
	while (unicode_file_row(&file)) {
		struct idna_row *row = &rows[++count];
		uint32_t first, last;
		int status = property_index(status_names, file.field[1]);

		unicode_range(file.field[0], &first, &last);
		if (status < 0 || count == UINT16_MAX - 1) {
			fprintf(stderr, "IdnaMappingTable.txt: %s\n", file.field[0]);
			exit(EXIT_FAILURE);
		}
		row->status = (enum idna_status)status;
		if (file.fields > 2)
			row->length = unicode_sequence(file.field[2], row->mapping,
			                               IDNA_MAPPING_MAX);
		for (uint32_t c = first; c <= last; c++)
			row_of[c] = count;
	}
	unicode_file_close(&file);
	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (row_of[c] == 0) {
			fprintf(stderr, "IdnaMappingTable.txt: nothing on U+%04X\n", c);
			exit(EXIT_FAILURE);
		}
}

const struct idna_row *idna_table_row(uint32_t code_point)
{
	return &rows[row_of[code_point]];
}

static bool is_mapped(enum idna_status status, bool transitional)
{
	return status == IDNA_MAPPED || status == IDNA_IGNORED ||
	       (transitional && status == IDNA_DEVIATION);
}

/* Transitional processing replaces capital sharp s with "ss", not with a deviation. */
size_t idna_table_map(uint32_t code_point, bool transitional, uint32_t out[IDNA_MAPPING_MAX])
{
	const struct idna_row *row = idna_table_row(code_point);

	if (transitional && code_point == 0x1E9E) {
		out[0] = out[1] = 's';
		return 2;
	}
	if (!is_mapped(row->status, transitional)) {
		out[0] = code_point;
		return 1;
	}
	memcpy(out, row->mapping, row->length * sizeof *out);
	return row->length;
}
