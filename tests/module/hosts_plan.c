/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * hosts/: what idnx enable and disable do to the text of nsswitch.conf, and what doctor finds.
 * enable.c and fuzz/nsswitch.c have random files.
 */

#include "../common/table.h"
#include "hosts/plan.h"
#include "show.h"
#include "hosts/random_file.h"

#define IDNX "idnx [!UNAVAIL=return]"

#define ROWS(test, check) TABLE_TEST(test, "tests/module/hosts.tsv", check)

/* What words.c ends a run with. */
void die_io(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

static struct span span_of(const struct text *text)
{
	return (struct span){ text->octets, text->octets + text->length };
}

static void append(struct text *text, const char *octets, size_t length)
{
	memcpy(text->octets + text->length, octets, length);
	text->length += length;
}

static void assert_equal(const struct text *found, const struct text *expected)
{
	assert_int_equal(found->length, expected->length);
	assert_memory_equal(found->octets, expected->octets, expected->length);
}

static const struct span unknown = { NULL, NULL };

enum outcome { UNCHANGED, CHANGED, LEFT };

/* What the command does: enable leaves a line in which more than idnx would change. */
static enum outcome outcome_of(const struct hosts_plan *plan)
{
	if (plan->count > 0 && (plan->new == NULL || !plan->is_writable))
		return LEFT;
	return plan->new != NULL ? CHANGED : UNCHANGED;
}

/* Returns what the plan makes of the text. */
static struct text planned(const struct text *text, const struct hosts_plan *plan)
{
	struct text result = { .length = 0 };

	append(&result, text->octets, (size_t)(plan->old.next - text->octets));
	append(&result, plan->new, strlen(plan->new));
	append(&result, plan->old.end, (size_t)(text->octets + text->length - plan->old.end));
	return result;
}

static enum outcome enable(const struct text *text, struct text *result)
{
	struct hosts_plan plan = hosts_plan(span_of(text));
	enum outcome outcome = outcome_of(&plan);

	if (outcome == CHANGED)
		*result = planned(text, &plan);
	hosts_plan_free(&plan);
	return outcome;
}

static enum outcome disable(const struct text *text, struct span before, struct text *result)
{
	struct hosts_plan plan = hosts_plan_without(span_of(text), before);
	enum outcome outcome = outcome_of(&plan);

	if (outcome == CHANGED)
		*result = planned(text, &plan);
	hosts_plan_free(&plan);
	return outcome;
}

/* --- Rows ----------------------------------------------------------------- */

static void assert_text(const struct text *found, const char *expected)
{
	const struct text text = text_of(expected);

	assert_equal(found, &text);
}

/* Columns: a text; what enable makes of it; "=": nothing, "-": it is left to the person. */
static void check_enable(char *column[])
{
	struct text text = text_of(column[0]), result;
	enum outcome outcome = enable(&text, &result);

	if (strcmp(column[1], "-") == 0 || strcmp(column[1], "=") == 0)
		assert_int_equal(outcome, *column[1] == '-' ? LEFT : UNCHANGED);
	else
		assert_int_equal(outcome, CHANGED);
	if (outcome == CHANGED)
		assert_text(&result, column[1]);
}

ROWS(idnx_comes_before_resolve_and_dns, check_enable);

/* The line that the person has to write instead; "" for one with a fault only he can fix. */
static void check_left(char *column[])
{
	struct text text = text_of(column[0]);
	struct hosts_plan plan = hosts_plan(span_of(&text));

	assert_int_equal(outcome_of(&plan), LEFT);
	assert_string_equal(plan.new != NULL ? plan.new : "", column[1]);
	assert_int_equal(hosts_fault_remedy(&plan.faults[0]) != NULL, plan.new == NULL);
	hosts_plan_free(&plan);
}

ROWS(a_line_that_is_left_says_how_it_should_be, check_left);

/* --- Out ------------------------------------------------------------------ */

/* Disable removes idnx with its brackets and one blank; "-": it is left to the person. */
static void check_removal(char *column[])
{
	struct text text = text_of(column[0]), result = text;
	bool is_left = strcmp(column[1], "-") == 0;

	assert_int_equal(disable(&text, unknown, &result) == LEFT, is_left);
	if (!is_left)
		assert_text(&result, column[1]);
}

ROWS(idnx_is_removed_from_lines_of_unknown_origin, check_removal);

TEST(a_missing_file_gets_the_default_line)
{
	struct hosts_plan plan = hosts_plan(unknown);

	assert_true(plan.is_writable);
	assert_string_equal(plan.new, "hosts: files " IDNX " dns\n");
	hosts_plan_free(&plan);
}

static struct text disabled(const struct text *text, struct span before)
{
	struct text result = { .length = 0 };

	assert_int_equal(disable(text, before, &result), CHANGED);
	return result;
}

/* Disable does not restore the text if idnx was in it. */
TEST(idnx_is_removed_from_a_line_whose_action_was_replaced)
{
	const struct text leaky = text_of("hosts: files idnx [SUCCESS=continue] dns\n"),
			  expected = text_of("hosts: files dns\n");
	struct text enabled = { .length = 0 }, found;

	assert_int_equal(enable(&leaky, &enabled), CHANGED);
	found = disabled(&enabled, span_of(&leaky));
	assert_equal(&found, &expected);
}

/* --- Several lines -------------------------------------------------------- */

TEST(the_last_of_several_lines_counts)
{
	struct hosts_plan plan = hosts_plan(
		span_of_text("hosts: files " IDNX " dns\n#\nhosts: dns\n"));

	assert_int_equal(plan.lines, 2);
	assert_int_equal(plan.line, 3);
	assert_false(plan.listed || plan.asked);
	assert_int_equal(plan.faults[0].kind, HOSTS_NO_IDNX);
	assert_int_equal(plan.faults[0].line, 3);
	hosts_plan_free(&plan);
}

static void check_asked(char *column[])
{
	struct hosts_plan plan = hosts_plan(span_of_text(column[0]));

	assert_string_equal(plan.asked ? "asked" : plan.listed ? "listed" : "no", column[1]);
	assert_true(plan.listed || !plan.asked);
	hosts_plan_free(&plan);
}

ROWS(idnx_is_asked_unless_a_source_before_it_ends_the_search, check_asked);
