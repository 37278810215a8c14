/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_explain(): reports UTS #46 section 4.2 step by step.
 *
 * The steps are those of uts46.c, in the same order; comparing the name before and
 * after a step gives what is reported.  Map looks at one character at a time, so
 * mapping each character alone shows what it becomes.  The result is the first broken
 * rule, or that of idnx_to_ascii() if none is broken.
 *
 * Origins record where in src each code point comes from:
 *
 *     src            B  o  ¨  。  d  e
 *     code_points    2  b  ö  2  d  e
 *     origins        0  0  1  7  7  8
 */
#include "core.h"
#include "utf8.h"

/* 17 KiB of a call's 24. */
struct walk {
	const unsigned char *src, *end;
	unsigned flags;
	void (*event)(void *context, const struct idnx_explanation *explanation);
	void *context;
	struct idnx_result result; /* the first broken rule */

	struct name name;
	uint32_t words[NAME_WORDS(NAME_CODE_POINTS)];
	uint16_t origins[NAME_CODE_POINTS];
	union {                                               /* space for one step at a time */
		uint16_t origins[NAME_CODE_POINTS];           /* Normalize */
		char ace[IDNX_CODE_POINTS_MAX + ASCII_BLOCK]; /* Convert */
	} scratch;
};

_Static_assert(IDNX_INPUT_MAX <= UINT16_MAX, "an origin is a place in src, or its end");

/* Returns how many characters of src precede one of its octets. */
static size_t count_characters(const struct walk *walk, size_t octet)
{
	const unsigned char *p = walk->src, *end = walk->src + octet;
	size_t count = 0, length;

	for (; p < end; p += length, count++)
		utf8_decode(p, walk->end, &length);
	return count;
}

static size_t character_length(const struct walk *walk, size_t octet)
{
	size_t length;

	utf8_decode(walk->src + octet, walk->end, &length);
	return length;
}

static void report(struct walk *walk, struct idnx_explanation explanation)
{
	if (explanation.step == IDNX_STEP_BROKEN && walk->result.status == IDNX_OK) {
		walk->result.status = explanation.status;
		walk->result.label = explanation.label;
	}
	walk->event(walk->context, &explanation);
}

/* Fills in what all steps of a label have in common; at is the position of its header. */
static struct idnx_explanation about_label(const struct walk *walk, size_t at, unsigned number)
{
	return (struct idnx_explanation){
		.label = number,
		.octet = walk->origins[at],
		.code_point = count_characters(walk, walk->origins[at]),
	};
}

/* --- Section 4, step 1, Map ----------------------------------------------- */

/* Map leaves most characters as they are. */
static bool is_kept(uint32_t code_point)
{
	return code_point && code_point != UTF8_ILL_FORMED &&
	       !(ucd_traits(code_point) & UCD_MAPPED);
}

/* Maps the character alone; the name then has what it becomes, after a full stop. */
static struct idnx_explanation map_character(struct walk *walk, const unsigned char *p,
                                             uint32_t *code_point)
{
	struct idnx_explanation event = { .octet = (size_t)(p - walk->src) };
	struct name *name = &walk->name;

	*code_point = utf8_decode(p, walk->end, &event.octets);
	if (is_kept(*code_point)) {
		event.step = IDNX_STEP_KEPT;
		event.before = event.after = code_point;
		event.before_length = event.after_length = 1;
		return event;
	}
	map_name(name, (const char *)p, event.octets, walk->flags);
	name_join_labels(name);
	event.status = name->status;
	event.before = code_point;
	event.before_length = event.status == IDNX_OK;
	event.after = name->code_points + 1;
	event.after_length = name->length - 1;

	if (event.status != IDNX_OK)
		event.step = IDNX_STEP_BROKEN;
	else if (!event.after_length)
		event.step = IDNX_STEP_IGNORED;
	else if (event.after_length == 1 && *event.after == *code_point)
		event.step = IDNX_STEP_KEPT;
	else
		event.step = IDNX_STEP_MAPPED;
	return event;
}

