/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A part of a text, which is not copied: from next up to, but excluding, end. */
#ifndef NSS_IDNX_SPAN_H
#define NSS_IDNX_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/* Nearly always the first octet differs: idnx.conf's keys are compared so, line by line. */
static inline bool span_equals(struct span span, const char *word)
{
	for (; !span_is_empty(span) && *word != '\0' && *span.next == *word; word++)
		span.next++;
	return span_is_empty(span) && *word == '\0';
}

static inline bool span_is_same(struct span one, struct span other)
{
	return span_length(one) == span_length(other) &&
	       memcmp(one.next, other.next, span_length(one)) == 0;
}

static inline struct span span_without_first(struct span span, size_t length)
{
	return (struct span){ span.next + length, span.end };
}

/* Takes these octets if the span begins with them. */
static inline bool span_take(struct span *span, const char *octets)
{
	size_t length = strlen(octets);

	if (span_length(*span) < length || memcmp(span->next, octets, length) != 0)
		return false;
	span->next += length;
	return true;
}

/* Returns what precedes the first c; the whole span if there is none. */
static inline struct span span_before(struct span span, char c)
{
	const char *place = memchr(span.next, c, span_length(span));

	return (struct span){ span.next, place != NULL ? place : span.end };
}

/* Returns the span without the spaces and tabs around it. */
static inline struct span span_trim(struct span span)
{
	while (!span_is_empty(span) && ascii_is_space(span.next[0]))
		span.next++;
	while (!span_is_empty(span) && ascii_is_space(span.end[-1]))
		span.end--;
	return span;
}

/* Takes the first word of a list, whose words are separated by spaces and tabs. */
static inline bool span_next_word(struct span *list, struct span *word)
{
	*list = span_trim(*list);
	*word = span_before(span_before(*list, ' '), '\t');
	list->next = word->end;
	return !span_is_empty(*word);
}

static inline struct span span_without_byte_order_mark(struct span span)
{
	span_take(&span, "\xEF\xBB\xBF");
	return span;
}

/* FNV-1a, of 32 bits. */
static inline uint32_t span_hash(struct span span)
{
	uint32_t hash = 0x811C9DC5;

	for (; !span_is_empty(span); span.next++)
		hash = (hash ^ (unsigned char)*span.next) * 0x01000193;
	return hash;
}

/* Copies a text in UTF-8 to size octets, with a NUL; what has no room is cut at a character. */
static inline void span_copy(struct span span, char *to, size_t size)
{
	size_t length = span_length(span);

	if (length >= size)
		for (length = size - 1; length > 0 && (span.next[length] & 0xC0) == 0x80;
		     length--)
			;
	memcpy(to, span.next, length);
	to[length] = '\0';
}

/* Returns the span without the blanks and newlines at its end. */
static inline struct span span_trim_end(struct span span)
{
	while (!span_is_empty(span) && ascii_is_blank(span.end[-1]))
		span.end--;
	return span;
}

#endif
