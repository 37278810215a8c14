/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads a text as glibc 2.33 and later read nsswitch.conf (glibc's nss_database.c and glibc's
 * nss_action_parse.c).  2.31 differs only in that '#' begins a comment anywhere:
 *
 *     line:      blank* database (blank | ':')+ source*
 *     source:    name blank* ('[' blank* criterion+ ']')? blank*
 *     criterion: '!'? status blank* '=' blank* action blank*
 *
 * Databases and names are exact, statuses and actions may be in any case.
 */
#include "nsswitch.h"

#include <stddef.h>
#include <string.h>

#include "ascii_text.h"

static bool equals_anycase(struct span span, const char *word)
{
	return span_length(span) == strlen(word) &&
	       ascii_same(span.next, word, span_length(span));
}

static void skip_blanks(struct span *text)
{
	while (text->next < text->end && ascii_is_blank(*text->next))
		text->next++;
}

static bool skip_char(struct span *text, char c)
{
	if (text->next == text->end || *text->next != c)
		return false;
	text->next++;
	return true;
}

/* Takes what precedes the next blank, NUL or one of the ends. */
static struct span take_word(struct span *text, const char *ends)
{
	struct span word = { text->next, text->next };

	while (word.end < text->end && !ascii_is_blank(*word.end) &&
	       memchr(ends, *word.end, strlen(ends) + 1) == NULL)
		word.end++;
	text->next = word.end;
	return word;
}

/* --- Lines ---------------------------------------------------------------- */

bool nsswitch_next_line(struct span *text, struct nsswitch_line *line)
{
	if (span_is_empty(*text))
		return false;
	line->text = span_before(*text, '\n');
	line->has_newline = line->text.end < text->end;
	line->text.end += line->has_newline;
	text->next = line->text.end;
	line->list = line->text;
	skip_blanks(&line->list);
	line->database = take_word(&line->list, ":");
	if (span_is_empty(line->list)) /* no blank or colon follows: glibc skips the line */
		line->database.next = line->database.end;
	do
		skip_blanks(&line->list);
	while (skip_char(&line->list, ':'));
	return true;
}

bool nsswitch_find_hosts(struct span text, enum nsswitch_lines which,
                         struct nsswitch_line *line)
{
	struct nsswitch_line next;
	bool is_found = false;

	while (nsswitch_next_line(&text, &next))
		if (span_equals(next.database, "hosts") &&
		    (next.has_newline || which == NSSWITCH_ALL_LINES)) {
			is_found = true;
			*line = next;
		}
	return is_found;
}

/* --- Criteria ------------------------------------------------------------- */

enum {
	WORD_SIZE = sizeof "continue",
	STATUSES = NSSWITCH_STATUSES - 1, /* NSS_STATUS_RETURN has no word */
	ACTIONS = NSSWITCH_MERGE + 1,
};

/* Takes one of the words and the blanks after it; returns which one, count if it is none. */
static int take_one(struct span *text, const char words[][WORD_SIZE], int count)
{
	struct span word = take_word(text, "=]");
	int i = 0;

	while (i < count && !equals_anycase(word, words[i]))
		i++;
	if (i < count)
		skip_blanks(text);
	return i;
}

/*
 * Returns false on an error.  "!X=action" sets all statuses but X, since 2.33 including
 * NSS_STATUS_RETURN.
 */
static bool take_criterion(struct span *text, struct nsswitch_source *source)
{
	/* In the order of the enumerations. */
	static const char statuses[][WORD_SIZE] = { "tryagain", "unavail", "notfound",
		                                    "success" };
	static const char actions[][WORD_SIZE] = { "continue", "return", "merge" };
	bool others = skip_char(text, '!');
	int status = take_one(text, statuses, STATUSES), action;

	if (status == STATUSES || !skip_char(text, '='))
		return false;
	skip_blanks(text);
	action = take_one(text, actions, ACTIONS);
	if (action == ACTIONS)
		return false;
	for (int i = 0; i < NSSWITCH_STATUSES; i++)
		if ((i == status) != others)
			source->actions[i] = (enum nsswitch_action)action;
	return true;
}

static bool take_criteria(struct span *text, struct nsswitch_source *source)
{
	if (!skip_char(text, '['))
		return true;
	skip_blanks(text);
	do {
		if (!take_criterion(text, source))
			return false;
	} while (!skip_char(text, ']'));
	return true;
}

/* --- Sources -------------------------------------------------------------- */

enum nsswitch_found nsswitch_next_source(struct span *list, struct nsswitch_source *source)
{
	bool well_formed;

	skip_blanks(list);
	*source = (struct nsswitch_source){
		.name = take_word(list, "["),
		.actions[NSS_STATUS_SUCCESS - NSS_STATUS_TRYAGAIN] = NSSWITCH_RETURN,
		.actions[NSS_STATUS_RETURN - NSS_STATUS_TRYAGAIN] = NSSWITCH_RETURN,
	};
	if (span_is_empty(source->name))
		return span_is_empty(*list) || *list->next == '\0' ? NSSWITCH_END
		                                                   : NSSWITCH_SECOND_BRACKET;
	skip_blanks(list);
	source->criteria.next = list->next;
	well_formed = take_criteria(list, source);
	source->criteria.end = list->next;
	return well_formed ? NSSWITCH_SOURCE : NSSWITCH_ERROR;
}
