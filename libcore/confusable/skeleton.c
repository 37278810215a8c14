/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * How a name reads: bidiSkeleton() of UTS #39 section 4, label by label, and shapes of our
 * own (gen/look_alikes.tsv), which take precedence over prototypes.
 *
 *     аррӏе  --prototypes-->  apple        ԁґақ  --shapes-->  drak
 *
 * Some letters read in several ways.  The first of these is the reading, for people to see;
 * the others are noted beside it, for likeness.c.
 */
#include "confusable.h"
#include "look_alike.h"
#include "utf8.h"

/* --- A label --------------------------------------------------------------- */

#define DECOMPOSED_MAX ((size_t)IDNX_LABEL_MAX * UCD_DECOMPOSITION_MAX)

/* Writes a reading; length counts beyond capacity. */
struct writer {
	uint32_t *out;
	unsigned char *sources; /* NULL: not wanted */
	uint32_t *others;       /* likewise */
	size_t length, capacity;
	unsigned char source; /* of the next code points */
};

static void put(struct writer *writer, uint32_t code_point)
{
	if (writer->length < writer->capacity) {
		writer->out[writer->length] = code_point;
		if (writer->sources != NULL)
			writer->sources[writer->length] = writer->source;
		if (writer->others != NULL)
			writer->others[writer->length] = 0;
	}
	writer->length++;
}

/* Returns the prototype of a character; the character itself if UTS #39 has no other. */
static const uint32_t *prototype_of(const uint32_t *code_point, size_t *length)
{
	const uint32_t *prototype = look_alike_prototype(*code_point, length);

	if (prototype != NULL)
		return prototype;
	*length = 1;
	return code_point;
}

static void put_prototype(struct writer *writer, uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++)
		put(writer, prototype[i]);
}

/* ASCII characters have prototypes, too: "m" reads as "rn", and so does "M" in lower case. */
static void put_prototype_of_ascii(struct writer *writer, uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++) {
		uint32_t lower = ascii_lower(prototype[i]);

		if (lower == prototype[i])
			put(writer, lower);
		else
			put_prototype(writer, lower);
	}
}

/* Not to look them up takes a fifth of the time. */
static void put_ascii(struct writer *writer, uint32_t code_point)
{
	const char *reading = reading_of_ascii(code_point);

	if (reading == NULL)
		put_prototype_of_ascii(writer, code_point);
	else if (*reading == '\0')
		put(writer, code_point);
	else
		for (; *reading; reading++)
			put(writer, (unsigned char)*reading);
}

static bool put_shape(struct writer *writer, uint32_t code_point)
{
	const char *shape = look_alike_shape(code_point, LOOK_ALIKE_ANY);

	if (shape == NULL)
		return false;
	for (; *shape; shape++)
		put_ascii(writer, (unsigned char)*shape);
	return true;
}

/* The letters from start on are the first reading of a character that may have others. */
static void note_others(struct writer *writer, size_t start, uint32_t code_point)
{
	unsigned others = look_alike_others(code_point);
	size_t end = start;

	if (others == 0 || writer->others == NULL || writer->length > writer->capacity)
		return;
	while (end < writer->length && !(ucd_traits(writer->out[end]) & UCD_MARK))
		end++;
	writer->others[start] = others * OTHERS_WHERE | (uint32_t)(end - start);
}

static void put_prototype_or_shapes(struct writer *writer, uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++) {
		size_t start = writer->length;

		if (prototype[i] < 0x80)
			put_ascii(writer, prototype[i]);
		else if (!put_shape(writer, prototype[i]))
			put(writer, prototype[i]);
		note_others(writer, start, prototype[i]);
	}
}

static bool is_apostrophe_or_dot(uint32_t code_point)
{
	return code_point == '\'' || code_point == 0xB7;
}

/*
 * Readers overlook ʼ, ʻ and · between letters.  Right-to-left letters with the same
 * prototypes, such as the Hebrew yod, are not overlooked.
 */
static bool is_overlooked(uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++)
		if (!is_apostrophe_or_dot(prototype[i]))
			return false;
	return !(ucd_traits(code_point) & BIDI_RTL);
}

