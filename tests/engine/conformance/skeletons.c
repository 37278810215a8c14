/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Without the project's own shapes, a label's reading is bidiSkeleton(LTR, label) of UTS
 * #39: random labels are compared with ICU, of characters that read alike in its Unicode.
 * look_alikes.c compares each character with Unicode's files.  The first argument is the number
 * of labels.
 */
#include <string.h>
#include <unicode/ubidi.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

#include "../../common/test.h"
#include "../../common/reference/icu.h"
#include "../../common/reference/idna_table.h"
#include "../../common/reference/normalization.h"
#include "../../common/reference/random.h"
#include "skeleton.h"

static uint32_t labels = 200000;

#define SKELETON_LABEL_MAX 63

/* Of each character, four parts may have prototypes of 18. */
#define SKELETON_MAX (SKELETON_LABEL_MAX * 4 * 18)

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

/* --- Two readings ----------------------------------------------------------- */

static void read_label(const struct text *text, struct text *out)
{
	uint32_t traits[SKELETON_LABEL_MAX];
	struct label label = { text->code_points, traits, text->length, 0 };

	for (size_t i = 0; i < text->length; i++)
		label.seen |= traits[i] = ucd_traits(text->code_points[i]);
	out->length = skeleton(&label, out->code_points, SKELETON_MAX);
	assert_true(out->length <= SKELETON_MAX);
}

static bool is_joiner(uint32_t code_point)
{
	return code_point == 0x200C || code_point == 0x200D;
}

/* Puts the label into display order, without joiners, which ICU's skeleton keeps. */
static int32_t icu_display(const struct text *label, UChar out[2 * SKELETON_LABEL_MAX])
{
	static UBiDi *bidi;
	UChar src[2 * SKELETON_LABEL_MAX], ordered[2 * SKELETON_LABEL_MAX];
	UErrorCode error = U_ZERO_ERROR;
	int32_t length, out_length = 0;

	if (bidi == NULL)
		bidi = ubidi_open();
	u_strFromUTF32(src, LENGTH(src), &length, (const UChar32 *)label->code_points,
	               (int32_t)label->length, &error);
	ubidi_setPara(bidi, src, length, 0, NULL, &error);
	length = ubidi_writeReordered(bidi, ordered, LENGTH(ordered), UBIDI_KEEP_BASE_COMBINING,
	                              &error);
	assert_true(U_SUCCESS(error));
	for (int32_t i = 0; i < length; i++)
		if (!is_joiner(ordered[i]))
			out[out_length++] = ordered[i];
	return out_length;
}

static void icu_read(const struct text *label, struct text *out)
{
	static USpoofChecker *checker;
	static UChar src[2 * SKELETON_LABEL_MAX], dst[2 * SKELETON_MAX];
	UErrorCode error = U_ZERO_ERROR;
	int32_t src_len = icu_display(label, src), dst_len, length;

	if (checker == NULL)
		checker = uspoof_open(&error);
	dst_len = uspoof_getSkeleton(checker, 0, src, src_len, dst, LENGTH(dst), &error);
	u_strToUTF32((UChar32 *)out->code_points, SKELETON_MAX, &length, dst, dst_len, &error);
	assert_true(U_SUCCESS(error));
	out->length = (size_t)length;
}

static bool reads_as_in_icu(const struct text *label)
{
	static struct text got, want;

	read_label(label, &got);
	icu_read(label, &want);
	return is_same(&got, &want);
}

/* --- The labels ------------------------------------------------------------- */

/* Kinds of characters.  A COMPOSED character belongs to another kind, too. */
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

static const struct {
	uint32_t trait;
	int kind;
} classes[] = {
	[U_LEFT_TO_RIGHT] = { UCD_BIDI_L, LEFT_TO_RIGHT },
	[U_RIGHT_TO_LEFT] = { UCD_BIDI_R, RIGHT_TO_LEFT },
	[U_RIGHT_TO_LEFT_ARABIC] = { UCD_BIDI_AL, RIGHT_TO_LEFT },
	[U_EUROPEAN_NUMBER] = { UCD_BIDI_EN, NUMBER },
	[U_ARABIC_NUMBER] = { UCD_BIDI_AN, NUMBER },
	[U_EUROPEAN_NUMBER_SEPARATOR] = { UCD_BIDI_ES, NEUTRAL },
	[U_EUROPEAN_NUMBER_TERMINATOR] = { UCD_BIDI_ET, NEUTRAL },
	[U_COMMON_NUMBER_SEPARATOR] = { UCD_BIDI_CS, NEUTRAL },
	[U_OTHER_NEUTRAL] = { UCD_BIDI_ON, NEUTRAL },
	[U_DIR_NON_SPACING_MARK] = { UCD_BIDI_NSM, MARK },
	[U_BOUNDARY_NEUTRAL] = { UCD_BIDI_BN, JOINER },
};

