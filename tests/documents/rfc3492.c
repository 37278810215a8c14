/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * RFC 3492, Punycode, sections 3 to 6 and 8: tests its statements on Bootstring with the
 * reference codec (bootstring.h), and those on Punycode with the library, too.
 */
#include "../common/test.h"
#include "idnx.h"
#include "reference/bootstring.h"
#include "reference/samples.h"
#include "reference/text.h"

#define RFC "RFC 3492 "

#define ROOM 512

/* --- Section 3.2: insertion unsort coding ----------------------------------------- */

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
		text->code_points[i] = n;
		text->length++;
		i++;
	}
}

SHOWS(states_one_by_one, RFC "section 3.2: state by state, with 「bücher」ýü")
{
	const struct text expected = text_of_literal(U"「bücher」ýü");
	struct text deltas = { .length = 0 }, text = text_of_literal(U"bcher");
	const struct bootstring_trace trace = { collect_delta, &deltas };
	size_t length = ROOM;
	char octets[ROOM];

	assert_int_equal(bootstring_encode(&bootstring_punycode, expected.length,
	                                   expected.code_points, NULL, &length, octets, &trace),
	                 BOOTSTRING_SUCCESS);
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

static const struct bootstring *const sound[] = {
	&(const struct bootstring){ "abcdefghijklmnopqrstuvwxyz0123456789", '-', 36, 1, 26, 38,
	                            700, 72, 0x80, UINT32_MAX },
	&(const struct bootstring){ "0123456789", 'x', 10, 0, 7, 1, 2, 0, 0, UINT32_MAX },
	&(const struct bootstring){ "0123456789abcdef", '_', 16, 3, 3, 10, 50, 45, 0x7F,
	                            UINT32_MAX },
	&(const struct bootstring){ "zyxwvutsrqponmlkjihgfedcba", '!', 26, 5, 20, 100, 1000, 99,
	                            0x20, UINT32_MAX },
	&(const struct bootstring){ "abcd", 'e', 4, 0, 2, 7, 3, 23, 0x80, UINT32_MAX },
};

static void sample_by_parameters(const struct sample *sample)
{
	const struct text *text = &sample->text;

	for (size_t i = 0; i < LENGTH(sound); i++) {
		uint32_t code_points[ROOM];
		char octets[8 * ROOM];
		size_t length = sizeof octets, decoded = ROOM;

		assert_int_equal(bootstring_encode(sound[i], text->length, text->code_points,
		                                   NULL, &length, octets, NULL),
		                 BOOTSTRING_SUCCESS);
		assert_int_equal(bootstring_decode(sound[i], length, octets, &decoded,
		                                   code_points, NULL, NULL),
		                 BOOTSTRING_SUCCESS);
		assert_text_equal(text, code_points, decoded);
	}
}

SHOWS(other_parameters, RFC "section 4: other sound parameters give every sample back")
{
	for (size_t i = 0; i < LENGTH(sound); i++)
		assert_true(bootstring_is_sound(sound[i]));
	for_each_sample(sample_by_parameters);
}

static const struct {
	const char *what;
	struct bootstring parameters;
} unsound[] = {
	{ "fewer digits than base", { "0123456789", '-', 36, 1, 26, 38, 700, 72, 128, 1 } },
	{ "one digit twice", { "0123456788", '-', 10, 1, 8, 38, 700, 5, 128, 1 } },
	{ "the delimiter is a digit", { "0123456789", '9', 10, 1, 8, 38, 700, 5, 128, 1 } },
	{ "initial_n beyond the first non-basic code point",
	  { "0123456789", '-', 10, 1, 8, 38, 700, 5, 129, 1 } },
	{ "tmin > tmax", { "0123456789", '-', 10, 3, 2, 38, 700, 5, 128, 1 } },
	{ "tmax > base - 1", { "0123456789", '-', 10, 1, 10, 38, 700, 5, 128, 1 } },
	{ "skew < 1", { "0123456789", '-', 10, 1, 8, 0, 700, 5, 128, 1 } },
	{ "damp < 2", { "0123456789", '-', 10, 1, 8, 38, 1, 5, 128, 1 } },
	{ "initial_bias mod base > base - tmin",
	  { "0123456789", '-', 10, 3, 8, 38, 700, 18, 128, 1 } },
};

SHOWS(constraints, RFC "section 4: each constraint refuses parameters")
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
	static const struct bootstring no_end = { "0123456789", '-', 10, 0, 0, 38, 700, 5, 128,
		                                  1 };
	static const struct bootstring no_division = { "0123456789", '-', 10, 9, 9, 38, 700, 1,
		                                       128, 1 };
	uint32_t delta = 1000;

	assert_true(bootstring_is_sound(&no_end));
	for (uint32_t k = no_end.base; k < 1000 * no_end.base; k += no_end.base)
		assert_int_equal(bootstring_threshold(&no_end, k, 5), 0);
	assert_true(bootstring_is_sound(&no_division));
	for (unsigned round = 0; round < 1000; round++)
		delta /= no_division.base - no_division.tmin;
	assert_true(delta > (no_division.base - no_division.tmin) * no_division.tmax / 2);
}

