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

/* Appends a code point; length counts beyond the storage. */
static void add_code_point(struct idnx_reading *reading, uint32_t code_point)
{
	if (reading->length < IDNX_READING_MAX) {
		reading->code_points[reading->length] = code_point;
		reading->others[reading->length] = 0;
	}
	reading->length++;
}

/* Of ASCII, a few characters read as others; m reads as two. */
static void put_ascii(struct idnx_reading *reading, uint32_t code_point)
{
	/* Not to look them up takes a fifth of the time; the generator checks them. */
	static const char texts[0x80][3] = { ['m'] = "rn", ['0'] = "o",  ['1'] = "l",
		                             ['|'] = "l",  ['"'] = "''", ['`'] = "'" };
	uint32_t lower = ascii_lower(code_point);
	const char *text = texts[lower];

	add_code_point(reading, *text ? (unsigned char)text[0] : lower);
	if (*text && text[1])
		add_code_point(reading, (unsigned char)text[1]);
}

static bool put_shape(struct idnx_reading *reading, uint32_t row)
{
	const char *shape = look_alike_shape(row, LOOK_ALIKE_ANY);

	if (shape == NULL)
		return false;
	for (; *shape; shape++)
		put_ascii(reading, (unsigned char)*shape);
	return true;
}

/* The letters from start on are the first reading of a row that may have others. */
static void note_others(struct idnx_reading *reading, size_t start, uint32_t row)
{
	unsigned others = look_alike_others(row);
	size_t end = start;

	if (others == 0 || reading->length > IDNX_READING_MAX)
		return;
	while (end < reading->length && !(ucd_traits(reading->code_points[end]) & UCD_MARK))
		end++;
	reading->others[start] = others * OTHERS_WHERE | (uint32_t)(end - start);
}

/* Writes the first reading.  Parts of a prototype may have shapes and other readings themselves. */
static void put_character(struct idnx_reading *reading, uint32_t code_point)
{
	uint32_t row = look_alike_row(code_point);
	size_t start = reading->length, length = 0;
	const uint32_t *prototype;

	if (code_point < 0x80) {
		put_ascii(reading, code_point);
	} else if (!put_shape(reading, row)) {
		prototype = look_alike_prototype(code_point, &length);
		if (prototype == NULL)
			add_code_point(reading, code_point);
		for (size_t i = 0; i < length; i++)
			put_character(reading, prototype[i]);
	}
	note_others(reading, start, row);
}

/*
 * Readers overlook ʼ, ʻ and · between letters.  Right-to-left letters with the same
 * prototypes, such as the Hebrew yod, are not overlooked.
 */
static bool is_overlooked(const struct idnx_reading *reading, size_t begin, uint32_t code_point)
{
	for (size_t at = begin; at < reading->length && at < IDNX_READING_MAX; at++)
		if (reading->code_points[at] != '\'' && reading->code_points[at] != 0xB7)
			return false;
	return !(ucd_traits(code_point) & BIDI_RTL);
}

