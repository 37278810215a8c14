/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Random domain names: see random_name.h. */

#include "random_name.h"

#include <stdbool.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "punycode.h"

#define LENGTH(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

#define LABEL_MAX 70

struct label {
	size_t length;
	uint32_t code_points[LABEL_MAX];
};

struct range {
	uint32_t first, last;
};

static const struct range scripts[] = {
	{0x00C0, 0x024F},   /* Latin */
	{0x0370, 0x03FF},   /* Greek */
	{0x0400, 0x052F},   /* Cyrillic */
	{0x0531, 0x0589},   /* Armenian */
	{0x05D0, 0x05F4},   /* Hebrew */
	{0x0620, 0x06D5},   /* Arabic */
	{0x0710, 0x074F},   /* Syriac */
	{0x07C0, 0x07FA},   /* N'Ko */
	{0x0900, 0x097F},   /* Devanagari */
	{0x0980, 0x09FE},   /* Bengali */
	{0x0D80, 0x0DF4},   /* Sinhala */
	{0x0E00, 0x0E5B},   /* Thai */
	{0x10D0, 0x10FF},   /* Georgian */
	{0x1100, 0x11FF},   /* Hangul Jamo */
	{0x13A0, 0x13FD},   /* Cherokee */
	{0x1780, 0x17F9},   /* Khmer */
	{0x1E00, 0x1FFE},   /* Latin and Greek with marks */
	{0x3041, 0x30FF},   /* Hiragana and Katakana */
	{0x4E00, 0x9FFF},   /* Han */
	{0xAC00, 0xD7A3},   /* Hangul */
	{0x10E60, 0x10E7E}, /* Rumi numbers */
	{0x1E900, 0x1E95F}, /* Adlam */
	{0x1F300, 0x1F6FF}, /* emoji */
};

static const struct range mapped[] = {
	{'A', 'Z'},       {0xFF01, 0xFF5E}, {0x2100, 0x214F},   {0x2460, 0x24EA},
	{0xFB00, 0xFB4F}, {0xFB50, 0xFDFC}, {0x1D400, 0x1D7FF}, {0x2F800, 0x2FA1D},
	{0x3200, 0x33FF}, {0xA0, 0xBF},     {0x2000, 0x206F},   {0x2070, 0x209C},
};

static const struct range marks[] = {
	{0x0300, 0x036F}, {0x0591, 0x05C7}, {0x064B, 0x065F}, {0x0900, 0x0903},
	{0x093A, 0x094F}, {0x302A, 0x302D}, {0x3099, 0x309A}, {0xFE00, 0xFE0F},
	{0x1AB0, 0x1ABD}, {0x20D0, 0x20F0}, {0x1DC0, 0x1DFF}, {0x1806, 0x180F},
};

static const struct range digits[] = {
	{'0', '9'},       {0x0660, 0x0669}, {0x06F0, 0x06F9}, {0xFF10, 0xFF19},
	{0x07C0, 0x07C9}, {0x0966, 0x096F}, {0x2460, 0x2468}, {0x2080, 0x2089},
};

static const struct range right_to_left[] = {
	{0x05D0, 0x05EA}, {0x0620, 0x064A}, {0x0710, 0x072F}, {0x07CA, 0x07EA},
	{0x0660, 0x0669}, {0x06F0, 0x06F9}, {'0', '9'},       {'-', '-'},
	{0x0300, 0x0310}, {'a', 'c'},       {0x2190, 0x2193}, {0x20A0, 0x20AF},
};

/* Virama and joining characters, each often enough to meet a joiner. */
static const struct range joining[] = {
	{0x200C, 0x200D}, {0x200C, 0x200D}, {0x0915, 0x0917},   {0x094D, 0x094D},
	{0x0DCA, 0x0DCA}, {0x0628, 0x062D}, {0x0627, 0x0627},   {0x064B, 0x064D},
	{0x0710, 0x0716}, {0xA872, 0xA872}, {0x1E922, 0x1E924}, {'a', 'b'},
};

static const struct range deviations[] = {
	{0xDF, 0xDF}, {0x3C2, 0x3C2}, {0x200C, 0x200D}, {0x1E9E, 0x1E9E}, {'a', 'z'},
};

static const struct range letters[] = {{'a', 'z'}, {'0', '9'}, {'-', '-'}, {'A', 'Z'}};
static const struct range symbols[] = {{0x21, 0x2D}, {0x2F, 0x7E}, {0x2260, 0x226F}};
static const struct range hyphens[] = {{'-', '-'}, {'-', '-'}, {'a', 'b'}, {0xFC, 0xFC}};
static const struct range anything[] = {{0x01, 0x10FFFF}, {0x80, 0x33FF}, {0xA000, 0xABFF}};

