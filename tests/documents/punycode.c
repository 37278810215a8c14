/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * RFC 3492, and what two articles on Punycode say beside it: what is said of Bootstring with the
 * reference codec (bootstring.h), what is said of Punycode with the library, too.  Of the
 * longer article (article-punycode-longer) here is what contradicts the RFC, each with the
 * correct statement.  Rows are in punycode.tsv, the samples of section 7.1 in rfc3492.tsv.
 */
#include "../common/reference/bootstring.h"
#include "idnx.h"
#include "text.h"

#define RFC     "RFC 3492 "
#define ARTICLE "Article on Punycode section "
#define LONGER  "Longer article on Punycode section "

#define ROWS(title, check) SHOWS_ROWS(title, "tests/documents/punycode.tsv", check)

#define ROOM (8 * TEXT_MAX)

/* --- Codecs ----------------------------------------------------------------------- */

static const char *encoded_by(const struct bootstring *p, const struct text *text,
                              const unsigned char *flags, const struct bootstring_trace *trace)
{
	static char octets[ROOM + 1];
	size_t length = ROOM;

	assert_int_equal(bootstring_encode(p, text->length, text->code_points, flags, &length,
	                                   octets, trace),
	                 BOOTSTRING_SUCCESS);
	octets[length] = '\0';
	return octets;
}

static struct text decoded_by(const struct bootstring *p, const char *octets,
                              const struct bootstring_trace *trace)
{
	struct text text = { .length = TEXT_MAX };

	assert_int_equal(bootstring_decode(p, strlen(octets), octets, &text.length,
	                                   text.code_points, text.case_flags, trace),
	                 BOOTSTRING_SUCCESS);
	return text;
}

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

/* The library makes each of the other. */
static void check_both_ways(char *column[])
{
	struct text text = text_of_utf8(column[0]);

	if (strcmp(column[0], "(none)") == 0) {
		assert_int_equal(decode(column[1], &text), IDNX_P4);
		return;
	}
	if (strcmp(column[2], "decode") != 0)
		assert_string_equal(encoded(&text), column[1]);
	check_decoding(column[1], &text);
}

static void for_each_sample(table_row *check)
{
	assert_int_equal(table_rows("tests/documents/rfc3492.tsv", NULL, check), 'S' - 'A' + 1);
}

/* --- RFC 3492 section 3.2: insertion unsort coding -------------------------------- */

static void collect_delta(void *context, const struct bootstring_step *step)
{
	struct text *deltas = context;

	deltas->code_points[deltas->length++] = step->delta;
}

/* "performs delta state changes, then an insertion, and then one more state change" */
static void walk_states(const struct text *deltas, struct text *text)
{
	uint32_t n = 128;
	size_t i = 0;

	for (size_t d = 0; d < deltas->length; d++) {
		for (uint32_t change = 0; change < deltas->code_points[d]; change++) {
			n += i == text->length;
			i = i == text->length ? 0 : i + 1;
		}
		memmove(text->code_points + i + 1, text->code_points + i,
		        (text->length - i) * sizeof *text->code_points);
		text->code_points[i++] = n;
		text->length++;
	}
}

SHOWS(states_one_by_one, RFC "section 3.2: state by state, with 「bücher」ýü")
{
	const struct text expected = text_of_utf8("「bücher」ýü");
	struct text deltas = { .length = 0 }, text = text_of_utf8("bcher");
	const struct bootstring_trace trace = { collect_delta, &deltas };

	encoded_by(&bootstring_punycode, &expected, NULL, &trace);
	walk_states(&deltas, &text);
	assert_text_equal(&expected, text.code_points, text.length);
}

/* --- Section 3.3: generalized variable-length integers ---------------------------- */

/* Reads little-endian digits of base 8; *digits moves to the next integer. */
static unsigned value_of(const char **digits, const unsigned *thresholds)
{
	unsigned value = 0, weight = 1;

	for (size_t j = 0;; j++) {
		unsigned digit = (unsigned)(*(*digits)++ - '0');

		value += digit * weight;
		if (digit < thresholds[j])
			return value;
		weight *= 8 - thresholds[j];
	}
}

