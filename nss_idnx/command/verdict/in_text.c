/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds names in any text on standard input: logs, mails, configurations.  Text is read in blocks,
 * of which whole lines are used:
 *
 *     octets  | line\n line\n | beginning of a li|  free  |
 *
 * Of these, only tokens that may have a name get a closer look.  What is no name is copied octet by
 * octet.
 */
#include <unicase.h>

#include "ascii_text.h"
#include "hosts/force.h"
#include "verdict.h"

/* A longer line is used in parts, each up to the end of a token. */
#define LONGEST ((size_t)1024 * 1024)

/* As much as stays in a processor's cache. */
#define BLOCK ((size_t)128 * 1024)

struct text {
	char octets[LONGEST];
	size_t held;
	bool at_end;
};

/* Returns the length of the tokens that have ended; of all that is held, if none has. */
static size_t length_of_tokens(const struct text *text)
{
	size_t length = text->held;

	while (length > 0 && !spelled_is_apart(text->octets[length - 1]))
		length--;
	return length > 0 ? length : text->held;
}

/* Reads once; returns the whole lines, at the end the rest. */
static struct span read_lines(struct text *text, int end_of_line)
{
	size_t room = sizeof text->octets - text->held, length = 0;
	char *added = text->octets + text->held;
	size_t got = input_read(added, room < BLOCK ? room : BLOCK);
	const char *end = memrchr(added, end_of_line, got);

	text->held += got;
	text->at_end = got == 0;
	if (text->at_end)
		length = text->held;
	else if (end)
		length = (size_t)(end + 1 - text->octets);
	else if (text->held == sizeof text->octets)
		length = length_of_tokens(text);
	return (struct span){ text->octets, text->octets + length };
}

/* --- Lines ------------------------------------------------------------------------ */

/* Returns the line around a token. */
static struct span line_around(struct span lines, struct span token, char end_of_line)
{
	const char *before = memrchr(lines.next, end_of_line,
	                             (size_t)(token.next - lines.next));
	struct span rest = { token.end, lines.end };

	return (struct span){ before ? before + 1 : lines.next,
		              span_before(rest, end_of_line).end };
}

/* A word begins with #, or the line with ;. */
static const char *find_comment(struct span line)
{
	struct span rest = span_trim(line), word;

	if (!span_is_empty(rest) && *rest.next == ';')
		return rest.next;
	while (span_next_word(&rest, &word))
		if (*word.next == '#')
			return word.next;
	return line.end;
}

struct conversion {
	const struct rule_set *rule_set;
	bool has_rejected;
	char end_of_line;
	struct span lines;
	const char *comment, *end; /* of the last line with a token */
	const char *counted;       /* the lines up to there are */
	unsigned long long number;
};

static bool is_in_comment(struct conversion *conversion, struct span token)
{
	struct span line;

	if (token.next >= conversion->end) {
		line = line_around(conversion->lines, token, conversion->end_of_line);
		conversion->end = line.end;
		conversion->comment = find_comment(line);
	}
	return token.next >= conversion->comment;
}

static void count_lines(struct conversion *conversion, const char *end)
{
	const char end_of_line = conversion->end_of_line;
	unsigned ends = 0;

	for (const char *at = conversion->counted; at < end; at++)
		ends += *at == end_of_line;
	conversion->counted = end;
	conversion->number += ends;
}

/* --- Both forms --------------------------------------------------------------------- */

/* Returns a name in the other form, or what it was before it was encoded twice; NULL: none. */
static char *find_form(const struct spelled_name *name, const struct rule_set *rule_set)
{
	unsigned flags = rule_set->flags & ~IDNX_ASCII_AS_IS;
	char form[IDNX_NAME_SIZE], *once = NULL;
	struct idnx_result result = rule_set->convert(name->octets, name->length, form,
	                                              sizeof form, flags);

	if (result.status != IDNX_OK)
		once = spelled_once(span_of_text(name->octets));
	if (once)
		result = rule_set->convert(once, strlen(once), form, sizeof form, flags);
	free(once);
	return result.status == IDNX_OK ? words_copy_of(form, result.length) : NULL;
}

