/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Strings of JSON out of any octets (RFC 8259 section 7).
 *
 * Octets that are not UTF-8 become U+FFFD.  Lone surrogates (\udcff, as Python
 * writes them) would keep their values, but RFC 8259 section 8.2 calls them
 * unpredictable, and Perl's JSON::PP and Rust's serde_json refuse the whole line.
 */
#include "json.h"

#include <stdbool.h>
#include <string.h>
#include <unictype.h>
#include <unistr.h>

#include "idnx.h"

/* What is not seen but does something: direction, joiners, and ends of lines (Zl, Zp). */
static bool is_format(ucs4_t character)
{
	return uc_is_general_category_withtable(character, UC_CATEGORY_MASK_Cf |
	                                                   UC_CATEGORY_MASK_Zl |
	                                                   UC_CATEGORY_MASK_Zp);
}

/* What stands for itself: neither a control nor special within quotation marks. */
static bool plain(unsigned char octet)
{
	return octet >= 0x20 && octet < 0x7F && octet != '"' && octet != '\\';
}

/* Beyond U+FFFF as two surrogates (RFC 8259 section 7). */
static void escape(struct output *output, ucs4_t code_point)
{
	if (code_point > 0xFFFF)
		output_format(output, "\\u%04x\\u%04x",
		              (unsigned)(0xD800 + ((code_point - 0x10000) >> 10)),
		              (unsigned)(0xDC00 + (code_point & 0x3FF)));
	else
		output_format(output, "\\u%04x", (unsigned)code_point);
}

/* Writes the character, or U+FFFD for the ill-formed part, at octets: its length. */
static size_t put_character(struct output *output, const unsigned char *octets,
                            size_t length)
{
	ucs4_t character;
	int n = u8_mbtouc(&character, octets, length);

	if (character < 0xA0 || is_format(character) || !output_shows(output, character))
		escape(output, character); /* C1 is below A0 */
	else if (character == 0xFFFD)
		output_text(output, "\xEF\xBF\xBD");
	else
		output_put(output, (const char *)octets, (size_t)n);
	return (size_t)n;
}

/* Writes what begins with an octet that is not plain: its length. */
static size_t put_special(struct output *output, const unsigned char *octets,
                          size_t length)
{
	if (octets[0] >= 0x80)
		return put_character(output, octets, length);
	if (octets[0] == '"' || octets[0] == '\\')
		output_format(output, "\\%c", octets[0]);
	else
		escape(output, octets[0]);
	return 1;
}

void json_string(struct output *output, const char *octets, size_t length)
{
	size_t done = 0;

	output_text(output, "\"");
	while (done < length) {
		const unsigned char *rest = (const unsigned char *)octets + done;
		size_t n = 0;

		while (done + n < length && plain(rest[n]))
			n++;
		output_put(output, (const char *)rest, n);
		done += n;
		if (done < length)
			done += put_special(output, rest + n, length - done);
	}
	output_text(output, "\"");
}

void json_text(struct output *output, const char *text)
{
	json_string(output, text, strlen(text));
}

void json_name(struct output *output, const char *octets, size_t length)
{
	if (length > IDNX_INPUT_MAX) {
		length = IDNX_INPUT_MAX;
		while (length > IDNX_INPUT_MAX - 3 && (octets[length] & 0xC0) == 0x80)
			length--;
	}
	json_string(output, octets, length);
}
