/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* nsswitch.c: how texts of nsswitch.conf are read. */

#include <string.h>

#include "../common/test.h"
#include "nsswitch.h"

/*
 * A short notation of the result.  A line is its database and "="; a source is its name and,
 * unless it has the default actions "cccrr", their letters in brackets.  The letters mean
 * continue, return or merge, for TRYAGAIN, UNAVAIL, NOTFOUND, SUCCESS and RETURN.  The last
 * character shows how the list ends: ".", "]" for a second bracket, "!" for a mistake.
 */
struct row {
	const char *what;
	const char *text;
	const char *found;
};

static const struct row lines[] = {
	{ "no text", "", "" },
	{ "an empty line", "\n", "=." },
	{ "a database without sources", "hosts:\n", "hosts=." },
	{ "one source", "hosts: files\n", "hosts=files." },
	{ "two lines", "a: b\nc: d e\n", "a=b.c=d e." },
	{ "no newline at the end", "a: b\nc: d", "a=b.c=d.~" },
	{ "a carriage return is a blank", "hosts: files dns\r\n", "hosts=files dns." },
	{ "a comment's database begins with #", "# hosts: files\n", "#=hosts: files." },
	{ "... as one that is touched", "#hosts: files\n", "#hosts=files." },
	{ "a comment after it is sources", "hosts: files # dns\n", "hosts=files # dns." },
	{ "databases are exact", "Hosts: FILES\n", "Hosts=FILES." },
	{ "blanks before the database", " \t hosts: files\n", "hosts=files." },
	{ "blanks and colons after it", "hosts : :: files\n", "hosts=files." },
	{ "none but a blank", "hosts files\n", "hosts=files." },
	{ "nothing after it, not even a newline", "hosts", "=.~" },
	{ "a colon is no database", ": hosts files\n", "=hosts files." },
	{ "a colon after the first source is its own", "a: b:c d\n", "a=b:c d." },
	{ "other blanks", "a:\tb\vc\fd\n", "a=b c d." },
};

static const struct row brackets[] = {
	{ "return", "a: b [NOTFOUND=return]\n", "a=b[ccrrr]." },
	{ "continue", "a: b [SUCCESS=continue]\n", "a=b[ccccr]." },
	{ "merge", "a: b [SUCCESS=merge]\n", "a=b[cccmr]." },
	{ "all others", "a: b [!UNAVAIL=return]\n", "a=b[rcrrr]." },
	{ "all others, RETURN too", "a: b [!UNAVAIL=continue]\n", "a=b[ccccc]." },
	{ "one after the other", "a: b [!UNAVAIL=return TRYAGAIN=merge]\n", "a=b[mcrrr]." },
	{ "any case", "a: b [tryAgain=Return]\n", "a=b[rccrr]." },
	{ "it touches its neighbours", "a: b[UNAVAIL=return]c\n", "a=b[crcrr] c." },
	{ "blanks in it", "a: b [ UNAVAIL = return ] c\n", "a=b[crcrr] c." },
	{ "nothing between two criteria", "a: b [UNAVAIL=return!SUCCESS=merge]\n", "a=b!" },
	{ "two brackets", "a: b [UNAVAIL=return] [SUCCESS=merge] c\n", "a=b[crcrr]]" },
	{ "one before all sources", "a: [UNAVAIL=return] b\n", "a=]" },
	{ "empty", "a: b [] c\n", "a=b!" },
	{ "open", "a: b [UNAVAIL=return\n", "a=b!" },
	{ "open, with the next line's end", "a: b [UNAVAIL=return\n]\n", "a=b!]=." },
	{ "only begun", "a: b [\n", "a=b!" },
	{ "a comma", "a: b [UNAVAIL=return,SUCCESS=return]\n", "a=b!" },
	{ "a blank after !", "a: b [! UNAVAIL=return]\n", "a=b!" },
	{ "no action", "a: b [UNAVAIL=]\n", "a=b!" },
	{ "no status", "a: b [=return]\n", "a=b!" },
	{ "no =", "a: b [UNAVAIL return]\n", "a=b!" },
	{ "another status", "a: b [RETURN=return]\n", "a=b!" },
	{ "another action", "a: b [UNAVAIL=stop]\n", "a=b!" },
};

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
		if (found == NSSWITCH_MISTAKE)
			break;
		write_source(out, &source);
		blank = " ";
	}
	fputc(found == NSSWITCH_END ? '.' : found == NSSWITCH_MISTAKE ? '!' : ']', out);
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

static void check(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char found[256];

		read_text(rows[i].text, strlen(rows[i].text), found, sizeof found);
		if (strcmp(found, rows[i].found) != 0)
			fail_msg("%s: %s", rows[i].what, found);
	}
}

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

TEST(a_line_is_a_database_and_its_sources)
{
	check(lines, COUNT(lines));
}

TEST(a_bracket_sets_the_actions_of_its_source)
{
	check(brackets, COUNT(brackets));
}

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

TEST(nothing_is_read_beyond_the_text)
{
	static const char text[] = "x\nhosts: files [!UNAVAIL=return] dns\n";
	char found[64];

	for (size_t length = 0; length < sizeof text; length++)
		read_text(text, length, found, sizeof found);
	assert_string_equal(found, "x=.hosts=files[rcrrr] dns.");
}
