/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * nsswitch.c: how texts of nsswitch.conf are read; hosts_action.c: how the module finds its own
 * action there; command/hosts/: what idnx enable and disable do to such a text, and what doctor
 * finds.  The rows are in hosts.tsv; fuzz/nsswitch.c has any text.
 */

#include <sys/socket.h>

#include "../common/child.h"
#include "../common/sources/fake.h"
#include "../common/table.h"
#include "hosts/hosts.h"
#include "hosts/text.h"
#include "show.h"
#include "lookup.h"
#include "nsswitch.h"

#define ROWS(test, check) TABLE_TEST(test, TABLE, check)
#define TABLE             "tests/module/hosts.tsv"

/* Columns: a text, and the statuses that end the walk; after others it goes on, or it is unclear. */
static bool ends(char *column[], const char *status)
{
	return strcmp(column[1], status) == 0 || strcmp(column[1], "both") == 0;
}

static void check_text(char *column[])
{
	const char *text = column[0];

	assert_int_equal(hosts_action_is_final_in(text, strlen(text), NSS_STATUS_NOTFOUND),
	                 ends(column, "NOTFOUND"));
	assert_int_equal(hosts_action_is_final_in(text, strlen(text), NSS_STATUS_TRYAGAIN),
	                 ends(column, "TRYAGAIN"));
}

ROWS(an_action_is_that_of_idnx_for_the_status, check_text);
ROWS(it_may_be_spelled_as_glibc_allows, check_text);
ROWS(an_error_is_unclear, check_text);
ROWS(the_last_line_of_hosts_counts, check_text);

TEST(nul_is_unclear)
{
	static const char text[] = "hosts: idnx\n\0\n";

	assert_true(hosts_action_is_final_in(text, strlen(text), NSS_STATUS_NOTFOUND));
	assert_false(hosts_action_is_final_in(text, sizeof text - 1, NSS_STATUS_NOTFOUND));
}

/* A line, and a name to ask for. */
struct asking {
	const char *text, *name;
};

static int ask(const void *what)
{
	const struct asking *asking = what;
	const char *text = strstr(asking->text, "hosts") + strlen("hosts");
	char line[512], *end = line, buffer[1024];
	struct hostent host, *found;
	int error;

	text += strspn(text, ": \t");
	while (*text != '\0') {
		size_t length = strncmp(text, "idnx", 4) == 0  ? 4
		                : strncmp(text, "dns", 3) == 0 ? 3
		                                               : 0;

		if (length > 0)
			end = stpcpy(end, "fake");
		else
			*end++ = *text;
		text += length > 0 ? length : 1;
	}
	*end = '\0';
	if (__nss_configure_lookup("hosts", line) == 0)
		gethostbyname2_r(asking->name, AF_INET, &host, buffer, sizeof buffer, &found,
		                 &error);
	return (int)fake_asked();
}

/*
 * Returns how many sources glibc asks, from idnx on.  The source "fake" replaces idnx and the
 * dns after it, so that both return the status that "fake" has for the name.  In a process of
 * its own, since until 2.32 glibc keeps its first line.
 */
