/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How a label reads, by the definitions: see skeleton.h. */

#include "skeleton.h"

#include <stdlib.h>
#include <string.h>

#include "normalization.h"
#include "property.h"

const char *const skeleton_files[] = {
	"DerivedBidiClass.txt", "DerivedCoreProperties.txt",    "UnicodeData.txt",
	"confusables.txt",      "DerivedNormalizationProps.txt", NULL,
};

enum { L, R, AL, EN, ES, ET, AN, CS, NSM, BN, B, S, WS, ON };

/* The others are those of X1 to X8. */
static const char *const names[] = {
	"L",   "R",   "AL",  "EN",  "ES",  "ET",  "AN",  "CS",  "NSM", "BN",  "B",   "S",
	"WS",  "ON",  "LRE", "LRO", "RLE", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", NULL,
};

static const char *const long_names[] = {
	"Left_To_Right", "Right_To_Left", "Arabic_Letter", "", "", "European_Terminator", NULL,
};

static uint8_t classes[UNICODE_CODE_POINTS];
static bool is_mark[UNICODE_CODE_POINTS], is_mirrored[UNICODE_CODE_POINTS],
	is_ignorable[UNICODE_CODE_POINTS];

static struct prototype {
	uint8_t length; /* 0: itself */
	uint32_t code_points[SKELETON_PROTOTYPE_MAX];
} prototypes[UNICODE_CODE_POINTS];

/* --- Unicode's files -------------------------------------------------------- */

/* Finds a class by its short name or, for "@missing" rows, by its long one. */
static int class_named(const char *name)
{
	int class = property_index(names, name);

	return class >= 0 ? class : property_index(long_names, name);
}

static void read_unicode_data(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "UnicodeData.txt");
	while (unicode_file_row(&file)) {
		uint32_t code_point, last;

		unicode_range(file.field[0], &code_point, &last);
		is_mark[code_point] = file.field[2][0] == 'M';
		is_mirrored[code_point] = file.field[9][0] == 'Y';
	}
	unicode_file_close(&file);
}

static void read_ignorable(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "DerivedCoreProperties.txt");
	while (unicode_file_row(&file)) {
		uint32_t first, last;

		if (strcmp(file.field[1], "Default_Ignorable_Code_Point") != 0)
			continue;
		unicode_range(file.field[0], &first, &last);
		memset(is_ignorable + first, true, last - first + 1);
	}
	unicode_file_close(&file);
}

static void read_prototypes(void)
{
	struct unicode_file file;

	unicode_file_open(&file, "confusables.txt");
	while (unicode_file_row(&file)) {
		uint32_t code_point, last;

		unicode_range(file.field[0], &code_point, &last);
		prototypes[code_point].length = (uint8_t)unicode_sequence(
			file.field[1], prototypes[code_point].code_points,
			SKELETON_PROTOTYPE_MAX);
	}
	unicode_file_close(&file);
}

void skeleton_read(void)
{
	property_read("DerivedBidiClass.txt", NULL, class_named, classes);
	read_unicode_data();
	read_ignorable();
	read_prototypes();
}

const char *skeleton_bidi_class(uint32_t code_point)
{
	return names[classes[code_point]];
}

/* A bracket of N0 is mirrored, too. */
bool skeleton_has_place(uint32_t code_point)
{
	return (classes[code_point] < B || classes[code_point] == ON) &&
	       !is_mirrored[code_point];
}

/* --- UAX #9, of a paragraph of level 0 --------------------------------------- */

struct line {
	size_t length;
	uint32_t characters[SKELETON_LABEL_MAX];
	int types[SKELETON_LABEL_MAX];
	int levels[SKELETON_LABEL_MAX];
};

/* X9: the rules W, N and I skip characters without a direction. */
static void begin(struct line *line, const uint32_t *label, size_t length)
{
	line->length = 0;
	for (size_t i = 0; i < length; i++)
		if (classes[label[i]] != BN)
			line->types[line->length++] = classes[label[i]];
}

/* Section 5.2: puts them back, at the level of the character before each. */
static void retain(struct line *line, const uint32_t *label, size_t length)
{
	struct line resolved = *line;
	size_t from = 0;

	for (size_t i = 0; i < length; i++) {
		line->characters[i] = label[i];
		if (classes[label[i]] != BN)
			line->levels[i] = resolved.levels[from++];
		else
			line->levels[i] = i == 0 ? 0 : line->levels[i - 1];
	}
	line->length = length;
}

static int type_before(const struct line *line, size_t at)
{
	return at == 0 ? L : line->types[at - 1]; /* sos */
}

static int type_after(const struct line *line, size_t at)
{
	return at + 1 == line->length ? L : line->types[at + 1]; /* eos */
}

static int strong_before(const struct line *line, size_t at)
{
	while (at > 0) {
		int type = line->types[--at];

		if (type == L || type == R || type == AL)
			return type;
	}
	return L;
}

static void w1(struct line *line)
{
	for (size_t i = 0; i < line->length; i++)
		if (line->types[i] == NSM)
			line->types[i] = type_before(line, i);
}

