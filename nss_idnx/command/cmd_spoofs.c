/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx spoofs: makes the names that read as a name, and shows those that idnx.conf lets pass.  In
 * each label but the last, a stand-in takes the place of one or two letters, of all like them, or
 * stand-ins of one script that of all letters:
 *
 *     paypal.com    pаypal.com  p4ypál.com  pæypal.com  раураі.com
 *
 * Each of these stands in longer labels as well, and in a domain of somebody else.  Which
 * characters read as which letters, idnx_reads_as() knows.
 */
#include <unistr.h>

#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx spoofs [OPTION]... [NAME]...\n"
	"\n"
	"Makes the names that read as each NAME, or as each line of standard input if there is "
	"none: with a look-alike for each letter, in longer labels, and in domains of others. "
	"Shows those that a lookup under this machine's idnx.conf lets pass, the shortest first, "
	"each with its ASCII form, the settings that would reject it and the look-alike; then how "
	"many they are. A name that no setting rejects has \"-\" in the place of the settings.\n"
	"\n"
	"Example: idnx spoofs --set=protection=browser --set=protect=paypal.com paypal.com\n";

/* --- Stand-ins ----------------------------------------------------------------- */

/* A character, or one or two of ASCII, which imitate beside a letter that is not. */
struct stand_in {
	char text[8];
	uint64_t letters; /* of its readings: few have those of a name */
	uint32_t character;
};

static struct stand_in *stand_ins;
static size_t stand_in_count;

/* Returns the array, with room for one element more at least. */
static void *with_room(void *array, size_t count, size_t size)
{
	if (count % 1024 == 0)
		array = realloc(array, (count + 1024) * size);
	if (!array)
		die_io("memory");
	return array;
}

static bool is_ascii(const struct stand_in *stand_in)
{
	return stand_in->character < 0x80;
}

/* Reads a stand-in: of ASCII, beside a letter that is not. */
static enum idnx_status read_stand_in(const struct stand_in *stand_in,
                                      struct idnx_reading *reading)
{
	char text[16];
	int length = snprintf(text, sizeof text, "%s%s", stand_in->text,
	                      is_ascii(stand_in) ? "ü" : "");

	return idnx_read(text, (size_t)length, reading);
}

static void add_stand_in(const char *text, uint32_t character)
{
	struct stand_in *stand_in;
	struct idnx_reading reading;

	stand_ins = with_room(stand_ins, stand_in_count, sizeof *stand_ins);
	stand_in = &stand_ins[stand_in_count];
	stand_in->character = character;
	strcpy(stand_in->text, text);
	stand_in_count += read_stand_in(stand_in, &reading) == IDNX_OK;
	stand_in->letters = reading.letters;
}

