/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_explain(): which steps it reports, and their places.  conformance/ tests that its
 * result is that of idnx_to_ascii().
 *
 * A step is written as "LABEL step: before > after", places as "octet/code point" of
 * src and "#position" in the label:
 *
 *     1 mapped 0/0+1 #0: 42 > 62
 */
#include "../common/test.h"
#include "row.h"

static const char *const step_names[] = {
	[IDNX_STEP_KEPT] = "kept",
	[IDNX_STEP_MAPPED] = "mapped",
	[IDNX_STEP_IGNORED] = "ignored",
	[IDNX_STEP_NORMALIZED] = "normalized",
	[IDNX_STEP_DECODED] = "decoded",
	[IDNX_STEP_BROKEN] = "broken",
	[IDNX_STEP_ENCODED] = "encoded",
};

struct story {
	size_t length;
	char text[4096];
};

#define ADD(story, ...)                                                                   \
	((story)->length += (size_t)snprintf((story)->text + (story)->length,             \
	                                     sizeof(story)->text - (story)->length,       \
	                                     __VA_ARGS__))

static void add_code_points(struct story *story, const uint32_t *code_points, size_t length)
{
	for (size_t i = 0; i < length; i++)
		ADD(story, " %02X", (unsigned)code_points[i]);
}

/* Skips characters that are kept: they are most of the reports. */
static void add(void *context, const struct idnx_explanation *told)
{
	struct story *story = context;

	if (told->step == IDNX_STEP_KEPT)
		return;
	ADD(story, "%u %s", told->label, step_names[told->step]);
	if (told->step == IDNX_STEP_BROKEN)
		ADD(story, " %s", idnx_status_code(told->status));
	ADD(story, " %zu/%zu+%zu #%zu:", told->octet, told->code_point, told->octets,
	    told->position);
	add_code_points(story, told->before, told->before_length);
	if (told->step != IDNX_STEP_BROKEN && told->step != IDNX_STEP_ENCODED) {
		ADD(story, " >");
		add_code_points(story, told->after, told->after_length);
	}
	if (told->ascii)
		ADD(story, " %.*s", (int)told->ascii_length, told->ascii);
	ADD(story, "\n");
}

