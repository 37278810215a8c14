/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Records what idnx_explain() reports: copies steps and what they point to. */
#include "verdict.h"

static const uint32_t *keep_code_points(struct trace *trace, const uint32_t *from,
                                        size_t length)
{
	uint32_t *kept = trace->code_points + trace->code_point_count;

	if (length > 0)
		memcpy(kept, from, length * sizeof *kept);
	trace->code_point_count += length;
	return kept;
}

static void record(void *context, const struct idnx_explanation *event)
{
	struct trace *trace = context;
	struct idnx_explanation *step = &trace->steps[trace->count++];

	*step = *event;
	step->before = keep_code_points(trace, event->before, event->before_length);
	step->after = keep_code_points(trace, event->after, event->after_length);
	if (event->label > trace->labels)
		trace->labels = event->label;
	if (!event->ascii)
		return;
	step->ascii = memcpy(trace->ascii + trace->ascii_count, event->ascii,
	                     event->ascii_length);
	trace->ascii_count += event->ascii_length;
}

void trace_record(struct trace *trace, struct span name, unsigned flags)
{
	char ace[IDNX_NAME_SIZE];

	trace->labels = 0;
	trace->count = trace->code_point_count = trace->ascii_count = 0;
	trace->result = idnx_explain(name.next, span_length(name), ace, sizeof ace, flags,
	                             record, trace);
}

const struct idnx_explanation *trace_find(const struct trace *trace, unsigned label,
                                          enum idnx_step step)
{
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label && trace->steps[i].step == step)
			return &trace->steps[i];
	return NULL;
}
