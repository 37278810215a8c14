/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The order in which a label is displayed: the Unicode Bidirectional Algorithm (UAX #9)
 * for a left-to-right paragraph, as in an address bar.  Rules X have nothing to do, since
 * explicit formatting characters are not valid; nor has N0, since the strong characters of
 * a label have one direction (RFC 5893).  Mirroring, L4, is left out.
 */
#include "confusable.h"

#define STRONG  (UCD_BIDI_L | UCD_BIDI_R)
#define NUMBER  (UCD_BIDI_EN | UCD_BIDI_AN)

_Static_assert(IDNX_LABEL_MAX <= UINT8_MAX, "a position fits");

/* A class is one bit of the traits. */
struct line {
	const struct label *label;
	uint32_t classes[IDNX_LABEL_MAX];
};

/* Before the first character and after the last, the class is that of the paragraph. */
static uint32_t class_at(const struct line *line, size_t at)
{
	return at < line->label->length ? line->classes[at] : UCD_BIDI_L;
}

static uint32_t class_before(const struct line *line, size_t at)
{
	return at > 0 ? line->classes[at - 1] : UCD_BIDI_L;
}

/* --- Rules W1 to W7 ------------------------------------------------------- */

/* W1, and the levels of BN as in "Retaining BNs", section 5.2. */
static void resolve_marks(struct line *line)
{
	for (size_t i = 0; i < line->label->length; i++)
		if (line->classes[i] & (UCD_BIDI_NSM | UCD_BIDI_BN))
			line->classes[i] = class_before(line, i);
}

/* W2 and W3. */
static void resolve_arabic(struct line *line)
{
	uint32_t strong = UCD_BIDI_L;

	for (size_t i = 0; i < line->label->length; i++) {
		uint32_t *class = &line->classes[i];

		if (*class & (STRONG | UCD_BIDI_AL))
			strong = *class;
		if (*class == UCD_BIDI_EN && strong == UCD_BIDI_AL)
			*class = UCD_BIDI_AN;
		if (*class == UCD_BIDI_AL)
			*class = UCD_BIDI_R;
	}
}

/* Returns the class after a character, and after what X9 removes. */
static uint32_t class_after(const struct line *line, size_t at)
{
	do
		at++;
	while (at < line->label->length && line->label->traits[at] & UCD_BIDI_BN);
	return class_at(line, at);
}

/* W4: one separator between two numbers of the same kind. */
static void resolve_separators(struct line *line)
{
	for (size_t i = 0; i < line->label->length; i++) {
		uint32_t before = class_before(line, i), after = class_after(line, i);
		uint32_t between = line->classes[i] == UCD_BIDI_CS   ? NUMBER
		                   : line->classes[i] == UCD_BIDI_ES ? UCD_BIDI_EN
		                                                     : 0;

		if (before == after && before & between)
			line->classes[i] = before;
	}
}

/* W5, from both sides, and W6. */
static void resolve_terminators(struct line *line)
{
	for (size_t i = line->label->length; i-- > 0;)
		if (line->classes[i] == UCD_BIDI_ET && class_at(line, i + 1) == UCD_BIDI_EN)
			line->classes[i] = UCD_BIDI_EN;
	for (size_t i = 0; i < line->label->length; i++) {
		if (line->classes[i] == UCD_BIDI_ET && class_before(line, i) == UCD_BIDI_EN)
			line->classes[i] = UCD_BIDI_EN;
		if (!(line->classes[i] & (STRONG | NUMBER)))
			line->classes[i] = UCD_BIDI_ON;
	}
}

/* W7. */
static void resolve_european(struct line *line)
{
	uint32_t strong = UCD_BIDI_L;

	for (size_t i = 0; i < line->label->length; i++) {
		if (line->classes[i] & STRONG)
			strong = line->classes[i];
		if (line->classes[i] == UCD_BIDI_EN && strong == UCD_BIDI_L)
			line->classes[i] = UCD_BIDI_L;
	}
}

/* --- Rules N1 and N2 ------------------------------------------------------- */

static bool is_right(uint32_t class)
{
	return class & (UCD_BIDI_R | NUMBER);
}

static void resolve_neutrals(struct line *line)
{
	for (size_t begin = 0, end; begin < line->label->length; begin = end + 1) {
		uint32_t class = UCD_BIDI_L;

		for (end = begin; class_at(line, end) == UCD_BIDI_ON; end++)
			;
		if (is_right(class_before(line, begin)) && is_right(class_at(line, end)))
			class = UCD_BIDI_R;
		while (begin < end)
			line->classes[begin++] = class;
	}
}

/* --- Rules I1, L2 and L3 --------------------------------------------------- */

static unsigned level_at(const struct line *line, size_t at)
{
	return line->classes[at] & NUMBER ? 2 : line->classes[at] == UCD_BIDI_R;
}

/* L3: a character and the marks on it stay together. */
static size_t cluster_end(const struct line *line, size_t at)
{
	do
		at++;
	while (at < line->label->length &&
	       line->label->traits[at] & (UCD_BIDI_NSM | UCD_BIDI_BN));
	return at;
}

static void reverse(uint8_t *clusters, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		uint8_t cluster = clusters[i];

		clusters[i] = clusters[count - 1 - i];
		clusters[count - 1 - i] = cluster;
	}
}

/* L2: reverses each run at this level or a higher one. */
static void reverse_level(const struct line *line, uint8_t *clusters, size_t count,
                          unsigned level)
{
	for (size_t begin = 0, end; begin < count; begin = end + 1) {
		for (end = begin; end < count && level_at(line, clusters[end]) >= level; end++)
			;
		reverse(clusters + begin, end - begin);
	}
}

static void write_in_order(const struct line *line, uint32_t *out)
{
	uint8_t clusters[IDNX_LABEL_MAX];
	size_t count = 0;

	for (size_t at = 0; at < line->label->length; at = cluster_end(line, at))
		clusters[count++] = (uint8_t)at;
	reverse_level(line, clusters, count, 2);
	reverse_level(line, clusters, count, 1);
	for (size_t i = 0; i < count; i++)
		for (size_t at = clusters[i]; at < cluster_end(line, clusters[i]); at++)
			*out++ = line->label->code_points[at];
}

void display_order(const struct label *label, uint32_t out[IDNX_LABEL_MAX])
{
	struct line line;

	line.label = label;
	for (size_t i = 0; i < label->length; i++)
		line.classes[i] = label->traits[i] & UCD_BIDI_CLASSES;
	resolve_marks(&line);
	resolve_arabic(&line);
	resolve_separators(&line);
	resolve_terminators(&line);
	resolve_european(&line);
	resolve_neutrals(&line);
	write_in_order(&line, out);
}