static void put_reading(struct writer *writer, uint32_t code_point)
{
	size_t start = writer->length;

	writer->source = IDNX_SOURCE_ASCII;
	if (code_point < 0x80) {
		put_ascii(writer, code_point);
		return;
	}
	writer->source = is_overlooked(code_point) ? IDNX_SOURCE_OVERLOOKED : IDNX_SOURCE_OTHER;
	if (!put_shape(writer, code_point))
		put_prototype_or_shapes(writer, code_point);
	note_others(writer, start, code_point);
}

/* Of the default-ignorable characters, a label can have only these. */
static bool is_ignored(uint32_t code_point)
{
	return ucd_traits(code_point) & UCD_JOIN_CONTROL;
}

/* Restores NFD of decomposed text: substitution may have brought marks together. */
static void order_marks(uint32_t *code_points, size_t count)
{
	for (size_t i = 1; i < count; i++)
		for (size_t at = i; at > 0; at--) {
			uint32_t mark = code_points[at];
			unsigned ccc = ucd_ccc(mark);

			if (ccc == 0 || ucd_ccc(code_points[at - 1]) <= ccc)
				break;
			code_points[at] = code_points[at - 1];
			code_points[at - 1] = mark;
		}
}

/* Writes the label in display order, in NFD; returns its length. */
static size_t display_and_decompose(const struct label *label, uint32_t out[DECOMPOSED_MAX])
{
	uint32_t displayed[IDNX_LABEL_MAX], traits[IDNX_LABEL_MAX];
	struct label text = { displayed, traits, label->length, label->seen };

	display_order(label, displayed);
	for (size_t i = 0; i < text.length; i++)
		traits[i] = ucd_traits(displayed[i]);
	return nfc_decompose(&text, out, DECOMPOSED_MAX);
}

static void write_label(struct writer *writer, const struct label *label,
                        void put_character(struct writer *, uint32_t))
{
	uint32_t decomposed[DECOMPOSED_MAX];
	size_t length = display_and_decompose(label, decomposed);

	for (size_t i = 0; i < length; i++)
		if (!is_ignored(decomposed[i]))
			put_character(writer, decomposed[i]);
	if (writer->length <= writer->capacity)
		order_marks(writer->out, writer->length);
}

/* --- Other readings ---------------------------------------------------------- */

/*
 * Two letters that imitate others.  Only in a label that is not ASCII: nobody is to lose a name
 * because of its letters, but who disguises one of them often disguises two.
 */
static const struct {
	char letters[3];
	char readings[4]; /* as in the tables: a NUL follows each, and one more the last */
} groups[] = {
	{ "cl", "d" }, { "cj", "g" }, { "ii", "u" }, { "lc", "k" }, { "li", "h" },
	{ "lo", "b" }, { "ri", "n" }, { "uu", "w" }, { "vv", "w" }, { "nn", "rn" },
};
#define GROUP_COUNT (sizeof groups / sizeof *groups)

/* Returns how many code points the character's own other readings replace; 0 if it has none. */
static size_t own_others(uint32_t others, const char **texts)
{
	*texts = look_alike_reading(others % OTHERS_ALONE / OTHERS_WHERE);
	return others % OTHERS_LENGTH;
}

static bool is_mark_at(const struct idnx_reading *reading, size_t at)
{
	return at < reading->length && ucd_traits(reading->code_points[at]) & UCD_MARK;
}

static uint32_t letter_bit(uint32_t letter)
{
	return letter - 'a' < 26 ? UINT32_C(1) << (letter - 'a') : 0;
}

/* Returns the letters that a code point is in a group: "ı" and "í" are l, too; "i" is not. */
static uint32_t first_letters(const struct idnx_reading *reading, size_t at)
{
	uint32_t c = reading->code_points[at];

	if (reading_fold(c) == 'l' &&
	    (reading->sources[at] != IDNX_SOURCE_ASCII || is_mark_at(reading, at + 1)))
		return letter_bit('i') | letter_bit('l');
	return letter_bit(c);
}

/* Likewise with the other readings that are one letter, each of *length code points. */
static uint32_t other_letters(const struct idnx_reading *reading, size_t at, size_t *length)
{
	const char *texts;
	uint32_t letters = 0;

	*length = own_others(reading->others[at], &texts);
	for (; *length > 0 && *texts; texts += strlen(texts) + 1)
		letters |= texts[1] == '\0' ? letter_bit((unsigned char)texts[0]) : 0;
	return letters;
}

