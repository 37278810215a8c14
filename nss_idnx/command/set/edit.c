/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Edits the text of an idnx.conf, which has no error. */
#include "set.h"

#include "config_parser.h"

/* Where a key of a section is, and where a new line would go: after its last setting. */
struct place {
	struct span text; /* of the key's line, without its comment; next NULL: none */
	struct span line; /* all of it, with its newline */
	const char *end;  /* where a new line goes; NULL: there is no such section */
	bool is_before_section;
};

static bool is_section_of(const struct conf_line *line, const char *suffix)
{
	char form[MATCH_SUFFIX_SIZE], other[MATCH_SUFFIX_SIZE];
	struct span name = { line->text.next + strlen("[."), line->text.end - strlen("]") };
	size_t length = 0, other_length = 0;

	match_suffix(name, form, &length);
	match_suffix(span_of_text(suffix), other, &other_length);
	return length == other_length && memcmp(form, other, length) == 0;
}

/* Finds the first line that sets the key, for "protect" with a value the one that sets that. */
static struct place find_place(const char *conf, const char *suffix, enum config_key key,
                               const char *value)
{
	bool is_global = *suffix == '\0', is_inside = is_global;
	struct place place = { .end = NULL };
	struct span rest = span_of_text(conf), name, words;
	struct conf_line line = { .number = 0 };

	while (conf_line_next(&rest, &line)) {
		if (conf_line_is_section(&line)) {
			if (is_global && !place.end) {
				place.end = line.raw.next;
				place.is_before_section = true;
			}
			is_inside = !is_global && is_section_of(&line, suffix);
		}
		if (!is_inside || span_is_empty(line.text))
			continue;
		place.end = rest.next;
		if (!place.text.next && conf_line_split(&line, &name, &words) &&
		    config_key_named(name) == key &&
		    (key != CONFIG_PROTECT || !value || span_equals(words, value))) {
			place.text = line.text;
			place.line = (struct span){ line.raw.next, rest.next };
		}
	}
	if (is_global && !place.end)
		place.end = rest.end;
	return place;
}

static char *replaced(const char *conf, struct span old, const char *new)
{
	return words_format("%.*s%s%s", (int)(old.next - conf), conf, new, old.end);
}

/* The last line of a text may have no newline. */
static char *inserted(const char *conf, const struct place *place, const char *line)
{
	bool is_open = place->end > conf && place->end[-1] != '\n';
	char *lines = words_format("%s%s\n%s", is_open ? "\n" : "", line,
	                           place->is_before_section ? "\n" : "");

	return replaced(conf, (struct span){ place->end, place->end }, lines);
}

char *conf_with_section(const char *conf, const char *suffix, const char *lines)
{
	struct place place = find_place(conf, suffix, CONFIG_KEYS, NULL);
	char *section;

	if (*suffix == '\0' || place.end)
		return words_copy(conf);
	section = words_format("%s[.%s]%s%s", *conf != '\0' ? "\n" : "", suffix,
	                       *lines != '\0' ? "\n" : "", lines);
	place.end = conf + strlen(conf);
	return inserted(conf, &place, section);
}

static char *without(const char *conf, const char *suffix, enum config_key key)
{
	char *text = words_copy(conf);
	struct place place = find_place(text, suffix, key, NULL);

	for (; place.text.next; place = find_place(text, suffix, key, NULL))
		text = replaced(text, place.line, "");
	return text;
}

char *conf_with(const char *conf, const char *suffix, enum config_key key, const char *value)
{
	struct place place;
	char *text, *setting;

	if (!value)
		return without(conf, suffix, key);
	text = conf_with_section(conf, suffix, "");
	setting = words_format("%s = %s", config_keys[key].name, value);
	place = find_place(text, suffix, key, value);
	return place.text.next ? replaced(text, place.text, setting)
	                       : inserted(text, &place, setting);
}
