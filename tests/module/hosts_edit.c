/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* hosts_edit.c: what idnx enable and disable do to the text of nsswitch.conf. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "enable/hosts_edit.h"
#include "hosts/listed.h"
#include "hosts/random_file.h"

#define FILES 10000
#define IDNX  "idnx [!UNAVAIL=return]"

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

static struct hosts_edit edit;

/* Returns what edit makes of the text. */
static struct text edited(const struct text *text)
{
	struct text result = { .length = 0 };
	size_t before = (size_t)(edit.old.next - text->octets);
	size_t after = (size_t)(text->octets + text->length - edit.old.end);

	append(&result, text->octets, before);
	append(&result, edit.octets, edit.length);
	append(&result, edit.old.end, after);
	return result;
}

/* --- Rows ----------------------------------------------------------------- */

/* enabled: NULL if it is refused, text if nothing changes. */
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
	  "hosts: mymachines files " IDNX
	  " resolve [!UNAVAIL=return] files myhostname dns\n" },
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

	{ "before a comment", "hosts: files # dns\n", "hosts: files " IDNX " # dns\n" },
	{ "dns before the comment", "hosts: files dns # resolve\n",
	  "hosts: files " IDNX " dns # resolve\n" },

	{ "idnx is there", "hosts: files " IDNX " dns\n", "hosts: files " IDNX " dns\n" },
	{ "without brackets", "hosts: files idnx dns\n", "hosts: files " IDNX " dns\n" },
	{ "alone", "hosts: idnx\n", NULL },
	{ "twice, and alone", "hosts: idnx " IDNX " # dns\n", NULL },
	{ "at the end", "hosts: files idnx\n", "hosts: files idnx\n" },
	{ "twice", "hosts: files idnx dns idnx\n", "hosts: files " IDNX " dns\n" },
	{ "before files", "hosts: " IDNX " files dns\n", "hosts: files " IDNX " dns\n" },
	{ "before a source that is no network's", "hosts: idnx mdns4 [NOTFOUND=return] wins\n",
	  "hosts: mdns4 [NOTFOUND=return] wins " IDNX "\n" },
	{ "before dns, and files after it", "hosts: " IDNX " dns files\n",
	  "hosts: " IDNX " dns files\n" },
	{ "an action that says the same", "hosts: files idnx [NOTFOUND=return TRYAGAIN=Return] dns\n",
	  "hosts: files idnx [NOTFOUND=return TRYAGAIN=Return] dns\n" },
	{ "idnx in a line that does not count", "hosts: files idnx dns\nhosts: files dns\n",
	  "hosts: files idnx dns\nhosts: files " IDNX " dns\n" },

	{ "SUCCESS=continue", "hosts: files idnx [SUCCESS=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... beside the right one", "hosts: files idnx [!UNAVAIL=return SUCCESS=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... in small letters", "hosts: files idnx[ success = continue ]dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "SUCCESS=merge", "hosts: files idnx [SUCCESS=merge] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "!X=continue is for RETURN, too", "hosts: files idnx [!SUCCESS=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... of TRYAGAIN", "hosts: files idnx [!TRYAGAIN=continue SUCCESS=return] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "... and undone", "hosts: files idnx [!UNAVAIL=continue !UNAVAIL=return] dns\n",
	  "hosts: files idnx [!UNAVAIL=continue !UNAVAIL=return] dns\n" },
	{ "continue where it is the default", "hosts: files idnx [NOTFOUND=continue] dns\n",
	  "hosts: files " IDNX " dns\n" },
	{ "continue with nobody to go to", "hosts: files idnx [!UNAVAIL=continue]\n",
	  "hosts: files idnx [!UNAVAIL=continue]\n" },
	{ "continue before a comment", "hosts: files idnx [SUCCESS=continue] # dns\n",
	  "hosts: files " IDNX " # dns\n" },
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
	{ "idnx after both", "hosts: resolve [!UNAVAIL=return] files dns\tidnx [NOTFOUND=return]\n",
	  "hosts: files " IDNX " resolve [!UNAVAIL=return] files dns\n" },
	{ "idnx in a comment", "hosts: files # idnx\n", "hosts: files " IDNX " # idnx\n" },
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

static enum hosts_verdict verdict_of(const struct row *row)
{
	if (row->enabled == NULL)
		return HOSTS_REFUSED;
	return strcmp(row->enabled, row->text) == 0 ? HOSTS_UNCHANGED : HOSTS_CHANGED;
}

static void idnx_comes_before_resolve_and_dns(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		const char *enabled = rows[i].enabled;
		struct text text = text_of(rows[i].text), result;
		enum hosts_verdict verdict = verdict_of(&rows[i]);

		hosts_enable(span_of(&text), &edit);
		if (edit.verdict != verdict)
			fail_msg("%s: %d, %s", rows[i].what, (int)edit.verdict, edit.message);
		if (verdict != HOSTS_CHANGED)
			continue;
		result = edited(&text);
		if (result.length != strlen(enabled) ||
		    memcmp(result.octets, enabled, result.length) != 0)
			fail_msg("%s: %.*s", rows[i].what, (int)result.length, result.octets);
	}
}