/* Returns how many code points read as a letter, in whatever way; 0 if these do not. */
static size_t letter_length(const struct idnx_reading *reading, size_t at, char letter)
{
	uint32_t bit = letter_bit((unsigned char)letter);
	size_t length;

	if (at >= reading->length)
		return 0;
	if (first_letters(reading, at) & bit)
		return 1;
	return other_letters(reading, at, &length) & bit ? length : 0;
}

/*
 * Returns how many code points a group has; 0 if it is not there, or is longer than others can
 * say.  The first letter may have a mark: "cĺ" and "ćl" imitate d as "cl" does.
 */
static size_t group_length(const struct idnx_reading *reading, size_t at, const char *letters)
{
	size_t first = letter_length(reading, at, letters[0]), second;

	if (first == 0)
		return 0;
	first += is_mark_at(reading, at + first);
	second = letter_length(reading, at + first, letters[1]);
	return second > 0 && first + second < OTHERS_LENGTH ? first + second : 0;
}

bool reading_other(const struct idnx_reading *reading, size_t at, struct other *other)
{
	uint32_t others = reading->others[at];

	if (other->next++ == 0) {
		other->length = own_others(others, &other->texts);
		if (other->length > 0)
			return true;
		other->next++;
	}
	for (; others / OTHERS_GROUPS >> (other->next - 2) != 0; other->next++)
		if (others / OTHERS_GROUPS >> (other->next - 2) & 1) {
			other->length = others / OTHERS_GROUP % OTHERS_LENGTH;
			other->texts = groups[other->next - 2].readings;
			return true;
		}
	return false;
}

static bool has_ascii_letter(const struct idnx_reading *reading, size_t begin)
{
	for (size_t at = begin; at < reading->length; at++)
		if (reading->sources[at] == IDNX_SOURCE_ASCII &&
		    reading->code_points[at] - 'a' < 26)
			return true;
	return false;
}

/* Returns the readings of ASCII that imitates, which it does beside a letter that is not. */
static uint32_t others_of_ascii(const struct idnx_reading *reading, size_t at)
{
	unsigned others = reading->sources[at] == IDNX_SOURCE_ASCII
	                          ? look_alike_others(reading->code_points[at])
	                          : 0;

	return others != 0 ? others * OTHERS_WHERE | 1 : 0;
}

/* Returns the groups that begin at a code point, and their length: that of the first of them. */
static uint32_t groups_at(const struct idnx_reading *reading, size_t at)
{
	size_t length, common = 0;
	uint32_t found = 0, letters = first_letters(reading, at);

	letters |= other_letters(reading, at, &length);
	for (unsigned i = 0; letters != 0 && i < GROUP_COUNT; i++) {
		if (!(letters & letter_bit((unsigned char)groups[i].letters[0])))
			continue;
		length = group_length(reading, at, groups[i].letters);
		common = common > 0 ? common : length;
		found |= length > 0 && length == common ? OTHERS_GROUPS << i : 0;
	}
	return found | (uint32_t)common * OTHERS_GROUP;
}

/* Notes what depends on the other letters of a label, from begin on, that is not ASCII. */
static void note_company(struct idnx_reading *reading, size_t begin)
{
	uint32_t alone = has_ascii_letter(reading, begin) ? 0 : OTHERS_ALONE;

	for (size_t at = begin; at < reading->length; at++)
		reading->others[at] |= reading->others[at] != 0 ? alone
		                                                : others_of_ascii(reading, at);
	for (size_t at = begin; at < reading->length; at++) {
		uint32_t found = groups_at(reading, at);

		reading->others[at] |= found != 0 ? found | alone : 0;
	}
}

/* --- A name ---------------------------------------------------------------- */

uint32_t reading_fold(uint32_t code_point)
{
	return code_point == 'i' ? 'l' : code_point;
}

/*
 * Strokes (ccc 1), Hebrew and Arabic points (10 to 36), accents (from 200 on).  Signs that spell a
 * sound: vowel signs (0, or 84 to 132), kana voicing (8), viramas (9).
 */
bool reading_is_accent(uint32_t code_point)
{
	unsigned ccc = code_point < 0x80 ? 0 : ucd_ccc(code_point);

	return ccc == 1 || (ccc >= 10 && ccc <= 36) || ccc >= 200;
}

uint32_t reading_letter(uint32_t letter)
{
	return UINT32_C(1) << reading_fold(letter) % 32;
}

/*
 * Adds a letter to idnx_reading's letters, after letters of which before has the bits: 32 bits are
 * of letters, 32 of pairs.  Returns the bit of the letter.
 */
