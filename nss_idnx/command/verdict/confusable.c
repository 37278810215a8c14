/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* For the reader, finds which characters break a rule of the policy, and how a label reads. */
#include <unistr.h>

#include "verdict.h"

/* Takes the next character, U+FFFD for what is not UTF-8; returns false at the text's end. */
static bool next_character(struct span *text, uint32_t *character)
{
	if (span_is_empty(*text))
		return false;
	text->next += u8_mbtouc(character, (const uint8_t *)text->next, span_length(*text));
	return true;
}

/* --- Characters ----------------------------------------------------------- */

static void add_once(struct confusable *confusable, uint32_t character)
{
	if (confusable->count < CONFUSABLE_CHARACTERS &&
	    !u32_chr(confusable->characters, confusable->count, character))
		confusable->characters[confusable->count++] = character;
}

static bool has_scripts_of(uint32_t character, uint32_t other)
{
	return strcmp(character_scripts(character), character_scripts(other)) == 0;
}

static size_t count_scripts_of(struct span label, uint32_t character)
{
	uint32_t other;
	size_t count = 0;

	while (next_character(&label, &other))
		count += has_scripts_of(other, character);
	return count;
}

/* Of two scripts that are equally frequent, the one of ASCII letters is not the rarer one. */
static void add_mixed(struct confusable *confusable, struct span label, const uint32_t pair[2])
{
	size_t count = count_scripts_of(label, pair[0]);
	size_t others = count_scripts_of(label, pair[1]);
	bool is_second = others < count || (others == count && pair[0] < 0x80);
	uint32_t character;

	while (next_character(&label, &character))
		if (has_scripts_of(character, pair[is_second]) &&
		    confusable->count < CONFUSABLE_CHARACTERS - 1)
			add_once(confusable, character);
	add_once(confusable, pair[!is_second]);
}

/* Adds the characters that idnx.h says the finding is about. */
static void add_checked(struct confusable *confusable, struct span name, struct span label,
                        const struct idnx_finding *finding)
{
	static const enum { ALL, RARER, PLACES } shown[] = {
#define STATUS(name, code, key, libidn2, shown, ...) [IDNX_##name] = shown,
#include "statuses.h"
	};
	struct span first = { name.next + finding->first, name.end };
	struct span second = { name.next + finding->second, name.end };
	uint32_t pair[2] = { 0, 0 }, character;

	next_character(&first, &pair[0]);
	next_character(&second, &pair[1]);
	if (shown[finding->status] == ALL) {
		while (next_character(&label, &character))
			if (character >= 0x80)
				add_once(confusable, character);
	} else if (shown[finding->status] == RARER && pair[0] != pair[1]) {
		add_mixed(confusable, label, pair);
	} else {
		add_once(confusable, pair[0]);
		add_once(confusable, pair[1]);
	}
}

/* --- The reading ------------------------------------------------------------- */

static bool is_ascii_reading(const struct idnx_reading *reading)
{
	size_t i = 0;

	while (i < reading->length && reading->code_points[i] < 0x80)
		i++;
	return i == reading->length && i > 0;
}

/* Writes "m" where UTS #39 has "rn", which suits comparison but not reading. */
static void write_reading(FILE *out, const char *character, size_t length)
{
	static const uint32_t rn[] = { 'r', 'n' };
	struct idnx_reading reading;

	idnx_read(character, length, &reading);
	if (reading.length == 2 && memcmp(reading.code_points, rn, sizeof rn) == 0)
		putc('m', out);
	else if (length == 1)
		putc(*character, out);
	else if (is_ascii_reading(&reading))
		for (size_t i = 0; i < reading.length; i++)
			putc((int)reading.code_points[i], out);
}

static struct span find_label(struct span name, unsigned number)
{
	struct span label = span_before(name, '.');

	for (; number > 1 && label.end < name.end; number--) {
		name.next = label.end + 1;
		label = span_before(name, '.');
	}
	return label;
}

/* Reads each character; the label as a whole may read differently, as with some marks. */
const char *confusable_reading(struct span name, unsigned number)
{
	struct span label = find_label(name, number), rest = label;
	struct idnx_reading whole;
	uint32_t character;
	const char *text;
	FILE *out;

	if (ascii_has_only(label.next, span_length(label)) ||
	    idnx_read(label.next, span_length(label), &whole) != IDNX_OK ||
	    !is_ascii_reading(&whole))
		return NULL;
	out = words_open();
	for (const char *at = rest.next; next_character(&rest, &character); at = rest.next)
		write_reading(out, at, (size_t)(rest.next - at));
	text = words_close(out);
	return idnx_reads_as(&whole, text, strlen(text)) ? text : NULL;
}

struct confusable confusable_of(struct span name, const struct idnx_finding *finding)
{
	struct confusable confusable = { .status = finding->status,
		                         .label = finding->label };
	unsigned label = finding->label;

	if (label > 0)
		confusable.reads_as = confusable_reading(name, label);
	add_checked(&confusable, name, label > 0 ? find_label(name, label) : name, finding);
	return confusable;
}