static void put_reading(struct idnx_reading *reading, uint32_t code_point)
{
	size_t at = reading->length;
	enum idnx_source source = IDNX_SOURCE_ASCII;

	if (code_point < 0x80) {
		put_ascii(reading, code_point);
	} else {
		put_character(reading, code_point);
		source = is_overlooked(reading, at, code_point) ? IDNX_SOURCE_OVERLOOKED
		                                                : IDNX_SOURCE_OTHER;
	}
	for (; at < reading->length && at < IDNX_READING_MAX; at++)
		reading->sources[at] = (unsigned char)source;
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

/* --- Pairs of letters --------------------------------------------------------- */

static uint64_t rotate(uint64_t bits, uint32_t by)
{
	return bits << by % 64 | bits >> -by % 64;
}

/*
 * Adds the pairs of a letter with those before it, of which before has the bits; returns its bit.
 * Of 512 words, 0.06 pass for a legitimate name that has none of them; with half the bits, 0.28.
 */
static uint64_t add_pair(struct idnx_pairs *pairs, uint64_t before, uint32_t letter)
{
	uint32_t which = reading_fold(letter) % 64;

	pairs->bits[which % 2] |= rotate(before, which * 13);
	pairs->bits[2 + which / 2 % 2] |= rotate(before, which * 22);
	return UINT64_C(1) << which;
}

/* What of the pairs of a word is wanted. */
struct pairing {
	const struct idnx_pairs *among; /* nothing after the first beyond these */
	size_t paired;                  /* so many letters are in reading's pairs */
	uint64_t last;                  /* the bit of the last one */
};

static bool lacks(const struct idnx_pairs *has, const struct idnx_pairs *needs)
{
	return needs->bits[0] & ~has->bits[0] || needs->bits[1] & ~has->bits[1] ||
	       needs->bits[2] & ~has->bits[2] || needs->bits[3] & ~has->bits[3];
}

/*
 * Returns whether no more letters are wanted.  Marks, whose order is not final, and what readers
 * overlook are in no pair; nor is U+0660, which reads as a full stop, as that between two labels does.
 */
static bool has_enough(struct idnx_reading *reading, struct pairing *pairing)
{
	bool is_enough = reading->length > IDNX_READING_MAX;

	while (pairing != NULL && pairing->paired < reading->length && !is_enough) {
		size_t at = pairing->paired++;
		uint32_t letter = reading->code_points[at];

		if (reading->sources[at] == IDNX_SOURCE_OVERLOOKED ||
		    (letter >= 0x80 && ucd_ccc(letter) != 0))
			continue;
		if (reading->sources[at] != IDNX_SOURCE_ASCII && letter == '.')
			pairing->last = 0;
		else
			pairing->last = add_pair(&reading->pairs, pairing->last, letter);
		is_enough = lacks(pairing->among, &reading->pairs);
	}
	return is_enough;
}

/* --- Labels ------------------------------------------------------------------ */

/* Out of line: ASCII, as most protected names are, needs no room for a spelling, 2 KiB. */
__attribute__((noinline)) static enum idnx_status
put_spelt(struct idnx_reading *reading, const unsigned char *src, const unsigned char *end,
          size_t *octets, struct pairing *pairing)
{
	uint32_t code_points[IDNX_LABEL_MAX], traits[IDNX_LABEL_MAX];
	uint32_t decomposed[DECOMPOSED_MAX];
	size_t length, begin = reading->length;
	struct spelling spelling = { code_points, traits, IDNX_LABEL_MAX, 0, 0 };
	enum idnx_status status = spelling_decode(&spelling, src, end, octets);
	struct label label;

	if (status != IDNX_OK)
		return status;
	label = spelling_label(&spelling);
	length = display_and_decompose(&label, decomposed);
	for (size_t i = 0; i < length && !has_enough(reading, pairing); i++)
		if (!is_ignored(decomposed[i]))
			put_reading(reading, decomposed[i]);
	if (reading->length > IDNX_READING_MAX)
		return IDNX_TOO_LONG;
	order_marks(reading->code_points + begin, reading->length - begin);
	return IDNX_OK;
}

/*
 * Appends how the label at src reads, and sets *octets to those up to a full stop or the end;
 * returns whether the label is ASCII in *is_ascii.  pairing is NULL unless it is a word.
 */
static enum idnx_status put_label(struct idnx_reading *reading, const unsigned char *src,
                                  const unsigned char *end, size_t *octets, bool *is_ascii,
                                  struct pairing *pairing)
{
	*octets = spelling_ascii(src, end);
	*is_ascii = src + *octets == end || src[*octets] == '.';
	if (!*is_ascii)
		return put_spelt(reading, src, end, octets, pairing);
	for (size_t i = 0; i < *octets && !has_enough(reading, pairing); i++)
		put_reading(reading, src[i]);
	return *octets > IDNX_LABEL_MAX || reading->length > IDNX_READING_MAX ? IDNX_TOO_LONG
	                                                                      : IDNX_OK;
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

/* Returns the groups that begin at a code point. */
static uint32_t groups_at(const struct idnx_reading *reading, size_t at)
{
	size_t own;
	uint32_t letters = first_letters(reading, at) | other_letters(reading, at, &own);
	uint32_t found = 0;

	for (size_t i = 0; letters != 0 && i < GROUP_COUNT; i++)
		if (letters & groups[i].first && group_length(reading, at, i) > 0)
			found |= OTHERS_GROUPS << i;
	return found;
}

bool reading_other(const struct idnx_reading *reading, size_t at, struct other *other)
{
	uint32_t others = reading->others[at], found = others / OTHERS_GROUPS;

	if (other->next == 0 && others % OTHERS_LENGTH > 0) {
		other->next++;
		other->length = own_others(others, &other->texts);
		return true;
	}
	other->next += other->next == 0;
	for (; found >> (other->next - 1) != 0; other->next++)
		if (found >> (other->next - 1) & 1) {
			other->texts = groups[other->next - 1].readings;
			other->length = group_length(reading, at, other->next++ - 1);
			return true;
		}
	return false;
}

/*
 * Notes what depends on the other letters of a label, from begin on, that is not ASCII: there ASCII
 * imitates, too.
 */
static void note_company(struct idnx_reading *reading, size_t begin)
{
	uint32_t alone = OTHERS_ALONE;

	for (size_t at = begin; at < reading->length; at++) {
		uint32_t c = reading->code_points[at];
		unsigned others = look_alike_others(look_alike_row(c));

		if (reading->sources[at] != IDNX_SOURCE_ASCII)
			continue;
		if (letter_bit(c) != 0)
			alone = 0;
		if (reading->others[at] == 0 && others != 0)
			reading->others[at] = others * OTHERS_WHERE | 1;
	}
	for (size_t at = begin; at < reading->length; at++) {
		reading->others[at] |= groups_at(reading, at);
		if (reading->others[at] != 0)
			reading->others[at] |= alone;
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

/* Appends the label that begins at src to reading. */
static enum idnx_status read_label(struct idnx_reading *reading, const unsigned char *src,
                                   const unsigned char *end, size_t *octets)
{
	size_t begin = reading->length;
	bool is_ascii;
	enum idnx_status status = put_label(reading, src, end, octets, &is_ascii, NULL);

	if (status != IDNX_OK)
		return status;
	if (!is_ascii)
		note_company(reading, begin);
	note_pairs(reading, begin);
	return IDNX_OK;
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
		put_reading(reading, *src++);
	}
	return reading->length > IDNX_READING_MAX ? IDNX_TOO_LONG : status;
}

enum idnx_status idnx_read(const char *src, size_t src_len, struct idnx_reading *reading)
{
	const unsigned char *name = (const unsigned char *)src;
	enum idnx_status status = IDNX_OK;

	reading->length = 0;
	reading->pairs = (struct idnx_pairs){ { 0 } };
	if (src_len > 0)
		status = read_name(reading, name, name + src_len);
	if (status != IDNX_OK)
		reading->length = 0;
	return status;
}

int idnx_letter_pairs(const char *other, size_t other_len, const struct idnx_pairs *among,
                      struct idnx_pairs *pairs)
{
	static const struct idnx_pairs all = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
	const unsigned char *src = (const unsigned char *)other;
	struct pairing pairing = { .among = among != NULL ? among : &all };
	struct idnx_reading reading;
	size_t octets;
	bool is_ascii;

	reading.length = 0;
	reading.pairs = (struct idnx_pairs){ { 0 } };
	put_label(&reading, src, src + other_len, &octets, &is_ascii, &pairing);
	has_enough(&reading, &pairing);
	if (pairs != NULL)
		*pairs = reading.pairs;
	return !lacks(pairing.among, &reading.pairs);
}
