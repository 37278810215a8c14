/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Writes any octets as JSON strings (RFC 8259 section 7), and objects and lists of them.
 *
 * Octets that are not UTF-8 become U+FFFD.  Lone surrogates (\udcff, as Python writes them)
 * would keep their values, but RFC 8259 section 8.2 calls them unpredictable, and Perl's
 * JSON::PP and Rust's serde_json reject the whole line.
 */
#include "show.h"

#include <unistr.h>

#include "idnx.h"

/* Octets that need no escape: neither controls nor special within quotation marks. */
static bool is_plain(unsigned char octet)
{
	return octet >= 0x20 && octet < 0x7F && octet != '"' && octet != '\\';
}

/* Writes a code point beyond U+FFFF as two surrogates (RFC 8259 section 7). */
static void escape(struct output *output, ucs4_t code_point)
{
	uint16_t units[2];
	int count = u16_uctomb(units, code_point, 2);

	for (int i = 0; i < count; i++)
		output_format(output, "\\u%04x", units[i]);
}

/* Writes and takes the first character, U+FFFD for an ill-formed part. */
static void put_special(struct output *output, struct span *octets)
{
	ucs4_t character;
	struct span first = { octets->next, octets->next };

	first.end += u8_mbtouc(&character, (const uint8_t *)first.next, span_length(*octets));

	if (character == '"' || character == '\\')
		output_format(output, "\\%c", (char)character);
	else if (character_acts(character) || !output_shows(output, character))
		escape(output, character);
	else if (character == 0xFFFD)
		output_text(output, "\xEF\xBF\xBD");
	else
		output_put(output, first, AS_IT_IS);
	octets->next = first.end;
}

void json_string(struct output *output, struct span octets)
{
	output_text(output, "\"");
	while (!span_is_empty(octets)) {
		struct span plain = { octets.next, octets.next };

		while (plain.end < octets.end && is_plain((unsigned char)*plain.end))
			plain.end++;
		output_put(output, plain, AS_IT_IS);
		octets.next = plain.end;
		if (span_is_empty(plain))
			put_special(output, &octets);
	}
	output_text(output, "\"");
}

/* --- Objects and lists ---------------------------------------------------- */

/* Whether the next value in the same object or list needs a comma before it. */
static bool is_after_value;

/* Of the names, all constants, the longest has 22 octets. */
static void put_member(const char *name)
{
	char text[64], *end = text;

	if (is_after_value)
		*end++ = ',';
	if (name)
		end = stpcpy(stpcpy(stpcpy(end, "\""), name), "\":");
	output_put(&standard_output, (struct span){ text, end }, AS_IT_IS);
	is_after_value = true;
}

void json_begin(const char *name, char bracket)
{
	put_member(name);
	output_put(&standard_output, (struct span){ &bracket, &bracket + 1 }, AS_IT_IS);
	is_after_value = false;
}

void json_end(char bracket)
{
	output_put(&standard_output, (struct span){ &bracket, &bracket + 1 }, AS_IT_IS);
	is_after_value = true;
}

void json_end_line(void)
{
	output_text(&standard_output, "}\n");
	is_after_value = false;
}

void json_octets(const char *name, struct span octets)
{
	put_member(name);
	if (octets.next)
		json_string(&standard_output, octets);
	else
		output_text(&standard_output, "null");
}

void json_text(const char *name, const char *text)
{
	json_octets(name, text ? span_of_text(text) : (struct span){ NULL, NULL });
}

void json_words(const char *name, const char *words)
{
	struct span rest = span_of_text(words ? words : ""), word;

	json_begin(name, '[');
	while (span_next_word(&rest, &word))
		json_octets(NULL, word);
	json_end(']');
}

void json_flag(const char *name, bool flag)
{
	put_member(name);
	output_text(&standard_output, flag ? "true" : "false");
}

void json_number(const char *name, unsigned long long number)
{
	put_member(name);
	output_format(&standard_output, "%llu", number);
}

void json_character(const char *member, uint32_t code_point)
{
	const char *script;

	json_begin(member, '{');
	json_text("code_point", words_format("U+%04X", (unsigned)code_point));
	json_text("name", character_name(code_point));
	json_begin("scripts", '[');
	for (unsigned i = 0; (script = idnx_script_name(code_point, i)); i++)
		json_text(NULL, script);
	json_end(']');
	json_end('}');
}