SHOWS(integers_of_base_8, RFC "section 3.3: 734251 in base 8 is 145 and 62")
{
	static const unsigned thresholds[] = { 2, 3, 5, 5, 5, 5 };
	const char *digits = "734251";

	assert_int_equal(value_of(&digits, thresholds), 145);
	assert_int_equal(value_of(&digits, thresholds), 62);
	assert_string_equal(digits, "");
}

/* --- Section 4: parameters -------------------------------------------------------- */

#define LETTERS_FIRST "abcdefghijklmnopqrstuvwxyz0123456789"

static const struct bootstring sound[] = {
	{ LETTERS_FIRST, '-', 36, 1, 26, 38, 700, 72, 0x80, UINT32_MAX },
	{ "0123456789", 'x', 10, 0, 7, 1, 2, 0, 0, UINT32_MAX },
	{ "0123456789abcdef", '_', 16, 3, 3, 10, 50, 45, 0x7F, UINT32_MAX },
	{ "zyxwvutsrqponmlkjihgfedcba", '!', 26, 5, 20, 100, 1000, 99, 0x20, UINT32_MAX },
	{ "abcd", 'e', 4, 0, 2, 7, 3, 23, 0x80, UINT32_MAX },
};

static void sample_by_parameters(char *column[])
{
	const struct text text = text_of(column[1]);

	for (size_t i = 0; i < LENGTH(sound); i++) {
		struct text back = decoded_by(&sound[i],
		                              encoded_by(&sound[i], &text, NULL, NULL), NULL);

		assert_text_equal(&text, back.code_points, back.length);
	}
}

SHOWS(other_parameters, RFC "section 4: other sound parameters give every sample back")
{
	for (size_t i = 0; i < LENGTH(sound); i++)
		assert_true(bootstring_is_sound(&sound[i]));
	for_each_sample(sample_by_parameters);
}

static const struct {
	const char *what;
	struct bootstring parameters;
} unsound[] = {
	{ "fewer digits than base", { "0123456789", '-', 36, 1, 26, 38, 700, 72, 128, 1 } },
	{ "one digit twice", { "0123456788", '-', 10, 1, 8, 38, 700, 5, 128, 1 } },
	{ "the delimiter is a digit", { "0123456789", '9', 10, 1, 8, 38, 700, 5, 128, 1 } },
	{ "initial_n not basic", { "0123456789", '-', 10, 1, 8, 38, 700, 5, 129, 1 } },
	{ "tmin > tmax", { "0123456789", '-', 10, 3, 2, 38, 700, 5, 128, 1 } },
	{ "tmax > base - 1", { "0123456789", '-', 10, 1, 10, 38, 700, 5, 128, 1 } },
	{ "skew < 1", { "0123456789", '-', 10, 1, 8, 0, 700, 5, 128, 1 } },
	{ "damp < 2", { "0123456789", '-', 10, 1, 8, 38, 1, 5, 128, 1 } },
	{ "initial_bias", { "0123456789", '-', 10, 3, 8, 38, 700, 18, 128, 1 } },
};

SHOWS(constraints, RFC "section 4: each constraint rejects parameters")
{
	for (size_t i = 0; i < LENGTH(unsound); i++) {
		print_message("# %s\n", unsound[i].what);
		assert_false(bootstring_is_sound(&unsound[i].parameters));
	}
}

/*
 * "five parameters affect efficiency but not correctness" is false for two sets that meet
 * the constraints.  With tmax = 0 no digit is below its threshold, so no integer ends.
 * With base - tmin = 1 the division of adapt() changes nothing, so its loop does not end.
 */
SHOWS(constraints_that_miss,
      RFC "section 4: tmax = 0 and base - tmin = 1 are allowed, and never end")
{
	static const struct bootstring no_end = { "0123456789", '-', 10, 0,   0,
		                                  38,           700, 5,  128, 1 };
	static const struct bootstring no_division = { "0123456789", '-', 10, 9,   9,
		                                       38,           700, 1,  128, 1 };

	assert_true(bootstring_is_sound(&no_end));
	for (uint32_t k = no_end.base; k < 1000 * no_end.base; k += no_end.base)
		assert_int_equal(bootstring_threshold(&no_end, k, 5), 0);
	assert_true(bootstring_is_sound(&no_division));
	assert_int_equal(1000 / (no_division.base - no_division.tmin), 1000);
	assert_true(1000 > (no_division.base - no_division.tmin) * no_division.tmax / 2);
}

