/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * nfc.c.  The functions that find, decompose and compose a segment are proved for short ones;
 * longer ones only take more rounds.  Those that put the segments of a name together are proved
 * for names of any length and two segments: the second round can begin in each state in which
 * a later one can.  In place of the tables come any values within the limits that computed.c
 * checks of them.
 */
#include "../../../libcore/nfc.c"
#include "prove.h"

#define CODE_POINT_END 0x110000U

enum { CODE_POINTS = 4, PACKED = 5, SEGMENTS = 2 };

/* --- Replacements ------------------------------------------------------------- */

unsigned any_class(uint32_t code_point)
{
	prove(code_point < CODE_POINT_END, "a code point");
	return any_below(255);
}

size_t ucd_decompose(uint32_t code_point, uint32_t out[UCD_DECOMPOSITION_MAX])
{
	size_t length = any_size(1, UCD_DECOMPOSITION_MAX);

	prove(code_point < CODE_POINT_END, "a code point");
	for (size_t i = 0; i < UCD_DECOMPOSITION_MAX; i++)
		out[i] = any_below(CODE_POINT_END);
	return length;
}

uint32_t ucd_compose(uint32_t first, uint32_t second)
{
	prove(first < CODE_POINT_END && second < CODE_POINT_END, "code points");
	return any_below(CODE_POINT_END);
}

/* sort.c proves that it stays within the keys. */
void sort_keys(uint32_t *keys, size_t count, unsigned shift)
{
	(void)shift;
	prove(count <= IDNX_CODE_POINTS_MAX, "what sort.c has room for");
	prove(__CPROVER_w_ok(keys, count * sizeof *keys), "keys");
	for (size_t i = 0; i < count; i++)
		keys[i] = nondet_uint32();
}

/* --- One segment ---------------------------------------------------------------- */

static uint32_t code_points[CODE_POINTS], traits[CODE_POINTS];

/* Returns a label that ends where its object ends. */
static struct label any_label(void)
{
	size_t length = any_size(0, CODE_POINTS), begin = CODE_POINTS - length;

	for (size_t i = 0; i < CODE_POINTS; i++) {
		code_points[i] = any_below(CODE_POINT_END);
		traits[i] = nondet_uint32();
	}
	return (struct label){ code_points + begin, traits + begin, length, nondet_uint32() };
}

/* 6 rounds: texts of up to 4 code points; any_class() for ucd_ccc() */
void a_segment_is_found_within_its_text(void)
{
	struct label text = any_label();
	size_t length = text.length, from = any_size(0, length);
	struct nfc_segment segment;

	text.length += FAULT;
	if (next_segment(&text, from, &segment))
		prove(from <= segment.begin && segment.begin < segment.end &&
		              segment.end <= length,
		      "within");
}

/* 6 rounds: texts of up to 4 code points; any_class() for ucd_ccc() */
void a_segment_is_read_within_its_text(void)
{
	struct label text = any_label();
	size_t begin = any_size(0, text.length), end = any_size(begin, text.length);
	struct nfc_segment segment = { begin, end + FAULT };

	(void)is_composed(&text, &segment);
}

/* 6 rounds: texts of up to 4 code points */
void a_pair_is_composed_within_its_text(void)
{
	struct label text = any_label();
	size_t begin = any_size(0, text.length), end = any_size(begin, text.length);
	struct nfc_segment segment = { begin, end + FAULT };

	prove(compose_pair(&text, &segment) < CODE_POINT_END, "a code point");
}

static uint32_t packed[PACKED];

/* 6 rounds: segments of up to 4 code points, room for 5; any_class() for ucd_ccc() */
void a_segment_is_decomposed_within_its_room(void)
{
	struct label text = any_label();
	size_t room = any_size(0, PACKED), count;
	struct nfc_segment segment = { any_size(0, text.length), text.length };

	count = decompose(&text, &segment, packed + PACKED - room, room + FAULT);
	prove(count <= room, "no more than there is room for");
	for (size_t i = 0; i < count; i++)
		prove((packed[PACKED - room + i] & CODE_POINT_MASK) < CODE_POINT_END, "packed");
}

static uint32_t *any_packed(size_t count)
{
	for (size_t i = 0; i < PACKED; i++)
		packed[i] = any_below(255) << CCC_SHIFT | any_below(CODE_POINT_END);
	return packed + PACKED - count;
}