#define SET(ranges) {ranges, LENGTH(ranges)}

static const struct {
	const struct range *ranges;
	uint32_t count;
} sets[] = {
	SET(mapped),  SET(marks),   SET(digits),   SET(right_to_left), SET(joining),
	SET(letters), SET(symbols), SET(anything), SET(hyphens),       SET(deviations),
};

/* Returns a code point that ICU's Unicode has; no surrogate. */
static uint32_t in_one_of(struct random *from, const struct range *ranges, uint32_t count)
{
	for (;;) {
		const struct range *range = &ranges[random_below(from, count)];
		uint32_t c = range->first + random_below(from, range->last - range->first + 1);

		if (u_charType((UChar32)c) != U_UNASSIGNED && !U_IS_SURROGATE(c))
			return c;
	}
}

static void append_code_points(struct random *from, struct label *label,
                               const struct range *ranges, uint32_t count)
{
	for (uint32_t n = 1 + random_below(from, 6); n > 0 && label->length < LABEL_MAX; n--)
		label->code_points[label->length++] = in_one_of(from, ranges, count);
}

/* Appends one to three pieces, each of one set: often the same script before and after. */
static void plain_label(struct random *from, struct label *label)
{
	const struct range *script = &scripts[random_below(from, LENGTH(scripts))];

	label->length = 0;
	for (uint32_t pieces = 1 + random_below(from, 3); pieces > 0; pieces--) {
		uint32_t set = random_below(from, 2 * LENGTH(sets));

		if (set < LENGTH(sets))
			append_code_points(from, label, sets[set].ranges, sets[set].count);
		else
			append_code_points(from, label, script, 1);
	}
	while (random_below(from, 50) == 0 && label->length < LABEL_MAX)
		for (uint32_t n = 60; n > 0 && label->length < LABEL_MAX; n--)
			label->code_points[label->length++] = in_one_of(from, script, 1);
}

static void damage(struct random *from, struct label *label)
{
	static const struct range octets[] = {
		{'a', 'z'},
		{'0', '9'},
		{'-', '-'},
		{0xFC, 0xFC},
	};
	uint32_t at = random_below(from, (uint32_t)label->length);

	label->code_points[at] = in_one_of(from, octets, LENGTH(octets));
}

/* Replaces a label with "xn--" and its Punycode, if there is room. */
static void encode_label(struct label *label)
{
	static const char prefix[] = "xn--";
	char punycode[LABEL_MAX];
	ssize_t length;

	length = reference_punycode_encode(label->code_points, label->length, punycode,
	                                   LABEL_MAX - sizeof prefix + 1);
	if (length < 0)
		return;
	label->length = 0;
	for (size_t i = 0; i < sizeof prefix - 1; i++)
		label->code_points[label->length++] = (uint32_t)prefix[i];
	for (ssize_t i = 0; i < length; i++)
		label->code_points[label->length++] = (unsigned char)punycode[i];
}

/* Makes the ACE form of a plain label, valid or not, and sometimes damages it. */
static void ace_label(struct random *from, struct label *label)
{
	plain_label(from, label);
	encode_label(label);
	if (random_below(from, 4) == 0)
		damage(from, label);
	if (random_below(from, 32) == 0)
		encode_label(label);
}

static const uint32_t dots[] = {'.', '.', '.', '.', '.', 0x3002, 0xFF0E, 0xFF61};

static void append_label(struct random *from, struct random_name *name)
{
	struct label label = {.length = 0};

	switch (random_below(from, 16)) {
	case 0:
		break; /* empty */
	case 1:
	case 2:
	case 3:
		ace_label(from, &label);
		break;
	default:
		plain_label(from, &label);
	}
	for (size_t i = 0; i < label.length && name->length < RANDOM_NAME_MAX; i++)
		name->code_points[name->length++] = label.code_points[i];
}

void random_name_encode(struct random_name *name)
{
	name->utf8_length = 0;
	for (size_t i = 0; i < name->length; i++)
		U8_APPEND_UNSAFE(name->utf8, name->utf8_length, name->code_points[i]);
}

void random_name_from_utf8(struct random_name *name, const char *utf8, size_t length)
{
	size_t at = 0;

	name->length = 0;
	for (; at < length && name->length < RANDOM_NAME_MAX; name->length++)
		U8_NEXT_UNSAFE((const uint8_t *)utf8, at, name->code_points[name->length]);
	random_name_encode(name);
}

void random_name(struct random *from, struct random_name *name)
{
	name->length = 0;
	append_label(from, name);
	while (random_below(from, 2) && name->length < RANDOM_NAME_MAX) {
		name->code_points[name->length++] = dots[random_below(from, LENGTH(dots))];
		append_label(from, name);
	}
	random_name_encode(name);
}
