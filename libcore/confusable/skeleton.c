/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * How a name reads: bidiSkeleton() of UTS #39 section 4, label by label, and shapes of our
 * own (gen/look_alikes.tsv), which take precedence over prototypes.
 *
 *     аррӏе  --prototypes-->  apple        ԁґақ  --shapes-->  drak
 *
 * Then which names read alike to a hasty reader, and which contain a look-alike of a word.  The
 * reading itself stays as it is, for people to see; a comparison folds more: i and l, most
 * marks, apostrophes.
 */
#include "confusable.h"
#include "look_alike.h"
#include "utf8.h"

/* --- A label --------------------------------------------------------------- */

#define DECOMPOSED_MAX ((size_t)LABEL_LENGTH_MAX * UCD_DECOMPOSITION_MAX)

/* Writes a reading; length counts beyond capacity. */
struct writer {
	uint32_t *out;
	unsigned char *sources; /* NULL: not wanted */
	size_t length, capacity;
	unsigned char source; /* of the next code points */
};

static void put(struct writer *writer, uint32_t code_point)
{
	if (writer->length < writer->capacity) {
		writer->out[writer->length] = code_point;
		if (writer->sources != NULL)
			writer->sources[writer->length] = writer->source;
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
static void put_ascii(struct writer *writer, uint32_t code_point)
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

static bool put_shape(struct writer *writer, uint32_t code_point)
{
	const char *shape = look_alike_shape(code_point, false);

	if (shape == NULL)
		return false;
	for (; *shape; shape++)
		put_ascii(writer, (unsigned char)*shape);
	return true;
}

static void put_prototype_or_shapes(struct writer *writer, uint32_t code_point)
{
	size_t length;
	const uint32_t *prototype = prototype_of(&code_point, &length);

	for (size_t i = 0; i < length; i++)
		if (prototype[i] < 0x80)
			put_ascii(writer, prototype[i]);
		else if (!put_shape(writer, prototype[i]))
			put(writer, prototype[i]);
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
	writer->source = IDNX_SOURCE_ASCII;
	if (code_point < 0x80) {
		put_ascii(writer, code_point);
		return;
	}
	writer->source = is_overlooked(code_point) ? IDNX_SOURCE_OVERLOOKED : IDNX_SOURCE_OTHER;
	if (!put_shape(writer, code_point))
		put_prototype_or_shapes(writer, code_point);
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
	uint32_t displayed[LABEL_LENGTH_MAX], traits[LABEL_LENGTH_MAX];
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

size_t reading_skeleton(const struct label *label, uint32_t *out, size_t capacity)
{
	struct writer writer = { .out = out, .capacity = capacity };

	write_label(&writer, label, put_prototype);
	return writer.length;
}

/* --- A name ---------------------------------------------------------------- */

/* In many typefaces i without its dot, or with a mark in its place, is an l. */
static uint32_t fold(uint32_t code_point)
{
	return code_point == 'i' ? 'l' : code_point;
}

static uint64_t letter_bit(uint32_t code_point)
{
	return UINT64_C(1) << fold(code_point) % 64;
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
}

static enum idnx_status add_label(struct idnx_reading *reading, const struct label *label)
{
	for (;;) {
		struct writer writer = { .out = reading->code_points + reading->length,
			                 .sources = reading->sources + reading->length,
			                 .capacity = IDNX_READING_MAX - reading->length };

		write_label(&writer, label, put_reading);
		if (writer.length <= writer.capacity) {
			for (size_t i = 0; i < writer.length; i++)
				reading->letters |= letter_bit(writer.out[i]);
			reading->length += writer.length;
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
	return label.length > LABEL_LENGTH_MAX ? IDNX_TOO_LONG : add_label(reading, &label);
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
	if (src_len > 0)
		status = read_name(reading, name, name + src_len);
	if (status != IDNX_OK)
		reading->length = 0;
	return status;
}

/* --- Two names ------------------------------------------------------------- */

/* A comparison of two readings, from the end of both. */
struct comparison {
	const struct idnx_reading *name;
	size_t left;   /* of the name */
	bool is_ascii; /* the other name is, so that all marks are left out */
};

/*
 * Letters count, marks beside them do not: strokes (ccc 1), Hebrew and Arabic points (10 to
 * 36), accents (from 200 on).  Signs that spell a sound are letters, unless the other name is
 * ASCII: vowel signs (0, or 84 to 132), kana voicing (8), viramas (9).
 */
static bool is_mark(const struct comparison *comparison, uint32_t code_point)
{
	unsigned ccc;

	if (code_point < 0x80 || !(ucd_traits(code_point) & UCD_MARK))
		return false;
	ccc = ucd_ccc(code_point);
	return comparison->is_ascii || ccc == 1 || (ccc >= 10 && ccc <= 36) || ccc >= 200;
}

/* Removes marks and what is overlooked from the end; returns whether there was a mark. */
static bool leave_out(const struct comparison *comparison, const uint32_t *code_points,
                      const unsigned char *sources, size_t *length)
{
	bool has_mark = false;

	for (; *length > 0; --*length) {
		bool is = is_mark(comparison, code_points[*length - 1]);

		if (!is && sources[*length - 1] != IDNX_SOURCE_OVERLOOKED)
			break;
		has_mark |= is;
	}
	return has_mark;
}

static bool leave_out_of_name(struct comparison *comparison)
{
	return leave_out(comparison, comparison->name->code_points, comparison->name->sources,
	                 &comparison->left);
}

/* A letter of the other name has its mark, if it has one, in the name as well: any mark. */
static bool take_letter(struct comparison *comparison, uint32_t letter, bool is_marked)
{
	bool has_mark = leave_out_of_name(comparison);

	if (comparison->left == 0 || (is_marked && !has_mark) ||
	    fold(comparison->name->code_points[comparison->left - 1]) != fold(letter))
		return false;
	comparison->left--;
	return true;
}

/* Removes a label from the end of the name; returns false if the name ends differently. */
static bool take_reading(struct comparison *comparison, const struct idnx_reading *label)
{
	size_t left = label->length;

	for (;;) {
		bool is_marked = leave_out(comparison, label->code_points, label->sources,
		                           &left);

		if (left == 0)
			return true;
		if (!take_letter(comparison, label->code_points[--left], is_marked))
			return false;
	}
}

static bool is_ascii(const char *octets, size_t length)
{
	while (length > 0 && (unsigned char)octets[length - 1] < 0x80)
		length--;
	return length == 0;
}

/* ASCII needs no decoding, and most protected names are ASCII. */
static bool read_ascii(struct idnx_reading *reading, const char *label, size_t length)
{
	struct writer writer = { .out = reading->code_points,
		                 .sources = reading->sources,
		                 .capacity = IDNX_READING_MAX,
		                 .source = IDNX_SOURCE_ASCII };

	for (size_t i = 0; i < length && writer.length < IDNX_READING_MAX; i++)
		put_ascii(&writer, (unsigned char)label[i]);
	reading->length = writer.length;
	return writer.length < IDNX_READING_MAX;
}

static bool may_have_letters(const struct idnx_reading *name, const uint32_t *letters,
                             size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!(name->letters & letter_bit(letters[i])) &&
		    !(ucd_traits(letters[i]) & UCD_MARK))
			return false;
	return true;
}

/* Returns whether the name may have the letters that a character reads as, without marks. */
static bool may_have_character(const struct idnx_reading *name, uint32_t code_point)
{
	uint32_t parts[UCD_DECOMPOSITION_MAX] = { code_point }, read[LOOK_ALIKE_PROTOTYPE_MAX];
	struct writer writer = { .out = read, .capacity = LOOK_ALIKE_PROTOTYPE_MAX };

	if (code_point >= 0x80 && ucd_traits(code_point) & UCD_DECOMPOSES)
		ucd_decompose(code_point, parts);
	if (is_ignored(parts[0]))
		return true;
	put_reading(&writer, parts[0]);
	return writer.source == IDNX_SOURCE_OVERLOOKED || writer.length > writer.capacity ||
	       may_have_letters(name, read, writer.length);
}

/*
 * Returns false if the name lacks a letter of the label.  Most protected names are told apart
 * by their first letters, in a tenth of the time that it takes to read them.
 */
static bool may_have(const struct idnx_reading *name, const char *label, size_t length)
{
	const unsigned char *next = (const unsigned char *)label, *end = next + length;
	size_t octets;

	for (; next < end; next += octets) {
		uint32_t c = utf8_decode(next, end, &octets);

		if (c != UTF8_ILL_FORMED && !may_have_character(name, c))
			return false;
	}
	return true;
}

/* Reads a label with which name is compared next. */
static bool read_other(struct comparison *comparison, const char *label, size_t length,
                       struct idnx_reading *reading)
{
	if (!may_have(comparison->name, label, length))
		return false;
	comparison->is_ascii = is_ascii(label, length);
	return comparison->is_ascii ? read_ascii(reading, label, length)
	                            : idnx_read(label, length, reading) == IDNX_OK;
}

/* Reads from the end as well: the last letters of most names differ. */
static bool take_ascii(struct comparison *comparison, const char *label, size_t length)
{
	uint32_t read[LOOK_ALIKE_PROTOTYPE_MAX];

	comparison->is_ascii = true;
	while (length > 0) {
		struct writer writer = { .out = read, .capacity = LOOK_ALIKE_PROTOTYPE_MAX };

		put_ascii(&writer, (unsigned char)label[--length]);
		while (writer.length > 0)
			if (!take_letter(comparison, read[--writer.length], false))
				return false;
	}
	return true;
}

static bool take_label(struct comparison *comparison, const char *label, size_t length)
{
	struct idnx_reading reading;

	if (is_ascii(label, length))
		return take_ascii(comparison, label, length);
	return read_other(comparison, label, length, &reading) &&
	       take_reading(comparison, &reading);
}

static bool is_at_boundary(struct comparison *comparison)
{
	leave_out_of_name(comparison);
	return comparison->left == 0 ||
	       comparison->name->code_points[comparison->left - 1] == '.';
}

/* Returns where the label that ends at end begins. */
static size_t label_begin(const char *name, size_t end)
{
	while (end > 0 && name[end - 1] != '.')
		end--;
	return end;
}

/* Compares labels from the end, where names differ soonest: few labels are read. */
static bool take_name(struct comparison *comparison, const char *name, size_t length)
{
	size_t begin = label_begin(name, length);

	while (take_label(comparison, name + begin, length - begin)) {
		if (begin == 0)
			return is_at_boundary(comparison);
		if (!take_letter(comparison, '.', false))
			return false;
		length = begin - 1;
		begin = label_begin(name, length);
	}
	return false;
}

static bool is_in_disguise(const struct idnx_reading *name, size_t from, size_t to)
{
	while (from < to && name->sources[from] == IDNX_SOURCE_ASCII)
		from++;
	return from < to;
}

enum idnx_likeness idnx_reads_as(const struct idnx_reading *name, const char *other,
                                 size_t other_len)
{
	struct comparison comparison = { .name = name, .left = name->length };

	if (other_len > 0 && other[other_len - 1] == '.')
		other_len--;
	if (other_len == 0 || !take_name(&comparison, other, other_len))
		return IDNX_UNLIKE;
	return is_in_disguise(name, comparison.left, name->length) ? IDNX_LIKE_IN_DISGUISE
	                                                           : IDNX_LIKE_IN_ASCII;
}

/* --- A word in a name -------------------------------------------------------- */

/*
 * Everyday words have ä, ö, ü and é, and are often written without the mark, so these letters
 * alone disguise no part of a longer label: zaratürkiye.com does not imitate turkiye.
 */
static bool is_everyday_mark(const struct idnx_reading *name, size_t at)
{
	uint32_t letter = at > 0 ? name->code_points[at - 1] : 0;

	if (name->code_points[at] == 0x301)
		return letter == 'e';
	return name->code_points[at] == 0x308 &&
	       (letter == 'a' || letter == 'o' || letter == 'u');
}

/* A word that is not ASCII may have such letters itself, so there they count. */
static bool is_word_in_disguise(const struct comparison *comparison, size_t from, size_t to)
{
	const struct idnx_reading *name = comparison->name;

	while (from < to && (name->sources[from] == IDNX_SOURCE_ASCII ||
	                     (comparison->is_ascii && is_everyday_mark(name, from))))
		from++;
	return from < to;
}

/* Returns whether name has a look-alike of the word where the letter before end is its last. */
static bool has_word_at(struct comparison comparison, size_t end,
                        const struct idnx_reading *word)
{
	const struct idnx_reading *name = comparison.name;

	while (end < name->length && is_mark(&comparison, name->code_points[end]))
		end++;
	comparison.left = end;
	return take_reading(&comparison, word) &&
	       is_word_in_disguise(&comparison, comparison.left, end);
}

static size_t count_readings(const struct comparison *comparison,
                             const struct idnx_reading *word)
{
	const struct idnx_reading *name = comparison->name;
	size_t count = 0, length = word->length;
	uint32_t last;

	leave_out(comparison, word->code_points, word->sources, &length);
	if (length == 0)
		return 0;
	last = fold(word->code_points[length - 1]);
	for (size_t end = 1; end <= name->length; end++)
		if (fold(name->code_points[end - 1]) == last)
			count += has_word_at(*comparison, end, word);
	return count;
}

static size_t count_octets(const char *src, size_t src_len, const char *word, size_t word_len)
{
	size_t count = 0;

	for (size_t at = 0; at + word_len <= src_len; at++)
		count += memcmp(src + at, word, word_len) == 0;
	return count;
}

int idnx_contains(const struct idnx_reading *reading, const char *name, size_t name_len,
                  const char *word, size_t word_len)
{
	struct comparison comparison = { .name = reading };
	struct idnx_reading read;
	size_t count;

	if (!read_other(&comparison, word, word_len, &read))
		return 0;
	count = count_readings(&comparison, &read);
	return count > 0 &&
	       (comparison.is_ascii || count > count_octets(name, name_len, word, word_len));
}
