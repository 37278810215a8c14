/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds a protected name, or a word of one, in the reading of another name.
 *
 * A letter may read in several ways: ł as l and as t.  So one walk over the reading, from its
 * end, follows all ways at once.  A place is the number of letters that are still to be found,
 * and a step holds the places to which some way has led:
 *
 *     giłhub.com, read as github.com?     places after each letter of the name
 *
 *         .com  6     b  5     u  4     h  3     ł, as t  2     i  1     g  0: it does
 *
 * Each step visits a place once.  So the time is at most the product of both lengths, however
 * many letters read in several ways.
 */
#include "confusable.h"

/* --- What is looked for ------------------------------------------------------ */

/* Readers do not tell marks apart: where the other name has one, any mark will do. */
#define ANY_MARK 0x110000

/* The letters of a protected name, or of a word of it, as they are compared. */
struct word {
	size_t length;
	uint32_t letters[IDNX_READING_MAX];
	unsigned char in_ascii[IDNX_READING_MAX]; /* whether the label of the letter is ASCII */
};

/*
 * Letters count, marks beside them do not: strokes (ccc 1), Hebrew and Arabic points (10 to
 * 36), accents (from 200 on).  Signs that spell a sound are letters: vowel signs (0, or 84
 * to 132), kana voicing (8), viramas (9).
 */
static bool is_accent(uint32_t code_point)
{
	unsigned ccc = ucd_ccc(code_point);

	return ccc == 1 || (ccc >= 10 && ccc <= 36) || ccc >= 200;
}

static bool is_mark(uint32_t code_point)
{
	return code_point >= 0x80 && code_point < ANY_MARK && ucd_traits(code_point) & UCD_MARK;
}

static uint32_t compared(uint32_t code_point)
{
	return is_mark(code_point) && is_accent(code_point) ? ANY_MARK
	                                                    : reading_fold(code_point);
}

/* Several accents of one letter count as one; an accent without a letter is left out. */
static void add_letter(struct word *word, uint32_t letter, bool in_ascii)
{
	uint32_t last = word->length > 0 ? word->letters[word->length - 1] : '.';

	if (letter == ANY_MARK && (last == ANY_MARK || last == '.'))
		return;
	word->letters[word->length] = letter;
	word->in_ascii[word->length++] = in_ascii;
}

static bool is_ascii(const char *octets, size_t length)
{
	while (length > 0 && (unsigned char)octets[length - 1] < 0x80)
		length--;
	return length == 0;
}

/* Appends a label as it reads; in_ascii has the sources of code points until they are kept. */
static bool add_label(struct word *word, const char *label, size_t length)
{
	size_t begin = word->length, room = IDNX_READING_MAX - begin;
	size_t read = reading_of_label(label, length, word->letters + begin,
	                               word->in_ascii + begin, room);

	if (read > room)
		return false;
	for (size_t at = begin; at < begin + read; at++)
		if (word->in_ascii[at] != IDNX_SOURCE_OVERLOOKED)
			add_letter(word, compared(word->letters[at]), is_ascii(label, length));
	return true;
}

/* Returns false if there are no letters, or they are no UTF-8 or too many. */
static bool read_word(const char *name, size_t length, struct word *word)
{
	const char *end = name + length;

	word->length = 0;
	while (length > 0) {
		const char *stop = memchr(name, '.', (size_t)(end - name));

		if (!add_label(word, name, (size_t)((stop != NULL ? stop : end) - name)))
			return false;
		if (stop == NULL)
			return word->length > 0;
		if (word->length == IDNX_READING_MAX)
			return false;
		add_letter(word, '.', true);
		name = stop + 1;
	}
	return false;
}

static uint64_t letters_of(const struct word *word)
{
	uint64_t letters = 0;

	for (size_t at = 0; at < word->length; at++)
		if (word->letters[at] != ANY_MARK && !is_mark(word->letters[at]))
			letters |= reading_letter(word->letters[at]);
	return letters;
}

uint64_t idnx_letters(const char *name, size_t length)
{
	struct word word;

	return read_word(name, length, &word) ? letters_of(&word) : 0;
}

/* Most names lack a letter of the word, and need no walk. */
static bool may_have(const struct idnx_reading *name, const struct word *word)
{
	return !(letters_of(word) & ~name->letters);
}

/* --- Places ------------------------------------------------------------------ */

struct places {
	size_t low, high; /* no place is below low, and all are below high */
	uint64_t bits[IDNX_READING_MAX / 64 + 1];
};