static const struct {
	const char *what, *input;
	unsigned flags;
	const char *story;
} rows[] = {
	{ "an ordinary name", "a.b", 0,
	  "1 encoded 0/0+0 #0: 61 a\n"
	  "2 encoded 2/2+0 #0: 62 b\n" },
	{ "an empty name", "", 0, "1 encoded 0/0+0 #0: \n" },
	{ "mapped: places in src and in the label", "üB.\u00C4\u00AD\uFB01", 0,
	  "1 mapped 2/1+1 #1: 42 > 62\n"
	  "2 mapped 4/3+2 #0: C4 > E4\n"
	  "2 ignored 6/4+2 #1: AD >\n"
	  "2 mapped 8/5+3 #1: FB01 > 66 69\n"
	  "1 encoded 0/0+0 #0: FC 62 xn--b-dha\n"
	  "2 encoded 4/3+0 #0: E4 66 69 xn--fi-uia\n" },
	{ "a separator belongs to the label before it", "ü。ö", 0,
	  "1 mapped 2/1+3 #1: 3002 > 2E\n"
	  "1 encoded 0/0+0 #0: FC xn--tda\n"
	  "2 encoded 5/2+0 #0: F6 xn--nda\n" },
	{ "a deviation is kept", "ß", 0, "1 encoded 0/0+0 #0: DF xn--zca\n" },
	{ "or mapped", "ß", IDNX_TRANSITIONAL_PROCESSING,
	  "1 mapped 0/0+2 #0: DF > 73 73\n"
	  "1 encoded 0/0+0 #0: 73 73 ss\n" },
	{ "normalized: the place of the first character", "a.xu\u0308y", 0,
	  "2 normalized 3/3+0 #1: 75 308 > FC\n"
	  "1 encoded 0/0+0 #0: 61 a\n"
	  "2 encoded 2/2+0 #0: 78 FC 79 xn--xy-xka\n" },
	{ "normalized after mapping", "O\u0308", 0,
	  "1 mapped 0/0+1 #0: 4F > 6F\n"
	  "1 normalized 0/0+0 #0: 6F 308 > F6\n"
	  "1 encoded 0/0+0 #0: F6 xn--nda\n" },
	{ "marks after a separator", "a.\u0301\u0323", 0,
	  "2 normalized 2/2+0 #0: 301 323 > 323 301\n"
	  "2 broken V6 2/2+2 #0: 323\n" },
	{ "after marks that follow a separator places are kept", "x.\u0301\u0323a.b c",
	  IDNX_HOST_NAME,
	  "2 normalized 2/2+0 #0: 301 323 > 323 301\n"
	  "2 broken V6 2/2+2 #0: 323\n"
	  "3 broken HOST 9/7+1 #1: 20\n" },
	{ "decoded: what is in the label stands where it begins", "ü.XN--TDA", 0,
	  "2 mapped 3/2+1 #0: 58 > 78\n"
	  "2 mapped 4/3+1 #1: 4E > 6E\n"
	  "2 mapped 7/6+1 #4: 54 > 74\n"
	  "2 mapped 8/7+1 #5: 44 > 64\n"
	  "2 mapped 9/8+1 #6: 41 > 61\n"
	  "2 decoded 3/2+0 #0: > FC xn--tda\n"
	  "1 encoded 0/0+0 #0: FC xn--tda\n"
	  "2 encoded 3/2+0 #0: FC xn--tda\n" },
	{ "what is after a decoded label keeps its places", "xn--tda.a u\u0308 ",
	  IDNX_HOST_NAME,
	  "2 normalized 10/10+0 #2: 75 308 > FC\n"
	  "1 decoded 0/0+0 #0: > FC xn--tda\n"
	  "2 broken HOST 9/9+1 #1: 20\n" },
	{ "after what was normalized, too", "ou\u0308\u2603/", IDNX_HOST_NAME,
	  "1 normalized 1/1+0 #1: 75 308 > FC\n"
	  "1 broken HOST 7/4+1 #3: 2F\n" },
	{ "not decoded", "xn--999999999", 0, "1 broken P4 0/0+0 #0:\n" },
	{ "decoded to ASCII", "a.xn--a-", 0,
	  "2 decoded 2/2+0 #0: > 61 xn--a-\n"
	  "2 broken P4 2/2+0 #0:\n" },
	{ "xn-- with what is not ASCII", "xn--aü", 0, "1 broken P4 5/5+2 #5: FC\n" },
	{ "a decoded label that is not in NFC", "xn--au-vub", 0,
	  "1 decoded 0/0+0 #0: > 61 75 308 xn--au-vub\n"
	  "1 broken V1 0/0+1 #1: 75\n" },
	{ "hyphens in the third and fourth places", "ab--ü", IDNX_CHECK_HYPHENS,
	  "1 broken V2 2/2+1 #2: 2D\n" },
	{ "a hyphen at the beginning", "-ü", IDNX_CHECK_HYPHENS, "1 broken V3 0/0+1 #0: 2D\n" },
	{ "a hyphen at the end", "ü-", IDNX_CHECK_HYPHENS, "1 broken V3 2/1+1 #1: 2D\n" },
	{ "a mark at the beginning", "\u0301a", 0, "1 broken V6 0/0+2 #0: 301\n" },
	{ "the first of two that are not allowed", "ü\u00A0a\uE000\u2028", 0,
	  "1 mapped 2/1+2 #1: A0 > 20\n"
	  "1 broken V7 5/3+3 #3: E000\n" },
	{ "an ASCII character that is not allowed", "a_ü", IDNX_USE_STD3_ASCII_RULES,
	  "1 broken U1 1/1+1 #1: 5F\n" },
	{ "one that came of a mapping", "c\u2100", IDNX_HOST_NAME,
	  "1 mapped 1/1+3 #1: 2100 > 61 2F 63\n"
	  "1 broken HOST 1/1+3 #2: 2F\n" },
	{ "the second of two joiners", "\u0915\u094D\u200D\u0915\u200D", IDNX_CHECK_JOINERS,
	  "1 broken C2 12/4+3 #4: 200D\n" },
	{ "the non-joiner that joins nothing", "\u0628\u200C\u0628a\u200Cb", IDNX_CHECK_JOINERS,
	  "1 broken C1 8/4+3 #4: 200C\n" },
	{ "rule 1, in another label than the Hebrew one", "1a.\u05D0", IDNX_CHECK_BIDI,
	  "1 broken B1 0/0+1 #0: 31\n" },
	{ "rule 2", "\u05D0a", IDNX_CHECK_BIDI, "1 broken B2 2/1+1 #1: 61\n" },
	{ "rule 3: marks do not count", "\u05D0-\u05B0", IDNX_CHECK_BIDI,
	  "1 broken B3 2/1+1 #1: 2D\n" },
	{ "rule 4: the digit of the second kind",
	  "\u05D0"
	  "1\u0661"
	  "2",
	  IDNX_CHECK_BIDI, "1 broken B4 3/2+2 #2: 661\n" },
	{ "rule 5", "a\u05D0", IDNX_CHECK_BIDI, "1 broken B5 1/1+2 #1: 5D0\n" },
	{ "rule 6", "a\u0300-.\u05D0", IDNX_CHECK_BIDI,
	  "1 normalized 0/0+0 #0: 61 300 > E0\n"
	  "1 broken B6 3/2+1 #1: 2D\n" },
	{ "ill-formed UTF-8 is told with Map", "aB\xE2\x82.\xFF", 0,
	  "1 mapped 1/1+1 #1: 42 > 62\n"
	  "1 broken UTF8 2/2+2 #2:\n"
	  "2 broken UTF8 5/4+1 #0:\n"
	  "1 broken V7 2/2+2 #2: FFFD\n"
	  "2 broken V7 5/4+1 #0: FFFD\n" },
	{ "every label's rule is told", "a b.ü.a/b", IDNX_HOST_NAME,
	  "1 broken HOST 1/1+1 #1: 20\n"
	  "3 broken HOST 8/7+1 #1: 2F\n" },
	{ "an empty label", "ü..a", IDNX_HOST_NAME,
	  "1 encoded 0/0+0 #0: FC xn--tda\n"
	  "2 encoded 3/2+0 #0: \n"
	  "3 encoded 4/3+0 #0: 61 a\n"
	  "2 broken A4_2 3/2+0 #0:\n" },
	{ "a number, before the root dot", "ü.①.", IDNX_HOST_NAME,
	  "2 mapped 3/2+3 #0: 2460 > 31\n"
	  "1 encoded 0/0+0 #0: FC xn--tda\n"
	  "2 encoded 3/2+0 #0: 31 1\n"
	  "3 encoded 7/4+0 #0: \n"
	  "2 broken NUMBER 3/2+0 #0:\n" },
	{ "an unknown flag", "ü", 0x400, "" },
};