/* Lines not written by enable: disable removes idnx with its brackets and one blank. */
static const struct row lines[] = {
	{ "brackets", "hosts: files " IDNX " dns\n", "hosts: files dns\n" },
	{ "no brackets", "hosts: files idnx dns\n", "hosts: files dns\n" },
	{ "all of them", "hosts: idnx files idnx [UNAVAIL=return] idnx\n", "hosts: files \n" },
	{ "it touches", "hosts:idnx[!UNAVAIL=return]dns[NOTFOUND=return]idnx\n",
	  "hosts:dns[NOTFOUND=return]\n" },
	{ "alone", "hosts: idnx\n", "hosts:\n" },
	{ "no newline", "hosts: files idnx dns", "hosts: files dns" },
	{ "the last line has no newline and no idnx", "hosts: files idnx dns\nhosts: dns",
	  "hosts: files dns\nhosts: dns" },
	{ "the last line has none", "hosts: files idnx dns\nhosts: dns\n",
	  "hosts: files idnx dns\nhosts: dns\n" },
	{ "no line", "passwd: files\n", "passwd: files\n" },
	{ "files of Arch stays", "hosts: files " IDNX " resolve files\n",
	  "hosts: files resolve files\n" },
	{ "a second bracket", "hosts: files idnx [UNAVAIL=continue] [x]\n", NULL },
	{ "a bad bracket", "hosts: files idnx [x] dns\n", NULL },
};

static void idnx_is_removed_from_lines_of_unknown_origin(void **state)
{
	static const struct span unknown = { NULL, NULL };

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		const char *disabled = lines[i].enabled;
		struct text text = text_of(lines[i].text), result = text;

		hosts_disable(span_of(&text), unknown, &edit);
		assert_int_equal(edit.verdict == HOSTS_REFUSED, disabled == NULL);
		if (edit.verdict == HOSTS_CHANGED)
			result = edited(&text);
		if (disabled != NULL && (result.length != strlen(disabled) ||
		                         memcmp(result.octets, disabled, result.length) != 0))
			fail_msg("%s: %.*s", lines[i].what, (int)result.length, result.octets);
	}
}

static void a_missing_file_is_created_and_removed(void **state)
{
	static const struct span none = { NULL, NULL };
	struct text made = { .length = 0 };

	(void)state;
	hosts_enable(none, &edit);
	assert_int_equal(edit.verdict, HOSTS_CHANGED);
	assert_true(edit.is_whole);
	append(&made, edit.octets, edit.length);
	hosts_enable(span_of(&made), &edit);
	assert_int_equal(edit.verdict, HOSTS_UNCHANGED);
	hosts_disable(span_of(&made), none, &edit);
	assert_int_equal(edit.verdict, HOSTS_CHANGED);
	assert_true(edit.is_whole);
	assert_int_equal(edit.length, 0);
	assert_int_equal(edit.old.end - edit.old.next, made.length);
}

static struct text disabled(const struct text *text, struct span before)
{
	hosts_disable(span_of(text), before, &edit);
	assert_int_equal(edit.verdict, HOSTS_CHANGED);
	return edited(text);
}

/* Disable does not restore the text if idnx was in it. */
static void idnx_is_removed_from_a_line_whose_action_was_replaced(void **state)
{
	const struct text leaky = text_of("hosts: files idnx [SUCCESS=continue] dns\n"),
	                  expected = text_of("hosts: files dns\n");
	struct text enabled, found;

	(void)state;
	hosts_enable(span_of(&leaky), &edit);
	enabled = edited(&leaky);
	found = disabled(&enabled, span_of(&leaky));
	assert_equal(&found, &expected);
}

static void what_is_left_of_such_a_file_stays(void **state)
{
	static const char *const others[] = { "", "hosts: files dns\n" };
	static const struct span none = { NULL, NULL };
	struct text comment = { .length = 0 };

	(void)state;
	hosts_enable(none, &edit);
	append(&comment, edit.octets, strcspn(edit.octets, "\n") + 1);
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
		struct text left = comment, enabled, found;

		append(&left, others[i], strlen(others[i]));
		hosts_enable(span_of(&left), &edit);
		assert_int_equal(edit.verdict, HOSTS_CHANGED);
		enabled = edited(&left);
		found = disabled(&enabled, span_of(&left));
		assert_equal(&found, &left);
	}
}

/* --- Random files --------------------------------------------------------- */

static void check_is_enabled(const struct text *text)
{
	hosts_enable(span_of(text), &edit);
	assert_int_equal(edit.verdict, HOSTS_UNCHANGED);
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

static bool check_file(const struct text *text)
{
	static const struct span unknown = { NULL, NULL };
	struct text enabled, without, found;
	bool again;

	hosts_enable(span_of(text), &edit);
	if (edit.verdict != HOSTS_CHANGED)
		return false;
	enabled = edited(text);
	again = lists_idnx(edit.old);
	check_is_enabled(&enabled);
	without = disabled(&enabled, unknown);
	found = disabled(&enabled, span_of(text));
	assert_equal(&found, again ? &without : text);
	check_others_stay(text, &enabled, again ? &without : text);
	hosts_disable(span_of(&without), unknown, &edit);
	assert_int_not_equal(edit.verdict, HOSTS_CHANGED);
	corrected += again;
	return true;
}

static void disable_after_enable_restores_random_files(void **state)
{
	struct random random = { 20261121 };
	unsigned changed = 0;

	(void)state;
	for (unsigned i = 0; i < FILES; i++) {
		struct text text;

		text.length = random_file(&random, text.octets);
		changed += check_file(&text);
	}
	print_message("# note: %u of %u random files change, %u of them had an idnx\n", changed,
	              FILES, corrected);
	assert_true(changed >= FILES / 2 && changed <= FILES - 1);
	assert_true(corrected >= FILES / 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(idnx_comes_before_resolve_and_dns),
		cmocka_unit_test(idnx_is_removed_from_lines_of_unknown_origin),
		cmocka_unit_test(a_missing_file_is_created_and_removed),
		cmocka_unit_test(idnx_is_removed_from_a_line_whose_action_was_replaced),
		cmocka_unit_test(what_is_left_of_such_a_file_stays),
		cmocka_unit_test(disable_after_enable_restores_random_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
