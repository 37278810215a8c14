/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds names in any text on standard input: logs, mails, configurations.  Text is read in large
 * blocks, of which whole lines are used:
 *
 *     octets  | line\n line\n | beginning of a li|  free  |      twice as large if no line ends
 *
 * What is no name is copied octet by octet.
 */
#include <unicase.h>

#include "ascii_text.h"
#include "hosts/force.h"
#include "verdict.h"

/* A longer line is used in parts, each up to the end of a word. */
#define LONGEST ((size_t)1024 * 1024)

struct text {
	char *octets; /* a NUL follows what is held */
	size_t held, room;
	bool at_end;
};

static void make_room(struct text *text)
{
	text->room = text->room > 0 ? 2 * text->room : LONGEST / 16;
	text->octets = realloc(text->octets, text->room + 1);
	if (!text->octets)
		die_io("standard input");
}

/* Returns the length of the words that have ended; of all that is held, if none has. */
static size_t length_of_words(const struct text *text)
{
	size_t length = text->held;

	while (length > 0 && !spelled_is_apart(text->octets[length - 1]))
		length--;
	return length > 0 ? length : text->held;
}

/* Reads once; returns the length of the whole lines, at the end that of the rest. */
static size_t read_lines(struct text *text, int end_of_line)
{
	const char *end;
	size_t got;

	if (text->held == text->room)
		make_room(text);
	got = input_read(text->octets + text->held, text->room - text->held);
	end = memrchr(text->octets + text->held, end_of_line, got);
	text->held += got;
	text->octets[text->held] = '\0';
	text->at_end = got == 0;
	if (text->at_end)
		return text->held;
	if (end)
		return (size_t)(end + 1 - text->octets);
	return text->held == LONGEST ? length_of_words(text) : 0;
}

/* --- Lines ------------------------------------------------------------------------ */

/* The line of a name, as far as it precedes the name. */
struct line {
	const char *at;
	unsigned long long number;
	char end_of_line;
	char word;       /* the first octet of its last word; 0: it has none */
	bool is_in_word; /* that has not ended */
	bool is_comment; /* a word begins with #, or the line with ; */
};

static void add_octet(struct line *line, char octet)
{
	bool is_blank = ascii_is_space(octet);

	if (!is_blank && !line->is_in_word) {
		line->is_comment |= octet == '#' || (octet == ';' && line->word == '\0');
		line->word = octet;
	}
	line->is_in_word = !is_blank;
}

/* Compilers make vectors of each of these blocks, whose octets an octet can count. */
static size_t count_ends(struct span text, char end_of_line)
{
	size_t count = 0;

	while (!span_is_empty(text)) {
		size_t length = span_length(text) < UINT8_MAX ? span_length(text) : UINT8_MAX;
		uint8_t ends = 0;

		for (size_t i = 0; i < length; i++)
			ends = (uint8_t)(ends + (text.next[i] == end_of_line));
		count += ends;
		text.next += length;
	}
	return count;
}

/* Goes on to a place in the text. */
static void read_line(struct line *line, const char *place)
{
	const char *end = memrchr(line->at, line->end_of_line, (size_t)(place - line->at));

	if (end) {
		line->number += count_ends((struct span){ line->at, ++end }, line->end_of_line);
		line->at = end;
		line->is_in_word = line->is_comment = false;
		line->word = '\0';
	}
	for (; line->at < place; line->at++)
		add_octet(line, *line->at);
}

/* --- Both forms --------------------------------------------------------------------- */

/* Returns the ASCII form of a name, or of what it was before it was encoded twice; or NULL. */
static char *find_ascii(struct span name, unsigned flags)
{
	char ace[IDNX_NAME_SIZE], *once = NULL;
	struct idnx_result result = idnx_to_ascii(name.next, span_length(name), ace, sizeof ace,
	                                          flags);

	if (result.status != IDNX_OK)
		once = spelled_once(name);
	if (once)
		result = idnx_to_ascii(once, strlen(once), ace, sizeof ace, flags);
	free(once);
	return result.status == IDNX_OK ? words_copy(ace) : NULL;
}