/* Returns whether the text has the Unicode form, in any case. */
static bool is_same(struct span text, const char *form)
{
	int difference;

	return u8_casecmp((const uint8_t *)text.next, span_length(text), (const uint8_t *)form,
	                  strlen(form), NULL, NULL, &difference) == 0 &&
	       difference == 0;
}

/* Adds what a form, which it frees, looks like, or the rule that browsers have against it. */
static char *with_warning(char *form)
{
	struct idnx_finding finding = policy_warning(form, strlen(form));
	char *reading, *shown;

	if (finding.status == IDNX_OK)
		return form;
	reading = confusable_reading(confusable_label(span_of_text(form), finding.label));
	shown = words_format("%s[%s%s]", form,
	                     reading ? "reads as " : idnx_status_code(finding.status),
	                     reading ? reading : "");
	free(reading);
	free(form);
	return shown;
}

/* Any xn-- name is shown, and others if they are certainly host names. */
static char *unicode_form(const struct spelled_name *name, const struct rule_set *rule_set)
{
	char *form = NULL;

	if (policy_is_ace(name->octets) || spelled_is_host(name))
		form = find_form(name, rule_set);
	if (form && spelled_is_name(form) && !is_same(name->text, form))
		return with_warning(form);
	free(form);
	return NULL;
}

/* Text repeats tokens, whose answers are kept, so that each is reported once. */
static void put_rejection(const struct spelled_name *name, struct conversion *conversion)
{
	struct span octets = span_of_text(name->octets);
	struct input_name input = { name->octets, name->length, "line", 0 };
	unsigned flags = conversion->rule_set->flags;
	char ace[IDNX_NAME_SIZE];
	struct reason reason = reason_find(
		octets, flags,
		idnx_to_ascii(name->octets, name->length, ace, sizeof ace, flags));

	count_lines(conversion, name->text.next);
	input.number = conversion->number;
	line_put_error(&input, "", line_of_fault(&reason));
	reason_free(&reason);
	conversion->has_rejected = true;
}

static char *ascii_form(const struct spelled_name *name, struct conversion *conversion)
{
	char *form;

	if (!spelled_is_host(name))
		return NULL;
	form = find_form(name, conversion->rule_set);
	if (!form && !ascii_has_only(name->octets, name->length))
		put_rejection(name, conversion);
	if (!form || !span_equals(name->text, form))
		return form;
	free(form);
	return NULL;
}

/* Returns a token with its names in the other form; NULL: it stays, as a regular expression does. */
static char *convert_token(struct span token, struct conversion *conversion)
{
	const struct rule_set *rule_set = conversion->rule_set;
	bool is_ascii = rule_set->convert == idnx_to_ascii;
	struct spelled *all = spelled_read(token, true);
	const struct spelled *rest = all + SPELLED_BEFORE;
	const char *done = token.next;
	struct spelled_name name;
	char *words, *form;
	FILE *out = words_open(&words);

	while (!(is_ascii && strchr("~^", *token.next)) && spelled_next(&rest, &name)) {
		form = NULL;
		if (spelled_is_international(&name))
			form = is_ascii ? ascii_form(&name, conversion)
			                : unicode_form(&name, rule_set);
		if (!form)
			continue;
		fwrite(done, 1, (size_t)(name.text.next - done), out);
		fputs(form, out);
		free(form);
		done = name.text.end;
	}
	fwrite(done, 1, (size_t)(token.end - done), out);
	words_close(out);
	free(all);
	if (done != token.next)
		return words;
	free(words);
	return NULL;
}

