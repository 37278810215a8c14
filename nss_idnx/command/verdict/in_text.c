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
#include "hosts/hosts.h"
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

/* Reads once; returns the whole lines, at the end the rest; of a longer line whole tokens. */
static struct span read_lines(struct text *text, int end_of_line)
{
	size_t room = sizeof text->octets - text->held, length = 0;
	char *added = text->octets + text->held;
	size_t got = input_read(added, room < BLOCK ? room : BLOCK);
	const char *end = memrchr(added, end_of_line, got);

	text->held += got;
	text->at_end = got == 0;
	if (end)
		length = (size_t)(end + 1 - text->octets);
	else if (text->held == sizeof text->octets)
		for (length = text->held; length > 0; length--)
			if (spelled_is_apart(text->octets[length - 1]))
				break;
	if (text->at_end || (length == 0 && text->held == sizeof text->octets))
		length = text->held;
	return (struct span){ text->octets, text->octets + length };
}

/* --- What is written for a name ------------------------------------------------------ */

struct search {
	const struct rule_set *rule_set;
	const char *(*find)(const struct spelled_name *name, struct search *search);
	bool found; /* a name that is rejected */
	char end_of_line;
	struct span lines;
	unsigned long long number; /* of the first */
};

/* Of these, a vector counts each octet's in an octet: whole vectors, without an overflow. */
#define COUNTED (15 * 16)

static unsigned count_lines(const struct search *search, const char *end)
{
	const char end_of_line = search->end_of_line, *at = search->lines.next;
	unsigned count = 0;

	while (at < end) {
		const char *part = end - at < COUNTED ? end : at + COUNTED;
		uint8_t some = 0;

		for (; at < part; at++)
			some = (uint8_t)(some + (*at == end_of_line));
		count += some;
	}
	return count;
}

/* Returns a name in the other form, or what it was before it was encoded twice; NULL: none. */
static const char *find_form(const struct spelled_name *name, const struct rule_set *rule_set)
{
	unsigned flags = rule_set->flags & ~IDNX_ASCII_AS_IS;
	char form[IDNX_NAME_SIZE];
	const char *once;
	struct idnx_result result = rule_set->convert(name->octets, name->length, form,
	                                              sizeof form, flags);

	if (result.status != IDNX_OK && (once = spelled_once(span_of_text(name->octets))))
		result = rule_set->convert(once, strlen(once), form, sizeof form, flags);
	return result.status == IDNX_OK ? words_copy(form) : NULL;
}

/* Returns whether the text has the Unicode form, in any case. */
static bool is_same(struct span text, const char *form)
{
	int difference;

	return u8_casecmp((const uint8_t *)text.next, span_length(text), (const uint8_t *)form,
	                  strlen(form), NULL, NULL, &difference) == 0 &&
	       difference == 0;
}

/* Adds what a form looks like, or the rule that browsers have against it. */
static const char *with_warning(const char *form)
{
	struct idnx_finding finding = policy_warning(form, strlen(form));
	const char *reading;

	if (finding.status == IDNX_OK)
		return form;
	reading = confusable_reading(span_of_text(form), finding.label);
	return words_format("%s[%s%s]", form,
	                    reading ? "reads as " : idnx_status_code(finding.status),
	                    reading ? reading : "");
}

/* Any xn-- name is shown, and others if they are certainly host names. */
static const char *find_unicode(const struct spelled_name *name, struct search *search)
{
	struct spelled_name whole;
	const char *form = NULL;

	if (policy_is_ace(name->octets) || spelled_is_host(name))
		form = find_form(name, search->rule_set);
	if (form && spelled_is_name(span_of_text(form), &whole) && !is_same(name->text, form))
		return with_warning(form);
	return NULL;
}

/* Text repeats tokens, whose answers are kept, so that each is reported once. */
static void put_rejection(const struct spelled_name *name, struct search *search)
{
	struct input_name input = { { name->octets, name->octets + name->length },
		                    "line",
		                    search->number };
	static struct verdict verdict;

	input.number += count_lines(search, name->text.next);
	verdict_of(&verdict, &input, search->rule_set);
	line_put_reason(&verdict);
	search->found = true;
}

static const char *find_ascii(const struct spelled_name *name, struct search *search)
{
	const char *form;

	if (!spelled_is_host(name))
		return NULL;
	form = find_form(name, search->rule_set);
	if (!form && !ascii_has_only(name->octets, name->length))
		put_rejection(name, search);
	return form && !span_equals(name->text, form) ? form : NULL;
}

/* Anything but a setting may reject a mere word. */
static const char *find_rejected(const struct spelled_name *name, struct search *search)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	if (!strchr(name->octets, '.'))
		return NULL;
	decision = policy_to_ascii_under(search->rule_set->conf, name->octets, ace);
	return policy_line(&decision) != 0 ? "" : NULL;
}

/* --- Tokens ----------------------------------------------------------------------- */

