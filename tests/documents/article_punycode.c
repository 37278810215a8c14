/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The article "Punycode" (article-punycode): every row of its table of examples, its
 * example "bücher" stepwise, and two of its statements that contradict RFC 3492.
 */
#include "../common/test.h"
#include "idnx.h"
#include "reference/bootstring.h"
#include "reference/text.h"

#define ARTICLE "Article on Punycode section "

#define ROOM 256

static const char *encode(const uint32_t *literal)
{
	static char octets[ROOM];
	const struct text text = text_of_literal(literal);

	assert_int_equal(
		idnx_punycode_encode(text.code_points, text.length, octets, ROOM).status,
		IDNX_OK);
	return octets;
}

static const struct {
	const char *what;
	const uint32_t *text;
	const char *punycode;
} examples[] = {
	{ "The empty string. (The copy has this in the column Input.)", U"", "" },
	{ "Only ASCII characters, one, lowercase.", U"a", "a-" },
	{ "Only ASCII characters, one, uppercase.", U"A", "A-" },
	{ "Only ASCII characters, one, a digit.", U"3", "3-" },
	{ "Only ASCII characters, one, a hyphen.", U"-", "--" },
	{ "Only ASCII characters, two hyphens.", U"--", "---" },
	{ "Only ASCII characters, more than one, no hyphens.", U"London", "London-" },
	{ "Only ASCII characters, one hyphen.", U"Lloyd-Atkinson", "Lloyd-Atkinson-" },
	{ "Only ASCII characters, with spaces.", U"This has spaces", "This has spaces-" },
	{ "Only ASCII characters, mixed symbols.", U"-> $1.00 <-", "-> $1.00 <--" },
	{ "No ASCII characters, one Cyrillic character.", U"Б", "d0a" },
	{ "No ASCII characters, one Latin-1 Supplement character.", U"ü", "tda" },
	{ "No ASCII characters, one Greek character.", U"α", "mxa" },
	{ "No ASCII characters, one CJK character.", U"例", "fsq" },
	{ "No ASCII characters, one emoji character.", U"😉", "n28h" },
	{ "No ASCII characters, more than one character.", U"αβγ", "mxacd" },
	{ "Mixed string, with one character that is not an ASCII character.", U"München",
	  "Mnchen-3ya" },
	{ "Double-encoded Punycode of \"München\".", U"Mnchen-3ya", "Mnchen-3ya-" },
	{ "Mixed string, with one character that is not ASCII, and a hyphen.", U"München-Ost",
	  "Mnchen-Ost-9db" },
	{ "Mixed string, with one space, one hyphen, and one character that is not ASCII.",
	  U"Bahnhof München-Ost", "Bahnhof Mnchen-Ost-u6b" },
	{ "Mixed string, two non-ASCII characters.", U"abæcdöef", "abcdef-qua4k" },
	{ "Russian, without ASCII.", U"правда", "80aafi6cg" },
	{ "Thai, without ASCII.", U"ยจฆฟคฏข", "22cdfh1b8fsa" },
	{ "Korean, without ASCII.", U"도메인", "hq1bm8jm9l" },
	{ "Japanese, without ASCII.", U"ドメイン名例", "eckwd4c7cu47r2wf" },
	{ "Japanese with ASCII.", U"MajiでKoiする5秒前", "MajiKoi5-783gue6qz075azm5e" },
	{ "Mixed non-ASCII scripts (Latin-1 Supplement and CJK).", U"「bücher」",
	  "bcher-kva8445foa" },
};

SHOWS(table_of_examples, ARTICLE "Examples: every row, both ways")
{
	for (size_t i = 0; i < LENGTH(examples); i++) {
		const struct text text = text_of_literal(examples[i].text);
		uint32_t code_points[ROOM];
		struct idnx_result result;

		print_message("# %s\n", examples[i].what);
		assert_string_equal(encode(examples[i].text), examples[i].punycode);
		result = idnx_punycode_decode(examples[i].punycode,
		                              strlen(examples[i].punycode), code_points, ROOM);
		assert_int_equal(result.status, IDNX_OK);
		assert_text_equal(&text, code_points, result.length);
	}
}

/* "bücher" -> "bcher-", but "ü" -> ""; of several hyphens the last one is the added one. */
SHOWS(separation, ARTICLE "Separation: the last hyphen is the one added")
{
	assert_string_equal(encode(U"bücher"), "bcher-kva");
	assert_string_equal(encode(U"ü"), "tda");
	assert_ptr_equal(strrchr(encode(U"b-ü-cher"), '-'),
	                 encode(U"b-ü-cher") + strlen("b--cher"));
	assert_memory_equal(encode(U"b-ü-cher"), "b--cher-", strlen("b--cher-"));
}

