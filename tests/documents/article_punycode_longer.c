/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The longer article "Punycode" (article-punycode-longer): its statements that contradict
 * RFC 3492, each with the correct one.  Its other statements are the RFC's, and are tested
 * there.  Its formulas came as text ("\\delta \\div"), its headings run into the
 * paragraphs.
 */
#include "../common/test.h"
#include "idnx.h"
#include "reference/bootstring.h"
#include "reference/text.h"

#define ARTICLE "Longer article on Punycode section "

#define ROOM 512

static const char *encode(const uint32_t *literal)
{
	static char octets[ROOM];
	const struct text text = text_of_literal(literal);

	assert_int_equal(
		idnx_punycode_encode(text.code_points, text.length, octets, ROOM).status,
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

static void decodes_to(const char *punycode, const uint32_t *literal)
{
	const struct text expected = text_of_literal(literal);
	struct text text;

	assert_int_equal(decode(punycode, &text), IDNX_OK);
	assert_text_equal(&expected, text.code_points, text.length);
}

/* --- Basic code points, delimiter ------------------------------------------------- */

/* "the alphanumeric ASCII characters A-Z, a-z, 0-9": all of ASCII (sections 3.1, 5). */
SHOWS(basic_is_ascii, ARTICLE "Introduction: not letters and digits, all of ASCII is basic")
{
	assert_string_equal(encode(U"-> $1.00 <-"), "-> $1.00 <--");
}

/* "no hyphen is added if the input consists solely of basic code points": section 3.1. */
SHOWS(delimiter_after_basic_alone,
      ARTICLE "Encoding: the delimiter stands after ASCII alone, too")
{
	assert_string_equal(encode(U"London"), "London-");
	decodes_to("London-", U"London");
}

/* "otherwise, treat the entire input as basic with no encoded portion": all is encoded. */
SHOWS(without_delimiter_all_is_encoded, ARTICLE "Decoding: without a delimiter all is encoded")
{
	decodes_to("tda", U"ü");
}

/* "error out for ... the absence of a hyphen when non-ASCII characters are expected" */
SHOWS(no_hyphen_is_no_error, ARTICLE "Decoding: no hyphen is no error")
{
	decodes_to("mxacd", U"αβγ");
}

/* "by avoiding leading hyphens", "and a single hyphen", "a-z (lowercase)": samples M and N. */
SHOWS(hyphens_and_case_stay, ARTICLE "Basic code points: hyphens and capitals stay")
{
	assert_string_equal(encode(U"安室奈美恵-with-SUPER-MONKEYS"),
	                    "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n");
	assert_string_equal(encode(U"Hello-Another-Way-それぞれの場所"),
	                    "Hello-Another-Way--fc4qua05auwb3674vfr0b");
}

/* "that preserve the original string's length" */
SHOWS(length_is_not_preserved, ARTICLE "Introduction: the length is not preserved")
{
	assert_int_not_equal(strlen(encode(U"bücher")), 6);
}

/* "a bijective mapping between Unicode strings and ASCII strings": some are no image. */
SHOWS(not_bijective, ARTICLE "Bootstring: not bijective, some ASCII is no Punycode")
{
	struct text text;

	assert_int_equal(decode("9", &text), IDNX_P4);
	assert_int_equal(decode("!", &text), IDNX_P4);
}

/* --- Deltas ----------------------------------------------------------------------- */

static void keep_step(void *context, const struct bootstring_step *step)
{
	struct bootstring_step *last = context;

	*last = *step;
}

/* "incremental differences from the prior code point": a delta counts places, too. */
SHOWS(delta_counts_places, ARTICLE "Introduction: a delta is no difference of code points")
{
	static uint32_t code_points[ROOM];
	struct bootstring_step step;
	size_t length = ROOM;

	assert_int_equal(bootstring_decode(&bootstring_punycode, strlen("bcher-kva"),
	                                   "bcher-kva", &length, code_points, NULL,
	                                   &(struct bootstring_trace){ keep_step, &step }),
	                 BOOTSTRING_SUCCESS);
	assert_int_equal(step.delta, 745);
}

/*
 * Returns the deltas of the encoder in the article, or with "increment delta" (section
 * 6.3).
 */
static struct text deltas_of(const uint32_t *literal, bool increments_delta)
{
	const struct text text = text_of_literal(literal);
	struct text deltas = { .length = 0 };
	uint32_t n = 128, delta = 0, h = 0;

	for (; h < text.length; n++, delta += increments_delta) {
		uint32_t m = UINT32_MAX;

		for (size_t j = 0; j < text.length; j++)
			if (text.code_points[j] >= n && text.code_points[j] < m)
				m = text.code_points[j];
		delta += (m - n) * (h + 1);
		n = m;
		for (size_t j = 0; j < text.length; j++) {
			delta += text.code_points[j] < n;
			if (text.code_points[j] != n)
				continue;
			deltas.code_points[deltas.length++] = delta;
			delta = 0;
			h++;
		}
	}
	return deltas;
}

/* "n is incremented to m + 1, and the process repeats": delta is incremented as well. */
SHOWS(delta_is_incremented_with_n, ARTICLE "Delta: it is incremented together with n")
{
	const struct text as_said = deltas_of(U"αβγ", false), right = deltas_of(U"αβγ", true);
	static const char last_digits[] = "cd"; /* of mxacd: one digit each */

	for (size_t i = 0; i < 2; i++) {
		uint32_t value = (uint32_t)(strchr(bootstring_punycode.digits, last_digits[i]) -
		                            bootstring_punycode.digits);

		assert_int_equal(right.code_points[i + 1], value);
		assert_int_not_equal(as_said.code_points[i + 1], value);
	}
}

/* "the delta must not exceed ... 26-bit": enough for labels (6.4), but no rule. */
SHOWS(more_than_26_bits, ARTICLE "Delta: more than 26 bits are no error")
{
	uint32_t text[71], decoded[71];
	char octets[ROOM];
	struct idnx_result result;

	for (size_t i = 0; i < 70; i++)
		text[i] = 'a';
	text[70] = 0x10FFFF;
	assert_true((uint64_t)(0x10FFFF - 0x80) * 71 > 1U << 26);
	result = idnx_punycode_encode(text, LENGTH(text), octets, sizeof octets);
	assert_int_equal(result.status, IDNX_OK);
	result = idnx_punycode_decode(octets, result.length, decoded, LENGTH(decoded));
	assert_int_equal(result.status, IDNX_OK);
	assert_memory_equal(decoded, text, sizeof text);
}

/* "while delta > floor(((36 - 1) * 26) / 2) (i.e., > 469)": it is 455; 456 is divided. */
SHOWS(limit_is_455, ARTICLE "Bias: not 469 but 455")
{
	assert_int_equal(bootstring_adapt(&bootstring_punycode, 2 * 455, 1000, false),
	                 36 * 455 / (455 + 38));
	assert_int_equal(bootstring_adapt(&bootstring_punycode, 2 * 456, 1000, false),
	                 36 + 36 * (456 / 35) / (456 / 35 + 38));
}

/* --- Digits ----------------------------------------------------------------------- */

/* "a radix of 36 (0-9 and a-z)": a is 0 and 0 is 26, as the article says later. */
SHOWS(letters_before_digits, ARTICLE "Introduction: digits are not 0-9 a-z but a-z 0-9")
{
	decodes_to("a", U"\x80");
	decodes_to("0a", U"\x9A"); /* 128 + 26 */
}

/*
 * "The encoding of 0 is the empty string", "the first digit dampened to avoid 0 ('a')": it
 * is the digit a.
 */
SHOWS(zero_is_a, ARTICLE "Variable-length integers: 0 is the digit a")
{
	assert_string_equal(encode(U"büücher"), "bcher-kvaa");
}

/* Writes the digits of q, with k beginning at first and growing by step. */
static void digits_of(uint32_t q, uint32_t first, uint32_t step, char *digits)
{
	const struct bootstring *p = &bootstring_punycode;

	for (uint32_t k = first;; k += step) {
		uint32_t t = bootstring_threshold(p, k, p->initial_bias);

		if (q < t)
			break;
		*digits++ = p->digits[t + (q - t) % (p->base - t)];
		q = (q - t) / (p->base - t);
	}
	*digits++ = p->digits[q];
	*digits = '\0';
}

/* "(k=0) ... increment k, and repeat": k begins at base and grows by base (section 6.3). */
SHOWS(k_goes_in_steps_of_base, ARTICLE "Variable-length integers: k goes in steps of base")
{
	char as_said[16], right[16];

	digits_of(19853, 0, 1, as_said);
	digits_of(19853, 36, 36, right);
	assert_string_equal(right, "ihq"); /* section 7.2 */
	assert_string_not_equal(as_said, right);
}

/* --- Errors ----------------------------------------------------------------------- */

/* "digit >= threshold without break": decoding goes on; only the end of input is an error. */
SHOWS(digits_go_on, ARTICLE "Decoding: a digit not below its threshold is no error")
{
	struct text text;

	assert_int_equal(decode("bcher-kv", &text), IDNX_P4);
	decodes_to("bcher-kva", U"bücher");
}

/* "a computed n < 128": n begins with 128 and never decreases. */
SHOWS(n_is_never_basic, ARTICLE "Decoding: n below 128 cannot be")
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
	struct text text;

	for (size_t i = 0; i < 36 * 36; i++) {
		const char punycode[] = { digits[i / 36], digits[i % 36], 'a', '\0' };

		if (decode(punycode, &text) != IDNX_OK)
			continue;
		for (size_t j = 0; j < text.length; j++)
			assert_true(text.code_points[j] >= 128);
	}
}

/* "n exceeding the Unicode range": no error in the RFC, whose integers have no limit. */
SHOWS(beyond_unicode, ARTICLE "Decoding: beyond U+10FFFF is no error of the RFC, but of idnx")
{
	static const uint32_t outside[] = { 0xD800, 0xDFFF, 0x110000 };

	for (size_t i = 0; i < LENGTH(outside); i++) {
		uint32_t decoded;
		size_t length = ROOM, room = 1;
		char octets[ROOM];

		assert_int_equal(bootstring_encode(&bootstring_punycode, 1, &outside[i], NULL,
		                                   &length, octets, NULL),
		                 BOOTSTRING_SUCCESS);
		assert_int_equal(bootstring_decode(&bootstring_punycode, length, octets, &room,
		                                   &decoded, NULL, NULL),
		                 BOOTSTRING_SUCCESS);
		assert_int_equal(decoded, outside[i]);
		assert_int_equal(idnx_punycode_decode(octets, length, &decoded, 1).status,
		                 IDNX_P4);
		assert_int_equal(idnx_punycode_encode(&outside[i], 1, octets, ROOM).status,
		                 IDNX_A3);
	}
}

/* "up to 63 characters excluding the leading ACE prefix": the prefix is included. */
SHOWS(label_of_59, ARTICLE "Encoding: 59 octets and the prefix are a label")
{
	char name[ROOM] = "ü", ace[IDNX_HOST_NAME_SIZE];
	size_t longest = 0;

	for (size_t length = strlen(name); length < 100; length++) {
		struct idnx_result result = idnx_to_ascii(name, length, ace, sizeof ace,
		                                          IDNX_LOOKUP);

		if (result.status == IDNX_OK)
			longest = result.length - strlen("xn--");
		name[length] = 'a';
	}
	assert_int_equal(longest, 59);
}
