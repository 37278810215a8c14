/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Makes the names that read as another name.  In each of its labels but the last, a stand-in
 * takes the place of one or two letters, or stand-ins of one script that of all:
 *
 *     paypal.com    pаypal.com  p4ypál.com  pæypal.com  раураӏ.com
 *
 * Each of these stands in a longer label as well, and in a domain of somebody else.  Which
 * characters read as which letters, idnx_reads_as() knows.
 */
#include "spoofs.h"

#include <unistr.h>

#include "idnx.h"

/* --- Stand-ins ----------------------------------------------------------------- */

/* A character, or ASCII that imitates, beside a letter that is not ASCII. */
struct stand_in {
	char text[8];
	uint64_t letters; /* of its reading: most read as other letters than those asked for */
	uint32_t character;
};

static struct stand_in *stand_ins;
static size_t stand_in_count;

static void add_stand_in(const char *text, size_t length, uint32_t character)
{
	struct idnx_reading reading;

	if (idnx_read(text, length, &reading) != IDNX_OK)
		return;
	stand_ins = realloc(stand_ins, (stand_in_count + 1) * sizeof *stand_ins);
	if (!stand_ins)
		die_io("memory");
	stand_ins[stand_in_count] = (struct stand_in){ .letters = reading.letters,
		                                       .character = character };
	memcpy(stand_ins[stand_in_count++].text, text, length);
}

/* The characters that a label can have and that read as something else, or as more. */
static void find_stand_ins(void)
{
	static const char *const ascii[] = { "rn", "cl", "vv", "0", "1", "2", "3", "4",
		                             "5",  "6",  "7",  "8", "9", "q", "i", "l" };
	char text[8], form[IDNX_NAME_SIZE];

	for (ucs4_t c = 0x80; c < 0x30000; c++) {
		int length = u8_uctomb((uint8_t *)text, c, sizeof text);
		struct idnx_result result;

		if (length < 0)
			continue;
		result = idnx_to_unicode(text, (size_t)length, form, sizeof form, 0);
		if (result.status == IDNX_OK && result.length == (size_t)length &&
		    memcmp(form, text, result.length) == 0)
			add_stand_in(text, (size_t)length, c);
	}
	for (size_t i = 0; i < sizeof ascii / sizeof *ascii; i++)
		add_stand_in(ascii[i], strlen(ascii[i]), (unsigned char)*ascii[i]);
}

static bool stands_for(const struct stand_in *stand_in, struct span letters)
{
	bool is_ascii = stand_in->character < 0x80;
	size_t length = span_length(letters), own = strlen(stand_in->text);
	struct idnx_reading reading;
	char *text, *other;
	bool does;

	if (!is_ascii && idnx_letters(letters.next, length) & ~stand_in->letters)
		return false;
	if (own == length && memcmp(stand_in->text, letters.next, length) == 0)
		return false;
	text = words_format("%s%s", stand_in->text, is_ascii ? "ü" : "");
	other = words_format("%.*s%s", (int)length, letters.next, is_ascii ? "u" : "");
	idnx_read(text, strlen(text), &reading);
	does = idnx_reads_as(&reading, other, strlen(other)) == IDNX_LIKE_IN_DISGUISE;
	free(text);
	free(other);
	return does;
}

/* --- Names ----------------------------------------------------------------------- */

static size_t characters(struct span text)
{
	return u8_mbsnlen((const uint8_t *)text.next, span_length(text));
}

/* Returns the first characters of a text; all of it if it has no more. */
static struct span first_of(struct span text, size_t count)
{
	const char *end = text.next;
	ucs4_t c;

	for (; count > 0 && end < text.end; count--)
		end += u8_mbtouc(&c, (const uint8_t *)end, (size_t)(text.end - end));
	return (struct span){ text.next, end };
}

/* A label of a name, in whose place something else is put. */
struct place {
	struct span name, label;
	struct spoofs *spoofs;
};

/* Names that are not valid are no spoofs; nor are those that stay ASCII. */
static void add_name(struct spoofs *spoofs, char *name, uint32_t character)
{
	char ace[IDNX_HOST_NAME_SIZE];
	size_t length = strlen(name);

	if (idnx_to_ascii(name, length, ace, sizeof ace, IDNX_LOOKUP).status != IDNX_OK ||
	    ascii_has_only(name, length)) {
		free(name);
		return;
	}
	spoofs->all = realloc(spoofs->all, (spoofs->count + 1) * sizeof *spoofs->all);
	if (!spoofs->all)
		die_io("memory");
	spoofs->all[spoofs->count] = (struct spoof){ .name = name,
		                                     .ace = words_copy(ace),
		                                     .character = character,
		                                     .length = characters(span_of_text(name)),
		                                     .number = (unsigned)spoofs->count };
	spoofs->count++;
}

/* Adds the name with that label: alone, in longer labels, and in somebody else's domain. */
static void add_label(const struct place *place, const char *label, uint32_t character)
{
	static const char *const forms[][3] = { { "", "", "" },
		                                { "my-", "", "" },
		                                { "", "-login", "" },
		                                { "my", "s", "" },
		                                { "", "", ".evil.example" } };
	struct span name = place->name;

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		add_name(place->spoofs,
		         words_format("%.*s%s%s%s%.*s%s", (int)(place->label.next - name.next),
		                      name.next, forms[i][0], label, forms[i][1],
		                      (int)(name.end - place->label.end), place->label.end,
		                      forms[i][2]),
		         character);
}

