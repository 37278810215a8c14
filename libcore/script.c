/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Which characters stand together in a label: the restriction levels of UTS #39 section
 * 5.2, on the sets of scripts of section 5.1, and mixed numbers, section 5.3.
 *
 * A character narrows what its label can be written in.  All levels but ASCII-Only are
 * questions about two sets: what all characters have in common, and what those have in
 * common that are not Latin.
 *
 *     t      東                      は              all: nothing
 *     {Latn} {Hani Hanb Jpan Kore}  {Hira Jpan}     beyond Latin: {Jpan}
 */
#include "core.h"
#include "utf8.h"

/* --- Sets of scripts ------------------------------------------------------ */

/* The writing systems of section 5.1 that use several scripts are members beside these. */
enum {
	HANB = UCD_SCRIPTS_MAX, /* Han with Bopomofo */
	JPAN,                   /* Japanese */
	KORE,                   /* Korean */
	MEMBERS
};

#define SET_WORDS 3

_Static_assert(MEMBERS <= SET_WORDS * 64, "every script has a bit");

struct script_set {
	uint64_t words[SET_WORDS];
};

static const struct script_set all_scripts = { { UINT64_MAX, UINT64_MAX, UINT64_MAX } };

static void set_add(struct script_set *set, unsigned member)
{
	set->words[member / 64] |= UINT64_C(1) << member % 64;
}

static bool set_has(const struct script_set *set, unsigned member)
{
	return set->words[member / 64] >> member % 64 & 1;
}

static void set_intersect(struct script_set *set, const struct script_set *with)
{
	for (size_t i = 0; i < SET_WORDS; i++)
		set->words[i] &= with->words[i];
}

static bool set_intersects(struct script_set set, const struct script_set *with)
{
	set_intersect(&set, with);
	return set.words[0] || set.words[1] || set.words[2];
}

/* --- Section 5.1: augmented and resolved script sets ---------------------- */

static const struct {
	uint8_t script, writing_system;
} augmentations[] = {
	{ UCD_SCRIPT_HAN, HANB },      { UCD_SCRIPT_HAN, JPAN },      { UCD_SCRIPT_HAN, KORE },
	{ UCD_SCRIPT_HIRAGANA, JPAN }, { UCD_SCRIPT_KATAKANA, JPAN },
	{ UCD_SCRIPT_HANGUL, KORE },   { UCD_SCRIPT_BOPOMOFO, HANB },
};

static struct script_set augmented_set(uint32_t code_point)
{
	struct script_set set = { { 0 } };
	size_t count;
	const uint8_t *scripts = ucd_script_extensions(code_point, &count);

	for (size_t i = 0; i < count; i++)
		set_add(&set, scripts[i]);
	if (set_has(&set, UCD_SCRIPT_COMMON) || set_has(&set, UCD_SCRIPT_INHERITED))
		return all_scripts;
	for (size_t i = 0; i < sizeof augmentations / sizeof *augmentations; i++)
		if (set_has(&set, augmentations[i].script))
			set_add(&set, augmentations[i].writing_system);
	return set;
}

/* What the characters of a label, so far, have in common. */
struct cover {
	struct script_set resolved;     /* all of them */
	struct script_set beyond_latin; /* those that are not Latin */
};

static void cover_add(struct cover *cover, uint32_t code_point)
{
	struct script_set set = augmented_set(code_point);

	set_intersect(&cover->resolved, &set);
	if (!set_has(&set, UCD_SCRIPT_LATIN))
		set_intersect(&cover->beyond_latin, &set);
}

/* --- Section 5.2: restriction levels -------------------------------------- */

/* The members of which a level allows one beside Latin. */
static struct script_set beside_latin(enum idnx_restriction_level level)
{
	struct script_set set = { { 0 } };

	if (level <= IDNX_LEVEL_HIGHLY_RESTRICTIVE)
		for (unsigned member = HANB; member <= KORE; member++)
			set_add(&set, member);
	if (level <= IDNX_LEVEL_MODERATELY_RESTRICTIVE)
		for (size_t i = 0; i < ucd_recommended_script_count; i++)
			if (ucd_recommended_scripts[i] != UCD_SCRIPT_CYRILLIC &&
			    ucd_recommended_scripts[i] != UCD_SCRIPT_GREEK)
				set_add(&set, ucd_recommended_scripts[i]);
	return set;
}

/* Single script, or covered by Latin and one of those.  Sets only shrink: a no is final. */
static bool is_covered(const struct cover *cover, const struct script_set *beside)
{
	return set_intersects(cover->resolved, &all_scripts) ||
	       set_intersects(cover->beyond_latin, beside);
}