/* The origin of a header is where its label begins, after the separator. */
static void report_map(struct walk *walk)
{
	struct name *name = &walk->name;
	struct idnx_explanation next = { .label = 1 };
	size_t length = 1;

	walk->origins[0] = 0;
	for (const unsigned char *p = walk->src; p < walk->end; p += next.octets) {
		uint32_t code_point;
		struct idnx_explanation event = map_character(walk, p, &code_point);

		event.label = next.label;
		event.code_point = next.code_point;
		event.position = next.position;
		report(walk, event);
		for (size_t i = 0; i < event.after_length; i++) {
			bool stop = event.after[i] == '.';

			walk->origins[length++] = (uint16_t)(event.octet +
			                                     (stop ? event.octets : 0));
			next.label += stop;
			next.position = stop ? 0 : next.position + 1;
		}
		next.octets = event.octets;
		next.code_point++;
	}
	map_name(name, (const char *)walk->src, (size_t)(walk->end - walk->src), walk->flags);
	name->status = IDNX_OK; /* ill-formed UTF-8 has been reported */
}

/* --- Step 2, Normalize ---------------------------------------------------- */

/* Finds the label, and the position in it, for a position in a name without headers. */
static void locate(const struct name *name, size_t at, struct idnx_explanation *event)
{
	size_t begin = 0;

	for (size_t i = 0; i < at; i++) {
		if (name->code_points[i] == '.') {
			event->label++;
			begin = i + 1;
		}
	}
	event->position = at - begin;
}

/* A segment may begin with the full stop before a mark; the full stop never changes. */
static void report_segment(struct walk *walk, struct nfc_segment segment, size_t length)
{
	const struct name *name = &walk->name;
	bool stop = name->code_points[segment.begin] == '.';
	size_t at = segment.begin + stop;
	struct idnx_explanation event = {
		.step = IDNX_STEP_NORMALIZED,
		.octet = walk->origins[at],
		.code_point = count_characters(walk, walk->origins[at]),
		.before = name->code_points + at,
		.before_length = segment.end - at,
		.after = name->segment + stop,
		.after_length = length - stop,
	};

	locate(name, at, &event);
	report(walk, event);
}

/* Gives a normalized segment the origin of its first character. */
static void report_normalize(struct walk *walk)
{
	struct name *name = &walk->name;
	struct label text = { name->code_points, name->traits, name->length, name->seen };
	struct nfc_segment segment;
	uint16_t *to = walk->scratch.origins;
	size_t read = 0, length;

	if (!(name->seen & NFC_DOUBTFUL))
		return;
	name_join_labels(name);
	for (; nfc_next_change(&text, read, &segment, name, &length); read = segment.end) {
		bool stop = name->code_points[segment.begin] == '.';

		report_segment(walk, segment, length);
		for (; read < segment.begin + stop; read++)
			*to++ = walk->origins[read];
		for (size_t i = stop; i < length; i++)
			*to++ = walk->origins[read];
	}
	for (; read < name->length; read++)
		*to++ = walk->origins[read];
	memcpy(walk->origins, walk->scratch.origins,
	       (size_t)(to - walk->scratch.origins) * sizeof *to);
	nfc_normalize(name, 0);
	name_break_labels(name);
}

/* --- Broken rules --------------------------------------------------------- */

/* Maps rules to the trait whose code points they forbid. */
static const uint32_t faults[] = {
	[IDNX_P4] = UCD_NON_ASCII,
	[IDNX_V6] = UCD_MARK,
	[IDNX_V7] = UCD_INVALID,
	[IDNX_U1] = UCD_NOT_STD3,
	[IDNX_HOST] = UCD_NOT_HOST,
};

/* Finds the first code point with the trait; returns the length if there is none. */
static size_t find_trait(const struct label *label, uint32_t trait)
{
	size_t at = 0;

	while (at < label->length && !(label->traits[at] & trait))
		at++;
	return at;
}

/* Finds the code point that breaks the rule; returns the length if the whole label does. */
static size_t find_fault(const struct label *label, enum idnx_status status,
                         const struct name *room)
{
	struct nfc_segment segment = { label->length, label->length };
	size_t length;

	switch (status) {
	case IDNX_V1:
		nfc_next_change(label, 0, &segment, room, &length);
		return segment.begin;
	case IDNX_V2:
		return 2;
	case IDNX_V3:
		return label->code_points[0] == '-' ? 0 : label->length - 1;
	case IDNX_V4:
		return 0;
	case IDNX_C1:
	case IDNX_C2:
		return joiner_position(label);
	default:
		if (status >= IDNX_B1 && status <= IDNX_B6)
			return bidi_position(label, status);
		return status < sizeof faults / sizeof *faults && faults[status]
		               ? find_trait(label, faults[status])
		               : label->length;
	}
}