/* Returns whether it is not ASCII, or has an xn-- label. */
static bool is_international(const struct spelled_name *name)
{
	return !name->is_long &&
	       (!ascii_has_only(name->octets, name->length) || policy_is_ace(name->octets));
}

/* Returns what to write for a token; NULL if none of its names is found. */
static const char *answer_to(struct span token, struct search *search)
{
	const struct spelled *rest = spelled_read(token, SPELLED_UNDONE);
	const char *done = token.next, *found;
	struct spelled_name name;
	FILE *out = words_open();

	while (spelled_next(&rest, &name)) {
		found = is_international(&name) ? search->find(&name, search) : NULL;
		if (!found)
			continue;
		fwrite(done, 1, (size_t)(name.text.next - done), out);
		fputs(found, out);
		done = name.text.end;
	}
	fwrite(done, 1, (size_t)(token.end - done), out);
	found = words_close(out);
	return done != token.next ? found : NULL;
}

static const char *find_answer(struct span token, struct search *search)
{
	bool is_new;
	struct seen *seen = seen_find(token, search->rule_set, &is_new);
	const char *answer = is_new ? answer_to(token, search) : NULL;

	if (answer)
		seen->answer = words_lasting(span_of_text(answer));
	words_release();
	return seen->answer;
}

/* --- Lines ------------------------------------------------------------------------ */

static struct span line_around(const struct search *search, struct span token)
{
	struct span before = { search->lines.next, token.next };
	struct span after = { token.end, search->lines.end };
	const char *end = memrchr(before.next, search->end_of_line, span_length(before));

	return (struct span){ end ? end + 1 : before.next,
		              span_before(after, search->end_of_line).end };
}

/* Finds where a comment begins: at a # that begins a word, or a ; that begins the line. */
static const char *find_comment(struct span line)
{
	struct span words = span_trim(line);
	const char *at = line.next;

	if (!span_is_empty(words) && *words.next == ';')
		return words.next;
	while ((at = memchr(at, '#', (size_t)(line.end - at))) && at > line.next &&
	       !ascii_is_space(at[-1]))
		at++;
	return at ? at : line.end;
}

/* Copies the lines, with names in the other form.  Comments and regular expressions stay in ASCII. */
static void put_converted(struct search *search)
{
	bool is_ascii = search->find == find_ascii;
	struct span rest = search->lines, token, line = { rest.next, rest.next };
	const char *done = rest.next, *comment = done, *answer;

	while (spelled_next_token(&rest, &token)) {
		if (is_ascii && token.next >= line.end) {
			line = line_around(search, token);
			comment = find_comment(line);
		}
		if (is_ascii &&
		    (token.next >= comment || *token.next == '~' || *token.next == '^'))
			continue;
		answer = find_answer(token, search);
		if (!answer)
			continue;
		output_put(&standard_output, (struct span){ done, token.next }, LINES);
		output_put(&standard_output, span_of_text(answer),
		           search->rule_set->flags & IDNX_CHECK_JOINERS ? VALID_NAME
		                                                        : AS_IT_IS);
		done = token.end;
	}
	output_put(&standard_output, (struct span){ done, rest.end }, LINES);
}

static void put_rejected(struct search *search)
{
	struct span rest = search->lines, token, line;

	while (spelled_next_token(&rest, &token)) {
		if (!find_answer(token, search))
			continue;
		line = line_around(search, token);
		output_put(&standard_output, line, LINES);
		output_end(&standard_output, search->end_of_line == '\0');
		rest.next = line.end;
		search->found = true;
	}
}

enum exit_code verdict_in_text(const struct options *options, const struct rule_set *rule_set)
{
	static struct text text;
	bool is_check = !rule_set->convert;
	struct search search = { .rule_set = rule_set,
		                 .find = is_check                             ? find_rejected
		                         : rule_set->convert == idnx_to_ascii ? find_ascii
		                                                              : find_unicode,
		                 .end_of_line = options->null ? '\0' : '\n',
		                 .number = 1 };

	if (options->names[0] || options->json)
		die_usage("--in-text reads standard input, and writes text", options->names[0]);
	rule_set_require(rule_set);
	words_keep();
	for (text.at_end = false; !text.at_end && !(search.found && options->quiet);) {
		search.lines = read_lines(&text, search.end_of_line);
		if (is_check)
			put_rejected(&search);
		else
			put_converted(&search);
		if (search.find == find_ascii)
			search.number += count_lines(&search, search.lines.end);
		text.held -= span_length(search.lines);
		memmove(text.octets, search.lines.end, text.held);
	}
	if (is_check && search.found && rule_set->is_live &&
	    force_of(&sysroot_live)->bypass.text)
		output_format(&standard_error, "idnx: not in force: %s\n",
		              force_of(&sysroot_live)->bypass.text);
	return search.found == is_check ? EXIT_OK : EXIT_REJECTED;
}
