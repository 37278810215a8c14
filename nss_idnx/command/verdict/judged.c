/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The policy tells which rule a name breaks.  For the reader alone, this finds with the
 * same functions which characters break it and how the label reads.
 */
#include "judged.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistr.h>

#include "ascii_text.h"
#include "show/character.h"
#include "show/character_json.h"
#include "show/character_text.h"
#include "decision_text.h"
#include "json.h"
#include "words.h"

/* A name or one of its labels, in Unicode form. */
struct text {
	char octets[IDNX_NAME_SIZE];
	size_t length;
};

/* --- Characters ----------------------------------------------------------- */

static uint32_t character_at(const struct text *text, size_t octet)
{
	ucs4_t character = 0;

	u8_mbtouc(&character, (const uint8_t *)text->octets + octet, text->length - octet);
	return character;
}

static size_t next_character(const struct text *text, size_t octet)
{
	return octet + (size_t)u8_mblen((const uint8_t *)text->octets + octet,
	                                text->length - octet);
}

static void add(struct judged *judged, uint32_t character)
{
	if (judged->count < JUDGED_CHARACTERS)
		judged->characters[judged->count++] = character;
}

static void add_once(struct judged *judged, uint32_t character)
{
	for (size_t i = 0; i < judged->count; i++)
		if (judged->characters[i] == character)
			return;
	add(judged, character);
}

static void add_non_ascii(struct judged *judged, const struct text *text)
{
	for (size_t i = 0; i < text->length; i = next_character(text, i))
		if (character_at(text, i) >= 0x80)
			add_once(judged, character_at(text, i));
}

static void add_sequence(struct judged *judged, const struct text *name, size_t from, size_t to)
{
	for (size_t i = from; i <= to; i = next_character(name, i))
		add(judged, character_at(name, i));
}

/* --- Mixed scripts -------------------------------------------------------- */

static bool has_scripts_of(uint32_t character, uint32_t other)
{
	char its[CHARACTER_SCRIPTS_SIZE], others[CHARACTER_SCRIPTS_SIZE];

	character_scripts(character, its);
	character_scripts(other, others);
	return strcmp(its, others) == 0;
}

static size_t count_scripts_of(const struct text *label, uint32_t character)
{
	size_t count = 0;

	for (size_t i = 0; i < label->length; i = next_character(label, i))
		count += has_scripts_of(character_at(label, i), character);
	return count;
}

/* If two scripts are equally frequent, the one of ASCII letters is not the rarer one. */
static bool is_rarer(const struct text *label, uint32_t character, uint32_t other)
{
	size_t count = count_scripts_of(label, character);
	size_t others = count_scripts_of(label, other);

	return count < others || (count == others && other < 0x80);
}

static void add_mixed(struct judged *judged, const struct text *label, uint32_t first,
                      uint32_t second)
{
	bool is_second = is_rarer(label, second, first);
	uint32_t rarer = is_second ? second : first, other = is_second ? first : second;

	for (size_t i = 0; i < label->length; i = next_character(label, i))
		if (has_scripts_of(character_at(label, i), rarer) &&
		    judged->count < JUDGED_CHARACTERS - 1)
			add_once(judged, character_at(label, i));
	add_once(judged, other);
}