/* Reports a broken rule; at is the position of the label's header. */
static void report_broken(struct walk *walk, enum idnx_status status, size_t at,
                          unsigned number)
{
	struct label label = name_label(&walk->name, at);
	struct idnx_explanation event;
	size_t position;

	if (status == IDNX_OK)
		return;
	event = about_label(walk, at, number);
	event.step = IDNX_STEP_BROKEN;
	event.status = status;
	position = find_fault(&label, status, &walk->name);
	if (position < label.length) {
		event.octet = walk->origins[at + 1 + position];
		event.code_point = count_characters(walk, event.octet);
		event.octets = character_length(walk, event.octet);
		event.position = position;
		event.before = label.code_points + position;
		event.before_length = 1;
	}
	report(walk, event);
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

/* scratch.ace has the label as it was. */
static void report_decoded(struct walk *walk, const struct label *label, size_t ace_length,
                           size_t at, unsigned number)
{
	struct idnx_explanation event = about_label(walk, at, number);

	event.step = IDNX_STEP_DECODED;
	event.after = label->code_points;
	event.after_length = label->length;
	event.ascii = walk->scratch.ace;
	event.ascii_length = ace_length;
	report(walk, event);
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
			report_decoded(walk, &label, length, to, from.number);
		report_broken(walk, status, to, from.number);
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
		report_broken(walk, bidi_check(&label), labels.at, labels.number);
}

/* --- Section 4.2, ToASCII, steps 2 to 4 ----------------------------------- */

static void report_encoded(struct walk *walk, const struct encoding *encoding,
                           const struct label *label)
{
	struct idnx_explanation event = about_label(walk, encoding->walk.at,
	                                            encoding->walk.number);

	event.step = IDNX_STEP_ENCODED;
	event.before = label->code_points;
	event.before_length = label->length;
	event.ascii = walk->name.octets + encoding->begin;
	event.ascii_length = encoding->end - encoding->begin;
	report(walk, event);
}

/* Returns the position of a label's header. */
static size_t find_label(const struct name *name, unsigned number)
{
	struct name_walk walk = { 0 };
	struct label label;

	while (walk.number < number && name_next_label(name, &walk, &label))
		;
	return walk.at;
}

/* Reports what a check of the ASCII form has noted in the name. */
static void report_noted(struct walk *walk)
{
	struct name *name = &walk->name;

	report_broken(walk, name->status, find_label(name, name->label), name->label);
	name->status = IDNX_OK;
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
		host_check_length(name, ascii, length, walk->flags);
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
		host_check_end(name, ascii, length, number, walk->flags);
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

/*
 * Returns the first broken rule.  Out of line, so that the walk is off the stack when
 * idnx_to_ascii() is called.
 */
__attribute__((noinline)) static struct idnx_result
report_steps(const char *src, size_t src_len, unsigned flags,
             void (*event)(void *, const struct idnx_explanation *), void *context)
{
	struct walk walk;

	walk.src = (const unsigned char *)(src_len ? src : "");
	walk.end = walk.src + src_len;
	walk.flags = flags;
	walk.event = event;
	walk.context = context;
	walk.result = (struct idnx_result){ IDNX_OK, 0, 0 };
	name_take(&walk.name, walk.words, NAME_CODE_POINTS);

	report_map(&walk);
	report_normalize(&walk);
	report_convert(&walk);
	report_bidi(&walk);
	if (walk.result.status == IDNX_OK)
		report_encode(&walk);
	return walk.result;
}

/*
 * A name of this length is never too long: the longest mapping, to 18 code points in NFC, is
 * that of a character of three octets.  Any other name is converted first.
 */
#define FITS_ALWAYS 64

_Static_assert((FITS_ALWAYS / 3 + 1) * 18 <= IDNX_CODE_POINTS_MAX, "mapped, it fits");

struct idnx_result idnx_explain(const char *src, size_t src_len, char *dst, size_t dst_size,
                                unsigned flags,
                                void (*event)(void *, const struct idnx_explanation *),
                                void *context)
{
	struct idnx_result result = { IDNX_OK, 0, 0 };

	if (flags & ~UTS46_FLAGS)
		return (struct idnx_result){ IDNX_BAD_FLAGS, 0, 0 };
	if (src_len > FITS_ALWAYS)
		result = idnx_to_ascii(src, src_len, NULL, 0, flags);
	if (result.status == IDNX_TOO_LONG) {
		event(context, &(struct idnx_explanation){ .step = IDNX_STEP_BROKEN,
		                                           .status = IDNX_TOO_LONG });
		return result;
	}
	result = report_steps(src, src_len, flags, event, context);
	/* A rejected name leaves dst unchanged. */
	return result.status == IDNX_OK ? idnx_to_ascii(src, src_len, dst, dst_size, flags)
	                                : result;
}