/* Returns the label with text in the place of letters, or of all letters like them. */
static char *replaced(struct span label, struct span letters, const char *text, bool all)
{
	size_t length = span_length(letters);
	char *words;
	FILE *out = words_open(&words);

	while (!span_is_empty(label)) {
		bool is_here = span_length(label) >= length &&
		               (all ? memcmp(label.next, letters.next, length) == 0
		                    : label.next == letters.next);

		fwrite(is_here ? text : label.next, 1, is_here ? strlen(text) : 1, out);
		label.next += is_here ? length : 1;
	}
	words_close(out);
	return words;
}

/* ASCII imitates only in a label that is not ASCII: its last vowel gets an accent. */
static char *accented(char *label)
{
	static const char vowels[] = "aeiouy";
	static const char *const others[] = { "á", "é", "í", "ó", "ú", "ý" };
	size_t at = strlen(label);
	char *words = NULL;

	while (at > 0 && !strchr(vowels, label[at - 1]))
		at--;
	if (at > 0)
		words = words_format("%.*s%s%s", (int)at - 1, label,
		                     others[strchr(vowels, label[at - 1]) - vowels],
		                     label + at);
	free(label);
	return words;
}

static void replace(const struct place *place, struct span letters, const char *text,
                    uint32_t character)
{
	for (int all = 0; all < 2; all++) {
		char *label = replaced(place->label, letters, text, all);

		if (character < 0x80)
			label = accented(label);
		if (label)
			add_label(place, label, character);
		free(label);
	}
}

static void replace_letters(const struct place *place, size_t count)
{
	struct span rest = place->label;

	for (; characters(rest) >= count; rest.next = first_of(rest, 1).end) {
		struct span letters = first_of(rest, count);

		for (size_t i = 0; i < stand_in_count; i++)
			if (stands_for(&stand_ins[i], letters))
				replace(place, letters, stand_ins[i].text,
				        stand_ins[i].character);
	}
}

/* Returns the first stand-in of that script for a letter, or NULL. */
static const struct stand_in *of_script(const char *script, struct span letter)
{
	for (size_t i = 0; i < stand_in_count; i++) {
		const char *its = idnx_script_name(stand_ins[i].character, 0);

		if (its == script && stands_for(&stand_ins[i], letter))
			return &stand_ins[i];
	}
	return NULL;
}

static void replace_all(const struct place *place, uint32_t example)
{
	struct span rest = place->label, letter;
	const struct stand_in *stand_in = NULL;
	char *label;
	FILE *out = words_open(&label);

	for (; !span_is_empty(rest); rest.next = letter.end) {
		letter = first_of(rest, 1);
		stand_in = of_script(idnx_script_name(example, 0), letter);
		if (!stand_in)
			break;
		fputs(stand_in->text, out);
	}
	words_close(out);
	if (stand_in)
		add_label(place, label, example);
	free(label);
}

/* --- All of them ------------------------------------------------------------------ */

static void add_label_spoofs(const struct place *place)
{
	/* A letter of each script of which whole labels can read as ASCII. */
	static const uint32_t examples[] = { 0x3B1, 0x430, 0x561, 0x5D0, 0x10D0, 0xE01 };

	for (size_t count = 1; count <= 2; count++)
		replace_letters(place, count);
	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
		replace_all(place, examples[i]);
}

static int by_ace(const void *a, const void *b)
{
	const struct spoof *one = a, *other = b;
	int order = strcmp(one->ace, other->ace);

	return order != 0 ? order
	                  : (one->number > other->number) - (one->number < other->number);
}

static int by_length(const void *a, const void *b)
{
	const struct spoof *one = a, *other = b;

	if (one->length != other->length)
		return one->length < other->length ? -1 : 1;
	return (one->number > other->number) - (one->number < other->number);
}

/* Keeps one of those with the same ASCII form, and none with that of the name itself. */
static void keep_each_once(struct spoofs *spoofs, struct span name)
{
	char ace[IDNX_HOST_NAME_SIZE] = "";
	const char *last = ace;
	size_t kept = 0;

	idnx_to_ascii(name.next, span_length(name), ace, sizeof ace, IDNX_LOOKUP);
	qsort(spoofs->all, spoofs->count, sizeof *spoofs->all, by_ace);
	for (size_t i = 0; i < spoofs->count; i++) {
		struct spoof *spoof = &spoofs->all[i];

		if (strcmp(spoof->ace, last) == 0 || strcmp(spoof->ace, ace) == 0) {
			free(spoof->name);
			free(spoof->ace);
		} else {
			spoofs->all[kept++] = *spoof;
			last = spoofs->all[kept - 1].ace;
		}
	}
	spoofs->count = kept;
}

struct spoofs spoofs_of(struct span name)
{
	struct spoofs spoofs = { NULL, 0 };
	struct place place = { .name = name,
		               .label = { name.next, name.next },
		               .spoofs = &spoofs };

	if (stand_in_count == 0)
		find_stand_ins();
	for (struct span rest = name; !span_is_empty(rest); rest.next++) {
		place.label = span_before(rest, '.');
		rest.next = place.label.end;
		if (span_is_empty(rest) && place.label.next > name.next)
			break; /* the top-level domain */
		add_label_spoofs(&place);
		if (span_is_empty(rest))
			break;
	}
	if (spoofs.count == 0)
		return spoofs;
	keep_each_once(&spoofs, name);
	qsort(spoofs.all, spoofs.count, sizeof *spoofs.all, by_length);
	return spoofs;
}

void spoofs_free(struct spoofs *spoofs)
{
	for (size_t i = 0; i < spoofs->count; i++) {
		free(spoofs->all[i].name);
		free(spoofs->all[i].ace);
	}
	free(spoofs->all);
}
