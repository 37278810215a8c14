/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Records what idnx_explain() reports: copies steps and what they point to. */
#include "trace.h"

#include <string.h>

static const uint32_t *keep_code_points(struct trace *trace, const uint32_t *from,
                                        size_t length)
{
	uint32_t *kept = trace->code_points + trace->code_point_count;

	if (length > 0)
		memcpy(kept, from, length * sizeof *kept);
	trace->code_point_count += length;
	return kept;
}

static const char *keep_ascii(struct trace *trace, const char *from, size_t length)
{
	char *kept = trace->ascii + trace->ascii_count;

	if (!from)
		return NULL;
	memcpy(kept, from, length);
	trace->ascii_count += length;
	return kept;
}

static void note_label(struct trace *trace, unsigned label)
{
	if (label > trace->labels)
		trace->labels = label;
}

static void record(void *context, const struct idnx_explanation *event)
{
	struct trace *trace = context;
	struct idnx_explanation *step = &trace->steps[trace->count++];

	*step = *event;
	step->before = keep_code_points(trace, event->before, event->before_length);
	step->after = keep_code_points(trace, event->after, event->after_length);
	step->ascii = keep_ascii(trace, event->ascii, event->ascii_length);
	note_label(trace, event->label);
}

static void record_change(void *context, const struct idnx_explanation *event)
{
	if (event->step == IDNX_STEP_KEPT)
		note_label(context, event->label);
	else
		record(context, event);
}

static void begin(struct trace *trace)
{
	trace->labels = 0;
	trace->count = trace->code_point_count = trace->ascii_count = 0;
}

void trace_record(struct trace *trace, const char *src, size_t src_len, unsigned flags)
{
	begin(trace);
	trace->result = idnx_explain(src, src_len, trace->ace, sizeof trace->ace, flags, record,
	                             trace);
}

void trace_record_changes(struct trace *trace, const char *src, size_t src_len, unsigned flags)
{
	begin(trace);
	trace->result = idnx_explain(src, src_len, trace->ace, sizeof trace->ace, flags,
	                             record_change, trace);
}

const struct idnx_explanation *trace_find(const struct trace *trace, unsigned label,
                                          enum idnx_step step)
{
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label && trace->steps[i].step == step)
			return &trace->steps[i];
	return NULL;
}
