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

/* Of ASCII, a few characters read as others; m reads as two. */
static const char *reading_of_ascii(uint32_t lower)
{
	switch (lower) {
	case 'm':
		return "rn";
	case '0':
		return "o";
	case '1':
	case '|':
		return "l";
	case '"':
		return "''";
	case '`':
		return "'";
	default:
		return NULL;
	}
}

/* Not to look them up takes a fifth of the time; the generator checks them. */
static void put_ascii(struct writer *writer, uint32_t code_point)
{
	uint32_t lower = ascii_lower(code_point);
	const char *reading = reading_of_ascii(lower);

	if (reading == NULL)
		put(writer, lower);
	else
		for (; *reading; reading++)
			put(writer, (unsigned char)*reading);
}

static bool put_shape(struct writer *writer, uint32_t row)
{
	const char *shape = look_alike_shape(row, LOOK_ALIKE_ANY);

	if (shape == NULL)
		return false;
	for (; *shape; shape++)
		put_ascii(writer, (unsigned char)*shape);
	return true;
}

/* The letters from start on are the first reading of a row that may have others. */
static void note_others(struct writer *writer, size_t start, uint32_t row)
{
	unsigned others = look_alike_others(row);
	size_t end = start;

	if (others == 0 || writer->others == NULL || writer->length > writer->capacity)
		return;
	while (end < writer->length && !(ucd_traits(writer->out[end]) & UCD_MARK))
		end++;
	writer->others[start] = others * OTHERS_WHERE | (uint32_t)(end - start);
}

/* Parts of a prototype may have shapes and other readings themselves. */
static void put_prototype(struct writer *writer, const uint32_t *prototype, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		uint32_t row = look_alike_row(prototype[i]);
		size_t start = writer->length;

		if (prototype[i] < 0x80)
			put_ascii(writer, prototype[i]);
		else if (!put_shape(writer, row))
			put(writer, prototype[i]);
		note_others(writer, start, row);
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
static bool is_overlooked(uint32_t code_point, const uint32_t *prototype, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!is_apostrophe_or_dot(prototype[i]))
			return false;
	return !(ucd_traits(code_point) & BIDI_RTL);
}

