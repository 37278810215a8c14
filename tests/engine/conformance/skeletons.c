/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Without the project's own shapes, a label's reading is bidiSkeleton(LTR, label) of UTS
 * #39.  Compares every valid character, and random labels of them, with a naive reference,
 * and left-to-right labels with ICU.  The first argument is the number of labels.
 */
#include <string.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "../../common/test.h"
#include "../../common/reference/icu.h"
#include "../../common/reference/idna_table.h"
#include "../../common/reference/normalization.h"
#include "../../common/reference/random.h"
#include "../../common/reference/skeleton.h"
#include "confusable/confusable.h"
#include "utf8.h"

static uint32_t labels = 200000;

struct text {
	size_t length;
	uint32_t code_points[SKELETON_MAX];
};

static bool is_same(const struct text *a, const struct text *b)
{
	return a->length == b->length &&
	       memcmp(a->code_points, b->code_points, a->length * sizeof *a->code_points) == 0;
}

static void print(const char *what, const struct text *text)
{
	print_message("# %s", what);
	for (size_t i = 0; i < text->length; i++)
		print_message(" %04X", text->code_points[i]);
	print_message("\n");
}

/* --- The labels ------------------------------------------------------------- */

/* Kinds of valid characters.  A COMPOSED character belongs to another kind, too. */
enum {
	ASCII,
	LEFT_TO_RIGHT,
	RIGHT_TO_LEFT,
	NUMBER,  /* Arabic or European */
	NEUTRAL, /* separators, terminators, neutrals */
	MARK,
	JOINER,
	COMPOSED, /* those that decompose */
	KINDS
};

static struct kind {
	uint32_t count;
	uint32_t code_points[UNICODE_CODE_POINTS];
} kinds[KINDS];

static bool is_rtl(uint32_t code_point)
{
	const char *class = skeleton_bidi_class(code_point);

	return strcmp(class, "R") == 0 || strcmp(class, "AL") == 0 || strcmp(class, "AN") == 0;
}

static int kind_of(uint32_t code_point)
{
	const char *class = skeleton_bidi_class(code_point);

	if (code_point < 0x80)
		return ASCII;
	if (strcmp(class, "L") == 0)
		return LEFT_TO_RIGHT;
	if (strcmp(class, "R") == 0 || strcmp(class, "AL") == 0)
		return RIGHT_TO_LEFT;
	if (strcmp(class, "AN") == 0 || strcmp(class, "EN") == 0)
		return NUMBER;
	if (strcmp(class, "NSM") == 0)
		return MARK;
	return strcmp(class, "BN") == 0 ? JOINER : NEUTRAL;
}

static bool is_in_a_label(uint32_t code_point)
{
	enum idna_status status = idna_table_row(code_point)->status;

	if (code_point < 0x80)
		return strchr("abcdefghijklmnopqrstuvwxyz0123456789-_", (int)code_point) !=
		               NULL &&
		       code_point != 0;
	return (status == IDNA_VALID || status == IDNA_DEVIATION) &&
	       (code_point < 0xD800 || code_point > 0xDFFF);
}

static void add(int kind, uint32_t code_point)
{
	kinds[kind].code_points[kinds[kind].count++] = code_point;
}

static void collect_kinds(void)
{
	uint32_t parts[NORMALIZATION_EXPANSION];

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		if (!is_in_a_label(c))
			continue;
		add(kind_of(c), c);
		if (normalization_decompose(c, parts) > 1)
			add(COMPOSED, c);
	}
}

/* Mostly returns one near the previous one of its kind, which is likely of the same script. */
static uint32_t step(struct random *from, int kind, uint32_t places[KINDS])
{
	uint32_t count = kinds[kind].count;

	if (random_below(from, 16) == 0)
		places[kind] = random_below(from, count);
	else
		places[kind] = (places[kind] + random_below(from, count < 40 ? count : 40)) %
		               count;
	return kinds[kind].code_points[places[kind]];
}

static void random_text(struct random *from, struct text *label, const uint32_t kinds_of[4])
{
	uint32_t places[KINDS];

	label->length = 1 + random_below(from, 12);
	if (random_below(from, 32) == 0)
		label->length = SKELETON_LABEL_MAX - random_below(from, 4);
	for (int kind = 0; kind < KINDS; kind++)
		places[kind] = random_below(from, kinds[kind].count);
	for (size_t i = 0; i < label->length; i++)
		label->code_points[i] = step(from, (int)kinds_of[random_below(from, 4)],
		                             places);
}