/* --- Section 5: Punycode ---------------------------------------------------------- */

SHOWS(digit_values, RFC "section 5: each digit-value")
{
	for (unsigned value = 1; value < 36; value++) {
		/* After a first digit of value, 'a' ends the integer: 128 + value. */
		char punycode[] = { bootstring_punycode.digits[value], 'a' };
		uint32_t code_point = 0;
		struct idnx_result result = idnx_punycode_decode(punycode, 2, &code_point, 1);

		assert_int_equal(result.status, IDNX_OK);
		assert_int_equal(code_point, 128 + value);
	}
}

SHOWS(either_case, RFC "section 5: digits in either case are recognized")
{
	static const char *const written[] = { "bcher-kva", "bcher-KVA", "bcher-KvA" };
	const struct text expected = text_of_literal(U"bücher");

	for (size_t i = 0; i < LENGTH(written); i++) {
		uint32_t code_points[ROOM];
		struct idnx_result result = idnx_punycode_decode(written[i], strlen(written[i]),
		                                                 code_points, ROOM);

		assert_int_equal(result.status, IDNX_OK);
		assert_text_equal(&expected, code_points, result.length);
	}
}

static void lower_case_only(const struct sample *sample)
{
	char octets[ROOM];
	struct idnx_result result = idnx_punycode_encode(sample->text.code_points,
	                                                 sample->text.length, octets, ROOM);
	const char *digits = strrchr(octets, '-');

	assert_int_equal(result.status, IDNX_OK);
	for (const char *c = digits == NULL ? octets : digits; *c != '\0'; c++)
		assert_false(*c >= 'A' && *c <= 'Z');
}

SHOWS(one_case_out, RFC "section 5: only one case is output")
{
	for_each_sample(lower_case_only);
}

/* Which samples begin and end with a hyphen: (M) and (S), (S). */
static void hyphens_of(const struct sample *sample)
{
	bool basic = true;

	for (size_t i = 0; i < sample->text.length; i++)
		basic = basic && sample->text.code_points[i] < 0x80;
	assert_int_equal(basic, sample->punycode[strlen(sample->punycode) - 1] == '-');
	assert_int_equal(sample->text.code_points[0] == '-' ||
	                         strncmp(sample->name, "(M)", 3) == 0,
	                 *sample->punycode == '-');
}

SHOWS(hyphens, RFC "section 5: hyphens at the beginning and at the end")
{
	for_each_sample(hyphens_of);
}

/* --- Section 6 -------------------------------------------------------------------- */

static const struct {
	const char *what, *punycode;
	enum bootstring_status status;
	enum idnx_status library;
} errors[] = {
	{ "a code point that is no digit", "bcher-k!a", BOOTSTRING_BAD_INPUT, IDNX_P4 },
	{ "the input ends within an integer", "bcher-kv", BOOTSTRING_BAD_INPUT, IDNX_P4 },
	{ "a delimiter and nothing before it", "-", BOOTSTRING_BAD_INPUT, IDNX_P4 },
	{ "a delimiter before digits, nothing before it", "-tda", BOOTSTRING_BAD_INPUT,
	  IDNX_P4 },
	{ "not ASCII in the literal portion",
	  "b\xC3\xBC"
	  "cher-kva",
	  BOOTSTRING_BAD_INPUT, IDNX_P4 },
	{ "not ASCII among the digits", "bcher-k\xC3\xBC", BOOTSTRING_BAD_INPUT, IDNX_P4 },
	{ "i beyond 32 bits", "99999999", BOOTSTRING_OVERFLOW, IDNX_P4 },
	{ "no error: literal alone", "bcher-", BOOTSTRING_SUCCESS, IDNX_OK },
	{ "no error: nothing", "", BOOTSTRING_SUCCESS, IDNX_OK },
};

