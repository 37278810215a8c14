/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Normalization Form C (UAX #15; Unicode, section 3.11), segment by segment.
 *
 * A segment begins with a starter whose NFC_Quick_Check is Yes, which nothing
 * before it can change, and ends before the next such starter.  Only segments
 * that may not be in NFC are decomposed, ordered and composed again.
 */
#include "core.h"

/* A decomposition, packed for sort_keys(): ccc << 21 | code point. */
#define CCC_SHIFT       21
#define CODE_POINT_MASK 0x1FFFFFU

static bool is_boundary(uint32_t traits)
{
	return !(traits & NFC_DOUBTFUL);
}

static bool is_out_of_order(const struct label *text, size_t i)
{
	const uint32_t *traits = text->traits + i;

	return i && traits[-1] & traits[0] & UCD_NON_STARTER &&
	       ucd_ccc(text->code_points[i - 1]) > ucd_ccc(text->code_points[i]);
}

/* UAX #15 section 9: returns whether the quick check fails to say Yes at position i. */
static bool is_doubtful(const struct label *text, size_t i)
{
	uint32_t traits = text->traits[i];

	if (is_boundary(traits)) /* as nearly all are */
		return false;
	return traits & (UCD_NFC_NO | UCD_NFC_MAYBE) || is_out_of_order(text, i);
}

/* Finds the next doubtful segment at or after from, a boundary; returns false if none. */
static bool next_segment(const struct label *text, size_t from, struct nfc_segment *segment)
{
	size_t i = from;

	while (i < text->length && !is_doubtful(text, i))
		i++;
	if (i == text->length)
		return false;
	for (segment->begin = i; segment->begin > from; segment->begin--)
		if (is_boundary(text->traits[segment->begin]))
			break;
	for (segment->end = i + 1; segment->end < text->length; segment->end++)
		if (is_boundary(text->traits[segment->end]))
			break;
	return true;
}

/*
 * Most vowel signs of India are Maybe, and compose with nothing: a segment that is in order,
 * and in which nothing decomposes or composes, is in NFC.  Saves 11 % of their conversion.
 */
static bool is_composed(const struct label *text, const struct nfc_segment *segment)
{
	const uint32_t *code_points = text->code_points;
	size_t starter = segment->begin;

	for (size_t i = segment->begin; i < segment->end; i++) {
		if (text->traits[i] & UCD_DECOMPOSES || is_out_of_order(text, i))
			return false;
		if (i > starter && ucd_compose(code_points[starter], code_points[i]))
			return false;
		if (!(text->traits[i] & UCD_NON_STARTER))
			starter = i;
	}
	return true;
}

size_t nfc_first_doubtful(const struct label *label)
{
	struct nfc_segment segment = { 0, 0 };

	if (label->seen & NFC_DOUBTFUL)
		while (next_segment(label, segment.end, &segment))
			if (!is_composed(label, &segment))
				return segment.begin;
	return label->length;
}

/* Writes the full decomposition, packed; returns its length, 0 if it does not fit. */
static size_t decompose(const struct label *text, const struct nfc_segment *segment,
                        uint32_t *out, size_t capacity)
{
	size_t count = 0;

	for (size_t i = segment->begin; i < segment->end; i++) {
		uint32_t parts[UCD_DECOMPOSITION_MAX];
		size_t part_count = ucd_parts(text->code_points[i], text->traits[i], parts);

		if (part_count > capacity - count)
			return 0;
		for (size_t part = 0; part < part_count; part++)
			out[count++] = ucd_ccc(parts[part]) << CCC_SHIFT | parts[part];
	}
	return count;
}

/* The canonical ordering algorithm: sorts each run of non-starters by ccc. */
static void order(uint32_t *packed, size_t count)
{
	for (size_t i = 0; i < count;) {
		size_t run = i;

		while (i < count && packed[i] >> CCC_SHIFT)
			i++;
		if (i - run > 1)
			sort_keys(packed + run, i - run, CCC_SHIFT);
		i += i < count;
	}
}

size_t nfc_decompose(const struct label *text, uint32_t *out, size_t capacity)
{
	const struct nfc_segment all = { 0, text->length };
	size_t count;

	if (!(text->seen & (UCD_DECOMPOSES | UCD_NON_STARTER)) && text->length <= capacity) {
		memcpy(out, text->code_points, text->length * sizeof *out);
		return text->length;
	}
	count = decompose(text, &all, out, capacity);
	order(out, count);
	for (size_t i = 0; i < count; i++)
		out[i] &= CODE_POINT_MASK;
	return count;
}

/* The canonical composition algorithm, in place; unpacks, and returns the new length. */
static size_t compose(uint32_t *packed, size_t count)
{
	size_t starter = 0, length = 0;
	bool has_starter = false;
	uint32_t last_ccc = 0;

	for (size_t i = 0; i < count; i++) {
		uint32_t ccc = packed[i] >> CCC_SHIFT, code_point = packed[i] & CODE_POINT_MASK;
		bool blocked = length != starter + 1 && last_ccc >= ccc;
		uint32_t composite = 0;

		if (has_starter && !blocked)
			composite = ucd_compose(packed[starter], code_point);
		if (composite) {
			packed[starter] = composite;
			continue;
		}
		if (!ccc) {
			starter = length;
			has_starter = true;
		}
		last_ccc = ccc;
		packed[length++] = code_point;
	}
	return length;
}

/* Most segments are a letter and its mark: saves 8 %.  Returns 0 if this is another one. */
static uint32_t compose_pair(const struct label *text, const struct nfc_segment *segment)
{
	const uint32_t *pair = text->code_points + segment->begin;
	const uint32_t *traits = text->traits + segment->begin;

	if (segment->end - segment->begin != 2 || (traits[0] | traits[1]) & UCD_DECOMPOSES)
		return 0;
	return ucd_compose(pair[0], pair[1]);
}

/* Writes the NFC of a segment to room->segment; returns its length, 0 if it does not fit. */
static size_t normalize_segment(const struct label *text, const struct nfc_segment *segment,
                                const struct name *room)
{
	uint32_t composite = compose_pair(text, segment);
	size_t count;

	if (composite) {
		room->segment[0] = composite;
		return 1;
	}
	count = decompose(text, segment, room->segment, room->capacity - 1);
	order(room->segment, count);
	return compose(room->segment, count);
}

/*
 * Normalizing usually shortens a name.  If it does not, the part still to be read
 * moves to the end of the storage, once.
 */
static void move_rest(struct name *name, struct nfc_segment *segment)
{
	size_t rest = name->length - segment->end;

	name_move(name, name->capacity - rest, segment->end, rest);
	segment->end = name->capacity - rest;
	name->length = name->capacity;
}

enum idnx_status nfc_normalize(struct name *name, size_t from)
{
	struct label text = { name->code_points, name->traits, name->length, name->seen };
	struct nfc_segment segment;
	size_t read = from, write = from;

	while (next_segment(&text, read, &segment)) {
		size_t length = normalize_segment(&text, &segment, name);

		name_move(name, write, read, segment.begin - read);
		write += segment.begin - read;
		if (write + length > segment.end)
			move_rest(name, &segment);
		if (!length || write + length > segment.end)
			return IDNX_TOO_LONG;
		memcpy(name->code_points + write, name->segment,
		       length * sizeof *name->segment);
		name_look_up(name, write, length);
		write += length;
		read = segment.end;
		text.length = name->length;
	}
	name_move(name, write, read, name->length - read);
	name->length = write + name->length - read;
	return IDNX_OK;
}

bool nfc_next_change(const struct label *text, size_t from, struct nfc_segment *segment,
                     const struct name *room, size_t *length)
{
	for (; next_segment(text, from, segment); from = segment->end) {
		const uint32_t *code_points = text->code_points + segment->begin;
		size_t count = segment->end - segment->begin;

		*length = normalize_segment(text, segment, room);
		if (*length != count ||
		    memcmp(room->segment, code_points, count * sizeof *code_points) != 0)
			return true;
	}
	return false;
}

enum idnx_status nfc_check(const struct label *label, const struct name *room)
{
	struct nfc_segment segment;
	size_t length;

	if (!(label->seen & NFC_DOUBTFUL) ||
	    !nfc_next_change(label, 0, &segment, room, &length))
		return IDNX_OK;
	return length ? IDNX_V1 : IDNX_TOO_LONG;
}
