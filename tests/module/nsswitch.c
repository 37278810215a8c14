/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* nsswitch.c: how texts of nsswitch.conf are read. */

#include "../common/table.h"
#include "nsswitch.h"

/*
 * A short notation of the result.  A line is its database and "="; a source is its name and,
 * unless it has the default actions "cccrr", their letters in brackets.  The letters mean
 * continue, return or merge, for TRYAGAIN, UNAVAIL, NOTFOUND, SUCCESS and RETURN.  The last
 * character shows how the list ends: ".", "]" for a second bracket, "!" for a mistake.
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

static void check_text(char *column[])
{
	char found[256];

	read_text(column[0], strlen(column[0]), found, sizeof found);
	assert_string_equal(found, column[1]);
}

#define ROWS(test) TABLE_TEST(test, "tests/module/hosts.tsv", check_text)

ROWS(a_line_is_a_database_and_its_sources);
ROWS(a_bracket_sets_the_actions_of_its_source);

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
