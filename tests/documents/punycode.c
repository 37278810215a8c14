/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * RFC 3492, and what two articles on Punycode say beside it.  Of the longer article
 * (article-punycode-longer) here is what contradicts the RFC, each with the correct statement.
 * Rows are in punycode.tsv, the samples of section 7.1 in rfc3492.tsv.
 */
#include "../common/reference/punycode.h"
#include "idnx.h"
#include "text.h"

#define RFC     "RFC 3492 "
#define ARTICLE "Article on Punycode section "
#define LONGER  "Longer article on Punycode section "

#define ROWS(title, check) SHOWS_ROWS(title, "tests/documents/punycode.tsv", check)

#define ROOM (8 * TEXT_MAX)

static const char *encoded(const struct text *text)
{
	static char octets[ROOM];

	assert_int_equal(
		idnx_punycode_encode(text->code_points, text->length, octets, ROOM).status,
		IDNX_OK);
	return octets;
}

static enum idnx_status decode(const char *punycode, struct text *text)
{
	struct idnx_result result = idnx_punycode_decode(punycode, strlen(punycode),
	                                                 text->code_points, TEXT_MAX);

	text->length = result.length;
	return result.status;
}

static void check_decoding(const char *punycode, const struct text *expected)
{
	struct text text;

	assert_int_equal(decode(punycode, &text), IDNX_OK);
	assert_text_equal(expected, text.code_points, text.length);
}

/* Each makes the other. */
static void check_both_ways(char *column[])
{
	struct text text = text_of(column[0]);

	if (strcmp(column[0], "(none)") == 0) {
		assert_int_equal(decode(column[1], &text), IDNX_P4);
		return;
	}
	if (strcmp(column[2], "decode") != 0)
		assert_string_equal(encoded(&text), column[1]);
	check_decoding(column[1], &text);
}

/* --- RFC 3492 --------------------------------------------------------------------- */

ROWS(RFC "section 3.2: 「bücher」ýü, with states of two characters and of three",
     check_both_ways);
ROWS(RFC "section 5: each digit-value", check_both_ways);
ROWS(RFC "section 5: digits in either case are recognized", check_both_ways);
ROWS(RFC "section 5: hyphens at the beginning and at the end", check_both_ways);

static void check_status(char *column[])
{
	struct text text;

	assert_string_equal(idnx_status_code(decode(column[1], &text)), column[2]);
}

ROWS(RFC "section 6.2: the error conditions, and no others", check_status);
ROWS(RFC "section 6.4: overflow at 32 bits", check_status);

/* Returns the octets of the longest label of ü and a that has an ASCII form. */
static size_t longest_label(void)
{
	char name[100] = "ü", ace[IDNX_HOST_NAME_SIZE];
	size_t longest = 0;

	for (size_t length = strlen(name); length < sizeof name; name[length++] = 'a') {
		struct idnx_result result = idnx_to_ascii(name, length, ace, sizeof ace,
		                                          IDNX_LOOKUP);

		if (result.status == IDNX_OK)
			longest = result.length;
		else
			assert_int_equal(result.status, IDNX_A4_2);
	}
	return longest;
}

SHOWS(label_of_63_octets, RFC "section 6.4: overflow at the label limit")
{
	assert_int_equal(longest_label(), 63);
}

/* Calls check with each string of up to three octets. */
static void for_each_string(void (*check)(const char *text))
{
	static const char alphabet[] = "-abcdefghijklmnopqrstuvwxyz0123456789";
	char text[4] = "";

	check(text);
	for (size_t length = 1, count = 37; length <= 3; length++, count *= 37)
		for (size_t i = 0; i < count; i++) {
			for (size_t at = 0, rest = i; at < length; at++, rest /= 37)
				text[at] = alphabet[rest % 37];
			check(text);
		}
}

static void decode_with_both(const char *punycode)
{
	struct text expected, found;
	ssize_t length = reference_punycode_decode(punycode, strlen(punycode),
	                                           expected.code_points, TEXT_MAX);

	expected.length = (size_t)length;
	assert_int_equal(decode(punycode, &found), length < 0 ? IDNX_P4 : IDNX_OK);
	if (length >= 0)
		assert_text_equal(&expected, found.code_points, found.length);
}

SHOWS(library_and_reference, RFC "section 6.2: the library does what the pseudocode does")
{
	for_each_string(decode_with_both);
}

static unsigned encoded_again;

