/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_explain(): reports UTS #46 section 4.2 step by step.
 *
 * The steps are those of uts46.c, in the same order; comparing the name before and
 * after a step gives what is reported.  Map looks at one character at a time, so
 * mapping each character alone shows what it becomes.
 *
 * Origins record where in src each code point comes from:
 *
 *     src            B  o  ¨  。  d  e
 *     code_points    2  b  ö  2  d  e
 *     origins        0  0  1  7  7  8
 */
#include "core.h"
#include "utf8.h"

/* Takes 17 of the 24 KiB of stack that a call needs. */
struct walk {
	const unsigned char *src, *end;
	unsigned flags;
	void (*event)(void *context, const struct idnx_explanation *explanation);
	void *context;
	bool is_broken; /* a rule */

	struct name name;
	uint32_t words[NAME_WORDS(NAME_CODE_POINTS)];
	uint16_t origins[NAME_CODE_POINTS];
	union {                                     /* space for one step at a time */
		uint16_t origins[NAME_CODE_POINTS]; /* Normalize */
		char ace[IDNX_CODE_POINTS_MAX];     /* Convert */
	} scratch;
};

_Static_assert(IDNX_INPUT_MAX <= UINT16_MAX, "an origin is a place in src, or its end");

static void report(struct walk *walk, const struct idnx_explanation *event)
{
	walk->is_broken |= event->step == IDNX_STEP_BROKEN;
	walk->event(walk->context, event);
}

/* Begins the event of a label about what stands at this position of the name. */
static struct idnx_explanation about(const struct walk *walk, enum idnx_step step,
                                     unsigned label, size_t at)
{
	struct idnx_explanation event = { .step = step, .label = label };
	size_t length;

	for (; event.octet < walk->origins[at]; event.octet += length, event.code_point++)
		utf8_decode(walk->src + event.octet, walk->end, &length);
	return event;
}

/* --- Section 4, step 1, Map ----------------------------------------------- */

/* Maps a character alone; the name then has what it becomes, after a full stop. */
static void map_character(struct walk *walk, struct idnx_explanation *event,
                          uint32_t *code_point)
{
	const unsigned char *character = walk->src + event->octet;
	struct name *name = &walk->name;

	*code_point = utf8_decode(character, walk->end, &event->octets);
	map_name(name, (const char *)character, event->octets, walk->flags);
	name_join_labels(name);
	event->status = name->status;
	event->before = code_point;
	event->before_length = event->status == IDNX_OK;
	event->after = name->code_points + 1;
	event->after_length = name->length - 1;

	if (event->status != IDNX_OK)
		event->step = IDNX_STEP_BROKEN;
	else if (!event->after_length)
		event->step = IDNX_STEP_IGNORED;
	else if (event->after_length == 1 && *event->after == *code_point)
		event->step = IDNX_STEP_KEPT;
	else
		event->step = IDNX_STEP_MAPPED;
}

/* The origin of a header is where its label begins, after the separator. */
static void report_map(struct walk *walk)
{
	size_t octets = (size_t)(walk->end - walk->src), length = 1;
	struct idnx_explanation event = { .label = 1 };
	uint32_t code_point;

	walk->origins[0] = 0;
	for (; event.octet < octets; event.octet += event.octets, event.code_point++) {
		map_character(walk, &event, &code_point);
		report(walk, &event);
		for (size_t i = 0; i < event.after_length; i++) {
			bool stop = event.after[i] == '.';

			walk->origins[length++] = (uint16_t)(event.octet +
			                                     (stop ? event.octets : 0));
			event.label += stop;
			event.position = stop ? 0 : event.position + 1;
		}
	}
	map_name(&walk->name, (const char *)walk->src, octets, walk->flags);
	walk->name.status = IDNX_OK; /* ill-formed UTF-8 has been reported */
}

/* --- Step 2, Normalize ---------------------------------------------------- */

/* Reports the segments of a label; writes the origins of its NFC, and returns their end. */
static uint16_t *report_segments(struct walk *walk, const struct name_walk *labels,
                                 const struct label *label, uint16_t *to)
{
	const size_t begin = labels->at + 1;
	struct nfc_segment segment;
	size_t read = 0, length;

	*to++ = walk->origins[labels->at];
	while (nfc_next_change(label, read, &segment, &walk->name, &length)) {
		struct idnx_explanation event = about(walk, IDNX_STEP_NORMALIZED,
		                                      labels->number, begin + segment.begin);

		event.position = segment.begin;
		event.before = label->code_points + segment.begin;
		event.before_length = segment.end - segment.begin;
		event.after = walk->name.segment;
		event.after_length = length;
		report(walk, &event);
		while (read < segment.begin)
			*to++ = walk->origins[begin + read++];
		while (length--)
			*to++ = walk->origins[begin + read];
		read = segment.end;
	}
	while (read < label->length)
		*to++ = walk->origins[begin + read++];
	return to;
}