/* Writes a label in Unicode, or one of ASCII in lower case; returns its length, or 0. */
static size_t decode_label(struct span label, unsigned flags, char *unicode, size_t size)
{
	size_t length = span_length(label);
	bool is_ascii = ascii_has_only(label.next, length);
	struct idnx_result result = { .status = IDNX_P4 };
	char *once = NULL;

	if (!is_ascii || (length > 4 && ascii_same(label.next, "xn--", 4))) {
		result = idnx_to_unicode(label.next, length, unicode, size, flags);
		if (result.status != IDNX_OK)
			once = spelled_once(label);
	}
	if (once)
		result = idnx_to_unicode(once, strlen(once), unicode, size, flags);
	free(once);
	if (result.status == IDNX_OK)
		return result.length;
	if (!is_ascii || length >= size)
		return 0;
	for (size_t i = 0; i < length; i++)
		unicode[i] = ascii_fold(label.next[i]);
	return length;
}

/* Writes the name in Unicode; returns its length, or 0 if it has no such form. */
static size_t decode(struct span name, unsigned flags, char unicode[static IDNX_NAME_SIZE])
{
	size_t length = 0, added;

	for (;;) {
		struct span label = span_before(name, '.');

		added = decode_label(label, flags, unicode + length,
		                     IDNX_NAME_SIZE - 1 - length);
		length += added;
		if (added == 0)
			return 0;
		if (label.end == name.end)
			return length;
		unicode[length++] = '.';
		name.next = label.end + 1;
	}
}

/*
 * Returns what to show for a name, or NULL: its Unicode form, with what it looks like, or the rule
 * that browsers have against it.  A form with symbols, which would not be read as one name again,
 * stays in ASCII.
 */
static char *find_shown(struct span name, unsigned flags)
{
	char unicode[IDNX_NAME_SIZE], *reading, *shown;
	size_t length = decode(name, flags, unicode);
	struct idnx_finding finding = policy_warning(unicode, length);

	name = (struct span){ unicode, unicode + length };
	if (length == 0 || !spelled_is_word(name))
		return NULL;
	if (finding.status == IDNX_OK)
		return words_copy_of(unicode, length);
	reading = confusable_reading(confusable_label(name, finding.label));
	shown = words_format("%.*s[%s%s]", (int)length, unicode,
	                     reading ? "reads as " : idnx_status_code(finding.status),
	                     reading ? reading : "");
	free(reading);
	return shown;
}

/* Anything but a setting may reject a mere word. */
static char *find_rejected(const char *name, const char *rules)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(rules, name, ace);

	return policy_line(&decision) != 0 ? words_copy("") : NULL;
}

/* Returns the form to write, or "" for a name that a setting rejects; otherwise NULL. */
static const char *find_answer(const struct spelled *name, const struct rule_set *rule_set)
{
	struct span octets = { name->octets, name->octets + name->length };
	unsigned flags = rule_set->flags & ~IDNX_ASCII_AS_IS;
	struct seen *seen;
	bool is_new;

	seen = seen_find(octets, rule_set, &is_new);
	if (!is_new)
		return seen->answer;
	if (rule_set->convert == idnx_to_ascii)
		seen->answer = find_ascii(octets, flags);
	else if (rule_set->convert)
		seen->answer = find_shown(octets, flags);
	else
		seen->answer = find_rejected(seen->name, rule_set->rules);
	return seen->answer;
}

/* --- Names in another form ---------------------------------------------------------- */

static void put_rejection(const struct spelled *name, const struct line *line, unsigned flags)
{
	struct input_name input = { name->octets, name->length, "line", line->number };
	struct span octets = { name->octets, name->octets + name->length };
	char ace[IDNX_NAME_SIZE];
	struct reason reason = reason_find(
		octets, flags,
		idnx_to_ascii(name->octets, name->length, ace, sizeof ace, flags));

	line_put_error(&input, "", line_of_fault(&reason));
	reason_free(&reason);
}

/* Return the form of a name, or NULL: comments and regular expressions stay as they are. */
static const char *ascii_form(const struct spelled *name, const struct rule_set *rule_set,
                              struct line *line, bool *is_rejected)
{
	const char *form;

	read_line(line, name->text.next);
	if (line->is_comment ||
	    (line->is_in_word && (line->word == '~' || line->word == '^')) ||
	    !spelled_is_host(name))
		return NULL;
	form = find_answer(name, rule_set);
	if (!form && !ascii_has_only(name->octets, name->length)) {
		put_rejection(name, line, rule_set->flags);
		*is_rejected = true;
	}
	return form && span_equals(name->text, form) ? NULL : form;
}

