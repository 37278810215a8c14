/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds unlikely sequences of marks, UTS #39 section 5.4, in the NFD of a label: a nonspacing
 * mark twice on one character, more than four of them, a dot above a letter that has one,
 * a mark above a dotless letter, and a mark whose script is not that of its base character;
 * and beyond UTS #39, marks on Chinese, Japanese and Korean characters, which in names have
 * none but kana's voicing marks: U+5929 U+0323 is no other spelling of U+5929.
 */
#include "confusable.h"

#define DOT_ABOVE 0x307
#define ABOVE     230 /* Canonical_Combining_Class */

#define MARKS_MAX 4

enum {
	HANGUL_JAMO = 0x1100,
	HANGUL_JAMO_END = 0x11FF,
	EAST_ASIAN = 0x2E80, /* from here on, among others */
	KANA_VOICED = 0x3099,
	KANA_SEMI_VOICED = 0x309A
};

/* A character and the marks on it, so far. */
struct stack {
	uint32_t base;
	size_t at; /* where base is in the label */
	uint32_t marks[MARKS_MAX];
	size_t count;
	bool has_above;
	bool shares_scripts; /* as do all characters of the label; not said of parts of them */
};

static bool is_dotless(uint32_t code_point)
{
	return code_point == 0x131 || code_point == 0x237;
}

static bool is_dotted(uint32_t code_point)
{
	return code_point == 'i' || code_point == 'j' || code_point == 'l' ||
	       is_dotless(code_point);
}

static bool is_on(const struct stack *stack, uint32_t mark)
{
	for (size_t i = 0; i < stack->count; i++)
		if (stack->marks[i] == mark)
			return true;
	return false;
}

/* A dot above a dotted letter is visible if another mark is between them. */
static bool is_nonspacing_likely(struct stack *stack, uint32_t mark)
{
	bool is_above = ucd_ccc(mark) == ABOVE;

	if (stack->count == MARKS_MAX || is_on(stack, mark))
		return false;
	if (mark == DOT_ABOVE && is_dotted(stack->base) && !stack->has_above)
		return false;
	if (is_above && is_dotless(stack->base))
		return false;
	stack->marks[stack->count++] = mark;
	stack->has_above |= is_above;
	return true;
}

/* ASCII digits and the hyphen are of all scripts, but take Common and Inherited marks only. */
static bool is_of_its_script(const struct stack *stack, uint32_t mark)
{
	struct idnx_script_set marks, base;

	if (stack->shares_scripts && (stack->base >= 0x80 || stack->base - 'a' < 26))
		return true;
	marks = script_augmented(mark);
	base = script_augmented(stack->base);
	if (script_set_is_all(&marks))
		return true;
	if (script_set_is_all(&base))
		return stack->base >= 0x80;
	return script_set_intersects(&marks, &base);
}

/* Marks that voice kana stand on nothing else, and on East Asian characters no others do. */
static bool is_east_asian_likely(uint32_t base, uint32_t mark)
{
	bool is_kana, is_voicing = mark - KANA_VOICED <= KANA_SEMI_VOICED - KANA_VOICED;

	if (base < EAST_ASIAN && base - HANGUL_JAMO > HANGUL_JAMO_END - HANGUL_JAMO)
		return !is_voicing;
	is_kana = context_script_is(base, UCD_SCRIPT_HIRAGANA) ||
	          context_script_is(base, UCD_SCRIPT_KATAKANA);
	if (is_kana || is_voicing)
		return is_kana && is_voicing;
	return !context_script_is(base, UCD_SCRIPT_HAN) &&
	       !context_script_is(base, UCD_SCRIPT_HANGUL);
}

static bool add(struct stack *stack, uint32_t code_point, size_t at)
{
	uint32_t traits = ucd_traits(code_point);

	if (!(traits & UCD_MARK)) {
		*stack = (struct stack){ .base = code_point,
			                 .at = at,
			                 .shares_scripts = stack->shares_scripts };
		return true;
	}
	return is_of_its_script(stack, code_point) &&
	       is_east_asian_likely(stack->base, code_point) &&
	       (!(traits & UCD_BIDI_NSM) || is_nonspacing_likely(stack, code_point));
}

struct fault marks_check(const struct label *label, const struct survey *survey)
{
	struct stack stack = { .shares_scripts = !(label->seen & UCD_DECOMPOSES) &&
		                                 !script_set_is_empty(
							 &survey->cover.resolved) };

	if (!(label->seen & UCD_MARK)) /* no letter has unlikely marks of its own */
		return no_fault();
	for (size_t at = 0; at < label->length; at++) {
		uint32_t parts[UCD_DECOMPOSITION_MAX];
		size_t count = ucd_parts(label->code_points[at], label->traits[at], parts);

		for (size_t i = 0; i < count; i++)
			if (!add(&stack, parts[i], at))
				return (struct fault){ IDNX_UNLIKELY_MARK, stack.at, at };
	}
	return no_fault();
}
