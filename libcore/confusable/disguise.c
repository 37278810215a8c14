/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds characters that read as ASCII but are not: a whole label, letters of another script
 * between Latin letters, Latin letters of other countries, punctuation.  UTS #39 section 4
 * says what reads as what, and gen/look_alikes.tsv adds more.
 */
#include "confusable.h"
#include "look_alike.h"

static bool is_ascii(uint32_t code_point)
{
	return code_point < 0x80;
}

static bool is_ascii_digit(uint32_t code_point)
{
	return code_point - '0' < 10;
}

static bool is_mark(const struct label *label, size_t at)
{
	return label->traits[at] & UCD_MARK;
}

/* --- A label as a whole ----------------------------------------------------- */

/* A shape of our own overrides the prototype: "б" reads as 6, but only to a hasty reader. */
static bool reads_as_ascii(uint32_t code_point)
{
	const uint32_t *prototype;
	size_t length;
	uint32_t row;

	if (is_ascii(code_point))
		return true;
	row = look_alike_row(code_point);
	if (look_alike_shape(row, LOOK_ALIKE_ANY) != NULL)
		return look_alike_shape(row, LOOK_ALIKE_CLOSELY) != NULL;
	prototype = look_alike_prototype(code_point, &length);
	if (prototype == NULL)
		return false;
	for (size_t i = 0; i < length; i++)
		if (!is_ascii(prototype[i]) &&
		    look_alike_shape(look_alike_row(prototype[i]), LOOK_ALIKE_CLOSELY) == NULL)
			return false;
	return true;
}

/* Returns whether a test holds for each code point of a character's NFD. */
static bool each_part(const struct label *label, size_t at, bool test(uint32_t))
{
	uint32_t parts[UCD_DECOMPOSITION_MAX];
	size_t count = ucd_parts(label->code_points[at], label->traits[at], parts);

	for (size_t i = 0; i < count; i++)
		if (!test(parts[i]))
			return false;
	return true;
}

/* Few people write a script of limited use: it reads as ASCII in its country as elsewhere. */
static bool is_widely_written(unsigned script)
{
	for (size_t i = 0; i < ucd_recommended_script_count; i++)
		if (ucd_recommended_scripts[i] == script)
			return true;
	return script == UCD_SCRIPT_BOPOMOFO;
}

static bool is_at_home(const struct idnx_script_set *scripts, const struct home *home)
{
	if (!script_set_is_empty(&home->scripts))
		return script_set_intersects(scripts, &home->scripts);
	for (unsigned script = 0; script < UCD_SCRIPTS_MAX; script++)
		if (script_set_has(scripts, script) && is_widely_written(script) &&
		    look_alike_is_at_home(script, home->domain, home->length))
			return true;
	return false;
}

/* Marks count: nobody takes "ё" for an ASCII letter. */
static bool has_only_ascii_readings(const struct label *label)
{
	for (size_t at = 0; at < label->length; at++)
		if (label->code_points[at] - 'a' < 26 || !each_part(label, at, reads_as_ascii))
			return false;
	return true;
}

static bool is_read_as_digit(uint32_t code_point)
{
	return is_ascii_digit(code_point) || code_point == 'o' || code_point == 'O' ||
	       code_point == 'l';
}

/* Includes what reads as the letters taken for 0 and 1.  Marks in a prototype are ignored. */
static bool reads_as_digit(uint32_t code_point)
{
	uint32_t row = look_alike_row(code_point);
	const char *shape = look_alike_shape(row, LOOK_ALIKE_ANY);
	size_t length;
	const uint32_t *prototype = look_alike_prototype(code_point, &length);

	if (shape != NULL)
		return !shape[1] && (is_ascii_digit((unsigned char)shape[0]) ||
		                     (look_alike_shape(row, LOOK_ALIKE_CLOSELY) != NULL &&
		                      is_read_as_digit((unsigned char)shape[0])));
	if (prototype == NULL || !is_read_as_digit(prototype[0]))
		return false;
	for (size_t i = 1; i < length; i++)
		if (!(ucd_traits(prototype[i]) & UCD_MARK))
			return false;
	return true;
}

/*
 * Among digits a reader expects digits: "з60" reads as 360.  Readers elsewhere take digits that are
 * not ASCII for other digits, or for letters.
 */
static bool has_only_digits(const struct label *label)
{
	bool has_digit = false;

	for (size_t at = 0; at < label->length; at++) {
		uint32_t c = label->code_points[at];

		if (is_ascii_digit(c) || ucd_zero(c))
			has_digit = true;
		else if (c != '-' && !is_mark(label, at) && (is_ascii(c) || !reads_as_digit(c)))
			return false;
	}
	return has_digit;
}

/*
 * A digit and one or two letters are no word that somebody imitates, but a formula, a grade or a
 * company: со2, α1, 1с.
 */
static bool is_formula(const struct label *label)
{
	size_t digits = 0;

	for (size_t at = 0; at < label->length; at++)
		digits += is_ascii_digit(label->code_points[at]);
	return digits == 1 && label->length <= 3;
}

/* Orders the tests so that the first letter usually decides. */
static struct fault check_whole(const struct label *label, const struct survey *survey,
                                const struct home *home)
{
	const struct idnx_script_set *scripts = &survey->cover.resolved;

	if (survey->seen & SURVEY_A_TO_Z)
		return no_fault();
	if (!has_only_digits(label) && (!has_only_ascii_readings(label) || is_formula(label)))
		return no_fault();
	if (script_set_is_all(scripts) || script_set_has(scripts, UCD_SCRIPT_LATIN) ||
	    is_at_home(scripts, home))
		return no_fault();
	return fault_at(IDNX_READS_AS_ASCII, label_find(label, UCD_NON_ASCII));
}

