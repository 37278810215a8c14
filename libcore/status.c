/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The text and code of each status, and the versions. */
#include "core.h"

static const struct words {
	char code[16], phrase[64]; /* pointers would be relocated in each process */
} words[] = {
	[IDNX_OK] = { "OK", "valid" },
	[IDNX_P4] = { "P4", "begins with xn-- but is not the Punycode of a non-ASCII label" },
	[IDNX_V1] = { "V1", "is not in Normalization Form C" },
	[IDNX_V2] = { "V2", "has hyphens in the third and fourth places" },
	[IDNX_V3] = { "V3", "begins or ends with a hyphen" },
	[IDNX_V4] = { "V4", "begins with xn-- once decoded" },
	[IDNX_V6] = { "V6", "begins with a combining mark" },
	[IDNX_V7] = { "V7", "contains a character that is not allowed" },
	[IDNX_U1] = { "U1", "contains an ASCII character other than a-z, 0-9 and hyphen" },
	[IDNX_C1] = { "C1", "contains a zero width non-joiner where it is not allowed" },
	[IDNX_C2] = { "C2", "contains a zero width joiner where it is not allowed" },
	[IDNX_B1] = { "B1", "begins with neither a left-to-right nor a right-to-left letter" },
	[IDNX_B2] = { "B2", "is right-to-left but contains left-to-right characters" },
	[IDNX_B3] = { "B3", "is right-to-left but ends with neither letter nor digit" },
	[IDNX_B4] = { "B4", "contains both European and Arabic digits" },
	[IDNX_B5] = { "B5", "is left-to-right but contains right-to-left characters" },
	[IDNX_B6] = { "B6", "is left-to-right but ends with neither letter nor digit" },
	[IDNX_A3] = { "A3", "cannot be encoded in Punycode" },
	[IDNX_A4_1] = { "A4_1", "is empty or has more than 253 octets in ASCII form" },
	[IDNX_A4_2] = { "A4_2", "is empty or has more than 63 octets in ASCII form" },
	[IDNX_X4_2] = { "X4_2", "is empty" },

	[IDNX_BAD_UTF8] = { "UTF8", "is not well-formed UTF-8" },
	[IDNX_HOST] = { "HOST", "contains a character that is not allowed in host names" },
	[IDNX_NUMBER] = { "NUMBER", "maps to a number, so the name would be an IP address" },
	[IDNX_LOCALHOST] = { "LOCALHOST", "maps to a name of this machine" },
	[IDNX_MIXED_SCRIPTS] = { "SCRIPTS",
	                         "contains characters of scripts beyond the restriction level" },
	[IDNX_MIXED_NUMBERS] = { "NUMBERS",
	                         "contains digits of several decimal number systems" },
	[IDNX_NOT_IDNA2008] = { "IDNA2008",
	                        "contains a character that IDNA2008 does not permit" },
	[IDNX_NOT_IDENTIFIER] = { "IDENTIFIER",
	                          "contains a character outside the General Security Profile" },
	[IDNX_UNLIKELY_MARK] = { "MARKS", "contains an unlikely sequence of marks" },
	[IDNX_OTHER_SCRIPT] = { "OTHER_SCRIPT",
	                        "contains a character of a script that is not allowed" },
	[IDNX_READS_AS_ASCII] = { "READS_AS_ASCII",
	                          "reads as ASCII, but is of another script" },
	[IDNX_LONE_LETTER] = { "LONE_LETTER",
	                       "contains letters of another script that look like ASCII" },
	[IDNX_FOREIGN_LETTER] = { "FOREIGN_LETTER",
	                          "contains a letter of few languages, none of that country" },
	[IDNX_READS_AS_PUNCTUATION] = { "PUNCTUATION",
	                                "contains a character that reads as punctuation" },
	[IDNX_OUT_OF_PLACE] = { "OUT_OF_PLACE", "contains a kana where Japanese has none" },
	[IDNX_READS_AS_PROTECTED] = { "PROTECTED", "reads as a protected name" },
	[IDNX_CONTAINS_PROTECTED] = { "PROTECTED_WORD",
	                              "contains a look-alike of a protected name" },
	[IDNX_TOO_LONG] = { "TOO_LONG", "is too long to be a name" },
	[IDNX_NO_SPACE] = { "NO_SPACE", "does not fit into the buffer" },
	[IDNX_BAD_FLAGS] = { "FLAGS", "was asked for with unknown flags" },
};

static const struct words *find_words(enum idnx_status status)
{
	static const struct words unknown = { "?", "has an unknown status" };
	size_t index = (size_t)status;

	return index < sizeof words / sizeof *words ? &words[index] : &unknown;
}

const char *idnx_status_text(enum idnx_status status)
{
	return find_words(status)->phrase;
}

const char *idnx_status_code(enum idnx_status status)
{
	return find_words(status)->code;
}

const char *idnx_unicode_version(void)
{
	return ucd_version;
}

const char *idnx_version(void)
{
	return IDNX_VERSION;
}