static bool has_place(const struct places *places, size_t place)
{
	return places->bits[place / 64] >> place % 64 & 1;
}

static void add_place(struct places *places, size_t place)
{
	places->bits[place / 64] |= UINT64_C(1) << place % 64;
	if (place < places->low)
		places->low = place;
	if (place >= places->high)
		places->high = place + 1;
}

static void clear_places(struct places *places)
{
	memset(places, 0, sizeof *places);
	places->low = IDNX_READING_MAX;
}

/* --- A walk ------------------------------------------------------------------- */

/* Where the letters have to begin and to end. */
enum bounds {
	ANYWHERE,
	PARTS,  /* between hyphens, or where a label begins or ends */
	LABELS, /* where one begins, and where one ends */
	TAIL    /* where a label begins, and where the name ends */
};

/* The places of ways that met ASCII alone, and of those that met something else. */
struct step {
	struct places plain, disguised;
};

/* A way may go on three code points ahead, the most that others can replace. */
#define STEPS 4

struct walk {
	const struct idnx_reading *name;
	const struct word *word;
	enum bounds bounds;
	struct step steps[STEPS]; /* before code point i: i % STEPS */
};

static struct step *step_before(struct walk *walk, size_t at)
{
	return &walk->steps[at % STEPS];
}

/*
 * Everyday words have ä, ö, ü and é, and are often written without the mark, so these letters
 * alone disguise no part of a longer word: zaratürkiye.com does not imitate turkiye.
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
static bool is_disguise(const struct walk *walk, size_t at)
{
	return walk->name->sources[at] != IDNX_SOURCE_ASCII &&
	       !(walk->bounds == ANYWHERE && walk->word->in_ascii[0] &&
	         is_everyday_mark(walk->name, at));
}

/* Returns whether a code point of the name is left out at a place. */
static bool is_left_out(const struct walk *walk, size_t at, size_t place)
{
	const struct word *word = walk->word;
	uint32_t c = walk->name->code_points[at];

	if (walk->bounds == ANYWHERE && place == 0)
		return false;
	if (walk->name->sources[at] == IDNX_SOURCE_OVERLOOKED)
		return walk->bounds != ANYWHERE || place < word->length;
	return is_mark(c) && (word->in_ascii[place > 0 ? place - 1 : 0] || is_accent(c));
}

static void follow_letter(const struct walk *walk, size_t at, const struct places *from,
                          struct places *to)
{
	const uint32_t *letters = walk->word->letters;
	uint32_t letter = compared(walk->name->code_points[at]);

	for (size_t place = from->low; place < from->high; place++) {
		if (!has_place(from, place))
			continue;
		if (is_left_out(walk, at, place))
			add_place(to, place);
		if (place > 0 && letters[place - 1] == letter)
			add_place(to, place - 1);
	}
}

/* Returns how many letters are to be found after those of text; SIZE_MAX if others are. */
static size_t place_before(const struct word *word, size_t place, const char *text)
{
	size_t length = strlen(text);

	for (; length > 0; length--, place--)
		if (place == 0 ||
		    word->letters[place - 1] != reading_fold((unsigned char)text[length - 1]))
			return SIZE_MAX;
	return place;
}

static void follow_text(const struct walk *walk, const char *text, const struct places *from,
                        struct places *to)
{
	for (size_t place = from->low; place < from->high; place++) {
		size_t before = SIZE_MAX;

		if (has_place(from, place))
			before = place_before(walk->word, place, text);
		if (before != SIZE_MAX)
			add_place(to, before);
	}
}

/* Returns whether the label of a code point has an ASCII letter. */
static bool is_beside_ascii(const struct idnx_reading *name, size_t at)
{
	while (at > 0 && name->code_points[at - 1] != '.')
		at--;
	for (; at < name->length && name->code_points[at] != '.'; at++)
		if (name->sources[at] == IDNX_SOURCE_ASCII && name->code_points[at] - 'a' < 26)
			return true;
	return false;
}

/*
 * Long words of Cyrillic or Greek alone have some sequence of letters that can be read as
 * almost any short word, so there only first readings count.
 */
static bool has_others(const struct walk *walk, size_t at)
{
	return walk->name->others[at] != 0 &&
	       (walk->bounds != ANYWHERE || is_beside_ascii(walk->name, at));
}

