/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Reads from nsswitch.conf whether glibc's walk along the line "hosts:" ends with
 * what idnx returns.  The grammar is that of glibc 2.33 and later (nss_database.c,
 * nss_action_parse.c); 2.31 reads the same but for '#', which begins a comment in any
 * place there:
 *
 *     line:     blank* "hosts" (blank | ':')+ source*
 *     source:   name blank* ('[' blank* criterion+ ']')? blank*
 *     criterion: '!'? status blank* '=' blank* action blank*
 *
 * The last such line counts.  Where the text is not clear, or could not be read, the
 * answer is that the walk does not end: outcome.c then ends it in another way.
 */
#include <ctype.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "lookup.h"

/*
 * Longer than any nsswitch.conf seen with comments (3 KB), on a stack that
 * idnx_to_ascii() has just used as much of.
 */
#define TEXT_MAX 16384

struct span {
	const char *next, *end;
};

static void skip_blanks(struct span *text)
{
	while (text->next < text->end && isspace((unsigned char)*text->next))
		text->next++;
}

static bool skip_char(struct span *text, char c)
{
	if (text->next == text->end || *text->next != c)
		return false;
	text->next++;
	return true;
}

/* What stands before the next blank or one of the ends. */
static struct span take_word(struct span *text, const char *ends)
{
	struct span word = { text->next, text->next };

	while (word.end < text->end && !isspace((unsigned char)*word.end) &&
	       strchr(ends, *word.end) == NULL)
		word.end++;
	text->next = word.end;
	return word;
}

static bool is_empty(struct span word)
{
	return word.next == word.end;
}

static bool equals(struct span word, const char *name)
{
	size_t length = (size_t)(word.end - word.next);

	return length == strlen(name) && memcmp(word.next, name, length) == 0;
}

static bool equals_anycase(struct span word, const char *name)
{
	size_t length = (size_t)(word.end - word.next);

	return length == strlen(name) && strncasecmp(word.next, name, length) == 0;
}

static bool status_named(struct span word, enum nss_status *status)
{
	static const struct {
		const char *name;
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

static bool action_named(struct span word, bool *ends)
{
	*ends = equals_anycase(word, "return");
	return *ends || equals_anycase(word, "continue") || equals_anycase(word, "merge");
}

/* False for a mistake; *ends becomes what the criterion says of status, if anything. */
static bool take_criterion(struct span *text, enum nss_status status, bool *ends)
{
	bool others = skip_char(text, '!'), named_ends;
	enum nss_status named;

	if (!status_named(take_word(text, "=]"), &named))
		return false;
	skip_blanks(text);
	if (!skip_char(text, '='))
		return false;
	skip_blanks(text);
	if (!action_named(take_word(text, "=]"), &named_ends))
		return false;
	if ((named == status) != others)
		*ends = named_ends;
	skip_blanks(text);
	return true;
}

static bool take_criteria(struct span *text, enum nss_status status, bool *ends)
{
	if (!skip_char(text, '['))
		return true;
	skip_blanks(text);
	do {
		if (!take_criterion(text, status, ends))
			return false;
	} while (!skip_char(text, ']'));
	return true;
}

/* The next source's name: empty at the end, or at a second bracket, which ends it too. */
static struct span take_source(struct span *text)
{
	skip_blanks(text);
	return take_word(text, "[");
}

/* Which of several idnx glibc is at, nothing tells: each has to end the walk. */
static bool sources_end(struct span text, enum nss_status status)
{
	bool listed = false, every = true;
	struct span source, rest;

	while (!is_empty(source = take_source(&text))) {
		bool ends = false; /* the default for a failure is continue */

		skip_blanks(&text);
		if (!take_criteria(&text, status, &ends))
			return false;
		if (!equals(source, "idnx"))
			continue;
		rest = text;
		listed = true;
		every = every && (ends || is_empty(take_source(&rest)));
	}
	return listed && every;
}

/* Whether the line is of the database "hosts"; *line becomes its sources. */
static bool is_hosts(struct span *line)
{
	struct span name;

	skip_blanks(line);
	name = take_word(line, ":");
	if (!equals(name, "hosts"))
		return false;
	do
		skip_blanks(line);
	while (skip_char(line, ':'));
	return true;
}

/* The next line, with its newline. */
static struct span take_line(struct span *text)
{
	struct span line = *text;
	const char *newline = memchr(text->next, '\n', (size_t)(text->end - text->next));

	if (newline != NULL)
		line.end = newline + 1;
	text->next = line.end;
	return line;
}

bool action_text_ends(const char *text, size_t length, enum nss_status status)
{
	struct span rest = { text, text + length }, line;
	bool ends = false;

	if (memchr(text, '\0', length) != NULL)
		return false;
	while (!is_empty(rest)) {
		line = take_line(&rest);
		if (is_hosts(&line))
			/* Without a newline it counts in 2.31, but not since 2.33. */
			ends = rest.next[-1] == '\n' && sources_end(line, status);
	}
	return ends;
}

/* The length of nsswitch.conf; 0 if it cannot be read or has size octets or more. */
static size_t read_text(char *text, size_t size)
{
	int file = open(_PATH_NSSWITCH_CONF, O_RDONLY | O_CLOEXEC);
	size_t length = 0;
	ssize_t count = -1;

	if (file == -1)
		return 0;
	while (length < size && (count = read(file, text + length, size - length)) > 0)
		length += (size_t)count;
	close(file);
	return count == 0 ? length : 0;
}

bool action_ends(enum nss_status status)
{
	char text[TEXT_MAX];
	size_t length;
	int state;

	/* A thread that is cancelled here would leave the file open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	length = read_text(text, sizeof text);
	pthread_setcancelstate(state, &state);
	return action_text_ends(text, length, status);
}