/* Gives a normalized segment the origin of its first character. */
static void report_normalize(struct walk *walk)
{
	struct name *name = &walk->name;
	uint16_t *to = walk->scratch.origins;
	struct name_walk labels = { 0 };
	struct label label;

	if (!(name->seen & NFC_DOUBTFUL))
		return;
	while (name_next_label(name, &labels, &label))
		to = report_segments(walk, &labels, &label, to);
	memcpy(walk->origins, walk->scratch.origins,
	       (size_t)(to - walk->scratch.origins) * sizeof *to);
	name_join_labels(name);
	nfc_normalize(name, 0);
	name_break_labels(name);
}

/* --- Broken rules --------------------------------------------------------- */

/* Finds the code point that breaks the rule; returns the length if the whole label does. */
static size_t find_fault(const struct label *label, enum idnx_status status,
                         const struct name *room)
{
	struct nfc_segment segment = { label->length, label->length };
	size_t length;

	switch (status) {
	case IDNX_P4:
		return label_find(label, UCD_NON_ASCII);
	case IDNX_V1:
		nfc_next_change(label, 0, &segment, room, &length);
		return segment.begin;
	case IDNX_V2:
		return 2;
	case IDNX_V3:
		return label->code_points[0] == '-' ? 0 : label->length - 1;
	case IDNX_V4:
	case IDNX_V6:
		return 0;
	case IDNX_V7:
		return label_find(label, UCD_INVALID);
	case IDNX_U1:
		return label_find(label, UCD_NOT_STD3);
	case IDNX_HOST:
		return label_find(label, UCD_NOT_HOST);
	case IDNX_C1:
	case IDNX_C2:
		return joiner_position(label);
	default: /* of Bidi, or of the whole label */
		return bidi_position(label, status);
	}
}

/* Reports a broken rule of a label; 0 is the whole name. */
static void report_broken(struct walk *walk, enum idnx_status status, unsigned number)
{
	struct idnx_explanation event;
	struct name_walk labels = { 0 };
	struct label label = { 0 };
	size_t position;
	bool is_whole;

	if (status == IDNX_OK)
		return;
	while (labels.number < number && name_next_label(&walk->name, &labels, &label))
		;
	position = find_fault(&label, status, &walk->name);
	is_whole = position == label.length;
	event = about(walk, IDNX_STEP_BROKEN, number,
	              labels.at + (is_whole ? 0 : 1 + position));
	event.status = status;
	if (!is_whole) {
		utf8_decode(walk->src + event.octet, walk->end, &event.octets);
		event.position = position;
		event.before = label.code_points + position;
		event.before_length = 1;
	}
	report(walk, &event);
}

/* --- Step 4, Convert/Validate, and the Bidi rule -------------------------- */

/* Moves the origins of a label along with its header; a decoded label has one origin. */
static void move_origins(struct walk *walk, size_t to, size_t from, size_t length, bool decoded)
{
	uint16_t *origins = walk->origins;
	uint16_t begin = origins[from];

	origins[to] = begin;
	for (size_t i = 1; i <= length; i++)
		origins[to + i] = decoded ? begin : origins[from + i];
}

/* scratch.ace has the label as it was; at is the position of its header. */
static void report_decoded(struct walk *walk, const struct label *label, size_t ace_length,
                           unsigned number, size_t at)
{
	struct idnx_explanation event = about(walk, IDNX_STEP_DECODED, number, at);

	event.after = label->code_points;
	event.after_length = label->length;
	event.ascii = walk->scratch.ace;
	event.ascii_length = ace_length;
	report(walk, &event);
}