TEST(each_name_has_its_steps)
{
	unsigned wrong = 0;

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct story story = { .length = 0 };
		char dst[IDNX_NAME_SIZE];

		idnx_explain(rows[i].input, strlen(rows[i].input), dst, sizeof dst,
		             rows[i].flags, add, &story);
		if (strcmp(story.text, rows[i].story) == 0)
			continue;
		wrong++;
		print_message("# %s:\n%sinstead of\n%s", rows[i].what, story.text,
		              rows[i].story);
	}
	assert_int_equal(wrong, 0);
}

static void add_broken(void *context, const struct idnx_explanation *told)
{
	if (told->step == IDNX_STEP_BROKEN)
		add(context, told);
}

/* UTS #46 section 4.2, step 4: the name, then labels; the project's own rule is last. */
TEST(the_length_of_a_name_comes_before_those_of_its_labels)
{
	static char name[254 + sizeof "..\u2460"];
	struct story story = { .length = 0 };
	char dst[IDNX_NAME_SIZE];

	memset(name, 'a', 254);
	strcpy(name + 254, "..\u2460");
	idnx_explain(name, strlen(name), dst, sizeof dst, IDNX_HOST_NAME, add_broken, &story);
	assert_string_equal(story.text, "0 broken A4_1 0/0+0 #0:\n"
	                                "1 broken A4_2 0/0+0 #0:\n"
	                                "2 broken A4_2 255/255+0 #0:\n"
	                                "3 broken NUMBER 256/256+0 #0:\n");
}

TEST(a_name_that_is_too_long_has_no_other_step)
{
	static char name[IDNX_INPUT_MAX + 1];
	struct story story = { .length = 0 };
	char dst[IDNX_NAME_SIZE];

	memset(name, 'a', sizeof name);
	idnx_explain(name, sizeof name, dst, sizeof dst, 0, add, &story);
	assert_string_equal(story.text, "0 broken TOO_LONG 0/0+0 #0:\n");
}

/* The number of reported steps, and the last step. */
struct ending {
	unsigned steps;
	struct idnx_explanation last;
};

static void note_ending(void *context, const struct idnx_explanation *told)
{
	struct ending *ending = context;

	ending->steps += told->step != IDNX_STEP_KEPT;
	ending->last = *told;
}

/* 455 times "xn--j50i." is 4095 octets; with one more label there is no room for all. */
TEST(steps_end_when_there_is_no_more_room)
{
	static char name[456 * 5], dst[IDNX_NAME_SIZE];
	struct ending ending = { 0 };
	struct idnx_result result;

	for (size_t i = 0; i < sizeof name; i += 5)
		memcpy(name + i, "\U00020000.", 5);
	result = idnx_explain(name, sizeof name - 1, dst, sizeof dst, IDNX_VERIFY_DNS_LENGTH,
	                      note_ending, &ending);
	assert_int_equal(result.status, IDNX_A4_1);
	assert_int_equal(ending.steps, 455 + 1);
	assert_int_equal(ending.last.step, IDNX_STEP_BROKEN);
	assert_int_equal(ending.last.status, IDNX_A4_1);
	assert_int_equal(ending.last.label, 0);
}

TEST(dst_may_be_src)
{
	struct story story = { .length = 0 };
	char name[IDNX_NAME_SIZE] = "Ü";

	assert_int_equal(idnx_explain(name, 2, name, sizeof name, 0, add, &story).status,
	                 IDNX_OK);
	assert_string_equal(name, "xn--tda");
	assert_string_equal(story.text, "1 mapped 0/0+2 #0: DC > FC\n"
	                                "1 encoded 0/0+0 #0: FC xn--tda\n");
}