static int sources_asked(const char *text, const char *name)
{
	int status = child_run(ask, &(const struct asking){ text, name });

	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void compare(char *column[])
{
	int notfound = sources_asked(column[0], "nxdomain.example");
	int tryagain = sources_asked(column[0], "again.xn--bcher-kva.example");

	/* 0: a source before idnx has ended the walk. */
	if (notfound > 0)
		assert_int_equal(notfound == 1, ends(column, "NOTFOUND"));
	if (tryagain > 0)
		assert_int_equal(tryagain == 1, ends(column, "TRYAGAIN"));
}

TEST(glibc_itself_ends_the_walk_in_the_same_rows)
{
	assert_int_equal(sources_asked("hosts: idnx dns", "nxdomain.example"), 2);
	table_rows(TABLE, "an_action_is_that_of_idnx_for_the_status", compare);
	table_rows(TABLE, "it_may_be_spelled_as_glibc_allows", compare);
}

/* --- Lines, sources and brackets -------------------------------------------- */

/*
 * A short notation of the result.  A line is its database and "="; a source is its name and,
 * unless it has the default actions "cccrr", their letters in brackets.  The letters mean
 * continue, return or merge, for TRYAGAIN, UNAVAIL, NOTFOUND, SUCCESS and RETURN.  The last
 * character shows how the list ends: ".", "]" for a second bracket, "!" for an error.
 */
static void write_source(FILE *out, const struct nsswitch_source *source)
{
	char letters[NSSWITCH_STATUSES + 1] = "";

	for (int status = NSS_STATUS_TRYAGAIN; status <= NSS_STATUS_RETURN; status++)
		letters[status - NSS_STATUS_TRYAGAIN] =
			"crm"[nsswitch_action(source, (enum nss_status)status)];
	if (strcmp(letters, "cccrr") != 0)
		fprintf(out, "[%s]", letters);
	assert_int_equal(strcmp(letters, "cccrr") != 0, !span_is_empty(source->criteria));
}

static void write_list(FILE *out, struct span list)
{
	struct nsswitch_source source;
	enum nsswitch_found found;
	const char *blank = "";

	while ((found = nsswitch_next_source(&list, &source)) != NSSWITCH_END &&
	       found != NSSWITCH_SECOND_BRACKET) {
		fprintf(out, "%s%.*s", blank, (int)(source.name.end - source.name.next),
		        source.name.next);
		if (found == NSSWITCH_ERROR)
			break;
		write_source(out, &source);
		blank = " ";
	}
	fputc(found == NSSWITCH_END ? '.' : found == NSSWITCH_ERROR ? '!' : ']', out);
}

/* Reads a copy in an allocation of its own, so that a sanitizer detects an octet more. */
static void read_text(const char *text, size_t length, char *found, size_t size)
{
	char *copy = malloc(length + 1);
	struct span rest = { copy + 1, copy + 1 + length };
	FILE *out = fmemopen(found, size, "w");
	struct nsswitch_line line;

	found[0] = '\0';
	memcpy(copy + 1, text, length);
	while (nsswitch_next_line(&rest, &line)) {
		fprintf(out, "%.*s=", (int)(line.database.end - line.database.next),
		        line.database.next);
		write_list(out, line.list);
		if (!line.has_newline)
			fputc('~', out);
	}
	fclose(out);
	free(copy);
}

static void check_notation(char *column[])
{
	char found[256];

	read_text(column[0], strlen(column[0]), found, sizeof found);
	assert_string_equal(found, column[1]);
}

ROWS(a_line_is_a_database_and_its_sources, check_notation);
ROWS(a_bracket_sets_the_actions_of_its_source, check_notation);

TEST(a_list_ends_at_a_nul)
{
	static const char text[] = "a: b\0 c\n";
	char found[64];

	read_text(text, sizeof text - 1, found, sizeof found);
	assert_string_equal(found, "a=b.");
}

TEST(each_source_has_its_place_in_the_text)
{
	static const char text[] = "a: b\n c : d[UNAVAIL=return] e\n";
	struct span rest = { text, text + strlen(text) };
	struct nsswitch_source source;
	struct nsswitch_line line;

	assert_true(nsswitch_next_line(&rest, &line));
	assert_true(nsswitch_next_line(&rest, &line));
	assert_ptr_equal(line.text.next, text + 5);
	assert_ptr_equal(line.text.end, text + strlen(text));
	assert_ptr_equal(line.list.next, strchr(text, 'd'));
	assert_int_equal(nsswitch_next_source(&line.list, &source), NSSWITCH_SOURCE);
	assert_ptr_equal(source.name.next, strchr(text, 'd'));
	assert_ptr_equal(source.name.end, strchr(text, '['));
	assert_ptr_equal(source.criteria.next, strchr(text, '['));
	assert_ptr_equal(source.criteria.end, strchr(text, ']') + 1);
	assert_true(span_equals(source.name, "d"));
	assert_false(nsswitch_next_line(&rest, &line));
}

TEST(no_source_is_read_beyond_the_text)
{
	static const char text[] = "x\nhosts: files [!UNAVAIL=return] dns\n";
	char found[64];

	for (size_t length = 0; length < sizeof text; length++)
		read_text(text, length, found, sizeof found);
	assert_string_equal(found, "x=.hosts=files[rcrrr] dns.");
}

/* --- What enable, disable and doctor make of it --------------------------------- */

#define IDNX "idnx [!UNAVAIL=return]"

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

enum result { UNCHANGED, CHANGED, LEFT };

/* What the command does: enable leaves a line in which more than idnx would change. */
static enum result outcome_of(const struct hosts_plan *plan)
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

static enum result enable(const struct text *text, struct text *result)
{
	struct hosts_plan plan = hosts_plan(span_of(text), span_of_text(""));
	enum result outcome = outcome_of(&plan);

	if (outcome == CHANGED)
		*result = planned(text, &plan);
	return outcome;
}

static enum result disable(const struct text *text, struct span before, struct text *result)
{
	struct hosts_plan plan = hosts_plan_without(span_of(text), before);
	enum result outcome = outcome_of(&plan);

	if (outcome == CHANGED)
		*result = planned(text, &plan);
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
	enum result outcome = enable(&text, &result);

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
	struct hosts_plan plan = hosts_plan(span_of(&text), span_of_text(""));

	assert_int_equal(outcome_of(&plan), LEFT);
	assert_string_equal(plan.new != NULL ? plan.new : "", column[1]);
	assert_int_equal(plan.faults[0].remedy != NULL, plan.new == NULL);
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
	struct hosts_plan plan = hosts_plan(unknown, span_of_text(""));

	assert_true(plan.is_writable);
	assert_string_equal(plan.new, "hosts: files " IDNX " dns\n");
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
		span_of_text("hosts: files " IDNX " dns\n#\nhosts: dns\n"), span_of_text(""));

	assert_int_equal(plan.lines, 2);
	assert_int_equal(plan.line, 3);
	assert_false(plan.listed || plan.asked);
	assert_int_equal(plan.faults[0].kind, HOSTS_NO_IDNX);
	assert_int_equal(plan.faults[0].line, 3);
}

static void check_asked(char *column[])
{
	struct hosts_plan plan = hosts_plan(span_of_text(column[0]), span_of_text(""));

	assert_string_equal(plan.asked ? "asked" : plan.listed ? "listed" : "no", column[1]);
	assert_true(plan.listed || !plan.asked);
}

ROWS(idnx_is_asked_unless_a_source_before_it_ends_the_search, check_asked);

TABLE_END(TABLE);