/* Returns whether the text has the Unicode form, in any case; what it looks like may follow that. */
static bool is_same(struct span text, const char *form)
{
	size_t length = strcspn(form, "[");
	int difference;

	if (length == span_length(text) && memcmp(text.next, form, length) == 0)
		return true;
	return u8_casecmp((const uint8_t *)text.next, span_length(text), (const uint8_t *)form,
	                  length, NULL, NULL, &difference) == 0 &&
	       difference == 0;
}

/* Any xn-- name is shown, and others if they certainly are host names. */
static const char *unicode_form(const struct spelled *name, const struct rule_set *rule_set)
{
	const char *form = find_answer(name, rule_set);

	if (!form || is_same(name->text, form) ||
	    !(policy_is_ace(name->octets) || spelled_is_host(name)))
		return NULL;
	return form;
}

static void put_form(const char *form, const struct rule_set *rule_set)
{
	if (rule_set->flags & IDNX_CHECK_JOINERS)
		output_valid_name(&standard_output, form, strlen(form));
	else
		output_put(&standard_output, form, strlen(form));
}

/* Copies the text, with the names in it as they are to be written; tells whether one has no form. */
static bool put_forms(struct span lines, struct line *line, const struct rule_set *rule_set)
{
	struct spelled_text text = { .rest = lines };
	const char *done = lines.next, *form;
	bool is_rejected = false;
	struct spelled name;

	line->at = lines.next;
	while (spelled_next(&text, &name)) {
		form = rule_set->convert == idnx_to_ascii
		               ? ascii_form(&name, rule_set, line, &is_rejected)
		               : unicode_form(&name, rule_set);
		if (!form)
			continue;
		output_lines(&standard_output, done, (size_t)(name.text.next - done));
		put_form(form, rule_set);
		done = name.text.end;
	}
	output_lines(&standard_output, done, (size_t)(lines.end - done));
	if (rule_set->convert == idnx_to_ascii)
		read_line(line, lines.end);
	return is_rejected;
}

/* --- Names that are rejected ---------------------------------------------------------- */

/* Finds a name that is rejected, and leaves what follows it in the text. */
static bool next_rejected(struct spelled_text *text, const struct rule_set *rule_set)
{
	struct spelled name;

	while (spelled_next(text, &name))
		if (memchr(name.octets, '.', name.length) && find_answer(&name, rule_set))
			return true;
	return false;
}

/* Writes the lines with such a name. */
static bool put_rejected(struct span lines, char end_of_line, const struct rule_set *rule_set)
{
	struct spelled_text text = { .rest = lines };
	struct span *rest = &text.rest;
	bool found = false;

	for (const char *begin = lines.next; next_rejected(&text, rule_set);
	     begin = rest->next) {
		const char *last = memrchr(begin, end_of_line, (size_t)(rest->next - begin));
		struct span line = { last ? last + 1 : begin,
			             span_before(*rest, end_of_line).end };

		output_lines(&standard_output, line.next, span_length(line));
		output_end(&standard_output, end_of_line == '\0');
		rest->next = line.end < rest->end ? line.end + 1 : rest->end;
		memset(text.before, 0, sizeof text.before);
		found = true;
	}
	return found;
}

/* --- All -------------------------------------------------------------------------- */

enum exit_code verdict_in_text(const struct options *options, const struct rule_set *rule_set)
{
	const char end_of_line = options->null ? '\0' : '\n';
	struct line line = { .number = 1, .end_of_line = end_of_line };
	struct text text = { .octets = NULL };
	bool found = false;

	if (options->names[0] || options->json)
		die_usage("--in-text reads standard input, and writes text", options->names[0]);
	rule_set_require(rule_set);
	while (!text.at_end && !(found && options->quiet)) {
		size_t length = read_lines(&text, end_of_line);
		struct span lines = { text.octets, text.octets + length };

		if (rule_set->convert ? put_forms(lines, &line, rule_set)
		                      : put_rejected(lines, end_of_line, rule_set))
			found = true;
		text.held -= length;
		memmove(text.octets, lines.end, text.held);
	}
	free(text.octets);
	if (found && rule_set->is_live && force_of(&sysroot_live)->reason)
		output_format(&standard_error, "idnx: not in force: %s\n",
		              force_of(&sysroot_live)->reason);
	return found == !rule_set->convert ? EXIT_OK : EXIT_REJECTED;
}
