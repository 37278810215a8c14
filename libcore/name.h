/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A name on its way from UTF-8 to its ASCII or Unicode form.  A header replaces the
 * full stop before each label, and precedes the first one, too.  It holds the length
 * of the label and the union of its traits, which answers most questions about the
 * label without a look at its code points.
 *
 *     code_points    6  b  ü  c  h  e  r   7  e  x  a  m  p  l  e
 *     traits         union                 union
 */
#ifndef IDNX_NAME_H
#define IDNX_NAME_H

#include <string.h>

#include "ascii.h"
#include "idnx.h"
#include "ucd.h"

#define NAME_CODE_POINTS (1 + IDNX_CODE_POINTS_MAX) /* and the first header */

struct name {
	uint32_t *code_points, *traits;

	/* The same space, for one step at a time. */
	uint32_t *segment; /* normalization: one less than capacity */
	char *octets;      /* decoding a label, and the ASCII form: four times as many */

	size_t capacity;  /* room for headers and code points */
	size_t length;    /* headers and code points in use */
	uint32_t seen;    /* the union of all traits so far */
	bool ascii_input; /* the input has no octet >= 0x80 */
	bool is_input;    /* so far it is the input, but for ASCII capitals */

	enum idnx_status status; /* the first rule broken, and in which label */
	unsigned label;
};

/* The words that a name of this capacity takes: at most 12 of the 16 KiB of a call. */
#define NAME_WORDS(capacity) (3 * (capacity))

static inline void name_take(struct name *name, uint32_t *words, size_t capacity)
{
	name->code_points = words;
	name->traits = words + capacity;
	name->segment = name->traits + capacity;
	name->octets = (char *)name->segment;
	name->capacity = capacity;
}

/* Returns the room for octets, not counting a NUL. */
static inline size_t name_octets(const struct name *name)
{
	return (name->capacity - 1) * sizeof *name->segment;
}

/* A slice of a name, and the union of its traits. */
struct label {
	const uint32_t *code_points;
	const uint32_t *traits;
	size_t length;
	uint32_t seen;
};

/* Returns the position of the first code point with one of these traits, or the length. */
static inline size_t label_find(const struct label *label, uint32_t traits)
{
	size_t at = 0;

	while (at < label->length && !(label->traits[at] & traits))
		at++;
	return at;
}

/* The label whose header stands at position at. */
static inline struct label name_label(const struct name *name, size_t at)
{
	return (struct label){ name->code_points + at + 1, name->traits + at + 1,
		               name->code_points[at], name->traits[at] };
}

/* A walk from header to header; starts zeroed. */
struct name_walk {
	unsigned number; /* of the label, from 1 */
	size_t at, next; /* its header, and the next one or the end of the name */
};

/* Returns false after the last label.  The space of the label may then be overwritten. */
static inline bool name_next_label(const struct name *name, struct name_walk *walk,
                                   struct label *label)
{
	if (walk->next == name->length)
		return false;
	walk->number++;
	walk->at = walk->next;
	*label = name_label(name, walk->at);
	walk->next += 1 + label->length;
	return true;
}

static inline void name_put_header(struct name *name, size_t at, size_t length, uint32_t seen)
{
	name->code_points[at] = (uint32_t)length;
	name->traits[at] = seen;
}

/* Turns each header into the full stop that it stands for. */
static inline void name_join_labels(struct name *name)
{
	struct name_walk walk = { 0 };
	struct label label;

	while (name_next_label(name, &walk, &label))
		name_put_header(name, walk.at, '.', 0);
}

/* UTS #46 section 4, step 3, Break: turns each full stop into a header. */
static inline void name_break_labels(struct name *name)
{
	size_t at = 0;
	uint32_t seen = 0;

	name->seen = 0;
	for (size_t i = 1; i < name->length; i++) {
		if (name->code_points[i] == '.') {
			name_put_header(name, at, i - at - 1, seen);
			name->seen |= seen;
			at = i;
			seen = 0;
		} else {
			seen |= name->traits[i];
		}
	}
	name_put_header(name, at, name->length - at - 1, seen);
	name->seen |= seen;
}

/* Looks up the traits of new code points. */
static inline struct label name_look_up(struct name *name, size_t begin, size_t length)
{
	const uint32_t *code_points = name->code_points + begin;
	uint32_t *traits = name->traits + begin, seen = 0;

	for (size_t i = 0; i < length; i++)
		seen |= traits[i] = ucd_traits(code_points[i]);
	name->seen |= seen;
	return (struct label){ code_points, traits, length, seen };
}

/* Puts ASCII in lower case, without a full stop, at begin, and looks up its traits. */
static inline struct label name_put_ascii(struct name *name, size_t begin, const char *ascii,
                                          size_t length)
{
	uint32_t *code_points = name->code_points + begin;
	uint32_t *traits = name->traits + begin, seen = 0;

	for (size_t i = 0; i < length; i++) {
		code_points[i] = (unsigned char)ascii[i];
		seen |= traits[i] = ucd_ascii[code_points[i]].traits;
	}
	name->seen |= seen;
	return (struct label){ code_points, traits, length, seen };
}

static inline void name_move(struct name *name, size_t to, size_t from, size_t length)
{
	if (to == from)
		return;
	memmove(name->code_points + to, name->code_points + from,
	        length * sizeof *name->code_points);
	memmove(name->traits + to, name->traits + from, length * sizeof *name->traits);
}

/* The first broken rule wins. */
static inline void name_note(struct name *name, enum idnx_status status, unsigned label)
{
	if (name->status == IDNX_OK && status != IDNX_OK) {
		name->status = status;
		name->label = label;
	}
}

#endif