/* Follows what the letters that begin here read as beside their first reading. */
static void follow_others(struct walk *walk, size_t at)
{
	size_t length;
	const char *text = reading_others(walk->name, at, &length);
	struct step *from = step_before(walk, at + length), *to = step_before(walk, at);

	for (; *text; text += strlen(text) + 1) {
		follow_text(walk, text, &from->disguised, &to->disguised);
		follow_text(walk, text, &from->plain,
		            is_disguise(walk, at) ? &to->disguised : &to->plain);
	}
}

static void follow(struct walk *walk, size_t at)
{
	const struct step *from = step_before(walk, at + 1);
	struct step *to = step_before(walk, at);

	clear_places(&to->plain);
	clear_places(&to->disguised);
	if (at == walk->name->length)
		return;
	follow_letter(walk, at, &from->disguised, &to->disguised);
	follow_letter(walk, at, &from->plain,
	              is_disguise(walk, at) ? &to->disguised : &to->plain);
	if (has_others(walk, at))
		follow_others(walk, at);
}

/* Returns whether the letters may begin before, or end before, a code point of this kind. */
static bool is_bound(const struct walk *walk, uint32_t beside)
{
	return walk->bounds == ANYWHERE || beside == '.' ||
	       (walk->bounds == PARTS && beside == '-');
}

static bool may_end(const struct walk *walk, size_t at)
{
	if (at == walk->name->length)
		return true;
	return walk->bounds != TAIL && is_bound(walk, walk->name->code_points[at]);
}

static bool may_begin(const struct walk *walk, size_t at)
{
	return at == 0 || is_bound(walk, walk->name->code_points[at - 1]);
}

static bool has_ended(const struct walk *walk)
{
	size_t high = 0;

	for (size_t i = 0; i < STEPS; i++)
		high |= walk->steps[i].plain.high | walk->steps[i].disguised.high;
	return high == 0;
}

/* Returns how often the letters are found: *plain in ASCII alone, the others as look-alikes. */
static size_t find(const struct idnx_reading *name, const struct word *word, enum bounds bounds,
                   size_t *plain)
{
	struct walk walk = { .name = name, .word = word, .bounds = bounds };
	size_t disguised = 0;

	*plain = 0;
	for (size_t at = name->length + 1; at-- > 0;) {
		struct step *step = step_before(&walk, at);

		follow(&walk, at);
		if (bounds == TAIL && at < name->length && has_ended(&walk))
			break;
		if (may_end(&walk, at))
			add_place(&step->plain, word->length);
		if (may_begin(&walk, at)) {
			*plain += has_place(&step->plain, 0);
			disguised += has_place(&step->disguised, 0);
		}
	}
	return disguised;
}

/* --- Of idnx.h ------------------------------------------------------------------ */

enum idnx_likeness idnx_reads_as(const struct idnx_reading *name, const char *other,
                                 size_t other_len)
{
	struct word word;
	size_t plain;

	if (other_len > 0 && other[other_len - 1] == '.')
		other_len--;
	if (!read_word(other, other_len, &word) || !may_have(name, &word))
		return IDNX_UNLIKE;
	if (find(name, &word, TAIL, &plain) > 0)
		return IDNX_LIKE_IN_DISGUISE;
	return plain > 0 ? IDNX_LIKE_IN_ASCII : IDNX_UNLIKE;
}

static size_t count_octets(const char *src, size_t src_len, const char *word, size_t word_len)
{
	size_t count = 0;

	for (size_t at = 0; at + word_len <= src_len; at++)
		count += memcmp(src + at, word, word_len) == 0;
	return count;
}

enum idnx_containment idnx_contains(const struct idnx_reading *reading, const char *name,
                                    size_t name_len, const char *word, size_t word_len)
{
	static const struct {
		enum bounds bounds;
		enum idnx_containment result;
	} tries[] = { { LABELS, IDNX_CONTAINS_AS_LABEL },
		      { PARTS, IDNX_CONTAINS_AS_PART },
		      { ANYWHERE, IDNX_CONTAINS } };
	struct word letters;
	size_t written, plain;

	if (!read_word(word, word_len, &letters) || !may_have(reading, &letters))
		return IDNX_CONTAINS_NOT;
	written = is_ascii(word, word_len) ? 0 : count_octets(name, name_len, word, word_len);
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++)
		if (find(reading, &letters, tries[i].bounds, &plain) > written)
			return tries[i].result;
	return IDNX_CONTAINS_NOT;
}