/* --- Section 5: Punycode ---------------------------------------------------------- */

SHOWS(digit_values, RFC "section 5: each digit-value")
{
	for (uint32_t value = 1; value < 36; value++) {
		/* After a first digit of value, 'a' ends the integer: 128 + value. */
		const char punycode[] = { LETTERS_FIRST[value], 'a', '\0' };
		struct text text;

		assert_int_equal(decode(punycode, &text), IDNX_OK);
		assert_int_equal(text.code_points[0], 128 + value);
	}
}

ROWS(RFC "section 5: digits in either case are recognized", check_both_ways);

static void lower_case_only(char *column[])
{
	const struct text text = text_of(column[1]);
	const char *octets = encoded(&text), *digits = strrchr(octets, '-');

	for (const char *c = digits == NULL ? octets : digits; *c != '\0'; c++)
		assert_false(*c >= 'A' && *c <= 'Z');
}

SHOWS(one_case_out, RFC "section 5: only one case is output")
{
	for_each_sample(lower_case_only);
}

/* Which samples begin and end with a hyphen: (M) and (S), (S). */
static void hyphens_of(char *column[])
{
	const struct text text = text_of(column[1]);
	const char *punycode = column[2];
	bool basic = true;

	for (size_t i = 0; i < text.length; i++)
		basic = basic && text.code_points[i] < 0x80;
	assert_int_equal(basic, punycode[strlen(punycode) - 1] == '-');
	assert_int_equal(text.code_points[0] == '-' || strncmp(column[0], "(M)", 3) == 0,
	                 *punycode == '-');
}

SHOWS(hyphens, RFC "section 5: hyphens at the beginning and at the end")
{
	for_each_sample(hyphens_of);
}

/* --- Section 6 -------------------------------------------------------------------- */

static void check_error(char *column[])
{
	static const char *const statuses[] = {
		[BOOTSTRING_SUCCESS] = "success",
		[BOOTSTRING_BAD_INPUT] = "bad input",
		[BOOTSTRING_OVERFLOW] = "overflow",
	};
	const char *punycode = column[1];
	struct text text = { .length = TEXT_MAX };

	assert_string_equal(
		statuses[bootstring_decode(&bootstring_punycode, strlen(punycode), punycode,
	                                   &text.length, text.code_points, NULL, NULL)],
		column[2]);
	assert_string_equal(idnx_status_code(decode(punycode, &text)), column[3]);
}

ROWS(RFC "section 6.2: the error conditions, and no others", check_error);

/* In braces: with initial_n below the basic code points, one of them may come as a delta. */
SHOWS(basic_as_a_delta, RFC "section 6.2: a basic code point as a delta, where one can come")
{
	struct bootstring zero = bootstring_punycode;
	struct text text = { .length = TEXT_MAX };

	zero.initial_n = 0;
	assert_true(bootstring_is_sound(&zero));
	assert_int_equal(
		bootstring_decode(&zero, 2, "ba", &text.length, text.code_points, NULL, NULL),
		BOOTSTRING_BAD_INPUT); /* U+0001 */
	text = decoded_by(&bootstring_punycode, "ba", NULL);
	assert_int_equal(text.code_points[0], 0x81);
}

/* Compares with a threshold without "+ tmin", for each bias that occurs and each k. */
static void compare_thresholds(void *context, const struct bootstring_step *step)
{
	const struct bootstring *p = context;

	for (uint32_t k = p->base; k < 20 * p->base; k += p->base) {
		uint32_t t = k <= step->bias             ? p->tmin
		             : k >= step->bias + p->tmax ? p->tmax
		                                         : k - step->bias;

		assert_int_equal(t, bootstring_threshold(p, k, step->bias));
	}
}

static void sample_without_tmin(char *column[])
{
	const struct text text = text_of(column[1]);

	for (size_t i = 0; i < LENGTH(sound); i++) {
		struct bootstring parameters = sound[i];
		const struct bootstring_trace trace = { compare_thresholds, &parameters };

		encoded_by(&sound[i], &text, NULL, &trace);
	}
}

SHOWS(tmin_can_be_omitted, RFC "section 6.2: \"+ tmin\" can be omitted")
{
	for_each_sample(sample_without_tmin);
}