/* --- Letters between those of another script ----------------------------------- */

/* Includes digits of all scripts.  Marks are ignored: "ゾ" is a slash as "ソ" is. */
static bool looks_like_ascii(uint32_t code_point)
{
	return look_alike_shape(look_alike_row(code_point), LOOK_ALIKE_ANY) != NULL ||
	       ucd_zero(code_point) || reads_as_ascii(code_point) ||
	       ucd_traits(code_point) & UCD_MARK;
}

/*
 * Finds letters beside Latin ones that only imitate: "com一login" has no word of Chinese,
 * "一生gamer" and "sim卡" do.  One more letter beside them makes a word of several.
 */
static struct fault check_lone(const struct label *label)
{
	bool has_latin = false, is_run = false; /* of letters with no Latin one between them */
	size_t first = label->length;           /* of a run that imitates, as far as it goes */

	for (size_t at = 0; at < label->length; at++) {
		struct idnx_script_set set = script_augmented(label->code_points[at]);
		bool is_latin = script_set_has(&set, UCD_SCRIPT_LATIN);

		if (script_set_is_all(&set) || is_mark(label, at))
			continue;
		has_latin |= is_latin;
		if (is_latin && first < at)
			break;
		if (!is_latin && !is_run)
			first = at;
		if (!is_latin && first <= at && !each_part(label, at, looks_like_ascii))
			first = label->length;
		is_run = !is_latin;
	}
	return has_latin && first < label->length ? fault_at(IDNX_LONE_LETTER, first)
	                                          : no_fault();
}

/* --- Letters of other countries ------------------------------------------------- */

/* Maltese words have their ħ beside ċ, ġ, ż or in għ; registered spoofs have none of them. */
static bool is_maltese(const struct label *label, size_t at)
{
	static const uint32_t h_with_stroke = 0x127, others[] = { 0x10B, 0x121, 0x17C };

	if (label->code_points[at] != h_with_stroke)
		return false;
	for (size_t i = 0; i < label->length; i++)
		for (size_t other = 0; other < sizeof others / sizeof *others; other++)
			if (label->code_points[i] == others[other])
				return true;
	return at > 0 && label->code_points[at - 1] == 'g';
}

static struct fault check_foreign(const struct label *label, const struct home *home)
{
	for (size_t at = 0; at < label->length; at++)
		if (!is_ascii(label->code_points[at]) &&
		    look_alike_is_foreign(label->code_points[at], home->domain, home->length) &&
		    !is_maltese(label, at))
			return fault_at(IDNX_FOREIGN_LETTER, at);
	return no_fault();
}

/* --- Punctuation -------------------------------------------------------------- */

/* The characters that structure an address: a host ends there, or a port or path begins. */
static bool reads_as_punctuation(uint32_t code_point)
{
	static const char structure[] = "!#$%&()*+,-./:;<=>?@[\\]^_{|}~";
	size_t length;
	const uint32_t *prototype = is_ascii(code_point)
	                                    ? NULL
	                                    : look_alike_prototype(code_point, &length);

	if (prototype == NULL)
		return false;
	for (size_t i = 0; i < length; i++)
		if (!is_ascii(prototype[i]) ||
		    memchr(structure, (int)prototype[i], sizeof structure - 1) == NULL)
			return false;
	return true;
}

/* KATAKANA NO beside other kana does not read as a slash.  Latin readers see the slash. */
static bool is_next_to_same_script(const struct label *label, size_t at)
{
	struct idnx_script_set set = script_augmented(label->code_points[at]);

	for (size_t next = at ? at - 1 : 1; next <= at + 1 && next < label->length; next += 2) {
		struct idnx_script_set other = script_augmented(label->code_points[next]);

		if (!script_set_is_all(&set) && !script_set_has(&other, UCD_SCRIPT_LATIN) &&
		    script_set_intersects(&set, &other))
			return true;
	}
	return false;
}

/* A slash after Latin letters ends a host name, even before more kana. */
static bool is_slash_after_latin(const struct label *label, size_t at)
{
	size_t length;
	const uint32_t *prototype = look_alike_prototype(label->code_points[at], &length);

	return *prototype == '/' && at > 0 && label->code_points[at - 1] - 'a' < 26;
}

/* Returns whether each character is next to one of the same script, none of them Latin. */
static bool is_of_one_script(const struct survey *survey)
{
	const struct cover *cover = &survey->cover;

	return !(survey->seen & SURVEY_ALONE) && !cover->has_common && !cover->has_latin &&
	       !script_set_is_empty(&cover->resolved);
}

static struct fault check_punctuation(const struct label *label, const struct survey *survey)
{
	if (is_of_one_script(survey))
		return no_fault();
	for (size_t at = 0; at < label->length; at++)
		if (reads_as_punctuation(label->code_points[at]) && !is_mark(label, at) &&
		    (!is_next_to_same_script(label, at) || is_slash_after_latin(label, at)))
			return fault_at(IDNX_READS_AS_PUNCTUATION, at);
	return no_fault();
}

struct fault disguise_check(const struct label *label, const struct survey *survey,
                            const struct home *home)
{
	struct fault fault = no_fault();

	if (home != NULL)
		fault = check_whole(label, survey, home);
	if (fault.status == IDNX_OK && script_set_is_empty(&survey->cover.resolved))
		fault = check_lone(label);
	if (fault.status == IDNX_OK && home != NULL && survey->seen & SURVEY_COUNTRY)
		fault = check_foreign(label, home);
	if (fault.status == IDNX_OK)
		fault = check_punctuation(label, survey);
	if (fault.status == IDNX_OK && survey->seen & SURVEY_KANA)
		fault = kana_check(label);
	return fault;
}
