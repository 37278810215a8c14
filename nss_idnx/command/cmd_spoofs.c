/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * idnx spoofs: makes the names that read as a name, and shows those that idnx.conf lets pass.  In
 * the first label a stand-in takes the place of one or two letters, or one script that of all:
 *
 *     paypal.com    pаypal.com  p4ypaĺ.com  pæypal.com  раураі.com
 */
#include <unistr.h>

#include "verdict/verdict.h"

static const char help[] =
	"Usage: idnx spoofs [OPTION]... [NAME]...\n"
	"\n"
	"Makes the names that read as each NAME, or as each line of standard input if there is "
	"none. Shows those that a lookup under this machine's idnx.conf lets pass, the shortest "
	"first: the name, its ASCII form, the settings that would reject it, \"-\" if none would, "
	"and the look-alike in it; then how many they are.\n"
	"\n"
	"Example: idnx spoofs --set=protection=browser --set=protect=paypal.com paypal.com\n";

static char name[IDNX_NAME_SIZE]; /* of which spoofs are made */
static struct span label;         /* the first of it */
static const char *base;          /* the label, or what has taken its place so far */

struct spoof {
	char ace[IDNX_HOST_NAME_SIZE];
	ucs4_t stand_in; /* its first character */
};

static struct spoof *spoofs;
static size_t spoof_count;

/* Adds the valid names with text in the label's place, unless it is NULL. */
static void add(const char *text, ucs4_t stand_in)
{
	static const char *const forms[] = { "%s%s", "my-%s%s", "%s-login%s", "my%ss%s",
		                             "%s%s.evil.example" };

	for (size_t i = 0; text && i < sizeof forms / sizeof *forms; i++) {
		char *words = words_format(forms[i], text, label.end);
		struct spoof spoof = { "", stand_in };

		if (spoof_count % 1024 == 0)
			spoofs = realloc(spoofs, (spoof_count + 1024) * sizeof *spoofs);
		if (!spoofs)
			die_io("memory");
		if (idnx_to_ascii(words, strlen(words), spoof.ace, sizeof spoof.ace,
		                  IDNX_LOOKUP)
		            .status == IDNX_OK)
			spoofs[spoof_count++] = spoof;
	}
}

/* Returns the base with text for letters if that reads as the label, else NULL. */
static const char *disguise(struct span letters, const char *text)
{
	/* ASCII imitates only in a label that is not ASCII. */
	bool is_ascii = (unsigned char)*text < 0x80 && ascii_has_only(base, strlen(base));
	char *spoof = words_format("%.*s%s%s%s", (int)(letters.next - base), base, text,
	                           letters.end, is_ascii ? "\u0301" : "");
	struct idnx_reading reading;

	if (!span_equals(letters, text) &&
	    idnx_read(spoof, strlen(spoof), &reading) == IDNX_OK &&
	    idnx_reads_as(&reading, label.next, span_length(label)) == IDNX_LIKE_IN_DISGUISE)
		return spoof;
	return NULL;
}

static struct span letter_at(const char *next)
{
	return (struct span){ next, next + u8_strmblen((const uint8_t *)next) };
}

/* Puts a text for each letter, and each two; or for all ASCII letters that it can replace. */
static void try_text(const char *text, ucs4_t stand_in, bool keep)
{
	for (struct span at = letter_at(base); *at.next; at = letter_at(at.end)) {
		struct span both = { at.next, letter_at(at.end).end };
		const char *spoof = keep && (unsigned char)*at.next >= 0x80
		                            ? NULL
		                            : disguise(at, text);

		if (spoof && keep) {
			at.end = spoof + (at.next - base) + strlen(text);
			base = spoof;
		}
		add(spoof, stand_in);
		if (!keep && (stand_in >= 0x80 || !text[1]) && both.end > at.end)
			add(disguise(both, text), stand_in);
	}
}

static bool reads_as_letters(const struct idnx_reading *reading)
{
	for (struct span at = letter_at(label.next); at.next < label.end;
	     at = letter_at(at.end))
		if (idnx_reads_as(reading, at.next, span_length(at)) ||
		    idnx_reads_as(reading, at.next, (size_t)(letter_at(at.end).end - at.next)))
			return true;
	return false;
}

/* Writes a character, if it may read as letters of the label, and UTS #46 does not map it. */
static bool write_character(ucs4_t character, char text[static 8])
{
	struct idnx_reading reading;
	char form[IDNX_NAME_SIZE];
	int octets = u8_uctomb((uint8_t *)text, character, 7);

	text[octets > 0 ? octets : 0] = '\0';
	return octets > 0 && idnx_read(text, (size_t)octets, &reading) == IDNX_OK &&
	       reads_as_letters(&reading) &&
	       idnx_to_unicode(text, (size_t)octets, form, sizeof form, 0).status == IDNX_OK &&
	       strcmp(form, text) == 0;
}