/* A label that got shorter has been decoded: it has lost its prefix. */
static void report_convert(struct walk *walk)
{
	struct name *name = &walk->name;
	struct name_walk from = { 0 };
	struct label label;
	size_t to = 0;

	while (name_next_label(name, &from, &label)) {
		size_t length = label.length;
		enum idnx_status status;
		bool decoded;

		ascii_narrow(walk->scratch.ace, label.code_points, length);
		status = uts46_convert_label(name, to + 1, &label, walk->flags);
		decoded = label.length < length;
		name_put_header(name, to, label.length, label.seen);
		move_origins(walk, to, from.at, label.length, decoded);
		if (decoded)
			report_decoded(walk, &label, length, from.number, to);
		report_broken(walk, status, from.number);
		to += 1 + label.length;
	}
	name->length = to;
}

static void report_bidi(struct walk *walk)
{
	struct name *name = &walk->name;
	struct name_walk labels = { 0 };
	struct label label;

	if (!(walk->flags & IDNX_CHECK_BIDI && name->seen & BIDI_RTL))
		return;
	while (name_next_label(name, &labels, &label))
		report_broken(walk, bidi_check(&label), labels.number);
}

/* --- Section 4.2, ToASCII, steps 2 to 4 ----------------------------------- */

static void report_encoded(struct walk *walk, const struct encoding *encoding,
                           const struct label *label)
{
	struct idnx_explanation event = about(walk, IDNX_STEP_ENCODED, encoding->walk.number,
	                                      encoding->walk.at);

	event.before = label->code_points;
	event.before_length = label->length;
	event.ascii = walk->name.octets + encoding->begin;
	event.ascii_length = encoding->end - encoding->begin;
	report(walk, &event);
}

/* Reports what a check of the ASCII form has noted in the name. */
static void report_noted(struct walk *walk)
{
	report_broken(walk, walk->name.status, walk->name.label);
	walk->name.status = IDNX_OK;
}

/*
 * Step 4: checks the name, its labels, and what a resolver requires of the last one.  If the
 * name did not fit, only its first length octets are known.
 */
static void report_verified(struct walk *walk, size_t length, bool has_room)
{
	struct name *name = &walk->name;
	const char *ascii = name->octets;
	unsigned number = 0;
	size_t begin = 0;

	if (has_room)
		host_check_name(name, ascii, length, 0, walk->flags & HOST_DNS_LENGTHS);
	else
		host_note_length(name);
	report_noted(walk);
	for (size_t i = 0; i < length + has_room; i++) {
		if (i < length && ascii[i] != '.')
			continue;
		host_check_label(name, i - begin, ++number, i == length, walk->flags);
		report_noted(walk);
		begin = i + 1;
	}
	if (has_room)
		host_check_name(name, ascii, length, number,
		                walk->flags & IDNX_HOST_NO_ADDRESS);
	report_noted(walk);
}

static void report_encode(struct walk *walk)
{
	struct encoding encoding = { .begin = 0 };
	struct label label;

	while (uts46_encode_next(&walk->name, &encoding, &label))
		report_encoded(walk, &encoding, &label);
	report_verified(walk, encoding.has_room ? encoding.end : encoding.begin,
	                encoding.has_room);
}

/* Out of line: the walk, 16 KiB, is off the stack when idnx_to_ascii() is called. */
__attribute__((noinline)) static void
report_steps(const char *src, size_t src_len, unsigned flags,
             void (*event)(void *, const struct idnx_explanation *), void *context)
{
	struct walk walk;

	walk.src = (const unsigned char *)(src_len ? src : "");
	walk.end = walk.src + src_len;
	walk.flags = flags;
	walk.event = event;
	walk.context = context;
	walk.is_broken = false;
	name_take(&walk.name, walk.words, NAME_CODE_POINTS);

	report_map(&walk);
	report_normalize(&walk);
	report_convert(&walk);
	report_bidi(&walk);
	if (!walk.is_broken)
		report_encode(&walk);
}

/* Converts first, since a too long name has no other step, and last, since dst may be src. */
struct idnx_result idnx_explain(const char *src, size_t src_len, char *dst, size_t dst_size,
                                unsigned flags,
                                void (*event)(void *, const struct idnx_explanation *),
                                void *context)
{
	struct idnx_result result = idnx_to_ascii(src, src_len, NULL, 0, flags);

	if (result.status == IDNX_BAD_FLAGS)
		return result;
	if (result.status == IDNX_TOO_LONG) {
		event(context, &(struct idnx_explanation){ .step = IDNX_STEP_BROKEN,
		                                           .status = IDNX_TOO_LONG });
		return result;
	}
	report_steps(src, src_len, flags, event, context);
	return idnx_to_ascii(src, src_len, dst, dst_size, flags);
}
