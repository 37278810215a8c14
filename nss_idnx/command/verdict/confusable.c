/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The policy tells which rule a name breaks.  For the reader alone, this finds with the
 * same functions which characters break it and how the label reads.
 */
#include "confusable.h"

#include <unistr.h>

#include "show.h"

/* Takes the next character of a text; returns false at its end. */
static bool take_character(struct span *text, uint32_t *character)
{
	ucs4_t taken;

	if (span_is_empty(*text))
		return false;
	text->next += u8_mbtouc(&taken, (const uint8_t *)text->next, span_length(*text));
	*character = taken;
	return true;
}

static uint32_t character_at(struct span text, size_t octet)
{
	uint32_t character = 0;

	text = span_without_first(text, octet);
	take_character(&text, &character);
	return character;
}

/* --- Characters ----------------------------------------------------------- */

static void add_character(struct confusable *confusable, uint32_t character)
{
	if (confusable->count < CONFUSABLE_CHARACTERS)
		confusable->characters[confusable->count++] = character;
}

static void add_once(struct confusable *confusable, uint32_t character)
{
	for (size_t i = 0; i < confusable->count; i++)
		if (confusable->characters[i] == character)
			return;
	add_character(confusable, character);
}

static void add_non_ascii(struct confusable *confusable, struct span text)
{
	uint32_t character;

	while (take_character(&text, &character))
		if (character >= 0x80)
			add_once(confusable, character);
}

static void add_sequence(struct confusable *confusable, struct span text)
{
	uint32_t character;

	while (take_character(&text, &character))
		add_character(confusable, character);
}

/* --- Mixed scripts -------------------------------------------------------- */

static bool has_scripts_of(uint32_t character, uint32_t other)
{
	char its[CHARACTER_SCRIPTS_SIZE], others[CHARACTER_SCRIPTS_SIZE];

	character_scripts(character, its);
	character_scripts(other, others);
	return strcmp(its, others) == 0;
}

static size_t count_scripts_of(struct span label, uint32_t character)
{
	uint32_t other;
	size_t count = 0;

	while (take_character(&label, &other))
		count += has_scripts_of(other, character);
	return count;
}

/* If two scripts are equally frequent, the one of ASCII letters is not the rarer one. */
static bool is_rarer(struct span label, uint32_t character, uint32_t other)
{
	size_t count = count_scripts_of(label, character);
	size_t others = count_scripts_of(label, other);

	return count < others || (count == others && other < 0x80);
}

static void add_mixed(struct confusable *confusable, struct span label, uint32_t first,
                      uint32_t second)
{
	bool is_second = is_rarer(label, second, first);
	uint32_t rarer = is_second ? second : first, other = is_second ? first : second;
	uint32_t character;

	while (take_character(&label, &character))
		if (has_scripts_of(character, rarer) &&
		    confusable->count < CONFUSABLE_CHARACTERS - 1)
			add_once(confusable, character);
	add_once(confusable, other);
}

/* Adds the characters that idnx.h says the judgement is about. */
static void add_judged(struct confusable *confusable, struct span name, struct span label,
                       const struct idnx_judgement *judgement)
{
	uint32_t first = character_at(name, judgement->first);
	uint32_t second = character_at(name, judgement->second);
	struct span sequence = { name.next + judgement->first, name.next + judgement->second };

	switch (judgement->status) {
	case IDNX_READS_AS_PROTECTED:
	case IDNX_CONTAINS_PROTECTED:
		add_non_ascii(confusable, name);
		break;
	case IDNX_READS_AS_ASCII:
		add_non_ascii(confusable, label);
		break;
	case IDNX_UNLIKELY_MARK:
		add_sequence(confusable, sequence);
		add_character(confusable, second);
		break;
	case IDNX_MIXED_SCRIPTS:
		if (first != second) {
			add_mixed(confusable, label, first, second);
			break;
		}
		/* fall through */
	default:
		add_once(confusable, first);
		add_once(confusable, second);
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
static void write_reading(FILE *out, struct span character)
{
	struct idnx_reading reading;

	idnx_read(character.next, span_length(character), &reading);
	if (span_length(character) == 1)
		putc(*character.next, out);
	else if (reading.length == 2 && reading.code_points[0] == 'r' &&
	         reading.code_points[1] == 'n')
		putc('m', out);
	else if (is_ascii_reading(&reading))
		for (size_t i = 0; i < reading.length; i++)
			putc((int)reading.code_points[i], out);
}

/* Reads each character; the label as a whole may read differently, as with some marks. */
char *confusable_reading(struct span label)
{
	struct idnx_reading reading;
	struct span rest = label;
	uint32_t character;
	char *text;
	FILE *out;

	if (ascii_has_only(label.next, span_length(label)) ||
	    idnx_read(label.next, span_length(label), &reading) != IDNX_OK ||
	    !is_ascii_reading(&reading))
		return NULL;
	out = words_open(&text);
	for (const char *at = rest.next; take_character(&rest, &character); at = rest.next)
		write_reading(out, (struct span){ at, rest.next });
	words_close(out);
	if (idnx_reads_as(&reading, text, strlen(text)))
		return text;
	free(text);
	return NULL;
}

/* --- All ---------------------------------------------------------------------- */

struct span confusable_label(struct span name, unsigned number)
{
	struct span label = span_before(name, '.');

	for (; number > 1 && label.end < name.end; number--) {
		name.next = label.end + 1;
		label = span_before(name, '.');
	}
	return label;
}

struct confusable confusable_of(struct span name, const struct idnx_judgement *judgement)
{
	struct confusable confusable = { .status = judgement->status,
		                         .label = judgement->label };
	struct span label = { name.next, name.next };

	if (confusable.label > 0) {
		label = confusable_label(name, confusable.label);
		confusable.reads_as = confusable_reading(label);
	}
	add_judged(&confusable, name, label, judgement);
	return confusable;
}
