/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Random labels of all of Unicode: see random_label.h. */

#include "random_label.h"

#include "idna_table.h"
#include "normalization.h"

/* --- Kinds of code points ------------------------------------------------- */

struct kind {
	uint32_t count;
	uint32_t code_points[UNICODE_CODE_POINTS];
};

enum {
	ASCII,
	ANY,
	VALID,
	MAPPED,
	MARK,     /* what has a combining class */
	COMPOSED, /* what decomposes, Hangul too */
	PART,     /* the parts of each composite, in pairs */
	JAMO,     /* leading, vowel and trailing ones in turn */
	KINDS
};

static struct kind kinds[KINDS];

static void add(int kind, uint32_t code_point)
{
	kinds[kind].code_points[kinds[kind].count++] = code_point;
}

static void classify(uint32_t code_point)
{
	enum idna_status status = idna_table_row(code_point)->status;
	uint32_t parts[NORMALIZATION_EXPANSION];

	add(ANY, code_point);
	if (code_point < 0x80)
		add(ASCII, code_point);
	if (status == IDNA_VALID)
		add(VALID, code_point);
	else if (status != IDNA_DISALLOWED)
		add(MAPPED, code_point);
	if (normalization_ccc(code_point) != 0)
		add(MARK, code_point);
	normalization_decompose(code_point, parts);
	if (parts[0] != code_point)
		add(COMPOSED, code_point);
}

void random_label_prepare(void)
{
	size_t pairs;
	const struct normalization_pair *pair = normalization_pairs(&pairs);

	for (uint32_t c = 1; c < UNICODE_CODE_POINTS; c++)
		if (c < 0xD800 || c > 0xDFFF)
			classify(c);
	for (size_t i = 0; i < pairs; i++) {
		add(PART, pair[i].first);
		add(PART, pair[i].second);
	}
	/* One more of each kind than exists, for the edges. */
	for (uint32_t i = 0; i < 29; i++) {
		add(JAMO, 0x1100 + i % 20);
		add(JAMO, 0x1161 + i % 22);
		add(JAMO, 0x11A7 + i);
	}
}

/* --- Labels --------------------------------------------------------------- */

/*
 * Most labels are as short as words.  Some are as long as the runs of sort_keys(), as the
 * labels that DNS allows, or as those for which Punycode changes its sorting algorithm.
 */
static const struct {
	uint32_t below; /* of 32 */
	uint32_t first, last;
} lengths[] = {
	{ 3, 0, 4 },    { 15, 1, 8 },   { 23, 4, 12 },  { 28, 8, 20 },
	{ 29, 15, 18 }, { 30, 20, 40 }, { 31, 31, 34 }, { 32, 62, RANDOM_LABEL_MAX },
};

static size_t random_length(struct random *from)
{
	uint32_t choice = random_below(from, 32), i = 0;

	while (choice >= lengths[i].below)
		i++;
	return lengths[i].first + random_below(from, lengths[i].last - lengths[i].first + 1);
}

/* The greatest distance to the code point before, within its kind. */
static const uint32_t reaches[8] = {
	1,          /* the same code point */
	2, 2, 2,    /* or the next one: the other part of a pair */
	40, 40, 40, /* one script */
	UINT32_MAX, /* anywhere */
};

struct walk {
	const struct kind *kind;
	uint32_t place;
};

static struct walk begin(struct random *from)
{
	const struct kind *kind = &kinds[random_below(from, KINDS)];

	return (struct walk){ kind, random_below(from, kind->count) };
}

static uint32_t step(struct random *from, struct walk *walk)
{
	uint32_t count = walk->kind->count, reach = reaches[random_below(from, 8)];

	walk->place += random_below(from, reach < count ? reach : count);
	walk->place -= walk->place >= count ? count : 0;
	return walk->kind->code_points[walk->place];
}

/* Takes turns between two walks, some longer than others. */
size_t random_label(struct random *from, uint32_t label[RANDOM_LABEL_MAX])
{
	struct walk walks[] = { begin(from), begin(from) };
	uint32_t share = random_below(from, 9);
	size_t length = random_length(from);

	for (size_t i = 0; i < length; i++)
		label[i] = step(from, &walks[random_below(from, 8) < share]);
	return length;
}