static void add_characters(struct judged *judged, const struct text *name,
                           const struct text *label,
                           const struct idnx_judgement *judgement)
{
	uint32_t first = character_at(name, judgement->first);
	uint32_t second = character_at(name, judgement->second);

	switch (judged->status) {
	case IDNX_READS_AS_PROTECTED:
	case IDNX_CONTAINS_PROTECTED:
		add_non_ascii(judged, name);
		break;
	case IDNX_READS_AS_ASCII:
		add_non_ascii(judged, label);
		break;
	case IDNX_UNLIKELY_MARK:
		add_sequence(judged, name, judgement->first, judgement->second);
		break;
	case IDNX_MIXED_SCRIPTS:
		if (first != second) {
			add_mixed(judged, label, first, second);
			break;
		}
		/* fall through */
	default:
		add_once(judged, first);
		add_once(judged, second);
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

static void put_reading(FILE *out, const struct idnx_reading *reading)
{
	for (size_t i = 0; i < reading->length; i++)
		putc((int)reading->code_points[i], out);
}

/* Writes "m" where UTS #39 has "rn", which suits comparison but not reading. */
static void put_character_reading(FILE *out, const char *octets, size_t length)
{
	struct idnx_reading reading;

	idnx_read(octets, length, &reading);
	if (length == 1)
		putc(*octets, out);
	else if (reading.length == 2 && reading.code_points[0] == 'r' &&
	         reading.code_points[1] == 'n')
		putc('m', out);
	else if (is_ascii_reading(&reading))
		put_reading(out, &reading);
}

static char *compose(const struct text *label)
{
	char *text;
	size_t next;
	FILE *out = words_open(&text);

	for (size_t i = 0; i < label->length; i = next) {
		next = next_character(label, i);
		put_character_reading(out, label->octets + i, next - i);
	}
	words_close(out);
	return text;
}

/* Reads each character; NULL if the label as a whole reads differently, as with some marks. */
static char *find_reading(const struct text *label)
{
	struct idnx_reading reading;
	char *text;

	if (ascii_has_only(label->octets, label->length) ||
	    idnx_read(label->octets, label->length, &reading) != IDNX_OK ||
	    !is_ascii_reading(&reading))
		return NULL;
	text = compose(label);
	if (idnx_reads_as(&reading, text, strlen(text)))
		return text;
	free(text);
	return NULL;
}

/* --- Finding ---------------------------------------------------------------- */

static void find_label(const struct text *name, unsigned number, struct text *label)
{
	const char *next = name->octets, *end = next + name->length;

	for (; number > 1; number--)
		next = (const char *)memchr(next, '.', (size_t)(end - next)) + 1;
	label->length = 0;
	while (next < end && *next != '.')
		label->octets[label->length++] = *next++;
}

static struct judged describe(const struct text *name, const struct idnx_judgement *judgement)
{
	struct judged judged = { .status = judgement->status, .label = judgement->label };
	struct text label = { .length = 0 };

	if (judged.label > 0) {
		find_label(name, judged.label, &label);
		judged.reads_as = find_reading(&label);
	}
	add_characters(&judged, name, &label, judgement);
	return judged;
}

/* Finds the form that the policy judges, in the same way. */
static void find_judged_form(const struct input_name *name, const struct decision *decision,
                             struct text *form)
{
	char decoded[IDNX_NAME_SIZE], ace[IDNX_HOST_NAME_SIZE];
	size_t length;
	const char *src = decision_source(name, decision, decoded, &length);

	if (ascii_has_only(src, length)) {
		snprintf(ace, sizeof ace, "%.*s", (int)length, src);
		form->length = policy_decode_labels(ace, form->octets);
	} else {
		form->length = idnx_to_unicode(src, length, form->octets, sizeof form->octets,
		                               decision->settings.flags).length;
	}
}

static struct judged find_refused(const struct input_name *name,
                                  const struct decision *decision, const char *set)
{
	struct text form;
	struct idnx_judgement judgement;
	struct judged judged;

	find_judged_form(name, decision, &form);
	judgement = idnx_judge(form.octets, form.length, &decision->settings.criteria);
	if (judgement.status == IDNX_OK)
		judgement.status = config_protects(&decision->settings);
	judged = describe(&form, &judgement);
	judged.setting = setting_find(decision, set, form.octets, form.length);
	return judged;
}

static struct judged find_warning(const struct decision *decision, const char *ace)
{
	struct text form;
	struct idnx_judgement judgement;
	struct judged judged = { .status = IDNX_OK };

	form.length = idnx_to_unicode(ace, decision->result.length, form.octets,
	                              sizeof form.octets, 0).length;
	judgement = policy_warning(form.octets, form.length);
	if (judgement.status != IDNX_OK) {
		judged = describe(&form, &judgement);
		judged.is_warning = true;
	}
	return judged;
}

struct judged judged_find(const struct input_name *name, const struct decision *decision,
                          const char *set, const char *ace)
{
	if (setting_refuses(decision))
		return find_refused(name, decision, set);
	if (decision->verdict == POLICY_CONVERTED)
		return find_warning(decision, ace);
	return (struct judged){ .status = IDNX_OK };
}

bool judged_is_refused(const struct judged *judged)
{
	return judged->status != IDNX_OK && !judged->is_warning;
}

void judged_free(struct judged *judged)
{
	free(judged->reads_as);
	setting_free(&judged->setting);
}

/* --- In words --------------------------------------------------------------- */

/* Writes characters that could change places by their numbers only. */
static void put_glyphs(FILE *out, struct output *output, const uint32_t *characters,
                       size_t count)
{
	for (size_t i = 0; i < count; i++) {
		putc(' ', out);
		if (character_text_shows(output, characters[i]) &&
		    !character_is_right_to_left(characters[i]))
			character_text_put_glyph(out, characters[i]);
		else
			fprintf(out, "U+%04X", (unsigned)characters[i]);
	}
}

static void put_character(FILE *out, struct output *output, uint32_t code_point)
{
	char scripts[CHARACTER_SCRIPTS_SIZE];

	character_scripts(code_point, scripts);
	character_text_put(out, output, code_point);
	fprintf(out, " (%s)", scripts);
}

void judged_put_characters(FILE *out, struct output *output, const struct judged *judged)
{
	for (size_t i = 0; i < judged->count; i++) {
		fputs(i > 0 ? ", " : "", out);
		put_character(out, output, judged->characters[i]);
	}
}

char *judged_character_text(struct output *output, uint32_t code_point)
{
	char *words;
	FILE *out = words_open(&words);

	put_character(out, output, code_point);
	words_close(out);
	return words;
}

static void put_setting(FILE *out, const struct setting *setting, const char *set)
{
	if (set)
		fprintf(out, "%s (--set)", setting->text);
	else if (setting->section)
		fprintf(out, "%s (" IDNX_CONF ", line %u, in %s)", setting->text, setting->line,
		        setting->section);
	else
		fprintf(out, "%s (" IDNX_CONF ", line %u, above all sections)", setting->text,
		        setting->line);
}

char *judged_setting_text(const struct setting *setting, const char *set)
{
	char *words;
	FILE *out = words_open(&words);

	put_setting(out, setting, set);
	words_close(out);
	return words;
}

void judged_put_setting(FILE *out, const struct judged *judged, const char *set)
{
	if (judged->reads_as)
		fprintf(out, "; reads as \"%s\"", judged->reads_as);
	fputs("; ", out);
	put_setting(out, &judged->setting, set);
}

/* Writes what is wrong with the label, as a predicate. */
static void put_predicate(FILE *out, struct output *output, const struct judged *judged)
{
	char scripts[CHARACTER_SCRIPTS_SIZE], others[CHARACTER_SCRIPTS_SIZE];
	size_t count = judged->count;

	if (judged->status != IDNX_MIXED_SCRIPTS) {
		fprintf(out, "%s: ", idnx_status_text(judged->status));
		judged_put_characters(out, output, judged);
		return;
	}
	character_scripts(judged->characters[0], scripts);
	character_scripts(judged->characters[count - 1], others);
	fprintf(out, "mixes %s", scripts);
	put_glyphs(out, output, judged->characters, count - 1);
	fprintf(out, " with %s", others);
}

char *judged_warning(struct output *output, const struct judged *judged)
{
	bool reads = judged->reads_as, is_all = judged->status == IDNX_READS_AS_ASCII && reads;
	char *words;
	FILE *out = words_open(&words);

	fprintf(out, "label %u ", judged->label);
	if (!is_all)
		put_predicate(out, output, judged);
	if (reads)
		fprintf(out, "%sreads as \"%s\"", is_all ? "" : " and ", judged->reads_as);
	fputs("; protection = browser would refuse it", out);
	words_close(out);
	return words;
}

/* --- JSON ------------------------------------------------------------------- */

static void put_found(const char *member, const struct judged *judged)
{
	json_begin(member, '{');
	json_text("status", idnx_status_code(judged->status));
	json_number("label", judged->label);
	characters_put_json("characters", judged->characters, judged->count);
	json_text("reads_as", judged->reads_as);
}

static void put_setting_json(const struct setting *setting)
{
	json_begin("setting", '{');
	json_text("text", setting->text);
	json_number("line", setting->line);
	json_text("section", setting->section);
	json_end('}');
}

void judged_put_json(const struct judged *judged)
{
	if (judged_is_refused(judged)) {
		put_found("judgement", judged);
		put_setting_json(&judged->setting);
		json_end('}');
	} else {
		json_text("judgement", NULL);
	}
	if (judged->is_warning) {
		put_found("warning", judged);
		json_end('}');
	} else {
		json_text("warning", NULL);
	}
}