static void put_reading(struct writer *writer, uint32_t code_point)
{
	size_t start = writer->length, length = 1;
	const uint32_t *prototype;
	uint32_t row;

	if (code_point < 0x80) {
		writer->source = IDNX_SOURCE_ASCII;
		put_ascii(writer, code_point);
		return;
	}
	prototype = look_alike_prototype(code_point, &length);
	writer->source = is_overlooked(code_point, prototype != NULL ? prototype : &code_point,
	                               length)
	                         ? IDNX_SOURCE_OVERLOOKED
	                         : IDNX_SOURCE_OTHER;
	row = look_alike_row(code_point);
	if (!put_shape(writer, row)) {
		if (prototype != NULL)
			put_prototype(writer, prototype, length);
		else
			put(writer, code_point);
	}
	note_others(writer, start, row);
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

	if (!(label->seen & BIDI_RTL))
		return nfc_decompose(label, out, DECOMPOSED_MAX);
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
#define BIT(letter) (UINT32_C(1) << (letter - 'a'))
static const struct {
	uint32_t first, second; /* the bit of each letter */
	char readings[4]; /* as in the tables: a NUL follows each, and one more the last */
} groups[] = {
	{ BIT('c'), BIT('l'), "d" },  { BIT('c'), BIT('j'), "g" }, { BIT('i'), BIT('i'), "u" },
	{ BIT('l'), BIT('c'), "k" },  { BIT('l'), BIT('i'), "h" }, { BIT('l'), BIT('o'), "b" },
	{ BIT('r'), BIT('i'), "n" },  { BIT('u'), BIT('u'), "w" }, { BIT('v'), BIT('v'), "w" },
	{ BIT('n'), BIT('n'), "rn" },
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
	return at < reading->length && reading->code_points[at] >= 0x80 &&
	       ucd_traits(reading->code_points[at]) & UCD_MARK;
}

static uint32_t letter_bit(uint32_t letter)
{
	return letter - 'a' < 26 ? BIT(letter) : 0;
}

/* Returns the letters that a code point is in a group: "ı" and "í" are l, too; "i" is not. */
static uint32_t first_letters(const struct idnx_reading *reading, size_t at)
{
	uint32_t c = reading->code_points[at];

	if (reading_fold(c) == 'l' &&
	    (reading->sources[at] != IDNX_SOURCE_ASCII || is_mark_at(reading, at + 1)))
		return BIT('i') | BIT('l');
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
static size_t letter_length(const struct idnx_reading *reading, size_t at, uint32_t bit)
{
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
static size_t group_length(const struct idnx_reading *reading, size_t at, size_t group)
{
	size_t first = letter_length(reading, at, groups[group].first), second;

	if (first == 0)
		return 0;
	first += is_mark_at(reading, at + first);
	second = letter_length(reading, at + first, groups[group].second);
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
	                          ? look_alike_others(look_alike_row(reading->code_points[at]))
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
		if (!(letters & groups[i].first))
			continue;
		length = group_length(reading, at, i);
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

/*
 * Strokes (ccc 1), Hebrew and Arabic points (10 to 36), accents (from 200 on).  Signs that spell a
 * sound: vowel signs (0, or 84 to 132), kana voicing (8), viramas (9).
 */
bool reading_is_accent(uint32_t code_point)
{
	unsigned ccc = code_point < 0x80 ? 0 : ucd_ccc(code_point);

	return ccc == 1 || (ccc >= 10 && ccc <= 36) || ccc >= 200;
}

static uint64_t rotate(uint64_t bits, uint32_t by)
{
	return bits << by % 64 | bits >> -by % 64;
}

/*
 * Adds the pairs of a letter with those before it, of which before has the bits; returns its bit.
 * Of 452 words, one hash lets 2.5 pass for a name that has none of them, two hashes 0.3.
 */
static uint64_t add_pair(struct idnx_pairs *pairs, uint64_t before, uint32_t letter)
{
	uint32_t which = reading_fold(letter) % 64;

	pairs->bits[0] |= rotate(before, which * 13);
	pairs->bits[1] |= rotate(before, which * 22);
	return UINT64_C(1) << which;
}

static bool is_left_out(const struct idnx_reading *reading, size_t at)
{
	return reading->code_points[at] == '-' ||
	       reading->sources[at] == IDNX_SOURCE_OVERLOOKED || is_mark_at(reading, at);
}

/* Adds the letters of several readings, and returns the bits of their last letters. */
static uint64_t add_texts(struct idnx_pairs *pairs, uint64_t before, const char *texts)
{
	uint64_t last = 0;

	for (; *texts; texts++) {
		uint64_t end = before;

		for (; *texts; texts++)
			end = add_pair(pairs, end, (unsigned char)*texts);
		last |= end;
	}
	return last;
}

/*
 * Notes the pairs of all readings of the code points from begin on, where a label begins.
 * before[i % OTHERS_LENGTH] has the bits of the letters with which a reading may end before code
 * point i.
 */
static void note_pairs(struct idnx_reading *reading, size_t begin)
{
	uint64_t before[OTHERS_LENGTH] = { 0 };

	for (size_t at = begin; at < reading->length; at++) {
		uint64_t last = before[at % OTHERS_LENGTH],
			 *next = &before[(at + 1) % OTHERS_LENGTH];

		before[at % OTHERS_LENGTH] = 0;
		if (is_left_out(reading, at))
			*next |= last;
		*next |= add_pair(&reading->pairs, last, reading->code_points[at]);
		if (reading->others[at] == 0)
			continue;
		for (struct other other = { 0 }; reading_other(reading, at, &other);)
			before[(at + other.length) % OTHERS_LENGTH] |= add_texts(
				&reading->pairs, last, other.texts);
	}
}

/* Out of line, so that ASCII, as most protected names are, needs no room for a spelling. */
__attribute__((noinline)) static enum idnx_status write_spelt(struct writer *writer,
                                                              const unsigned char *src,
                                                              const unsigned char *end,
                                                              size_t *octets)
{
	struct spelling spelling;
	enum idnx_status status = spelling_decode(&spelling, src, end, octets);
	struct label label;

	if (status != IDNX_OK)
		return status;
	label = spelling_label(&spelling);
	if (label.length > IDNX_LABEL_MAX)
		return IDNX_TOO_LONG;
	write_label(writer, &label, put_reading);
	return writer->length > writer->capacity ? IDNX_TOO_LONG : IDNX_OK;
}

/*
 * Writes how the label at src reads, and sets *octets to those up to a full stop or the end;
 * returns whether the label is ASCII in *is_ascii.
 */
static enum idnx_status write_next(struct writer *writer, const unsigned char *src,
                                   const unsigned char *end, size_t *octets, bool *is_ascii)
{
	*octets = spelling_ascii(src, end);
	*is_ascii = src + *octets == end || src[*octets] == '.';
	if (!*is_ascii)
		return write_spelt(writer, src, end, octets);
	writer->source = IDNX_SOURCE_ASCII;
	for (size_t i = 0; i < *octets; i++)
		put_ascii(writer, src[i]);
	return *octets > IDNX_LABEL_MAX || writer->length > writer->capacity ? IDNX_TOO_LONG
	                                                                     : IDNX_OK;
}

/* Appends the label that begins at src to reading. */
static enum idnx_status read_label(struct idnx_reading *reading, const unsigned char *src,
                                   const unsigned char *end, size_t *octets)
{
	size_t begin = reading->length;
	struct writer writer = { .out = reading->code_points + begin,
		                 .sources = reading->sources + begin,
		                 .others = reading->others + begin,
		                 .capacity = IDNX_READING_MAX - begin };
	bool is_ascii;
	enum idnx_status status = write_next(&writer, src, end, octets, &is_ascii);

	if (status != IDNX_OK)
		return status;
	reading->length += writer.length;
	if (!is_ascii)
		note_company(reading, begin);
	note_pairs(reading, begin);
	return IDNX_OK;
}

static bool add_full_stop(struct idnx_reading *reading)
{
	if (reading->length == IDNX_READING_MAX)
		return false;
	reading->code_points[reading->length] = '.';
	reading->others[reading->length] = 0;
	reading->sources[reading->length++] = IDNX_SOURCE_ASCII;
	return true;
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
		if (!add_full_stop(reading))
			return IDNX_TOO_LONG;
		src++;
	}
	return status;
}

enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading)
{
	const unsigned char *name = (const unsigned char *)src;
	enum idnx_status status = IDNX_OK;

	reading->length = 0;
	reading->pairs = (struct idnx_pairs){ { 0, 0 } };
	if (src_len > 0)
		status = read_name(reading, name, name + src_len);
	if (status != IDNX_OK)
		reading->length = 0;
	return status;
}

/* --- A label of another name -------------------------------------------------- */

size_t reading_of_label(const char *src, size_t src_len, uint32_t *out, unsigned char *sources,
                        size_t capacity)
{
	const unsigned char *octets = (const unsigned char *)src;
	struct writer writer = { .out = out, .sources = sources, .capacity = capacity };
	size_t end;
	bool is_ascii;

	if (write_next(&writer, octets, octets + src_len, &end, &is_ascii) != IDNX_OK)
		return capacity + 1;
	return writer.length;
}

struct idnx_pairs idnx_letter_pairs(const char *other, size_t other_len)
{
	uint32_t letters[IDNX_READING_MAX];
	unsigned char sources[IDNX_READING_MAX];
	size_t length = reading_of_label(other, other_len, letters, sources, IDNX_READING_MAX);
	struct idnx_pairs pairs = { { 0, 0 } };
	uint64_t before = 0;

	for (size_t i = 0; i < length && length <= IDNX_READING_MAX; i++)
		if (sources[i] == IDNX_SOURCE_ASCII ||
		    (sources[i] == IDNX_SOURCE_OTHER && !reading_is_accent(letters[i])))
			before = add_pair(&pairs, before, letters[i]);
	return pairs;
}
