/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "verdict.h"

static const void *keep(struct trace *trace, const void *from, size_t size)
{
	uint32_t *kept = trace->kept + trace->kept_length;

	if (size > 0)
		memcpy(kept, from, size);
	trace->kept_length += (size + sizeof *kept - 1) / sizeof *kept;
	return kept;
}

static void record(void *context, const struct idnx_explanation *event)
{
	struct trace *trace = context;
	struct idnx_explanation *step = &trace->steps[trace->count++];

	*step = *event;
	step->before = keep(trace, event->before, event->before_length * sizeof(uint32_t));
	step->after = keep(trace, event->after, event->after_length * sizeof(uint32_t));
	step->ascii = keep(trace, event->ascii, event->ascii_length);
	if (event->label > trace->labels)
		trace->labels = event->label;
}

const struct trace *trace_of(struct span name, unsigned flags)
{
	static struct trace trace; /* too large for a stack */
	char ace[IDNX_NAME_SIZE];

	trace.name = name;
	trace.labels = 0;
	trace.count = trace.kept_length = 0;
	trace.result = idnx_explain(name.next, span_length(name), ace, sizeof ace, flags,
	                            record, &trace);
	return &trace;
}

const struct idnx_explanation *trace_find(const struct trace *trace, unsigned label,
                                          enum idnx_step step)
{
	for (size_t i = 0; i < trace->count; i++)
		if (trace->steps[i].label == label && trace->steps[i].step == step)
			return &trace->steps[i];
	return NULL;
}