/* The last code point that fits 32 bits, and the one after it. */
SHOWS(overflow_at_32_bits, RFC "section 6.4: overflow at 32 bits")
{
	const struct text last = { .length = 1, .code_points = { UINT32_MAX } };
	const uint32_t after_a[] = { 'a', UINT32_MAX };
	char octets[ROOM];
	struct text text;

	strcpy(octets, encoded_by(&bootstring_punycode, &last, NULL, NULL));
	text = decoded_by(&bootstring_punycode, octets, NULL);
	assert_text_equal(&last, text.code_points, text.length);
	assert_int_equal(decode(octets, &text), IDNX_P4);
	octets[0]++; /* the least significant digit */
	text.length = TEXT_MAX;
	assert_int_equal(bootstring_decode(&bootstring_punycode, strlen(octets), octets,
	                                   &text.length, text.code_points, NULL, NULL),
	                 BOOTSTRING_OVERFLOW);
	assert_int_equal(bootstring_encode(&bootstring_punycode, 2, after_a, NULL,
	                                   &(size_t){ ROOM }, octets, NULL),
	                 BOOTSTRING_OVERFLOW);
}

/* The costliest delta for each length: one U+10FFFF after that many ASCII letters. */
SHOWS(label_limit, RFC "section 6.4: 26 bits suffice for labels")
{
	struct text text = { .length = 0 };
	struct bootstring of_26_bits = bootstring_punycode;
	bool seen[2] = { false, false };

	of_26_bits.maxint = (1U << 26) - 1;
	for (; text.length < 80; text.code_points[text.length - 1] = 'a') {
		char octets[ROOM];
		bool fits, is_label;

		text.code_points[text.length++] = 0x10FFFF;
		is_label = strlen("xn--") + strlen(encoded_by(&bootstring_punycode, &text, NULL,
		                                              NULL)) <=
		           63;
		fits = bootstring_encode(&of_26_bits, text.length, text.code_points, NULL,
		                         &(size_t){ ROOM }, octets, NULL) == BOOTSTRING_SUCCESS;
		assert_true(fits || !is_label);
		seen[fits] = true;
	}
	assert_true(seen[false] && seen[true]);
}

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

/* "up to 63 characters excluding the leading ACE prefix": the prefix is included. */
SHOWS(label_of_59, LONGER "Encoding: 59 octets and the prefix are a label")
{
	assert_int_equal(longest_label() - strlen("xn--"), 59);
}

/* --- Strings of up to three octets ---------------------------------------------------- */

static void for_each_string(void (*check)(const char *text))
{
	static const char alphabet[] = "-" LETTERS_FIRST;
	char text[4] = "";

	check(text);
	for (size_t length = 1, count = 37; length <= 3; length++, count *= 37)
		for (size_t i = 0; i < count; i++) {
			for (size_t at = 0, rest = i; at < length; at++, rest /= 37)
				text[at] = alphabet[rest % 37];
			check(text);
		}
}

