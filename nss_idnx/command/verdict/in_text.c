/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Finds names in any text on standard input: logs, mail headers, block lists.  Text is read in
 * large blocks, of which whole lines are used:
 *
 *     octets  | line\n line\n | beginning of a li|  free  |      twice as large if no line ends
 *
 * Only a word near the octets "n--" gets a closer look and, if asked for, one that is not ASCII.
 */
#include "hosts/force.h"
#include "verdict.h"

#include <unictype.h>

#include "ascii_text.h"

struct text {
	char *octets; /* a NUL follows what is held */
	size_t held, room;
	bool at_end;
};

static void make_room(struct text *text)
{
	text->room = text->room > 0 ? 2 * text->room : 64 * 1024;
	text->octets = realloc(text->octets, text->room + 1);
	if (!text->octets)
		die_io("standard input");
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
	return end ? (size_t)(end + 1 - text->octets) : 0;
}

/* --- Words that may be names ------------------------------------------------------ */

/* Octets of which one in the eighth bit means a character that is not ASCII. */
enum { ASCII_NAMES = 0, ALL_NAMES = 0x80 };

#define BLOCK 64

/* Compilers make a few vector instructions of this. */
static bool has_hint(const char *block, unsigned char mask)
{
	unsigned char found = 0;

	for (int i = 0; i < BLOCK; i++)
		found |= (unsigned char)(((block[i] | 0x20) == 'n') & (block[i + 1] == '-') &
		                         (block[i + 2] == '-')) |
		         ((unsigned char)block[i] & mask);
	return found != 0;
}

/* Finds the first place for a closer look; an octet, at the end of the text a NUL, follows. */
static const char *find_hint(const char *at, const char *end, unsigned char mask)
{
	while (end - at > BLOCK && !has_hint(at, mask))
		at += BLOCK;
	while (at < end && !((unsigned char)*at & mask) &&
	       !(ascii_fold(*at) == 'n' && at[1] == '-' && at[2] == '-'))
		at++;
	return at;
}

static bool is_in_word(char octet, unsigned char mask)
{
	return ascii_is_ldh(octet) || octet == '.' || octet == '_' ||
	       ((unsigned char)octet & mask) != 0;
}

/* Takes the next word with a hint out of the rest; returns false if there is none. */
static bool next_word(struct span *rest, unsigned char mask, struct span *word)
{
	const char *hint = find_hint(rest->next, rest->end, mask);

	*word = (struct span){ hint, hint };
	while (word->next > rest->next && is_in_word(word->next[-1], mask))
		word->next--;
	while (word->end < rest->end && is_in_word(*word->end, mask))
		word->end++;
	rest->next = word->end;
	return hint < rest->end;
}

/* --- In Unicode ------------------------------------------------------------------- */

/* Writes the name, each label in Unicode that is valid; returns its length. */
static size_t decode(struct span name, unsigned flags, char unicode[static POLICY_UNICODE_SIZE])
{
	size_t length = 0;

	for (;;) {
		struct span label = span_before(name, '.');
		size_t octets = span_length(label);
		struct idnx_result result = { .status = IDNX_P4 };

		if (octets > 4 && ascii_same(label.next, "xn--", 4))
			result = idnx_to_unicode(label.next, octets, unicode + length,
			                         POLICY_UNICODE_SIZE - length, flags);
		if (result.status != IDNX_OK) {
			memcpy(unicode + length, label.next, octets);
			result.length = octets;
		}
		length += result.length;
		if (label.end == name.end)
			return length;
		unicode[length++] = '.';
		name.next = label.end + 1;
	}
}

/*
 * Returns what to show for a word, with what it looks like, or the rule that browsers have
 * against it; NULL: the word.
 */
static char *find_shown(struct span word, unsigned flags)
{
	char unicode[POLICY_UNICODE_SIZE], *reading, *shown;
	struct span name = { unicode, unicode + decode(word, flags, unicode) };
	size_t length = span_length(name);
	struct idnx_finding finding;

	if (length == span_length(word) && memcmp(unicode, word.next, length) == 0)
		return NULL;
	finding = policy_warning(unicode, length);
	if (finding.status == IDNX_OK)
		return words_copy_of(unicode, length);
	reading = confusable_reading(confusable_label(name, finding.label));
	shown = words_format("%.*s[%s%s]", (int)length, unicode,
	                     reading ? "reads as " : idnx_status_code(finding.status),
	                     reading ? reading : "");
	free(reading);
	return shown;
}

/* --- Rejected --------------------------------------------------------------------- */

/* Anything but a setting may reject a mere word. */
static bool is_rejected(const char *name, const char *rules)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(rules, name, ace);

	return policy_line(&decision) != 0;
}