static uint64_t add_letter(uint64_t *letters, uint64_t before, uint32_t letter)
{
	uint32_t which = reading_fold(letter) % 32, turn = which * 13 % 32;

	*letters |= reading_letter(letter);
	*letters |= (before << turn | before >> (32 - turn)) << 32;
	return reading_letter(letter);
}

/*
 * Adds what a character of another name reads as, and returns the last letter.  Accents need no
 * letter; other marks may stand in another order.
 */
static uint64_t add_character(uint64_t *letters, uint64_t before, uint32_t code_point)
{
	uint32_t parts[UCD_DECOMPOSITION_MAX], read[LOOK_ALIKE_PROTOTYPE_MAX];
	size_t count = ucd_parts(code_point, ucd_traits(code_point), parts);

	for (size_t part = 0; part < count && !is_ignored(parts[part]); part++) {
		struct writer writer = { .out = read, .capacity = LOOK_ALIKE_PROTOTYPE_MAX };

		put_reading(&writer, parts[part]);
		if (writer.source == IDNX_SOURCE_OVERLOOKED)
			continue;
		for (size_t i = 0; i < writer.length; i++)
			if (read[i] < 0x80 || !(ucd_traits(read[i]) & UCD_MARK))
				before = add_letter(letters, before, read[i]);
			else if (!reading_is_accent(read[i]))
				before = 0;
	}
	return before;
}

static uint64_t add_ascii(uint64_t *letters, uint64_t before, uint32_t code_point)
{
	const char *reading = reading_of_ascii(code_point);

	if (code_point == '.')
		return 0;
	if (reading == NULL)
		return add_character(letters, before, code_point);
	if (*reading == '\0')
		return add_letter(letters, before, code_point);
	for (; *reading; reading++)
		before = add_letter(letters, before, (unsigned char)*reading);
	return before;
}

/* From right to left, other letters may be side by side when they are shown. */
uint64_t reading_letters_of(const char *other, size_t other_len, uint64_t have)
{
	const unsigned char *next = (const unsigned char *)other, *end = next + other_len;
	uint64_t letters = 0, before = 0, kinds = UINT64_MAX;

	for (size_t octets; next < end && !((uint32_t)letters & ~have); next += octets) {
		uint32_t c = utf8_decode(next, end, &octets);

		if (c < 0x80)
			before = add_ascii(&letters, before, c);
		else if (c == UTF8_ILL_FORMED)
			return 0;
		else
			before = add_character(&letters, before, c);
		if (c >= 0x80 && ucd_traits(c) & BIDI_RTL)
			kinds = UINT32_MAX;
	}
	return letters & kinds;
}

uint64_t idnx_letters(const char *other, size_t other_len)
{
	return reading_letters_of(other, other_len, UINT64_MAX);
}

static bool is_left_out(const struct idnx_reading *reading, size_t at)
{
	return reading->sources[at] == IDNX_SOURCE_OVERLOOKED ||
	       ucd_traits(reading->code_points[at]) & UCD_MARK;
}

/* Adds the letters of several readings, and returns the bits of their last letters. */
static uint64_t add_texts(uint64_t *letters, uint64_t before, const char *texts)
{
	uint64_t last = 0;

	for (; *texts; texts++) {
		uint64_t end = before;

		for (; *texts; texts++)
			end = add_letter(letters, end, (unsigned char)*texts);
		last |= end;
	}
	return last;
}

/*
 * Notes the letters of all readings of the code points from begin on, where a label begins.
 * before[i % OTHERS_LENGTH] has the bits of the letters with which a reading may end before code
 * point i.
 */
static void note_letters(struct idnx_reading *reading, size_t begin)
{
	uint64_t before[OTHERS_LENGTH] = { 0 };

	for (size_t at = begin; at < reading->length; at++) {
		uint64_t last = before[at % OTHERS_LENGTH],
			 *next = &before[(at + 1) % OTHERS_LENGTH];

		before[at % OTHERS_LENGTH] = 0;
		if (is_left_out(reading, at))
			*next |= last;
		*next |= add_letter(&reading->letters, last, reading->code_points[at]);
		if (reading->others[at] == 0)
			continue;
		for (struct other other = { 0 }; reading_other(reading, at, &other);) {
			uint64_t ends = add_texts(&reading->letters, last, other.texts);

			before[(at + other.length) % OTHERS_LENGTH] |= ends;
			reading->other_ends |= (uint32_t)ends;
		}
	}
}