/* --- bücher, stepwise ------------------------------------------------------------- */

static void keep_step(void *context, const struct bootstring_step *step)
{
	struct bootstring_step *last = context;

	*last = *step;
}

static struct bootstring_step last_step(const char *punycode)
{
	static uint32_t code_points[ROOM];
	struct bootstring_step step;
	size_t length = ROOM;

	assert_int_equal(bootstring_decode(&bootstring_punycode, strlen(punycode), punycode,
	                                   &length, code_points, NULL,
	                                   &(struct bootstring_trace){ keep_step, &step }),
	                 BOOTSTRING_SUCCESS);
	return step;
}

SHOWS(number_745, ARTICLE "Encoding: bücher is 745 = 6 x 124 + 1, kva")
{
	const struct bootstring_step step = last_step("bcher-kva");

	assert_int_equal(step.delta, 745);
	assert_int_equal(step.delta, 6 * 124 + 1);
	assert_int_equal(step.code_point, 0xFC);
	assert_int_equal(step.position, 1);
	assert_int_equal(step.digits_length, 3);
	assert_memory_equal(step.digits, "kva", 3);
}

/* Thresholds 1, 1, 26, 26 ...; digits 10 21 0. */
SHOWS(thresholds, ARTICLE "Variable-length numbers: thresholds 1, 1, 26; digits 10 21 0")
{
	const struct bootstring *p = &bootstring_punycode;
	static const uint32_t expected[] = { 1, 1, 26, 26 };

	for (uint32_t j = 0; j < LENGTH(expected); j++)
		assert_int_equal(bootstring_threshold(p, p->base * (j + 1), p->initial_bias),
		                 expected[j]);
	assert_int_equal(strchr(p->digits, 'k') - p->digits, 10);
	assert_int_equal(strchr(p->digits, 'v') - p->digits, 21);
	assert_int_equal(strchr(p->digits, 'a') - p->digits, 0);
}

static const struct {
	const uint32_t *text;
	const char *punycode;
} neighbours[] = {
	{ U"büücher", "bcher-kvaa" }, { U"bücüher", "bcher-kvab" },
	{ U"bücherü", "bcher-kvae" }, { U"ýbücher", "bcher-kvaf" },
	{ U"übücher", "bcher-jvab" },
};

SHOWS(second_insertions, ARTICLE "Variable-length numbers: from bcher-kvaa to bcher-jvab")
{
	for (size_t i = 0; i < LENGTH(neighbours); i++)
		assert_string_equal(encode(neighbours[i].text), neighbours[i].punycode);
}

SHOWS(domain_name, ARTICLE "ACE prefix: bücher.tld is xn--bcher-kva.tld")
{
	char ace[IDNX_HOST_NAME_SIZE];

	assert_int_equal(
		idnx_to_ascii("bücher.tld", strlen("bücher.tld"), ace, sizeof ace, IDNX_LOOKUP)
			.status,
		IDNX_OK);
	assert_string_equal(ace, "xn--bcher-kva.tld");
}

/* --- What does not hold ----------------------------------------------------------- */

/* "j is the Unicode code point to insert minus 127" would make it 751; its own 124 is right. */
SHOWS(not_minus_127, ARTICLE "Encoding: not \"minus 127\" but 128")
{
	const struct bootstring_step step = last_step("bcher-kva");

	assert_int_equal(6 * (step.code_point - bootstring_punycode.initial_n) + 1, 745);
	assert_int_not_equal(6 * (step.code_point - 127) + 1, step.delta);
}

/*
 * "the difference between the number and the previous one is written": the second ü of
 * büücher has number 7 * 124 + 2 = 870, the first 745.  Yet the encoder writes not 125 but
 * 0, the number of states between them (RFC 3492 section 3.2).
 */
SHOWS(not_the_difference, ARTICLE "Encoding: not the difference of the numbers")
{
	const struct bootstring_step step = last_step("bcher-kvaa");

	assert_int_equal(step.code_point, 0xFC);
	assert_int_equal(step.position, 2);
	assert_int_equal(step.delta, 0);
}

/* "a subset of ASCII consisting of letters, digits, and hyphens": all ASCII is kept. */
SHOWS(not_ldh, ARTICLE "Introduction: letters, digits, hyphens only if the ASCII is")
{
	assert_memory_equal(encode(U"ü @"), " @-", strlen(" @-"));
}
