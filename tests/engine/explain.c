/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx_explain(): which steps it reports, and their places.  conformance/ tests that its
 * result is that of idnx_to_ascii().
 *
 * explain.tsv has the names, and says how steps are written.
 */
#include "flags.h"

static const char *const step_names[] = {
	[IDNX_STEP_KEPT] = "kept",       [IDNX_STEP_MAPPED] = "mapped",
	[IDNX_STEP_IGNORED] = "ignored", [IDNX_STEP_NORMALIZED] = "normalized",
	[IDNX_STEP_DECODED] = "decoded", [IDNX_STEP_BROKEN] = "broken",
	[IDNX_STEP_ENCODED] = "encoded",
};

struct story {
	size_t length;
	char text[4096];
};

#define ADD(story, ...)                                                                        \
	((story)->length += (size_t)snprintf((story)->text + (story)->length,                  \
	                                     sizeof(story)->text - (story)->length,            \
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

static void check_steps(char *column[])
{
	static struct story expected;
	struct story story = { .length = 0 };
	char dst[IDNX_NAME_SIZE], *steps = column[3], *end;

	for (expected.length = 0; *steps != '\0'; steps = end) {
		end = strstr(steps, " | ");
		end = end != NULL ? end : strchr(steps, '\0');
		ADD(&expected, "%.*s\n", (int)(end - steps), steps);
		end += *end != '\0' ? 3 : 0;
	}
	expected.text[expected.length] = '\0';
	idnx_explain(column[2], strlen(column[2]), dst, sizeof dst, flags_of(column[1]), add,
	             &story);
	assert_string_equal(story.text, expected.text);
}

TABLE_TEST(each_name_has_its_steps, "tests/engine/explain.tsv", check_steps);
TABLE_END("tests/engine/explain.tsv");

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