static const char *find_converted(struct span token, struct conversion *conversion)
{
	bool is_new;
	struct seen *seen = seen_find(token, conversion->rule_set, &is_new);

	if (is_new)
		seen->answer = convert_token(token, conversion);
	return seen->answer;
}

/* Copies the lines, with the names in them in the other form. */
static void put_converted(struct conversion *conversion)
{
	bool is_valid = conversion->rule_set->flags & IDNX_CHECK_JOINERS;
	bool is_ascii = conversion->rule_set->convert == idnx_to_ascii;
	struct span rest = conversion->lines, token;
	const char *done = rest.next, *end = rest.end, *form;

	conversion->counted = conversion->end = done;
	while (spelled_next_token(&rest, &token)) {
		if (is_ascii && is_in_comment(conversion, token))
			continue;
		form = find_converted(token, conversion);
		if (!form)
			continue;
		output_lines(&standard_output, done, (size_t)(token.next - done));
		if (is_valid)
			output_valid_name(&standard_output, form, strlen(form));
		else
			output_put(&standard_output, form, strlen(form));
		done = token.end;
	}
	output_lines(&standard_output, done, (size_t)(end - done));
	if (is_ascii)
		count_lines(conversion, end);
}

/* --- Names that are rejected ---------------------------------------------------------- */

/* Anything but a setting may reject a mere word. */
static bool has_rejected(struct span token, const char *rules)
{
	struct spelled *all = spelled_read(token, true);
	const struct spelled *rest = all + SPELLED_BEFORE;
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;
	struct spelled_name name;
	bool found = false;

	while (!found && spelled_next(&rest, &name)) {
		if (!strchr(name.octets, '.') || !spelled_is_international(&name))
			continue;
		decision = policy_to_ascii_under(rules, name.octets, ace);
		found = policy_line(&decision) != 0;
	}
	free(all);
	return found;
}

/* An answer says that it is rejected. */
static bool is_rejected(struct span token, const struct rule_set *rule_set)
{
	bool is_new;
	struct seen *seen = seen_find(token, rule_set, &is_new);

	if (is_new && has_rejected(token, rule_set->rules))
		seen->answer = words_copy("");
	return seen->answer != NULL;
}

/* Writes the lines with such a name. */
static bool put_rejected(struct span lines, char end_of_line, const struct rule_set *rule_set)
{
	struct span rest = lines, token, line;
	bool found = false;

	while (spelled_next_token(&rest, &token)) {
		if (!is_rejected(token, rule_set))
			continue;
		line = line_around(lines, token, end_of_line);
		output_lines(&standard_output, line.next, span_length(line));
		output_end(&standard_output, end_of_line == '\0');
		rest.next = line.end;
		found = true;
	}
	return found;
}

/* --- All -------------------------------------------------------------------------- */

enum exit_code verdict_in_text(const struct options *options, const struct rule_set *rule_set)
{
	const char end_of_line = options->null ? '\0' : '\n';
	static struct text text;
	struct conversion conversion = { .rule_set = rule_set,
		                         .end_of_line = end_of_line,
		                         .number = 1 };
	bool found = false;

	if (options->names[0] || options->json)
		die_usage("--in-text reads standard input, and writes text", options->names[0]);
	rule_set_require(rule_set);
	for (text.at_end = false; !text.at_end && !(found && options->quiet);) {
		struct span lines = read_lines(&text, end_of_line);

		conversion.lines = lines;
		if (rule_set->convert)
			put_converted(&conversion);
		else if (put_rejected(lines, end_of_line, rule_set))
			found = true;
		text.held -= span_length(lines);
		memmove(text.octets, lines.end, text.held);
	}
	if (found && rule_set->is_live && force_of(&sysroot_live)->reason)
		output_format(&standard_error, "idnx: not in force: %s\n",
		              force_of(&sysroot_live)->reason);
	return (rule_set->convert ? !conversion.has_rejected : found) ? EXIT_OK : EXIT_REJECTED;
}
