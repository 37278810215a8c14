/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Keeps what idnx_explain() tells: a copy of each step, and of what it points to. */
#include "story.h"

#include <string.h>

static const uint32_t *keep_code_points(struct story *story, const uint32_t *from,
                                        size_t length)
{
	uint32_t *kept = story->code_points + story->code_point_count;

	if (length > 0)
		memcpy(kept, from, length * sizeof *kept);
	story->code_point_count += length;
	return kept;
}

static const char *keep_ascii(struct story *story, const char *from, size_t length)
{
	char *kept = story->ascii + story->ascii_count;

	if (!from)
		return NULL;
	memcpy(kept, from, length);
	story->ascii_count += length;
	return kept;
}

static void keep(void *context, const struct idnx_explanation *told)
{
	struct story *story = context;
	struct idnx_explanation *step = &story->steps[story->count++];

	*step = *told;
	step->before = keep_code_points(story, told->before, told->before_length);
	step->after = keep_code_points(story, told->after, told->after_length);
	step->ascii = keep_ascii(story, told->ascii, told->ascii_length);
	if (told->label > story->labels)
		story->labels = told->label;
}

void story_tell(struct story *story, const char *src, size_t src_len, unsigned flags)
{
	story->labels = 0;
	story->count = story->code_point_count = story->ascii_count = 0;
	story->result = idnx_explain(src, src_len, story->ace, sizeof story->ace, flags, keep,
	                             story);
}