static void random_label(struct random *from, struct text *label)
{
	uint32_t kinds_of[4];

	for (size_t i = 0; i < LENGTH(kinds_of); i++)
		kinds_of[i] = random_below(from, KINDS);
	random_text(from, label, kinds_of);
}

static bool has_rtl(const struct text *label)
{
	for (size_t i = 0; i < label->length; i++)
		if (is_rtl(label->code_points[i]))
			return true;
	return false;
}

/* --- The reference ---------------------------------------------------------- */

static void read_label(const struct text *text, struct text *out)
{
	uint32_t traits[SKELETON_LABEL_MAX];
	struct label label = { text->code_points, traits, text->length, 0 };

	for (size_t i = 0; i < text->length; i++)
		label.seen |= traits[i] = ucd_traits(text->code_points[i]);
	out->length = reading_skeleton(&label, out->code_points, SKELETON_MAX);
	assert_true(out->length <= SKELETON_MAX);
}

/* Neither side implements mirroring and N0, which matter only with right-to-left characters. */
static bool can_be_told(const struct text *label)
{
	if (!has_rtl(label))
		return true;
	for (size_t i = 0; i < label->length; i++)
		if (!skeleton_has_place(label->code_points[i]))
			return false;
	return true;
}

static bool reads_by_the_book(const struct text *label)
{
	static struct text got, want;

	read_label(label, &got);
	want.length = skeleton_of(label->code_points, label->length, want.code_points);
	if (is_same(&got, &want))
		return true;
	print("of", label);
	print("  expected", &want);
	print("  not", &got);
	return false;
}

TEST(every_valid_character_reads_as_its_skeleton)
{
	static struct text label = { .length = 1 };
	unsigned characters = 0, others = 0, wrong = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS && wrong < 20; c++) {
		if (!is_in_a_label(c))
			continue;
		label.code_points[0] = c;
		wrong += !reads_by_the_book(&label);
		characters++;
		others += skeleton_of(&c, 1, (uint32_t[SKELETON_MAX]){ 0 }) != 1;
	}
	print_message("# note: %u characters, %u of them read as several\n", characters,
	              others);
	assert_int_equal(wrong, 0);
}

TEST(random_labels_read_as_their_skeletons)
{
	static struct text label;
	struct random random_state = { .state = 9 };
	unsigned wrong = 0, rtl = 0, skipped = 0;

	for (uint32_t i = 0; i < labels && wrong < 20;) {
		random_label(&random_state, &label);
		if (!can_be_told(&label)) {
			skipped++;
			continue;
		}
		wrong += !reads_by_the_book(&label);
		rtl += has_rtl(&label);
		i++;
	}
	print_message("# note: %u labels, %u of them with right-to-left; %u more have mirrored "
	              "characters beside these, and are left out\n",
	              labels, rtl, skipped);
	assert_int_equal(wrong, 0);
	assert_true(rtl >= labels / 10);
}

/* --- Names -------------------------------------------------------------------- */

#define NAMES 10000

static size_t encode(const struct text *label, char *octets)
{
	size_t length = 0;

	for (size_t i = 0; i < label->length; i++)
		length += utf8_encode(label->code_points[i], octets + length);
	return length;
}

static void add_label(struct random *from, char *name, size_t *length)
{
	static struct text label;

	do
		random_label(from, &label);
	while (label.length > SKELETON_LABEL_MAX / 3);
	*length += encode(&label, name + *length);
}

/* A name of two or three labels reads as itself and as the name without its first label. */
TEST(every_name_reads_as_itself_and_as_its_parent_domains)
{
	struct random random_state = { .state = 253 };
	unsigned wrong = 0;

	for (uint32_t i = 0; i < NAMES && wrong < 20; i++) {
		char name[4 * SKELETON_LABEL_MAX + 8] = "x";
		size_t length = 1, above = 1 + random_below(&random_state, 2);
		struct idnx_reading reading;

		name[length++] = '.';
		add_label(&random_state, name, &length);
		for (; above > 0; above--) {
			name[length++] = '.';
			add_label(&random_state, name, &length);
		}
		assert_int_equal(idnx_read(name, length, &reading), IDNX_OK);
		if (!idnx_reads_as(&reading, name, length) ||
		    !idnx_reads_as(&reading, name + 2, length - 2)) {
			print_message("# %.*s\n", (int)length, name);
			wrong++;
		}
		/* With one more letter in front of the label, it must not match. */
		name[1] = 'x';
		assert_int_equal(idnx_reads_as(&reading, name, length), 0);
	}
	assert_int_equal(wrong, 0);
}