static void w2(struct line *line)
{
	for (size_t i = 0; i < line->length; i++)
		if (line->types[i] == EN && strong_before(line, i) == AL)
			line->types[i] = AN;
}

static void w3(struct line *line)
{
	for (size_t i = 0; i < line->length; i++)
		if (line->types[i] == AL)
			line->types[i] = R;
}

static void w4(struct line *line)
{
	for (size_t i = 0; i < line->length; i++) {
		int before = type_before(line, i), after = type_after(line, i);

		if (line->types[i] == ES && before == EN && after == EN)
			line->types[i] = EN;
		else if (line->types[i] == CS && before == after &&
		         (before == EN || before == AN))
			line->types[i] = before;
	}
}

/* Replaces a sequence of terminators next to a European number. */
static void w5(struct line *line)
{
	for (size_t first = 0, next; first < line->length; first = next) {
		bool is_adjacent;

		next = first + 1;
		if (line->types[first] != ET)
			continue;
		while (next < line->length && line->types[next] == ET)
			next++;
		is_adjacent = type_before(line, first) == EN ||
		              type_after(line, next - 1) == EN;
		for (size_t i = first; is_adjacent && i < next; i++)
			line->types[i] = EN;
	}
}

static void w6(struct line *line)
{
	for (size_t i = 0; i < line->length; i++)
		if (line->types[i] == ES || line->types[i] == ET || line->types[i] == CS)
			line->types[i] = ON;
}

static void w7(struct line *line)
{
	for (size_t i = 0; i < line->length; i++)
		if (line->types[i] == EN && strong_before(line, i) == L)
			line->types[i] = L;
}

/* N1 treats numbers as R. */
static int direction(int type)
{
	return type == EN || type == AN ? R : type;
}

/* N1, and N2: the embedding direction is L. */
static void n1_n2(struct line *line)
{
	for (size_t first = 0, next; first < line->length; first = next) {
		int before = direction(type_before(line, first)), after;

		next = first + 1;
		if (line->types[first] != ON)
			continue;
		while (next < line->length && line->types[next] == ON)
			next++;
		after = direction(type_after(line, next - 1));
		for (size_t i = first; i < next; i++)
			line->types[i] = before == after ? before : L;
	}
}

static void i1(struct line *line)
{
	for (size_t i = 0; i < line->length; i++)
		line->levels[i] = line->types[i] == R ? 1 : line->types[i] == L ? 0 : 2;
}

static void reverse(struct line *line, size_t first, size_t end)
{
	for (; first + 1 < end; first++) {
		uint32_t character = line->characters[first];
		int level = line->levels[first];

		line->characters[first] = line->characters[--end];
		line->levels[first] = line->levels[end];
		line->characters[end] = character;
		line->levels[end] = level;
	}
}

static void l2(struct line *line)
{
	for (int level = 2; level >= 1; level--)
		for (size_t first = 0, next; first < line->length; first = next + 1) {
			for (next = first; next < line->length && line->levels[next] >= level;)
				next++;
			reverse(line, first, next);
		}
}

/* Unicode, D56: joiners are part of a combining character sequence, too. */
static bool is_combining(uint32_t code_point)
{
	return is_mark[code_point] || classes[code_point] == BN;
}

/* Moves marks that come before their base back after it. */
static void l3(struct line *line)
{
	for (size_t first = 0, next; first < line->length; first = next + 1) {
		for (next = first; next < line->length && line->levels[next] == 1 &&
		                   is_combining(line->characters[next]);)
			next++;
		if (next < line->length && line->levels[next] == 1)
			reverse(line, first, next + 1);
	}
}

static void display(struct line *line, const uint32_t *label, size_t length)
{
	begin(line, label, length);
	w1(line);
	w2(line);
	w3(line);
	w4(line);
	w5(line);
	w6(line);
	w7(line);
	n1_n2(line);
	i1(line);
	retain(line, label, length);
	l2(line);
	l3(line);
}

/* --- UTS #39 section 4 -------------------------------------------------------- */

static size_t substitute(const uint32_t *src, size_t length, uint32_t *out)
{
	size_t out_length = 0;

	for (size_t i = 0; i < length; i++) {
		const struct prototype *prototype = &prototypes[src[i]];

		if (is_ignorable[src[i]])
			continue;
		if (prototype->length == 0)
			out[out_length++] = src[i];
		for (size_t j = 0; j < prototype->length; j++)
			out[out_length++] = prototype->code_points[j];
	}
	return out_length;
}

size_t skeleton_of(const uint32_t *label, size_t length, uint32_t out[SKELETON_MAX])
{
	struct line line;
	uint32_t text[SKELETON_LABEL_MAX * NORMALIZATION_EXPANSION];
	uint32_t substituted[SKELETON_MAX / NORMALIZATION_EXPANSION];

	display(&line, label, length);
	length = normalization_nfd(line.characters, line.length, text);
	length = substitute(text, length, substituted);
	return normalization_nfd(substituted, length, out);
}