/* --- Both ------------------------------------------------------------------------- */

/* Returns what to show for a name, or "" for one that is rejected; otherwise NULL. */
static const char *find_answer(struct span name, const struct rule_set *rule_set)
{
	struct seen *seen;
	bool is_new;

	if (span_length(name) >= IDNX_HOST_NAME_SIZE)
		return NULL;
	seen = seen_find(name, rule_set, &is_new);
	if (is_new && rule_set->convert)
		seen->answer = find_shown(name, rule_set->flags);
	else if (is_new && is_rejected(seen->name, rule_set->rules))
		seen->answer = words_copy("");
	return seen->answer;
}

/* Copies the text, with the names in it as they are to be shown. */
static void put_unicode(struct span rest, const struct rule_set *rule_set)
{
	const char *done = rest.next;
	const char *shown;
	struct span word;

	while (next_word(&rest, ASCII_NAMES, &word)) {
		shown = find_answer(word, rule_set);
		if (!shown)
			continue;
		output_lines(&standard_output, done, (size_t)(word.next - done));
		if (rule_set->flags & IDNX_CHECK_JOINERS)
			output_valid_name(&standard_output, shown, strlen(shown));
		else
			output_put(&standard_output, shown, strlen(shown));
		done = word.end;
	}
	output_lines(&standard_output, done, (size_t)(rest.end - done));
}

/* Takes a name, of letters, marks, numbers and joiners, out of a word. */
static bool next_name(struct span *word, struct span *name)
{
	static const uint32_t kinds = UC_CATEGORY_MASK_L | UC_CATEGORY_MASK_M |
	                              UC_CATEGORY_MASK_N;
	uint32_t character;

	while (!span_is_empty(*word) && (*word->next == '.' || *word->next == '-'))
		word->next++;
	*name = (struct span){ word->next, word->next };
	while (span_next_character(word, &character) &&
	       (character < 0x80 || character == 0x200C || character == 0x200D ||
	        uc_is_general_category_withtable(character, kinds)))
		name->end = word->next;
	return name->next < word->end;
}

/* Finds a name that is rejected, and leaves what follows its word in the rest. */
static bool find_rejected(struct span *rest, const struct rule_set *rule_set)
{
	struct span word, name;

	while (next_word(rest, ALL_NAMES, &word))
		while (next_name(&word, &name))
			if (memchr(name.next, '.', span_length(name)) &&
			    find_answer(name, rule_set))
				return true;
	return false;
}

/* Writes the lines with such a name. */
static bool put_rejected(struct span rest, char end_of_line, const struct rule_set *rule_set)
{
	bool found = false;

	for (const char *begin = rest.next; find_rejected(&rest, rule_set); begin = rest.next) {
		const char *last = memrchr(begin, end_of_line, (size_t)(rest.next - begin));
		struct span line = { last ? last + 1 : begin,
			             span_before(rest, end_of_line).end };

		output_lines(&standard_output, line.next, span_length(line));
		output_end(&standard_output, end_of_line == '\0');
		rest.next = line.end < rest.end ? line.end + 1 : rest.end;
		found = true;
	}
	return found;
}

/* --- All -------------------------------------------------------------------------- */

/* What concerns no line is the only fault. */
_Noreturn static void die_configuration(const struct rule_set *rule_set)
{
	size_t length = rule_set->file.line > 0 ? strlen(rule_set->conf) : 0;
	struct config_faults faults = config_faults(rule_set->conf, length);

	config_faults_die(rule_set->origin, &faults, rule_set->fault);
}

enum exit_code verdict_in_text(const struct options *options, const struct rule_set *rule_set)
{
	const char end_of_line = options->null ? '\0' : '\n';
	struct text text = { .octets = NULL };
	bool found = false;

	if (options->names[0] || options->json)
		die_usage("--in-text reads standard input, and writes text", options->names[0]);
	if (rule_set->fault)
		die_configuration(rule_set);
	while (!text.at_end && !(found && options->quiet)) {
		size_t length = read_lines(&text, end_of_line);
		struct span lines = { text.octets, text.octets + length };

		if (rule_set->convert)
			put_unicode(lines, rule_set);
		else if (put_rejected(lines, end_of_line, rule_set))
			found = true;
		text.held -= length;
		memmove(text.octets, lines.end, text.held);
	}
	free(text.octets);
	if (found && rule_set->is_live && force_of(&sysroot_live)->reason)
		output_format(&standard_error, "idnx: not in force: %s\n",
		              force_of(&sysroot_live)->reason);
	return found || rule_set->convert ? EXIT_OK : EXIT_REJECTED;
}
