/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A name on its way from UTF-8 to its ASCII or Unicode form, and its labels.  Before
 * each label stands a full stop, before the first one too:
 *
 *     . b ü c h e r . e x a m p l e
 *
 * The traits of a full stop serve nobody.  Once the label behind it is converted
 * they are its header, so that nobody has to look for its end again.
 */
#ifndef IDNX_NAME_H
#define IDNX_NAME_H

#include <string.h>

#include "ascii.h"
#include "idnx.h"
#include "ucd.h"

/* Its code points and, beside each, its traits.  12 KiB of a call's 16. */
#define NAME_CODE_POINTS (1 + IDNX_CODE_POINTS_MAX)

struct name {
	size_t length;    /* with the full stop before the first label */
	uint32_t seen;    /* the union of all traits there ever were */
	bool ascii_input; /* no octet >= 0x80 came in */

	enum idnx_status status; /* the first rule broken, and in which label */
	unsigned label;

	uint32_t code_points[NAME_CODE_POINTS + ASCII_BLOCK];
	uint32_t traits[NAME_CODE_POINTS];

	union {                                            /* room for one step at a time: */
		uint32_t segment[IDNX_CODE_POINTS_MAX];    /* normalization */
		char punycode[IDNX_CODE_POINTS_MAX + ASCII_BLOCK]; /* decoding a label */
		char ascii[IDNX_NAME_SIZE + ASCII_BLOCK]; /* the ASCII form */
	} room;
};

/* A slice of a name, and the union of its traits. */
struct label {
	const uint32_t *code_points;
	const uint32_t *traits;
	size_t length;
	uint32_t seen;
};

/* The label behind the full stop at position at, up to the next or to the end. */
static inline struct label name_label(const struct name *name, size_t at)
{
	const uint32_t *code_points = name->code_points + at + 1;
	const uint32_t *traits = name->traits + at + 1;
	size_t most = name->length - at - 1, length = 0;
	uint32_t seen = 0;

	for (; length < most && code_points[length] != '.'; length++)
		seen |= traits[length];
	return (struct label){ code_points, traits, length, seen };
}

/* Makes the header of a label: its length, and whether it is ASCII. */
static inline void name_put_header(struct name *name, size_t at, const struct label *label)
{
	name->code_points[at] = '.';
	name->traits[at] = (uint32_t)label->length << 1 | !(label->seen & UCD_NON_ASCII);
}

/* The label of a header; of what was seen, it knows UCD_NON_ASCII. */
static inline struct label name_header(const struct name *name, size_t at)
{
	uint32_t header = name->traits[at];

	return (struct label){ name->code_points + at + 1, name->traits + at + 1, header >> 1,
		               header & 1 ? 0 : UCD_NON_ASCII };
}

/* Finds the traits of new code points. */
static inline struct label name_look_up(struct name *name, size_t begin, size_t length)
{
	const uint32_t *code_points = name->code_points + begin;
	uint32_t *traits = name->traits + begin, seen = 0;

	for (size_t i = 0; i < length; i++)
		seen |= traits[i] = ucd_traits(code_points[i]);
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
