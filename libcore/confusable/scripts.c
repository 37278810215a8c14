/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Checks which characters a label combines: the restriction levels of UTS #39 section 5.2,
 * on the sets of scripts of section 5.1, and mixed numbers, section 5.3.
 *
 * Each character narrows the scripts of its label.  All levels but ASCII-Only depend on two
 * sets: the scripts that all characters have in common, and those that all characters
 * other than Latin have in common.
 *
 *     t      東                      は              all: nothing
 *     {Latn} {Hani Hanb Jpan Kore}  {Hira Jpan}     beyond Latin: {Jpan}
 */
#include "confusable.h"
#include "look_alike.h"

/* --- Sets of scripts ------------------------------------------------------ */

/* The writing systems of section 5.1 that use several scripts are further members. */
enum {
	HANB = UCD_SCRIPTS_MAX, /* Han with Bopomofo */
	JPAN,                   /* Japanese */
	KORE,                   /* Korean */
	MEMBERS
};

_Static_assert(MEMBERS <= 3 * 64, "every script has a bit");

#define ALL_SCRIPTS { { UINT64_MAX, UINT64_MAX, UINT64_MAX } }

static const struct idnx_script_set all_scripts = ALL_SCRIPTS;
static const struct idnx_script_set latin = { { UINT64_C(1) << UCD_SCRIPT_LATIN, 0, 0 } };

static void set_add(struct idnx_script_set *set, unsigned member)
{
	set->words[member / 64] |= UINT64_C(1) << member % 64;
}

bool script_set_has(const struct idnx_script_set *set, unsigned member)
{
	return set->words[member / 64] >> member % 64 & 1;
}

bool script_set_is_all(const struct idnx_script_set *set)
{
	return (set->words[0] & set->words[1] & set->words[2]) == UINT64_MAX;
}

bool script_set_is_empty(const struct idnx_script_set *set)
{
	return !(set->words[0] | set->words[1] | set->words[2]);
}

static void set_intersect(struct idnx_script_set *set, const struct idnx_script_set *with)
{
	for (size_t i = 0; i < 3; i++)
		set->words[i] &= with->words[i];
}

bool script_set_intersects(const struct idnx_script_set *set,
                           const struct idnx_script_set *with)
{
	struct idnx_script_set both = *set;

	set_intersect(&both, with);
	return !script_set_is_empty(&both);
}

/* --- Section 5.1: augmented and resolved script sets ---------------------- */

static const struct {
	uint8_t script, writing_system;
} augmentations[] = {
	{ UCD_SCRIPT_HAN, HANB },      { UCD_SCRIPT_HAN, JPAN },
	{ UCD_SCRIPT_HAN, KORE },      { UCD_SCRIPT_HIRAGANA, JPAN },
	{ UCD_SCRIPT_KATAKANA, JPAN }, { UCD_SCRIPT_HANGUL, KORE },
	{ UCD_SCRIPT_BOPOMOFO, HANB },
};

static struct idnx_script_set augmented_of_set(size_t of)
{
	struct idnx_script_set set = { { 0 } };
	size_t count;
	const uint8_t *scripts = ucd_set_scripts(of, &count);

	for (size_t i = 0; i < count; i++)
		set_add(&set, scripts[i]);
	if (script_set_has(&set, UCD_SCRIPT_COMMON) ||
	    script_set_has(&set, UCD_SCRIPT_INHERITED))
		return all_scripts;
	for (size_t i = 0; i < sizeof augmentations / sizeof *augmentations; i++)
		if (script_set_has(&set, augmentations[i].script))
			set_add(&set, augmentations[i].writing_system);
	return set;
}

/* ASCII needs no table. */
static const struct idnx_script_set *augmented_of_ascii(uint32_t code_point)
{
	return (code_point | 0x20) - 'a' < 26 ? &latin : &all_scripts;
}

struct idnx_script_set script_augmented(uint32_t code_point)
{
	if (code_point < 0x80)
		return *augmented_of_ascii(code_point);
	return augmented_of_set(ucd_script_set(ucd_script_run(code_point)));
}

bool script_is_of(uint32_t code_point, unsigned script)
{
	struct idnx_script_set set = script_augmented(code_point);

	return !script_set_is_all(&set) && script_set_has(&set, script);
}

const struct cover cover_of_nothing = { ALL_SCRIPTS, ALL_SCRIPTS, 0, SIZE_MAX, { 0, 0 }, false, false };

