/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A part of a text, which stays where it is: from next up to, but not with, end. */
#ifndef NSS_IDNX_SPAN_H
#define NSS_IDNX_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "ascii_text.h"

struct span {
	const char *next, *end;
};

static inline struct span span_of_text(const char *text)
{
	return (struct span){ text, text + strlen(text) };
}

static inline size_t span_length(struct span span)
{
	return (size_t)(span.end - span.next);
}

static inline bool span_is_empty(struct span span)
{
	return span.next == span.end;
}

static inline bool span_equals(struct span span, const char *word)
{
	return span_length(span) == strlen(word) &&
	       memcmp(span.next, word, span_length(span)) == 0;
}

/* Without the blanks and newlines at its end. */
static inline struct span span_trim_end(struct span span)
{
	while (!span_is_empty(span) && ascii_is_blank(span.end[-1]))
		span.end--;
	return span;
}

#endif