/* --- ICU -------------------------------------------------------------------- */

static const USpoofChecker *icu_checker(void)
{
	static USpoofChecker *checker;
	UErrorCode error = U_ZERO_ERROR;

	if (checker == NULL)
		checker = uspoof_open(&error);
	assert_true(U_SUCCESS(error));
	return checker;
}

static void icu_skeleton(const struct text *label, struct text *out)
{
	static UChar src[2 * SKELETON_LABEL_MAX], dst[2 * SKELETON_MAX];
	UErrorCode error = U_ZERO_ERROR;
	int32_t src_len, dst_len, length;

	u_strFromUTF32(src, LENGTH(src), &src_len, (const UChar32 *)label->code_points,
	               (int32_t)label->length, &error);
	dst_len = uspoof_getSkeleton(icu_checker(), 0, src, src_len, dst, LENGTH(dst), &error);
	u_strToUTF32((UChar32 *)out->code_points, SKELETON_MAX, &length, dst, dst_len, &error);
	assert_true(U_SUCCESS(error));
	out->length = (size_t)length;
}

static bool reads_as_in_icu(const struct text *label)
{
	static struct text got, want;

	read_label(label, &got);
	icu_skeleton(label, &want);
	return is_same(&got, &want);
}

/* Why a label is not compared. */
enum cause { COMPARED, RTL, HAS_JOINER, UNKNOWN_TO_ICU, OTHER_PROTOTYPE, CAUSES };

static const char *const causes[] = {
	"read as in ICU",
	"are not compared: from right to left, which ICU does not reorder",
	"are not compared: a joiner, which ICU keeps",
	"are not compared: of a later Unicode than ICU's",
	"are not compared: a prototype that is another one in ICU's Unicode",
};

static uint8_t cause_of_character[UNICODE_CODE_POINTS];

static enum cause find_cause(uint32_t code_point)
{
	static struct text label = { .length = 1 };

	label.code_points[0] = code_point;
	if (is_rtl(code_point))
		return RTL;
	if (code_point == 0x200C || code_point == 0x200D)
		return HAS_JOINER;
	if (!icu_knows_character(code_point))
		return UNKNOWN_TO_ICU;
	return reads_as_in_icu(&label) ? COMPARED : OTHER_PROTOTYPE;
}

static enum cause cause_of(const struct text *label)
{
	for (size_t i = 0; i < label->length; i++)
		if (cause_of_character[label->code_points[i]] != COMPARED)
			return cause_of_character[label->code_points[i]];
	return COMPARED;
}

/* Mostly uses kinds that are comparable with ICU. */
static void random_ltr_label(struct random *from, struct text *label)
{
	static const uint32_t choices[] = {
		ASCII, LEFT_TO_RIGHT, LEFT_TO_RIGHT, NEUTRAL, MARK, COMPOSED, COMPOSED, NUMBER,
	};
	uint32_t kinds_of[4];

	for (size_t i = 0; i < LENGTH(kinds_of); i++)
		kinds_of[i] = choices[random_below(from, LENGTH(choices))];
	random_text(from, label, kinds_of);
}

TEST(labels_from_left_to_right_read_as_in_icu)
{
	static struct text label;
	unsigned counts[CAUSES] = { 0 }, of_characters[CAUSES] = { 0 }, wrong = 0;
	struct random random_state = { .state = 72 };

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++)
		if (is_in_a_label(c))
			of_characters[cause_of_character[c] = (uint8_t)find_cause(c)]++;
	while (counts[COMPARED] < labels && wrong < 20) {
		enum cause cause;

		random_ltr_label(&random_state, &label);
		cause = cause_of(&label);
		counts[cause]++;
		if (cause == COMPARED && !reads_as_in_icu(&label)) {
			print("of", &label);
			wrong++;
		}
	}
	for (int cause = 0; cause < CAUSES; cause++)
		print_message("# note: %u characters and %u labels %s\n", of_characters[cause],
		              counts[cause], causes[cause]);
	assert_int_equal(wrong, 0);
	assert_true(of_characters[COMPARED] > 100000);
}

BEFORE_ALL
{
	static const char *const files[] = { "IdnaMappingTable.txt", NULL };

	if (test_argument != NULL)
		labels = (uint32_t)strtoul(test_argument, NULL, 10);
	unicode_files_or_skip("skeletons", skeleton_files);
	unicode_files_or_skip("skeletons", files);
	idna_table_read();
	normalization_read();
	skeleton_read();
	collect_kinds();
}