SHOWS(error_conditions, RFC "section 6.2: the error conditions, and no others")
{
	for (size_t i = 0; i < LENGTH(errors); i++) {
		uint32_t code_points[ROOM];
		size_t length = ROOM;

		print_message("# %s\n", errors[i].what);
		assert_int_equal(
			bootstring_decode(&bootstring_punycode, strlen(errors[i].punycode),
		                          errors[i].punycode, &length, code_points, NULL, NULL),
			errors[i].status);
		assert_int_equal(idnx_punycode_decode(errors[i].punycode,
		                                      strlen(errors[i].punycode), code_points,
		                                      ROOM)
		                         .status,
		                 errors[i].library);
	}
}

/* In braces: with initial_n below the basic code points, one of them may come as a delta. */
SHOWS(basic_as_a_delta, RFC "section 6.2: a basic code point as a delta, where one can come")
{
	static const struct bootstring zero = { "abcdefghijklmnopqrstuvwxyz0123456789",
		                                '-',
		                                36,
		                                1,
		                                26,
		                                38,
		                                700,
		                                72,
		                                0,
		                                UINT32_MAX };
	uint32_t code_points[ROOM];
	size_t length = ROOM;

	assert_true(bootstring_is_sound(&zero));
	assert_int_equal(bootstring_decode(&zero, 2, "ba", &length, code_points, NULL, NULL),
	                 BOOTSTRING_BAD_INPUT); /* U+0001 */
	length = ROOM;
	assert_int_equal(bootstring_decode(&bootstring_punycode, 2, "ba", &length, code_points,
	                                   NULL, NULL),
	                 BOOTSTRING_SUCCESS); /* U+0081 */
	assert_int_equal(code_points[0], 0x81);
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

static void sample_without_tmin(const struct sample *sample)
{
	for (size_t i = 0; i < LENGTH(sound); i++) {
		struct bootstring parameters = *sound[i];
		const struct bootstring_trace trace = { compare_thresholds, &parameters };
		char octets[8 * ROOM];
		size_t length = sizeof octets;

		assert_int_equal(bootstring_encode(sound[i], sample->text.length,
		                                   sample->text.code_points, NULL, &length,
		                                   octets, &trace),
		                 BOOTSTRING_SUCCESS);
	}
}

SHOWS(tmin_can_be_omitted, RFC "section 6.2: \"+ tmin\" can be omitted")
{
	for_each_sample(sample_without_tmin);
}

/* The last code point that fits 32 bits, and the one after it. */
SHOWS(overflow_at_32_bits, RFC "section 6.4: overflow at 32 bits")
{
	const uint32_t last = UINT32_MAX;
	uint32_t decoded;
	char octets[ROOM];
	size_t length = ROOM, room = 1;

	assert_int_equal(
		bootstring_encode(&bootstring_punycode, 1, &last, NULL, &length, octets, NULL),
		BOOTSTRING_SUCCESS);
	assert_int_equal(bootstring_decode(&bootstring_punycode, length, octets, &room,
	                                   &decoded, NULL, NULL),
	                 BOOTSTRING_SUCCESS);
	assert_int_equal(decoded, last);
	assert_int_equal(idnx_punycode_decode(octets, length, &decoded, 1).status, IDNX_P4);
	octets[0]++; /* the least significant digit */
	assert_int_equal(bootstring_decode(&bootstring_punycode, length, octets, &room,
	                                   &decoded, NULL, NULL),
	                 BOOTSTRING_OVERFLOW);
	assert_int_equal(bootstring_encode(&bootstring_punycode, 2,
	                                   (const uint32_t[]){ 'a', last }, NULL,
	                                   &(size_t){ ROOM }, octets, NULL),
	                 BOOTSTRING_OVERFLOW);
}

/* The costliest delta for each length: one U+10FFFF after that many ASCII letters. */
SHOWS(label_limit, RFC "section 6.4: 26 bits suffice for labels")
{
	struct bootstring of_26_bits = bootstring_punycode;
	bool seen[2] = { false, false };

	of_26_bits.maxint = (1U << 26) - 1;
	for (size_t letters = 0; letters < 80; letters++) {
		struct text text = { .length = letters + 1 };
		char octets[ROOM];
		size_t length = ROOM;
		bool is_label, fits;

		for (size_t i = 0; i < letters; i++)
			text.code_points[i] = 'a';
		text.code_points[letters] = 0x10FFFF;
		assert_int_equal(bootstring_encode(&bootstring_punycode, text.length,
		                                   text.code_points, NULL, &length, octets,
		                                   NULL),
		                 BOOTSTRING_SUCCESS);
		is_label = strlen("xn--") + length <= 63;
		fits = bootstring_encode(&of_26_bits, text.length, text.code_points, NULL,
		                         &length, octets, NULL) == BOOTSTRING_SUCCESS;
		assert_true(fits || !is_label);
		seen[fits] = true;
	}
	assert_true(seen[false] && seen[true]);
}

/* 63 octets of a label in ASCII form are looked up, 64 are rejected. */
SHOWS(label_of_63_octets, RFC "section 6.4: overflow at the label limit")
{
	char name[ROOM] = "ü", ace[IDNX_HOST_NAME_SIZE];
	size_t longest = 0;

	for (size_t length = strlen(name); length < 100; length++) {
		struct idnx_result result = idnx_to_ascii(name, length, ace, sizeof ace,
		                                          IDNX_LOOKUP);

		if (result.status == IDNX_OK)
			longest = result.length;
		else
			assert_int_equal(result.status, IDNX_A4_2);
		name[length] = 'a';
	}
	assert_int_equal(longest, 63);
}

/* --- Section 8: one encoding for each string -------------------------------------- */

static const char alphabet[] = "-abcdefghijklmnopqrstuvwxyz0123456789";

/* Encodes all decodable strings of one length again; returns how many are Punycode. */
static unsigned encode_again(char *text, size_t at, size_t length)
{
	uint32_t code_points[ROOM];
	struct idnx_result result;
	unsigned count = 0;
	char again[ROOM];

	if (at < length) {
		for (const char *c = alphabet; *c != '\0'; c++) {
			text[at] = *c;
			count += encode_again(text, at + 1, length);
		}
		return count;
	}
	result = idnx_punycode_decode(text, length, code_points, ROOM);
	if (result.status != IDNX_OK)
		return 0;
	result = idnx_punycode_encode(code_points, result.length, again, ROOM);
	assert_int_equal(result.length, length);
	assert_memory_equal(again, text, length);
	return 1;
}

/* Decodes with the library and with the reference, which has no limit of code points. */
static void decode_with_both(const char *text, size_t length)
{
	uint32_t expected[ROOM], found[ROOM];
	size_t room = ROOM;
	enum bootstring_status status = bootstring_decode(&bootstring_punycode, length, text,
	                                                  &room, expected, NULL, NULL);
	struct idnx_result result = idnx_punycode_decode(text, length, found, ROOM);

	assert_int_equal(result.status, status == BOOTSTRING_SUCCESS ? IDNX_OK : IDNX_P4);
	if (status == BOOTSTRING_SUCCESS) {
		assert_int_equal(result.length, room);
		assert_memory_equal(found, expected, room * sizeof *found);
	}
}

SHOWS(library_and_reference, RFC "section 6.2: the library does what the pseudocode does")
{
	char text[3];

	for (size_t i = 0; i < 37 * 37 * 37; i++) {
		text[0] = alphabet[i % 37];
		text[1] = alphabet[i / 37 % 37];
		text[2] = alphabet[i / 37 / 37];
		for (size_t length = 0; length <= 3; length++)
			decode_with_both(text, length);
	}
}

SHOWS(one_encoding, RFC "section 8: no string of up to three octets has two encodings")
{
	char text[4];

	assert_int_equal(encode_again(text, 0, 0), 1);
	for (size_t length = 1; length <= sizeof text - 1; length++)
		assert_true(encode_again(text, 0, length) >= 1 &&
		            encode_again(text, 0, length) <= 37 * 37 * 37 - 1);
}