static void encode_again(const char *punycode)
{
	struct text text;

	if (decode(punycode, &text) != IDNX_OK)
		return;
	assert_string_equal(encoded(&text), punycode);
	encoded_again++;
}

SHOWS(one_encoding, RFC "section 8: no string of up to three octets has two encodings")
{
	for_each_string(encode_again);
	assert_in_range(encoded_again, 4, 37 * 37 * 37 - 1);
}

/* Reads "u+0062 U+00FC". */
static struct text text_of_sample(const char *written)
{
	struct text text = { .length = 0 };

	while (*written != '\0') {
		char *end;

		text.code_points[text.length++] = (uint32_t)strtoul(written + 2, &end, 16);
		written = end + strspn(end, " ");
	}
	return text;
}

/* Digits in lower case: the same octets except for the D of (I). */
static void check_sample(char *column[])
{
	const struct text text = text_of_sample(column[1]);

	assert_string_equal(encoded(&text), strncmp(column[0], "(I)", 3) == 0
	                                            ? "b1abfaaepdrnnbgefbadotcwatmq2g4l"
	                                            : column[2]);
	check_decoding(column[2], &text);
}

SHOWS(samples, RFC "section 7.1: samples (A)-(S) both ways, their digits in one case")
{
	assert_int_equal(table_rows("tests/documents/rfc3492.tsv", NULL, check_sample),
	                 'S' - 'A' + 1);
}

ROWS(RFC "appendix A: the last digit annotates, and alters nothing", check_both_ways);

static void check_ace(char *column[])
{
	char ace[IDNX_HOST_NAME_SIZE];

	assert_int_equal(
		idnx_to_ascii(column[0], strlen(column[0]), ace, sizeof ace, IDNX_LOOKUP).status,
		IDNX_OK);
	assert_string_equal(ace, column[1]);
}

ROWS(RFC "appendix A: ToASCII disregards annotations", check_ace);

/* --- The articles ----------------------------------------------------------------- */

ROWS(ARTICLE "Introduction: letters, digits, hyphens only if the ASCII is", check_both_ways);
ROWS(ARTICLE "Separation: the last hyphen is the one added", check_both_ways);
ROWS(ARTICLE "Encoding: bücher is 745 = 6 x 124 + 1, kva", check_both_ways);
ROWS(ARTICLE "Encoding: not \"minus 127\" but 128", check_both_ways);
ROWS(ARTICLE "Encoding: not the difference of the numbers", check_both_ways);
ROWS(ARTICLE "Variable-length numbers: from bcher-kvaa to bcher-jvab", check_both_ways);
ROWS(ARTICLE "ACE prefix: bücher.tld is xn--bcher-kva.tld", check_ace);
ROWS(ARTICLE "Examples: every row, both ways", check_both_ways);

ROWS(LONGER "Introduction: not letters and digits, all of ASCII is basic", check_both_ways);
ROWS(LONGER "Introduction: the length is not preserved", check_both_ways);
ROWS(LONGER "Introduction: digits are not 0-9 a-z but a-z 0-9", check_both_ways);
ROWS(LONGER "Introduction: a delta is no difference of code points", check_both_ways);
ROWS(LONGER "Bootstring: not bijective, some ASCII is no Punycode", check_both_ways);
ROWS(LONGER "Basic code points: hyphens and capitals stay", check_both_ways);
ROWS(LONGER "Encoding: the delimiter stands after ASCII alone, too", check_both_ways);

/* "up to 63 characters excluding the leading ACE prefix": the prefix is included. */
SHOWS(label_of_59, LONGER "Encoding: 59 octets and the prefix are a label")
{
	assert_int_equal(longest_label() - strlen("xn--"), 59);
}

ROWS(LONGER "Delta: it is incremented together with n", check_both_ways);
ROWS(LONGER "Delta: more than 26 bits are no error", check_both_ways);
ROWS(LONGER "Bias: not 469 but 455", check_both_ways);
ROWS(LONGER "Variable-length integers: 0 is the digit a", check_both_ways);
ROWS(LONGER "Variable-length integers: k goes in steps of base", check_both_ways);
ROWS(LONGER "Decoding: without a delimiter all is encoded", check_both_ways);
ROWS(LONGER "Decoding: no hyphen is no error", check_both_ways);
ROWS(LONGER "Decoding: a digit not below its threshold is no error", check_both_ways);
ROWS(LONGER "Decoding: n below 128 cannot be", check_both_ways);
ROWS(LONGER "Decoding: beyond U+10FFFF is an error of idnx alone", check_status);