static void cover_intersect(struct cover *cover, const struct idnx_script_set *set)
{
	set_intersect(&cover->resolved, set);
	if (!script_set_has(set, UCD_SCRIPT_LATIN))
		set_intersect(&cover->beyond_latin, set);
	else if (script_set_is_all(set))
		cover->has_common = true;
	else
		cover->has_latin = true;
}

void cover_add(struct cover *cover, uint32_t code_point)
{
	struct idnx_script_set set;

	if (code_point < 0x80) {
		cover_intersect(cover, augmented_of_ascii(code_point));
	} else if (!ucd_is_in(&cover->known, code_point)) {
		cover->run = ucd_script_run_near(cover->run, code_point);
		cover->known = ucd_script_run_range(cover->run);
		if (cover->set == ucd_script_set(cover->run))
			return; /* runs of few letters alternate with those of none */
		cover->set = ucd_script_set(cover->run);
		set = augmented_of_set(cover->set);
		cover_intersect(cover, &set);
	}
}

struct idnx_script_set script_resolved(const struct label *label)
{
	struct cover cover = cover_of_nothing;

	for (size_t at = 0; at < label->length; at++)
		cover_add(&cover, label->code_points[at]);
	return cover.resolved;
}

/* --- Section 5.2: restriction levels -------------------------------------- */

/* Returns the members of which a level allows one beside Latin. */
static struct idnx_script_set allowed_with_latin(enum idnx_restriction_level level)
{
	struct idnx_script_set set = { { 0 } };

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

/* Single script, or covered by Latin and one of with_latin.  Sets only shrink: false is final. */
static bool is_covered(const struct cover *cover, const struct idnx_script_set *with_latin)
{
	return !script_set_is_empty(&cover->resolved) ||
	       script_set_intersects(&cover->beyond_latin, with_latin);
}

/*
 * Finds the first character that, with those before it, cannot be combined with the one at
 * last.  There is one: at the latest, the one just before last.
 */
static size_t find_first(const struct label *label, size_t last,
                         const struct idnx_script_set *with_latin)
{
	struct cover cover = cover_of_nothing;
	size_t at = 0;

	cover_add(&cover, label->code_points[last]);
	for (;; at++) {
		cover_add(&cover, label->code_points[at]);
		if (!is_covered(&cover, with_latin))
			return at;
	}
}

struct fault script_check_level(const struct label *label, const struct cover *whole,
                                enum idnx_restriction_level level)
{
	struct cover cover = cover_of_nothing;
	struct idnx_script_set with_latin;
	size_t at = 0;

	if (level == IDNX_LEVEL_UNRESTRICTED)
		return no_fault();
	if (level == IDNX_LEVEL_ASCII_ONLY)
		return fault_at(IDNX_MIXED_SCRIPTS, label_find(label, UCD_NON_ASCII));
	with_latin = allowed_with_latin(level);
	if (is_covered(whole, &with_latin))
		return no_fault();
	for (;; at++) {
		cover_add(&cover, label->code_points[at]);
		if (!is_covered(&cover, &with_latin))
			return (struct fault){ IDNX_MIXED_SCRIPTS,
				               find_first(label, at, &with_latin), at };
	}
}

/* Section 5.3. */
struct fault script_check_numbers(const struct label *label)
{
	uint32_t first_zero = 0;
	size_t first = 0;

	for (size_t at = 0; at < label->length; at++) {
		uint32_t zero = ucd_zero(label->code_points[at]);

		if (zero && first_zero && zero != first_zero)
			return (struct fault){ IDNX_MIXED_NUMBERS, first, at };
		if (zero && !first_zero) {
			first_zero = zero;
			first = at;
		}
	}
	return no_fault();
}

struct fault script_check_allowed(const struct label *label,
                                  const struct idnx_script_set *allowed)
{
	for (size_t at = 0; at < label->length; at++) {
		struct idnx_script_set set = script_augmented(label->code_points[at]);

		if (label->code_points[at] >= 0x80 && !script_set_intersects(&set, allowed))
			return fault_at(IDNX_OTHER_SCRIPT, at);
	}
	return no_fault();
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

int idnx_script_set_add(struct idnx_script_set *set, const char *name, size_t length)
{
	int script = look_alike_script(name, length);

	if (script < 0)
		return -1;
	set_add(set, (unsigned)script);
	return 0;
}