static void decode_with_both(const char *text)
{
	struct text expected = { .length = TEXT_MAX }, found;
	enum bootstring_status status = bootstring_decode(&bootstring_punycode, strlen(text),
	                                                  text, &expected.length,
	                                                  expected.code_points, NULL, NULL);

	assert_int_equal(decode(text, &found),
	                 status == BOOTSTRING_SUCCESS ? IDNX_OK : IDNX_P4);
	if (status == BOOTSTRING_SUCCESS)
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

static void check_beyond_basic(const char *punycode)
{
	struct text text;

	if (strchr(punycode, '-') != NULL || decode(punycode, &text) != IDNX_OK)
		return;
	for (size_t i = 0; i < text.length; i++)
		assert_true(text.code_points[i] >= 128);
}

/* "a computed n < 128": n begins with 128 and never decreases. */
SHOWS(n_is_never_basic, LONGER "Decoding: n below 128 cannot be")
{
	for_each_string(check_beyond_basic);
}

/* --- Section 7.1: sample strings -------------------------------------------------- */

/* With its flags, sample (I) has an upper-case D, as in the RFC. */
static void sample_by_reference(char *column[])
{
	const struct text text = text_of(column[1]);
	struct text back;

	assert_string_equal(encoded_by(&bootstring_punycode, &text, text.case_flags, NULL),
	                    column[2]);
	back = decoded_by(&bootstring_punycode, column[2], NULL);
	assert_text_equal(&text, back.code_points, back.length);
	assert_memory_equal(back.case_flags, text.case_flags, text.length);
}

SHOWS(samples_by_reference, RFC "section 7.1: samples (A)-(S) both ways, with their case flags")
{
	for_each_sample(sample_by_reference);
}

/* Digits in lower case: the same octets except for the D of (I). */
static void sample_by_library(char *column[])
{
	const struct text text = text_of(column[1]);

	assert_string_equal(encoded(&text), strncmp(column[0], "(I)", 3) == 0
	                                            ? "b1abfaaepdrnnbgefbadotcwatmq2g4l"
	                                            : column[2]);
	check_decoding(column[2], &text);
}

SHOWS(samples_by_library, RFC "section 7.1: samples (A)-(S) both ways, the library")
{
	for_each_sample(sample_by_library);
}

/* --- Sections 7.2 and 7.3: traces ------------------------------------------------- */

static char account[4096];

#define TELL(...)                                                                              \
	snprintf(account + strlen(account), sizeof account - strlen(account), __VA_ARGS__)

static void tell_decoding(void *context, const struct bootstring_step *step)
{
	(void)context;
	TELL("delta \"%.*s\" decodes to %u | bias becomes %u |", (int)step->digits_length,
	     step->digits, (unsigned)step->delta, (unsigned)step->bias);
	for (size_t i = 0; i < step->length; i++)
		TELL(i == step->position ? " %04X *" : " %04X", (unsigned)step->text[i]);
	TELL(" | ");
}

static void tell_encoding(void *context, const struct bootstring_step *step)
{
	(void)context;
	TELL("next code point to insert is %04X | needed delta is %u, encodes as \"%.*s\" | bias "
	     "becomes %u | ",
	     (unsigned)step->code_point, (unsigned)step->delta, (int)step->digits_length,
	     step->digits, (unsigned)step->bias);
}

static void check_decoding_trace(char *column[])
{
	account[0] = '\0';
	decoded_by(&bootstring_punycode, column[0],
	           &(struct bootstring_trace){ tell_decoding, NULL });
	account[strlen(account) - strlen(" | ")] = '\0';
	assert_string_equal(account, column[1]);
}

static void check_encoding_trace(char *column[])
{
	const struct text text = decoded_by(&bootstring_punycode, column[0], NULL);
	const struct bootstring_trace trace = { tell_encoding, NULL };

	account[0] = '\0';
	TELL("output is \"%s\"", encoded_by(&bootstring_punycode, &text, NULL, &trace));
	assert_string_equal(account, column[1]);
}

ROWS(RFC "section 7.2: decoding trace of example B, state by state", check_decoding_trace);
ROWS(RFC "section 7.2: decoding trace of example L, state by state", check_decoding_trace);
ROWS(RFC "section 7.3: encoding trace of example B, state by state", check_encoding_trace);
ROWS(RFC "section 7.3: encoding trace of example L, state by state", check_encoding_trace);

/* --- Appendices ------------------------------------------------------------------- */

/* Only the last digit of a delta counts; literal letters stand for themselves. */
static void check_annotation(char *column[])
{
	const struct text expected = text_of_utf8(column[1]),
			  text = decoded_by(&bootstring_punycode, column[0], NULL);

	assert_text_equal(&expected, text.code_points, text.length);
	for (size_t i = 0; i < text.length; i++)
		assert_int_equal(text.case_flags[i], column[2][i] == '1');
}

ROWS(RFC "appendix A: the last digit annotates, and alters nothing", check_annotation);

static void check_ace(const char *name, const char *expected)
{
	char ace[IDNX_HOST_NAME_SIZE];

	assert_int_equal(idnx_to_ascii(name, strlen(name), ace, sizeof ace, IDNX_LOOKUP).status,
	                 IDNX_OK);
	assert_string_equal(ace, expected);
}

/* Annotated digits decode to the same code points: idnx ignores annotations, as it may. */
SHOWS(annotations_ignored, RFC "appendix A: ToASCII disregards annotations")
{
	check_ace("xn--b1abfaaepdrnnbgefbaDotcwatmq2g4l.ü",
	          "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.xn--tda");
}

SHOWS(interface, RFC "appendix C: success only where the output has room")
{
	const struct text text = text_of_utf8("bücher");
	const size_t needed = strlen("bcher-kva");
	uint32_t code_points[ROOM];
	char octets[ROOM];

	for (size_t room = 0; room <= needed; room++)
		assert_int_equal(bootstring_encode(&bootstring_punycode, text.length,
		                                   text.code_points, NULL, &(size_t){ room },
		                                   octets, NULL),
		                 room < needed ? BOOTSTRING_BIG_OUTPUT : BOOTSTRING_SUCCESS);
	for (size_t room = 0; room <= text.length; room++)
		assert_int_equal(bootstring_decode(&bootstring_punycode, needed, "bcher-kva",
		                                   &(size_t){ room }, code_points, NULL, NULL),
		                 room < text.length ? BOOTSTRING_BIG_OUTPUT
		                                    : BOOTSTRING_SUCCESS);
}

/* "the decoder will never need to write an output_length greater than input_length" */
static void sample_fits(char *column[])
{
	assert_true(text_of(column[1]).length <= strlen(column[2]));
}

SHOWS(never_longer, RFC "appendix C: never more code points out than octets in")
{
	for_each_sample(sample_fits);
}

/* --- The articles: deltas ----------------------------------------------------------- */

static void keep_step(void *context, const struct bootstring_step *step)
{
	struct bootstring_step *last = context;

	*last = *step;
}

static struct bootstring_step last_step(const char *punycode)
{
	struct bootstring_step step;

	decoded_by(&bootstring_punycode, punycode,
	           &(struct bootstring_trace){ keep_step, &step });
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

/* "incremental differences from the prior code point": a delta counts places, too. */
SHOWS(delta_counts_places, LONGER "Introduction: a delta is no difference of code points")
{
	assert_int_not_equal(last_step("bcher-kva").delta, 0xFC - 128);
}

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

/* Returns the deltas of the encoder in the article, or with "increment delta" (section 6.3). */
static struct text deltas_of(const struct text *text, bool increments_delta)
{
	struct text deltas = { .length = 0 };
	uint32_t n = 128, delta = 0, h = 0;

	for (; h < text->length; n++, delta += increments_delta) {
		uint32_t m = UINT32_MAX;

		for (size_t j = 0; j < text->length; j++)
			if (text->code_points[j] >= n && text->code_points[j] < m)
				m = text->code_points[j];
		delta += (m - n) * (h + 1);
		n = m;
		for (size_t j = 0; j < text->length; j++) {
			delta += text->code_points[j] < n;
			if (text->code_points[j] != n)
				continue;
			deltas.code_points[deltas.length++] = delta;
			delta = 0;
			h++;
		}
	}
	return deltas;
}

/* "n is incremented to m + 1, and the process repeats": delta is incremented as well. */
SHOWS(delta_is_incremented_with_n, LONGER "Delta: it is incremented together with n")
{
	const struct text text = text_of_utf8("αβγ"); /* mxacd: one digit each */
	const struct text as_said = deltas_of(&text, false), right = deltas_of(&text, true);

	assert_int_equal(right.code_points[1], 'c' - 'a');
	assert_int_equal(right.code_points[2], 'd' - 'a');
	assert_int_not_equal(as_said.code_points[1], 'c' - 'a');
	assert_int_not_equal(as_said.code_points[2], 'd' - 'a');
}

/* "the delta must not exceed ... 26-bit": enough for labels (6.4), but no rule. */
SHOWS(more_than_26_bits, LONGER "Delta: more than 26 bits are no error")
{
	struct text text = { .length = 71 };

	for (size_t i = 0; i < 70; i++)
		text.code_points[i] = 'a';
	text.code_points[70] = 0x10FFFF;
	assert_true((uint64_t)(0x10FFFF - 0x80) * 71 > 1U << 26);
	check_decoding(encoded(&text), &text);
}

/* "while delta > floor(((36 - 1) * 26) / 2) (i.e., > 469)": it is 455; 456 is divided. */
SHOWS(limit_is_455, LONGER "Bias: not 469 but 455")
{
	assert_int_equal(bootstring_adapt(&bootstring_punycode, 2 * 455, 1000, false),
	                 36 * 455 / (455 + 38));
	assert_int_equal(bootstring_adapt(&bootstring_punycode, 2 * 456, 1000, false),
	                 36 + 36 * (456 / 35) / (456 / 35 + 38));
}

/* --- The articles: digits ------------------------------------------------------------- */

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
SHOWS(k_goes_in_steps_of_base, LONGER "Variable-length integers: k goes in steps of base")
{
	char as_said[16], right[16];

	digits_of(19853, 0, 1, as_said);
	digits_of(19853, 36, 36, right);
	assert_string_equal(right, "ihq"); /* section 7.2 */
	assert_string_not_equal(as_said, right);
}

/* --- The articles: texts ---------------------------------------------------------------- */

ROWS(ARTICLE "Examples: every row, both ways", check_both_ways);
ROWS(ARTICLE "Separation: the last hyphen is the one added", check_both_ways);
ROWS(ARTICLE "Variable-length numbers: from bcher-kvaa to bcher-jvab", check_both_ways);

/* "a subset of ASCII consisting of letters, digits, and hyphens": all ASCII is kept. */
ROWS(ARTICLE "Introduction: letters, digits, hyphens only if the ASCII is", check_both_ways);

/* "the alphanumeric ASCII characters A-Z, a-z, 0-9": all of ASCII (sections 3.1, 5). */
ROWS(LONGER "Introduction: not letters and digits, all of ASCII is basic", check_both_ways);

/* "no hyphen is added if the input consists solely of basic code points": section 3.1. */
ROWS(LONGER "Encoding: the delimiter stands after ASCII alone, too", check_both_ways);

/* "otherwise, treat the entire input as basic with no encoded portion": all is encoded. */
ROWS(LONGER "Decoding: without a delimiter all is encoded", check_both_ways);

/* "error out for ... the absence of a hyphen when non-ASCII characters are expected" */
ROWS(LONGER "Decoding: no hyphen is no error", check_both_ways);

/* "by avoiding leading hyphens", "and a single hyphen", "a-z (lowercase)": samples M and N. */
ROWS(LONGER "Basic code points: hyphens and capitals stay", check_both_ways);

/* "a bijective mapping between Unicode strings and ASCII strings": some are no image. */
ROWS(LONGER "Bootstring: not bijective, some ASCII is no Punycode", check_both_ways);

/* "a radix of 36 (0-9 and a-z)": a is 0 and 0 is 26, as the article says later. */
ROWS(LONGER "Introduction: digits are not 0-9 a-z but a-z 0-9", check_both_ways);

/* "The encoding of 0 is the empty string", "the first digit dampened to avoid 0 ('a')" */
ROWS(LONGER "Variable-length integers: 0 is the digit a", check_both_ways);

/* "digit >= threshold without break": decoding goes on; only the end of input is an error. */
ROWS(LONGER "Decoding: a digit not below its threshold is no error", check_both_ways);

SHOWS(domain_name, ARTICLE "ACE prefix: bücher.tld is xn--bcher-kva.tld")
{
	check_ace("bücher.tld", "xn--bcher-kva.tld");
}

/* "that preserve the original string's length" */
SHOWS(length_is_not_preserved, LONGER "Introduction: the length is not preserved")
{
	const struct text text = text_of_utf8("bücher");

	assert_int_not_equal(strlen(encoded(&text)), text.length);
}

/* "n exceeding the Unicode range": no error in the RFC, whose integers have no limit. */
SHOWS(beyond_unicode, LONGER "Decoding: beyond U+10FFFF is no error of the RFC, but of idnx")
{
	static const uint32_t outside[] = { 0xD800, 0xDFFF, 0x110000 };

	for (size_t i = 0; i < LENGTH(outside); i++) {
		const struct text text = { .length = 1, .code_points = { outside[i] } };
		const char *octets = encoded_by(&bootstring_punycode, &text, NULL, NULL);
		struct text back = decoded_by(&bootstring_punycode, octets, NULL);
		char none[ROOM];

		assert_text_equal(&text, back.code_points, back.length);
		assert_int_equal(decode(octets, &back), IDNX_P4);
		assert_int_equal(idnx_punycode_encode(&outside[i], 1, none, ROOM).status,
		                 IDNX_A3);
	}
}
