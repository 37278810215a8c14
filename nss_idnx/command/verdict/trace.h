/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* All that idnx_explain() reports about a name, recorded to be shown label by label. */
#ifndef TRACE_H
#define TRACE_H

#include <stddef.h>
#include <stdint.h>

#include "idnx.h"

/*
 * At most, each octet of src is a step of Map and each code point one of Normalize.  A name
 * has one label more than code points; each label is decoded, encoded, and breaks two
 * rules.  The whole name may break one more rule.
 */
#define TRACE_LABELS (IDNX_CODE_POINTS_MAX + 1)
#define TRACE_STEPS  (IDNX_INPUT_MAX + IDNX_CODE_POINTS_MAX + 4 * TRACE_LABELS + 1)

/* Map, Normalize: before and after; the decoded and the encoded name; the rules. */
#define TRACE_CODE_POINTS \
	(IDNX_INPUT_MAX + 5 * IDNX_CODE_POINTS_MAX + 2 * TRACE_LABELS)

/* The decoded labels, and the ASCII form up to where it becomes too long. */
#define TRACE_ASCII (IDNX_CODE_POINTS_MAX + IDNX_NAME_SIZE)

struct trace {
	struct idnx_result result;
	char ace[IDNX_NAME_SIZE];
	unsigned labels;
	size_t count;
	struct idnx_explanation steps[TRACE_STEPS];

	/* What the steps point to. */
	size_t code_point_count, ascii_count;
	uint32_t code_points[TRACE_CODE_POINTS];
	char ascii[TRACE_ASCII];
};

/* Records what becomes of src under the flags of idnx_to_ascii(). */
void trace_record(struct trace *trace, const char *src, size_t src_len, unsigned flags);

/* Like trace_record(), but leaves out IDNX_STEP_KEPT, the step of most characters. */
void trace_record_changes(struct trace *trace, const char *src, size_t src_len, unsigned flags);

/* Returns the first such step of a label, or NULL. */
const struct idnx_explanation *trace_find(const struct trace *trace, unsigned label,
                                          enum idnx_step step);

#endif
