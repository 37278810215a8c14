/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Records all steps of idnx_explain(), and finds single ones among them. */
#include "verdict.h"

static const void *keep(struct steps *steps, const void *from, size_t size)
{
	uint32_t *kept = steps->kept + steps->kept_length;

	if (size > 0)
		memcpy(kept, from, size);
	steps->kept_length += (size + sizeof *kept - 1) / sizeof *kept;
	return kept;
}

static void record(void *context, const struct idnx_explanation *event)
{
	struct steps *steps = context;
	struct idnx_explanation *step = steps->end++;

	*step = *event;
	step->before = keep(steps, event->before, event->before_length * sizeof(uint32_t));
	step->after = keep(steps, event->after, event->after_length * sizeof(uint32_t));
	step->ascii = keep(steps, event->ascii, event->ascii_length);
	if (event->label > steps->labels)
		steps->labels = event->label;
}

const struct steps *steps_of(struct span name, unsigned flags)
{
	static struct steps steps;
	char ace[IDNX_NAME_SIZE];

	steps.name = name;
	steps.labels = 0;
	steps.kept_length = 0;
	steps.end = steps.all;
	steps.result = idnx_explain(name.next, span_length(name), ace, sizeof ace,
	                            flags & ~IDNX_ASCII_AS_IS, record, &steps);
	return &steps;
}

const struct idnx_explanation *steps_find(const struct steps *steps, unsigned label,
                                          enum idnx_step step)
{
	for (const struct idnx_explanation *one = steps->all; one < steps->end; one++)
		if (one->label == label && one->step == step)
			return one;
	return NULL;
}