/* 6 rounds: up to 5 code points */
void a_segment_is_ordered_within_its_room(void)
{
	size_t count = any_size(0, PACKED);

	order(any_packed(count), count + FAULT);
}

/* 6 rounds: up to 5 code points */
void a_segment_is_composed_within_its_room(void)
{
	size_t count = any_size(0, PACKED), length;
	uint32_t *some = any_packed(count);

	length = compose(some, count + FAULT);
	prove(length <= count && (length > 0) == (count > 0), "no longer, and not empty");
	for (size_t i = 0; i < length; i++)
		prove(some[i] < CODE_POINT_END, "code points");
}

/* --- A name --------------------------------------------------------------------- */

static struct name room;
static size_t found;

/* Replaces next_segment(): returns any segment that is proved above, and at most SEGMENTS. */
bool any_segment(const struct label *text, size_t from, struct nfc_segment *segment)
{
	prove(text->length <= room.capacity && from <= text->length, "from within the text");
	if (from == text->length || found++ == SEGMENTS || nondet_bool())
		return false;
	segment->begin = any_size(from, text->length - 1);
	segment->end = any_size(segment->begin + 1, text->length);
	return true;
}

/* Replaces is_composed(). */
bool any_composed(const struct label *text, const struct nfc_segment *segment)
{
	prove(segment->begin < segment->end && segment->end <= text->length, "a segment");
	return nondet_bool();
}

/* Replaces normalize_segment(): returns any length that is proved above. */
size_t any_normalized(const struct label *text, const struct nfc_segment *segment,
                      const struct name *name)
{
	prove(segment->begin < segment->end && segment->end <= text->length, "a segment");
	return any_size(0, name->capacity - 1);
}

void any_move(struct name *name, size_t to, size_t from, size_t length)
{
	prove(to <= name->capacity && length <= name->capacity - to, "moved within the name");
	prove(from <= name->capacity && length <= name->capacity - from, "from within it");
}

struct label any_look_up(struct name *name, size_t begin, size_t length)
{
	prove(begin <= name->capacity && length <= name->capacity - begin, "within the name");
	return (struct label){ name->code_points + begin, name->traits + begin, length, 0 };
}

static uint32_t name_code_points[NAME_CODE_POINTS], segment_room[NAME_CODE_POINTS - 1];

/* Makes a name of any length.  Its objects are as large as those of the longest name. */
static void any_name(void)
{
	room.capacity = NAME_CODE_POINTS;
	room.length = any_size(1, room.capacity);
	room.code_points = name_code_points;
	room.traits = name_code_points;
	room.segment = segment_room;
}

/* Copies nothing: the code points of a segment are arbitrary. */
void *memcpy(void *dst, const void *src, size_t size)
{
	prove(__CPROVER_w_ok(dst, size) && __CPROVER_r_ok(src, size), "within both");
	return dst;
}

/* Returns any result. */
int memcmp(const void *a, const void *b, size_t size)
{
	prove(__CPROVER_r_ok(a, size) && __CPROVER_r_ok(b, size), "both can be read");
	return nondet_int();
}

/*
 * 4 rounds: labels of up to 1025 words, any 2 segments; any_segment() for next_segment(),
 * any_composed() for is_composed()
 */
void a_doubtful_segment_is_found_within_its_label(void)
{
	struct label label;

	any_name();
	label = (struct label){ room.code_points, room.traits, room.length, nondet_uint32() };
	label.length += FAULT;
	prove(nfc_first_doubtful(&label) <= room.length, "within");
}

/*
 * 4 rounds: names of up to 1025 words, any 2 segments; any_segment() for next_segment(),
 * any_normalized() for normalize_segment(), any_move() for name_move(), any_look_up() for
 * name_look_up()
 */
void a_name_is_normalized_within_its_storage(void)
{
	any_name();
	if (FAULT)
		room.capacity++;
	if (nfc_normalize(&room, any_size(0, room.length)) == IDNX_OK)
		prove(room.length <= room.capacity, "a name");
}

/*
 * 4 rounds: labels of up to 1025 words, any 2 segments; any_segment() for next_segment(),
 * any_normalized() for normalize_segment()
 */
void a_label_is_compared_with_its_normalized_form_within_both(void)
{
	struct label label;

	any_name();
	label = (struct label){ room.code_points, room.traits, room.length, nondet_uint32() };
	if (FAULT)
		room.segment++;
	prove(nfc_check(&label, &room) <= IDNX_TOO_LONG, "a status");
}