static bool has_the_class_of_icu(uint32_t code_point)
{
	size_t class = (size_t)u_charDirection((UChar32)code_point);

	return class < LENGTH(classes) && ucd_traits(code_point) & classes[class].trait;
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

/* Of the others the prototype or the class is another one in ICU's Unicode. */
TEST(most_characters_read_as_in_icu)
{
	static struct text label = { .length = 1 };
	uint32_t parts[NORMALIZATION_EXPANSION], unknown = 0, differing = 0, alike = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		label.code_points[0] = c;
		if (!is_in_a_label(c))
			continue;
		if (!icu_knows_character(c)) {
			unknown++;
			continue;
		}
		if (!has_the_class_of_icu(c) || !reads_as_in_icu(&label)) {
			differing++;
			continue;
		}
		alike++;
		add(c < 0x80 ? ASCII : classes[u_charDirection((UChar32)c)].kind, c);
		if (normalization_decompose(c, parts) > 1)
			add(COMPOSED, c);
	}
	print_message(
		"# note: %u characters read as in ICU, %u otherwise, %u are unknown to it\n",
		alike, differing, unknown);
	assert_true(alike > 100000 && differing < alike / 40);
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

static bool is_rtl(uint32_t code_point)
{
	return ucd_traits(code_point) & (UCD_BIDI_R | UCD_BIDI_AL | UCD_BIDI_AN);
}

/* Joiners are part of a combining character sequence, too (Unicode, D56). */
static bool is_mark(uint32_t code_point)
{
	return ucd_traits(code_point) & (UCD_MARK | UCD_BIDI_BN);
}

/*
 * A joiner between marks keeps their order in libcore, until it is removed.  Mirroring and N0,
 * which libcore leaves out, matter with right-to-left characters alone.
 */
static bool can_be_told(const struct text *label)
{
	bool rtl = false, has_mirrored = false;

	for (size_t i = 0; i < label->length; i++) {
		uint32_t c = label->code_points[i];

		if (i > 0 && is_joiner(label->code_points[i - 1]) && is_mark(c))
			return false;
		rtl |= is_rtl(c);
		has_mirrored |= u_isMirrored((UChar32)c);
	}
	return !rtl || !has_mirrored;
}

static bool has_rtl(const struct text *label)
{
	for (size_t i = 0; i < label->length; i++)
		if (is_rtl(label->code_points[i]))
			return true;
	return false;
}

TEST(random_labels_read_as_in_icu)
{
	static struct text label, want, got;
	struct random random_state = { .state = 9 };
	unsigned wrong = 0, rtl = 0, skipped = 0;

	for (uint32_t i = 0; i < labels && wrong < 20;) {
		random_label(&random_state, &label);
		if (!can_be_told(&label)) {
			skipped++;
			continue;
		}
		i++;
		rtl += has_rtl(&label);
		if (reads_as_in_icu(&label))
			continue;
		wrong++;
		read_label(&label, &got);
		icu_read(&label, &want);
		print("of", &label);
		print("  expected", &want);
		print("  not", &got);
	}
	print_message(
		"# note: %u labels, %u of them with right-to-left; %u more are not comparable\n",
		labels, rtl, skipped);
	assert_int_equal(wrong, 0);
	assert_true(rtl > labels / 10);
}

BEFORE_ALL
{
	static const char *const files[] = { "IdnaMappingTable.txt", "UnicodeData.txt",
		                             "DerivedNormalizationProps.txt", NULL };

	if (test_argument != NULL)
		labels = (uint32_t)strtoul(test_argument, NULL, 10);
	unicode_files_or_skip("skeletons", files);
	idna_table_read();
	normalization_read();
}