static void make_spoofs(void)
{
	static const char ascii[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	/* NULL, any; and those of which whole labels read as ASCII. */
	static const char *const scripts[] = { NULL,     "Greek",    "Cyrillic", "Armenian",
		                               "Hebrew", "Georgian", "Thai" };
	char text[8];

	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		base = words_copy_of(label);
		for (ucs4_t c = 0x80; c < 0x30000; c++)
			if ((!scripts[i] || strcmp(idnx_script_name(c, 0), scripts[i]) == 0) &&
			    write_character(c, text))
				try_text(text, c, scripts[i]);
		for (size_t j = 0; !scripts[i] && j < strlen(ascii) * sizeof ascii; j++) {
			snprintf(text, sizeof text, "%c%c", ascii[j / sizeof ascii],
			         ascii[j % sizeof ascii]);
			try_text(text, (unsigned char)*text, false);
		}
	}
}

static int by_length(const void *a, const void *b)
{
	const struct spoof *one = a, *other = b;
	int difference = (int)strlen(one->ace) - (int)strlen(other->ace);

	return difference != 0 ? difference : strcmp(one->ace, other->ace);
}

/* In ASCII form, as links have it: "ace-names = leave" lets it pass as well. */
static bool passes(const char *conf, const struct spoof *spoof)
{
	char ace[IDNX_HOST_NAME_SIZE];

	return policy_to_ascii_under(conf, spoof->ace, ace).action <= POLICY_EXCLUDED;
}

/* Returns the weakest settings that reject it; "-" if none do. */
static const char *remedy_of(const struct spoof *spoof)
{
	static const struct {
		const char *text, *conf;
	} settings[] = { { "protection=browser", "protection = browser" },
		         { "protect", "protect = %s" },
		         { "protection=browser,protect",
		           "protection = browser\nprotect = %s" } };

	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		if (!passes(words_format(settings[i].conf, name), spoof))
			return settings[i].text;
	}
	return "-";
}

static void show_spoof(const struct options *options, const struct spoof *spoof,
                       const char *remedy)
{
	char form[IDNX_NAME_SIZE];

	idnx_to_unicode(spoof->ace, strlen(spoof->ace), form, sizeof form, 0);
	if (options->json) {
		json_begin(NULL, '{');
		json_text("name", name);
		json_text("spoof", form);
		json_text("ascii", spoof->ace);
		json_flag("passes", remedy != NULL);
		json_text("rejected_by", remedy && *remedy != '-' ? remedy : NULL);
		json_character("character", spoof->stand_in);
		json_end_line();
	} else {
		output_put(&standard_output, span_of_text(form), VALID_NAME);
		output_format(&standard_output, "\t%s\t%s\t", spoof->ace,
		              remedy ? remedy : "rejected");
		output_text(&standard_output, character_text(spoof->stand_in));
		output_end(&standard_output, options->null);
	}
}

/* Shows each spoof once; returns whether one passes. */
static bool show_spoofs(const struct options *options, const char *conf)
{
	size_t passed = 0, all = 0;

	qsort(spoofs, spoof_count, sizeof *spoofs, by_length);
	for (size_t i = 0; i < spoof_count; i++) {
		const char *remedy;

		if (i > 0 && strcmp(spoofs[i].ace, spoofs[i - 1].ace) == 0)
			continue;
		remedy = passes(conf, &spoofs[i]) ? remedy_of(&spoofs[i]) : NULL;
		all++;
		passed += remedy != NULL;
		if (remedy || options->all)
			show_spoof(options, &spoofs[i], remedy);
	}
	if (!options->json) {
		output_put(&standard_output, span_of_text(name), VALID_NAME);
		output_format(&standard_output, ": %zu of %zu spoofs pass\n", passed, all);
	}
	spoof_count = 0;
	return passed > 0;
}

enum exit_code cmd_spoofs(int argc, char **argv)
{
	struct options options = options_read(argc, argv, help);
	struct rule_set rule_set = rule_set_of(&options);
	enum exit_code code = EXIT_OK;
	struct input input;
	struct input_name given;

	rule_set_require(&rule_set);
	words_keep();
	input_open(&input, options.names, options.null);
	while (input_next(&input, &given)) {
		struct idnx_result result = idnx_to_unicode(given.text.next,
		                                            span_length(given.text), name,
		                                            sizeof name, IDNX_LOOKUP);

		label = span_before(span_of_text(name), '.');
		if (result.status == IDNX_OK)
			make_spoofs();
		else
			line_put_error(&given, "", idnx_status_text(result.status));
		if (result.status != IDNX_OK || show_spoofs(&options, rule_set.conf))
			code = EXIT_REJECTED;
		words_release();
	}
	return code;
}
