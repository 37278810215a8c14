/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads a text as glibc 2.33 and later read nsswitch.conf (nss_database.c,
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

static struct span take_line(struct span *text)
{
	struct span line = *text;
	const char *newline = memchr(text->next, '\n', span_length(*text));

	if (newline != NULL)
		line.end = newline + 1;
	text->next = line.end;
	return line;
}

bool nsswitch_next_line(struct span *text, struct nsswitch_line *line)
{
	if (span_is_empty(*text))
		return false;
	line->text = take_line(text);
	line->has_newline = line->text.end[-1] == '\n';
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

/* --- Criteria ------------------------------------------------------------- */

static bool status_named(struct span word, enum nss_status *status)
{
	static const struct {
		char name[sizeof "tryagain"];
		enum nss_status status;
	} statuses[] = {
		{ "success", NSS_STATUS_SUCCESS },
		{ "notfound", NSS_STATUS_NOTFOUND },
		{ "unavail", NSS_STATUS_UNAVAIL },
		{ "tryagain", NSS_STATUS_TRYAGAIN },
	};

	for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
		*status = statuses[i].status;
		if (equals_anycase(word, statuses[i].name))
			return true;
	}
	return false;
}

static bool action_named(struct span word, enum nsswitch_action *action)
{
	static const char names[][sizeof "continue"] = {
		[NSSWITCH_CONTINUE] = "continue",
		[NSSWITCH_RETURN] = "return",
		[NSSWITCH_MERGE] = "merge",
	};

	for (*action = 0; *action < sizeof names / sizeof names[0]; ++*action)
		if (equals_anycase(word, names[*action]))
			return true;
	return false;
}

/* "!X=action" sets all statuses but X, since 2.33 including NSS_STATUS_RETURN. */
static void set_action(struct nsswitch_source *source, enum nss_status named, bool others,
                       enum nsswitch_action action)
{
	for (int i = 0; i < NSSWITCH_STATUSES; i++)
		if ((i + NSS_STATUS_TRYAGAIN == named) != others)
			source->actions[i] = action;
}

/* Returns false on an error. */
static bool take_criterion(struct span *text, struct nsswitch_source *source)
{
	bool others = skip_char(text, '!');
	enum nsswitch_action action;
	enum nss_status status;

	if (!status_named(take_word(text, "=]"), &status))
		return false;
	skip_blanks(text);
	if (!skip_char(text, '='))
		return false;
	skip_blanks(text);
	if (!action_named(take_word(text, "=]"), &action))
		return false;
	set_action(source, status, others, action);
	skip_blanks(text);
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

static void set_defaults(struct nsswitch_source *source)
{
	for (int i = 0; i < NSSWITCH_STATUSES; i++)
		source->actions[i] = NSSWITCH_CONTINUE;
	set_action(source, NSS_STATUS_SUCCESS, false, NSSWITCH_RETURN);
	set_action(source, NSS_STATUS_RETURN, false, NSSWITCH_RETURN);
}

enum nsswitch_found nsswitch_next_source(struct span *list, struct nsswitch_source *source)
{
	bool well_formed;

	skip_blanks(list);
	source->name = take_word(list, "[");
	if (span_is_empty(source->name))
		return span_is_empty(*list) || *list->next == '\0' ? NSSWITCH_END
		                                                   : NSSWITCH_SECOND_BRACKET;
	set_defaults(source);
	skip_blanks(list);
	source->criteria.next = list->next;
	well_formed = take_criteria(list, source);
	source->criteria.end = list->next;
	return well_formed ? NSSWITCH_SOURCE : NSSWITCH_ERROR;
}
