/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* hosts/: what idnx enable and disable do to the text of nsswitch.conf, and what doctor finds. */

#include <string.h>

#include "../common/test.h"
#include "hosts/listed.h"
#include "hosts/plan.h"
#include "show.h"
#include "hosts/random_file.h"

#define FILES 10000
#define IDNX  "idnx [!UNAVAIL=return]"

/* What words.c ends a run with. */
void die_io(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

struct text {
	size_t length;
	char octets[2 * RANDOM_FILE_SIZE];
};

static struct span span_of(const struct text *text)
{
	return (struct span){ text->octets, text->octets + text->length };
}

static struct text text_of(const char *string)
{
	struct text text = { .length = strlen(string) };

	memcpy(text.octets, string, text.length);
	return text;
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

/* enabled: NULL if it is left to the person, text if nothing changes. */
static const struct row {
	const char *what;
	const char *text;
	const char *enabled;
} rows[] = {
	{ "before dns", "hosts: files dns\n", "hosts: files " IDNX " dns\n" },
	{ "before resolve", "hosts: files resolve [!UNAVAIL=return] dns\n",
	  "hosts: files " IDNX " resolve [!UNAVAIL=return] dns\n" },
	{ "before the first of them", "hosts: dns files resolve\n",
	  "hosts: " IDNX " dns files resolve\n" },
	{ "after mdns4_minimal and its bracket",
	  "hosts: files mdns4_minimal [NOTFOUND=return] dns\n",
	  "hosts: files mdns4_minimal [NOTFOUND=return] " IDNX " dns\n" },
	{ "neither: at the end", "hosts: files myhostname\n",
	  "hosts: files myhostname " IDNX "\n" },
	{ "... before blanks", "hosts: files \t\r\n", "hosts: files " IDNX " \t\r\n" },
	{ "... after a bracket", "hosts: files [NOTFOUND=continue]\n",
	  "hosts: files [NOTFOUND=continue] " IDNX "\n" },
	{ "as in Arch", "hosts: mymachines resolve [!UNAVAIL=return] files myhostname dns\n",
	  "hosts: mymachines files " IDNX " resolve [!UNAVAIL=return] files myhostname dns\n" },
	{ "files on both sides", "hosts: files resolve files\n",
	  "hosts: files " IDNX " resolve files\n" },
	{ "no files at all", "hosts: resolve dns\n", "hosts: " IDNX " resolve dns\n" },
	{ "dns before files: an order of its own", "hosts: dns files\n",
	  "hosts: " IDNX " dns files\n" },
	{ "a bracket touches", "hosts: files[NOTFOUND=continue]dns\n",
	  "hosts: files[NOTFOUND=continue]" IDNX " dns\n" },
	{ "the colon touches", "hosts:dns\n", "hosts:" IDNX " dns\n" },
	{ "no colon", "hosts dns\n", "hosts " IDNX " dns\n" },
	{ "DNS is another source", "hosts: files DNS\n", "hosts: files DNS " IDNX "\n" },
	{ "so is dns2", "hosts: dns2 dns\n", "hosts: dns2 " IDNX " dns\n" },
	{ "CRLF", "passwd: files\r\nhosts: files dns\r\n",
	  "passwd: files\r\nhosts: files " IDNX " dns\r\n" },

	{ "the last line counts", "hosts: dns\nhosts: files dns\nrpc: db\n",
	  "hosts: dns\nhosts: files " IDNX " dns\nrpc: db\n" },
	{ "a comment is none", "hosts: files dns\n# hosts: dns\n#hosts: dns\n",
	  "hosts: files " IDNX " dns\n# hosts: dns\n#hosts: dns\n" },
	{ "no text", "", "hosts: files " IDNX " dns\n" },
	{ "no such line", "passwd: files\n", "passwd: files\nhosts: files " IDNX " dns\n" },
	{ "... and a last one without a newline", "passwd: files\nrpc: db",
	  "passwd: files\nhosts: files " IDNX " dns\nrpc: db" },
	{ "no newline", "hosts: files dns", "hosts: files " IDNX " dns\n" },
	{ "... after another one", "hosts: dns\nhosts: files dns",
	  "hosts: dns\nhosts: files " IDNX " dns\n" },
	{ "... with idnx", "hosts: files " IDNX " dns", "hosts: files " IDNX " dns\n" },
	{ "nothing but the word is no line", "hosts", "hosts: files " IDNX " dns\nhosts" },

	{ "before a comment", "hosts: files # dns\n", NULL },
	{ "dns before the comment", "hosts: files dns # resolve\n", NULL },
	{ "a source ends the search", "hosts: files mdns4 [NOTFOUND=return] dns\n", NULL },

	{ "idnx is there", "hosts: files " IDNX " dns\n", "hosts: files " IDNX " dns\n" },
	{ "without brackets", "hosts: files idnx dns\n", "hosts: files " IDNX " dns\n" },
	{ "alone", "hosts: idnx\n", NULL },
	{ "twice, and alone", "hosts: idnx " IDNX " # dns\n", NULL },
	{ "at the end", "hosts: files idnx\n", "hosts: files idnx\n" },
	{ "twice", "hosts: files idnx dns idnx\n", "hosts: files " IDNX " dns\n" },
	{ "before files", "hosts: " IDNX " files dns\n", "hosts: files " IDNX " dns\n" },
	{ "before a source that is no network's", "hosts: idnx mdns4 [NOTFOUND=return] wins\n",
	  NULL },
	{ "before dns, and files after it", "hosts: " IDNX " dns files\n",
	  "hosts: " IDNX " dns files\n" },
	{ "an action that says the same",
	  "hosts: files idnx [NOTFOUND=return TRYAGAIN=Return] dns\n",
	  "hosts: files idnx [NOTFOUND=return TRYAGAIN=Return] dns\n" },
	{ "idnx in a line that does not count", "hosts: files idnx dns\nhosts: files dns\n",
	  "hosts: files idnx dns\nhosts: files " IDNX " dns\n" },

	{ "SUCCESS=continue", "hosts: files idnx [SUCCESS=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... beside the right one",
	  "hosts: files idnx [!UNAVAIL=return SUCCESS=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... in small letters", "hosts: files idnx[ success = continue ]dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "SUCCESS=merge", "hosts: files idnx [SUCCESS=merge] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "!X=continue is for RETURN, too", "hosts: files idnx [!SUCCESS=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... of TRYAGAIN", "hosts: files idnx [!TRYAGAIN=continue SUCCESS=return] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... and undone", "hosts: files idnx [!UNAVAIL=CONTINUE !UNAVAIL=return] dns\n",
	  "hosts: files idnx [!UNAVAIL=CONTINUE !UNAVAIL=return] dns\n" },
	{ "a small i, which is none of Turkish I", "hosts: files idnx [!unavail=return] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "continue where it is the default", "hosts: files idnx [NOTFOUND=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "continue with nobody to go to", "hosts: files idnx [!UNAVAIL=continue]\n",
	  "hosts: files idnx [!UNAVAIL=continue]\n" },
	{ "continue before a comment", "hosts: files idnx [SUCCESS=continue] # dns\n", NULL },
	{ "continue without a newline", "hosts: files idnx [SUCCESS=continue] dns",
	  "hosts: files " IDNX " dns\n" },
	{ "continue on a later idnx, which gets no raw name",
	  "hosts: idnx idnx [SUCCESS=continue] dns\n", "hosts: " IDNX " dns\n" },
	{ "continue, and an end for ASCII names",
	  "hosts: files idnx [SUCCESS=continue UNAVAIL=return] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "continue after dns", "hosts: files dns idnx [SUCCESS=continue] wins\n",
	  "hosts: files " IDNX " dns wins\n" },

	{ "idnx after dns", "hosts: files dns idnx\n", "hosts: files " IDNX " dns\n" },
	{ "idnx after resolve", "hosts: files resolve " IDNX " dns\n",
	  "hosts: files " IDNX " resolve dns\n" },
	{ "idnx after both",
	  "hosts: resolve [!UNAVAIL=return] files dns\tidnx [NOTFOUND=return]\n",
	  "hosts: files " IDNX " resolve [!UNAVAIL=return] files dns\n" },
	{ "idnx in a comment", "hosts: files # idnx\n", NULL },
	{ "idnx ends the search", "hosts: files idnx [UNAVAIL=return] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "idnx after dns, without a newline", "hosts: files dns idnx",
	  "hosts: files " IDNX " dns\n" },

	{ "no source", "hosts:\n", NULL },
	{ "no source before a comment", "hosts: # files dns\n", NULL },
	{ "# within a name", "hosts: files dns#2\n", NULL },
	{ "a second bracket", "hosts: files [NOTFOUND=continue] [x] dns\n", NULL },
	{ "a bad bracket", "hosts: files [x] dns\n", NULL },
	{ "... of another database", "hosts: files dns\npasswd: files [x]\n", NULL },
	{ "... of one glibc does not know", "hosts: files dns\nsudoers: files [x]\n",
	  "hosts: files " IDNX " dns\nsudoers: files [x]\n" },
};

#define ROWS (sizeof rows / sizeof rows[0])

static enum outcome expected_of(const struct row *row)
{
	if (row->enabled == NULL)
		return LEFT;
	return strcmp(row->enabled, row->text) == 0 ? UNCHANGED : CHANGED;
}

static void check_result(const char *what, const struct text *found, const char *expected)
{
	if (found->length != strlen(expected) ||
	    memcmp(found->octets, expected, found->length) != 0)
		fail_msg("%s: %.*s", what, (int)found->length, found->octets);
}

TEST(idnx_comes_before_resolve_and_dns)
{
	for (size_t i = 0; i < ROWS; i++) {
		struct text text = text_of(rows[i].text), result;
		enum outcome outcome = enable(&text, &result);

		if (outcome != expected_of(&rows[i]))
			fail_msg("%s: %d", rows[i].what, (int)outcome);
		if (outcome == CHANGED)
			check_result(rows[i].what, &result, rows[i].enabled);
	}
}

/* The line that the person has to write instead; "" for one with a fault only he can fix. */
static const struct row left[] = {
	{ "a source ends the search", "hosts: files mdns4 [NOTFOUND=return] dns\n",
	  "hosts: files mdns4 " IDNX " dns\n" },
	{ "... and touches", "hosts: nis[NOTFOUND=return]dns\n", "hosts: nis " IDNX " dns\n" },
	{ "... last", "hosts: files [NOTFOUND=return]\n", "hosts: files " IDNX "\n" },
	{ "a comment", "hosts:\tfiles dns # idnx\n", "hosts:\tfiles " IDNX " dns\n" },
	{ "# within a name", "hosts: files dns#2\n", "hosts: files " IDNX " dns\n" },
	{ "# after idnx", "hosts: files idnx#2 dns\n", "hosts: files " IDNX "\n" },
	{ "idnx alone", "hosts: idnx\n", "hosts: files " IDNX " dns\n" },
	{ "nothing", "hosts: # files\n", "hosts: files " IDNX " dns\n" },
	{ "a second bracket", "hosts: files [NOTFOUND=continue] [x] dns\n", "" },
	{ "a bad bracket", "hosts: files [x] dns\n", "" },
};

TEST(a_line_that_is_left_says_how_it_should_be)
{
	for (size_t i = 0; i < sizeof left / sizeof left[0]; i++) {
		struct text text = text_of(left[i].text);
		struct hosts_plan plan = hosts_plan(span_of(&text));

		assert_int_equal(outcome_of(&plan), LEFT);
		assert_string_equal(plan.new != NULL ? plan.new : "", left[i].enabled);
		assert_int_equal(hosts_fault_remedy(&plan.faults[0]) != NULL, plan.new == NULL);
		hosts_plan_free(&plan);
	}
}

/* --- Out ------------------------------------------------------------------ */

/* Lines not written by enable: disable removes idnx with its brackets and one blank. */
static const struct row lines[] = {
	{ "brackets", "hosts: files " IDNX " dns\n", "hosts: files dns\n" },
	{ "no brackets", "hosts: files idnx dns\n", "hosts: files dns\n" },
	{ "all of them", "hosts: idnx files idnx [UNAVAIL=return] idnx\n", "hosts: files\n" },
	{ "it touches", "hosts:idnx[!UNAVAIL=return]dns[NOTFOUND=return]idnx\n",
	  "hosts:dns[NOTFOUND=return]\n" },
	{ "alone", "hosts: idnx\n", "hosts:\n" },
	{ "no newline", "hosts: files idnx dns", "hosts: files dns" },
	{ "the last line has none", "hosts: files idnx dns\nhosts: dns\n",
	  "hosts: files idnx dns\nhosts: dns\n" },
	{ "no line", "passwd: files\n", "passwd: files\n" },
	{ "files of Arch stays", "hosts: files " IDNX " resolve files\n",
	  "hosts: files resolve files\n" },
	{ "a second bracket", "hosts: files idnx [UNAVAIL=continue] [x]\n", NULL },
	{ "a bad bracket", "hosts: files idnx [x] dns\n", NULL },
};

TEST(idnx_is_removed_from_lines_of_unknown_origin)
{
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		const char *disabled = lines[i].enabled;
		struct text text = text_of(lines[i].text), result = text;

		assert_int_equal(disable(&text, unknown, &result) == LEFT, disabled == NULL);
		if (disabled != NULL)
			check_result(lines[i].what, &result, disabled);
	}
}

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

TEST(idnx_is_asked_unless_a_source_before_it_ends_the_search)
{
	static const struct {
		const char *text;
		bool listed, asked;
	} asked[] = {
		{ "hosts: files idnx dns\n", true, true },
		{ "hosts: files dns idnx\n", true, true },
		{ "hosts: files resolve [!UNAVAIL=return] idnx dns\n", true, false },
		{ "hosts: files mdns4_minimal [NOTFOUND=return] idnx dns\n", true, true },
		{ "hosts: files # idnx\n", false, false },
		{ "", false, false },
		{ "hosts: files idnx [x]\n", false, false },
	};

	for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
		struct hosts_plan plan = hosts_plan(span_of_text(asked[i].text));

		assert_int_equal(plan.listed, asked[i].listed);
		assert_int_equal(plan.asked, asked[i].asked);
		hosts_plan_free(&plan);
	}
}

/* --- Random files --------------------------------------------------------- */

/* Checks that nothing is wrong with the text that a plan makes, whoever writes it. */
static void check_is_sound(const struct text *text)
{
	struct hosts_plan plan = hosts_plan(span_of(text));

	if (plan.count > 0)
		fail_msg("%s: %.*s", hosts_fault_text(&plan.faults[0]), (int)text->length,
		         text->octets);
	assert_true(plan.asked);
	assert_null(plan.new);
	hosts_plan_free(&plan);
}

/* before became enabled, which becomes after. */
static void check_others_stay(const struct text *before, const struct text *enabled,
                              const struct text *after)
{
	static const char first[] = "# first\nhosts: dns\n", last[] = "rpc: files\n";
	struct text changed = text_of(first), expected = text_of(first), found;
	bool was_last = after->length > 0 && after->octets[after->length - 1] != '\n';

	append(&changed, enabled->octets, enabled->length);
	append(&expected, after->octets, after->length);
	/* A last line without a newline would absorb the line added after it. */
	if (enabled->length > 0 && enabled->octets[enabled->length - 1] == '\n') {
		append(&changed, last, strlen(last));
		if (was_last)
			append(&expected, "\n", 1);
		append(&expected, last, strlen(last));
	}
	found = disabled(&changed, span_of(before));
	assert_equal(&found, &expected);
}

static unsigned corrected;

static void check_disable(const struct text *text, const struct text *enabled, bool again)
{
	struct text without = disabled(enabled, unknown);
	struct text found = disabled(enabled, span_of(text));

	assert_equal(&found, again ? &without : text);
	check_others_stay(text, enabled, again ? &without : text);
	assert_int_not_equal(disable(&without, unknown, &found), CHANGED);
}

static unsigned counts[LEFT + 1];

static void check_file(const struct text *text)
{
	struct hosts_plan plan = hosts_plan(span_of(text));
	enum outcome outcome = outcome_of(&plan);
	bool again = lists_idnx(plan.old);
	struct text result;

	counts[outcome]++;
	assert_int_equal(plan.count > 0, plan.new != NULL || outcome == LEFT);
	if (plan.new != NULL) {
		result = planned(text, &plan);
		check_is_sound(&result);
		assert_true(plan.lines == 0 || outcome == CHANGED || plan.count > 1 ||
		            plan.faults[0].kind != HOSTS_NO_IDNX);
		if (outcome == CHANGED)
			check_disable(text, &result, again);
		corrected += again;
	}
	hosts_plan_free(&plan);
}

/* After enable has succeeded, nothing is wrong with the line; disable restores it. */
TEST(disable_after_enable_restores_random_files)
{
	struct random random = { 20261121 };

	for (unsigned i = 0; i < FILES; i++) {
		struct text text;

		text.length = random_file(&random, text.octets);
		check_file(&text);
	}
	print_message("# note: of %u random files %u change and %u are left; %u had an idnx\n",
	              FILES, counts[CHANGED], counts[LEFT], corrected);
	assert_true(counts[CHANGED] >= FILES / 2 && counts[LEFT] >= FILES / 20);
	assert_true(corrected >= FILES / 200);
}