static void find_stand_ins(void)
{
	static const char ascii[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	char text[8], form[IDNX_NAME_SIZE];

	for (ucs4_t c = 0x80; c < 0x30000; c++) {
		int octets = u8_uctomb((uint8_t *)text, c, sizeof text);

		text[octets > 0 ? octets : 0] = '\0';
		/* What UTS #46 changes is no character of a name's Unicode form. */
		if (octets > 0 &&
		    idnx_to_unicode(text, (size_t)octets, form, sizeof form, 0).status ==
		            IDNX_OK &&
		    strcmp(form, text) == 0)
			add_stand_in(text, c);
	}
	for (const char *first = ascii; *first; first++)
		for (const char *second = ascii; *second; second++) {
			snprintf(text, sizeof text, "%c%c", *first, *second);
			if (second == ascii)
				add_stand_in((char[]){ *first, '\0' }, (unsigned char)*first);
			add_stand_in(text, (unsigned char)*first);
		}
}

/* Returns whether half of it replaces nothing: "p4" for "pa" is the "4" for "a". */
static bool is_half(const struct stand_in *stand_in, struct span letters)
{
	const char *text = stand_in->text;

	return is_ascii(stand_in) && text[1] != '\0' && span_length(letters) == 2 &&
	       (text[0] == letters.next[0] || text[1] == letters.next[1]);
}

static bool stands_for(const struct stand_in *stand_in, struct span letters)
{
	struct idnx_reading reading;
	char other[16];

	if (span_equals(letters, stand_in->text) || is_half(stand_in, letters) ||
	    idnx_letters(letters.next, span_length(letters)) & ~stand_in->letters)
		return false;
	snprintf(other, sizeof other, "%.*s%s", (int)span_length(letters), letters.next,
	         is_ascii(stand_in) ? "u" : "");
	read_stand_in(stand_in, &reading);
	return idnx_reads_as(&reading, other, strlen(other)) == IDNX_LIKE_IN_DISGUISE;
}

/* --- Spoofs ---------------------------------------------------------------------- */

struct spoof {
	char *name, *ace;
	uint32_t character; /* the stand-in */
};

static struct spoof *spoofs;
static size_t spoof_count;

/* Names that are not valid are no spoofs; nor are those that stay ASCII. */
static void add_name(char *name, uint32_t character)
{
	char ace[IDNX_HOST_NAME_SIZE];
	size_t length = strlen(name);

	spoofs = with_room(spoofs, spoof_count, sizeof *spoofs);
	if (!ascii_has_only(name, length) &&
	    idnx_to_ascii(name, length, ace, sizeof ace, IDNX_LOOKUP).status == IDNX_OK)
		spoofs[spoof_count++] = (struct spoof){ name, words_copy(ace), character };
	else
		free(name);
}

/* Adds the name with text in its label's place: alone, in longer labels, and elsewhere. */
static void add_label(struct span name, struct span label, const char *text, uint32_t character)
{
	static const char *const forms[][3] = { { "", "", "" },
		                                { "my-", "", "" },
		                                { "", "-login", "" },
		                                { "my", "s", "" },
		                                { "", "", ".evil.example" } };

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		add_name(words_format("%.*s%s%s%s%.*s%s", (int)(label.next - name.next),
		                      name.next, forms[i][0], text, forms[i][1],
		                      (int)(name.end - label.end), label.end, forms[i][2]),
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
	char *words;

	while (at > 0 && !strchr(vowels, label[at - 1]))
		at--;
	if (at == 0)
		return label;
	words = words_format("%.*s%s%s", (int)at - 1, label,
	                     others[strchr(vowels, label[at - 1]) - vowels], label + at);
	free(label);
	return words;
}

/* Returns the first characters of a text; all of it if it has no more. */
static struct span first_of(struct span text, size_t count)
{
	for (const char *begin = text.next; count > 0 && !span_is_empty(text); count--) {
		text.next += u8_mblen((const uint8_t *)text.next, span_length(text));
		if (count == 1)
			return (struct span){ begin, text.next };
	}
	return (struct span){ text.next, text.next };
}

static void replace_letters(struct span name, struct span label, struct span letters)
{
	for (size_t i = 0; i < stand_in_count; i++)
		for (int all = 0; stands_for(&stand_ins[i], letters) && all < 2; all++) {
			uint32_t character = stand_ins[i].character;
			char *text = replaced(label, letters, stand_ins[i].text, all);

			if (is_ascii(&stand_ins[i]))
				text = accented(text);
			add_label(name, label, text, character);
			free(text);
		}
}

/* Puts the first stand-in of a character's script in the place of each letter, if all have one. */
static void replace_script(struct span name, struct span label, uint32_t character)
{
	char *text;
	FILE *out = words_open(&text);
	struct span rest = label, letter;
	size_t i = 0;

	for (; i < stand_in_count && !span_is_empty(rest); rest.next = letter.end) {
		letter = first_of(rest, 1);
		for (i = 0; i < stand_in_count; i++)
			if (idnx_script_name(stand_ins[i].character, 0) ==
			            idnx_script_name(character, 0) &&
			    stands_for(&stand_ins[i], letter))
				break;
		fputs(i < stand_in_count ? stand_ins[i].text : "", out);
	}
	words_close(out);
	if (i < stand_in_count)
		add_label(name, label, text, character);
	free(text);
}

static void make_spoofs(struct span name)
{
	/* A letter of each script of which whole labels can read as ASCII. */
	static const uint32_t examples[] = { 0x3B1, 0x430, 0x561, 0x5D0, 0x10D0, 0xE01 };
	struct span label = span_before(name, '.');

	for (;;) {
		for (struct span rest = label; !span_is_empty(rest);
		     rest.next = first_of(rest, 1).end)
			for (size_t count = 1; count <= 2; count++)
				if (!span_is_empty(first_of(rest, count)))
					replace_letters(name, label, first_of(rest, count));
		for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
			replace_script(name, label, examples[i]);
		if (label.end == name.end)
			return;
		label = span_before((struct span){ label.end + 1, name.end }, '.');
		if (label.end == name.end)
			return; /* the top-level domain */
	}
}

static int by_length(const void *a, const void *b)
{
	const struct spoof *one = a, *other = b;
	size_t length = u8_mbsnlen((const uint8_t *)one->name, strlen(one->name));
	size_t its = u8_mbsnlen((const uint8_t *)other->name, strlen(other->name));

	return length != its ? (length > its) - (length < its) : strcmp(one->ace, other->ace);
}

/* --- What idnx.conf lets pass -------------------------------------------------------- */

/* Programs look it up as it is, or convert it themselves; links have the ASCII form. */
static bool passes(const char *conf, const struct spoof *spoof)
{
	const char *const forms[] = { spoof->name, spoof->ace };
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (policy_to_ascii_under(conf, forms[i], ace).action <= POLICY_EXCLUDED)
			return true;
	return false;
}

/* Returns the weakest settings that reject it; NULL if none do. */
static const char *remedy_of(struct span name, const struct spoof *spoof)
{
	static const struct {
		const char *text, *conf;
	} settings[] = {
		{ "protection=browser", "protection = browser\n" },
		{ "protect", "protect = %.*s\n" },
		{ "protection=browser,protect", "protection = browser\nprotect = %.*s\n" },
		{ "protection=strict,protect", "protection = strict\nprotect = %.*s\n" }
	};

	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		char *conf = words_format(settings[i].conf, (int)span_length(name), name.next);
		bool rejects = !passes(conf, spoof);

		free(conf);
		if (rejects)
			return settings[i].text;
	}
	return NULL;
}

static void show_spoof(bool json, struct span name, const struct spoof *spoof, bool passing)
{
	const char *remedy = passing ? remedy_of(name, spoof) : NULL;
	char *character;
	FILE *out;

	if (json) {
		json_begin(NULL, '{');
		json_octets("name", name.next, span_length(name));
		json_text("spoof", spoof->name);
		json_text("ascii", spoof->ace);
		json_flag("passes", passing);
		json_text("rejected_by", remedy);
		json_character("character", spoof->character);
		json_end_line();
		return;
	}
	out = words_open(&character);
	character_put(out, spoof->character);
	words_close(out);
	output_valid_name(&standard_output, spoof->name, strlen(spoof->name));
	output_format(&standard_output, "\t%s\t%s\t", spoof->ace,
	              remedy    ? remedy
	              : passing ? "-"
	                        : "rejected");
	output_text(&standard_output, character);
	output_end(&standard_output, false);
	free(character);
}

/* Shows each spoof of a name once; returns whether one passes. */
static bool show_name(const struct options *options, const char *conf, struct span name)
{
	const char *last = "";
	size_t passed = 0, all = 0;

	spoof_count = 0;
	make_spoofs(name);
	qsort(spoofs, spoof_count, sizeof *spoofs, by_length);
	for (size_t i = 0; i < spoof_count; last = spoofs[i++].ace) {
		bool passing = strcmp(spoofs[i].ace, last) != 0 && passes(conf, &spoofs[i]);

		all += strcmp(spoofs[i].ace, last) != 0;
		passed += passing;
		if (passing || (options->all && strcmp(spoofs[i].ace, last) != 0))
			show_spoof(options->json, name, &spoofs[i], passing);
	}
	if (!options->json) {
		output_valid_name(&standard_output, name.next, span_length(name));
		output_format(&standard_output, ": %zu of %zu spoofs pass\n", passed, all);
	}
	for (size_t i = 0; i < spoof_count; i++) {
		free(spoofs[i].name);
		free(spoofs[i].ace);
	}
	return passed > 0;
}

enum exit_code cmd_spoofs(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of(&options);
	char form[IDNX_NAME_SIZE];
	enum exit_code code = EXIT_OK;
	struct input input;
	struct input_name name;

	rule_set_require(&rule_set);
	find_stand_ins();
	input_open(&input, options.names, false);
	while (input_next(&input, &name)) {
		struct idnx_result result = idnx_to_unicode(name.octets, name.length, form,
		                                            sizeof form, IDNX_LOOKUP);

		if (result.status != IDNX_OK)
			line_put_error(&name, "", words_copy(idnx_status_text(result.status)));
		if (result.status != IDNX_OK ||
		    show_name(&options, rule_set.rules ? rule_set.rules : "",
		              (struct span){ form, form + result.length }))
			code = EXIT_REJECTED;
	}
	return code;
}