/* The end of a name says whose it is: labels before it cannot hide that. */
static void drop_first_label(struct idnx_reading *reading)
{
	size_t from = 0;

	while (from < reading->length && reading->code_points[from++] != '.')
		;
	reading->length -= from;
	memmove(reading->code_points, reading->code_points + from,
	        reading->length * sizeof *reading->code_points);
	memmove(reading->sources, reading->sources + from, reading->length);
	memmove(reading->others, reading->others + from,
	        reading->length * sizeof *reading->others);
}

static enum idnx_status add_label(struct idnx_reading *reading, const struct label *label)
{
	for (;;) {
		struct writer writer = { .out = reading->code_points + reading->length,
			                 .sources = reading->sources + reading->length,
			                 .others = reading->others + reading->length,
			                 .capacity = IDNX_READING_MAX - reading->length };

		write_label(&writer, label, put_reading);
		if (writer.length <= writer.capacity) {
			reading->length += writer.length;
			if (label->seen & UCD_NON_ASCII)
				note_company(reading, reading->length - writer.length);
			note_letters(reading, reading->length - writer.length);
			return IDNX_OK;
		}
		if (reading->length == 0) /* today's tables give at most 63 * 7 */
			return IDNX_TOO_LONG;
		drop_first_label(reading);
	}
}

static void add_full_stop(struct idnx_reading *reading)
{
	if (reading->length == IDNX_READING_MAX)
		drop_first_label(reading);
	reading->code_points[reading->length] = '.';
	reading->others[reading->length] = 0;
	add_letter(&reading->letters, 0, '.');
	reading->sources[reading->length++] = IDNX_SOURCE_ASCII;
}

/* Appends the label that begins at src to reading. */
static enum idnx_status read_label(struct idnx_reading *reading, const unsigned char *src,
                                   const unsigned char *end, size_t *octets)
{
	struct spelling spelling;
	enum idnx_status status = spelling_decode(&spelling, src, end, octets);
	struct label label;

	if (status != IDNX_OK)
		return status;
	label = spelling_label(&spelling);
	return label.length > IDNX_LABEL_MAX ? IDNX_TOO_LONG : add_label(reading, &label);
}

static enum idnx_status read_name(struct idnx_reading *reading, const unsigned char *src,
                                  const unsigned char *end)
{
	enum idnx_status status;
	size_t octets;

	while ((status = read_label(reading, src, end, &octets)) == IDNX_OK) {
		src += octets;
		if (src == end || src + 1 == end) /* ignore a root dot */
			break;
		add_full_stop(reading);
		src++;
	}
	return status;
}

enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading)
{
	const unsigned char *name = (const unsigned char *)src;
	enum idnx_status status = IDNX_OK;

	reading->length = 0;
	reading->letters = 0;
	reading->other_ends = 0;
	if (src_len > 0)
		status = read_name(reading, name, name + src_len);
	if (status != IDNX_OK)
		reading->length = 0;
	return status;
}

/* --- A label of another name -------------------------------------------------- */

/* Out of line, so that ASCII, as most protected names are, needs no room for a spelling. */
__attribute__((noinline)) static size_t write_spelt(struct writer *writer, const char *src,
                                                    size_t src_len)
{
	const unsigned char *octets = (const unsigned char *)src;
	struct spelling spelling;
	struct label label;
	size_t end;

	if (spelling_decode(&spelling, octets, octets + src_len, &end) != IDNX_OK ||
	    spelling.length > IDNX_LABEL_MAX)
		return writer->capacity + 1;
	label = spelling_label(&spelling);
	write_label(writer, &label, put_reading);
	return writer->length;
}

size_t reading_of_label(const char *src, size_t src_len, uint32_t *out, unsigned char *sources,
                        size_t capacity)
{
	struct writer writer = { .out = out,
		                 .sources = sources,
		                 .capacity = capacity,
		                 .source = IDNX_SOURCE_ASCII };

	for (size_t i = 0; i < src_len; i++)
		if ((unsigned char)src[i] >= 0x80) {
			writer.length = 0;
			return write_spelt(&writer, src, src_len);
		} else {
			put_ascii(&writer, (unsigned char)src[i]);
		}
	return writer.length;
}