/* --- A name --------------------------------------------------------------- */

/* A name as far as it has been read, and its label as far as it has been. */
struct reading {
	const unsigned char *src, *end;
	enum idnx_restriction_level level;
	struct script_set beside;

	size_t at;    /* the octet where the present character begins */
	size_t first; /* that of the one it does not go together with, or its own */

	size_t begin; /* that of the label */
	struct cover cover;
	uint32_t zero; /* of its decimal digits; 0: there was none yet */
	size_t digit;  /* the octet of the first of them */
};

static void begin_label(struct reading *reading, size_t at)
{
	reading->begin = at;
	reading->cover = (struct cover){ all_scripts, all_scripts };
	reading->zero = 0;
}

/*
 * The first character with which, and with those before it in the label, this one does
 * not go together.  There is one: at the latest, the one just before.
 */
static size_t find_first(const struct reading *reading, uint32_t code_point)
{
	struct cover cover = { all_scripts, all_scripts };
	size_t at, next = reading->begin, length;

	cover_add(&cover, code_point);
	do {
		at = next;
		cover_add(&cover, utf8_decode(reading->src + at, reading->end, &length));
		next = at + length;
	} while (is_covered(&cover, &reading->beside));
	return at;
}

static enum idnx_status check_scripts(struct reading *reading, uint32_t code_point)
{
	cover_add(&reading->cover, code_point);
	if (is_covered(&reading->cover, &reading->beside))
		return IDNX_OK;
	reading->first = find_first(reading, code_point);
	return IDNX_MIXED_SCRIPTS;
}

/* Section 5.3. */
static enum idnx_status check_numbers(struct reading *reading, uint32_t code_point)
{
	uint32_t zero = ucd_zero(code_point);

	if (!zero || zero == reading->zero)
		return IDNX_OK;
	if (reading->zero) {
		reading->first = reading->digit;
		return IDNX_MIXED_NUMBERS;
	}
	reading->zero = zero;
	reading->digit = reading->at;
	return IDNX_OK;
}

static enum idnx_status check_character(struct reading *reading, uint32_t code_point)
{
	enum idnx_status status;

	reading->first = reading->at;
	if (code_point == UTF8_ILL_FORMED || code_point == 0)
		return IDNX_BAD_UTF8;
	if (reading->level == IDNX_LEVEL_UNRESTRICTED)
		return IDNX_OK;
	if (reading->level == IDNX_LEVEL_ASCII_ONLY)
		return code_point < 0x80 ? IDNX_OK : IDNX_MIXED_SCRIPTS;
	status = check_scripts(reading, code_point);
	return status != IDNX_OK ? status : check_numbers(reading, code_point);
}

static struct idnx_script_result check_name(struct reading *reading)
{
	size_t src_len = (size_t)(reading->end - reading->src), length;
	unsigned label = 1;

	begin_label(reading, 0);
	for (reading->at = 0; reading->at < src_len; reading->at += length) {
		uint32_t c = utf8_decode(reading->src + reading->at, reading->end, &length);
		enum idnx_status status = check_character(reading, c);

		if (status != IDNX_OK)
			return (struct idnx_script_result){ status, label, reading->first,
				                            reading->at };
		if (c == '.') {
			begin_label(reading, reading->at + length);
			label++;
		}
	}
	return (struct idnx_script_result){ IDNX_OK, 0, 0, 0 };
}

struct idnx_script_result idnx_script_check(const char *src, size_t src_len,
                                            enum idnx_restriction_level level)
{
	struct reading reading;

	if ((unsigned)level > IDNX_LEVEL_ASCII_ONLY)
		return (struct idnx_script_result){ IDNX_BAD_FLAGS, 0, 0, 0 };
	if (src_len > IDNX_INPUT_MAX)
		return (struct idnx_script_result){ IDNX_TOO_LONG, 0, 0, 0 };
	reading.src = (const unsigned char *)src;
	reading.end = src_len ? reading.src + src_len : reading.src;
	reading.level = level;
	reading.beside = beside_latin(level);
	return check_name(&reading);
}

/* --- Names ---------------------------------------------------------------- */

const char *idnx_script_name(uint32_t code_point, unsigned index)
{
	const uint8_t *scripts;
	size_t count;

	if (code_point > 0x10FFFF)
		return NULL;
	scripts = ucd_script_extensions(code_point, &count);
	return index < count ? ucd_script_name(scripts[index]) : NULL;
}
