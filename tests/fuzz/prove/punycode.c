/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * punycode.c, as compiled for processors without SSE2.  Integers and the bias are proved for
 * all values; the functions that move code points, and decoding as a whole, for short labels.
 * Longer labels only take more rounds.
 *
 * No solver we tried multiplies and divides 32 bits within minutes: quotient() replaces
 * divide() and same_digit() replaces put_digit(), which computed.c tries with each value.  The
 * encoder as a whole is not proved, nor is the order of labels of more than 64 code points.
 */
#undef __SSE2__
#include "../../../libcore/punycode.c"
#include "prove.h"

/* No bias is greater: see adapt() below. */
#define BIAS_MAX (7 * BASE)

/* Every delta of a label is smaller. */
#define DELTA_END (CODE_POINT_END * (IDNX_CODE_POINTS_MAX + 1))

enum { OCTETS = 6, CODE_POINTS = 4 };

/* --- Replacements --------------------------------------------------------------- */

uint32_t quotient(uint32_t x, uint32_t divisor)
{
	uint32_t quotient = nondet_uint32();

	prove(x < (uint64_t)divisor << 21, "computed.c has this one");
	assume(quotient <= x && (uint64_t)quotient * divisor <= x &&
	       x - quotient * divisor < divisor);
	return quotient;
}

uint32_t __CPROVER_uninterpreted_digit(uint32_t delta, uint32_t t);
uint32_t __CPROVER_uninterpreted_rest(uint32_t delta, uint32_t t);

/* Depends on nothing but its numbers; assumes only what computed.c shows of put_digit(). */
uint32_t same_digit(char *digit, uint32_t delta, uint32_t t)
{
	uint32_t value = __CPROVER_uninterpreted_digit(delta, t);
	uint32_t rest = __CPROVER_uninterpreted_rest(delta, t);

	prove(t >= TMIN && t <= TMAX && delta >= t && delta < DELTA_END, "a digit follows");
	assume(value < BASE && rest <= (delta - t) >> 3);
	*digit = encode_digit(value);
	return rest;
}

/* --- Integers and biases -------------------------------------------------------- */

/*
 * bound: any delta
 * unwind: 9, a delta of 32 bits is divided by 35 at most six times
 */
void a_bias_is_bounded(void)
{
	uint32_t numpoints = 1 + any_below(IDNX_CODE_POINTS_MAX + 1);
	uint32_t delta = any_below(CODE_POINT_END) * numpoints;

	prove(adapt(delta, numpoints, nondet_bool()) <= (FAULT ? 4 * BASE : BIAS_MAX), "a bias");
}

static bool is_digit(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/* Section 6.3, the inner loop, word for word. */
static size_t integer_of_the_rfc(uint32_t q, uint32_t bias, char digits[INTEGER_MAX])
{
	size_t length = 0;

	for (uint32_t k = BASE;; k += BASE) {
		uint32_t t = k <= bias ? TMIN : k >= bias + TMAX ? TMAX : k - bias;

		if (q < t)
			break;
		q = same_digit(&digits[length++], q, t);
	}
	digits[length++] = encode_digit(q);
	return length;
}

/*
 * bound: any delta, any bias
 * unwind: 11, the digits and one round for the end
 * instead: same_digit() of put_digit()
 */
void an_integer_is_that_of_the_rfc_in_up_to_10_digits(void)
{
	char digits[INTEGER_MAX], expected[INTEGER_MAX];
	uint32_t delta = any_below(DELTA_END - FAULT), bias = any_below(BIAS_MAX + 1);
	size_t length = encode_integer(delta, bias, digits);

	prove(length >= 1 && length <= INTEGER_MAX, "up to 10");
	prove(length == integer_of_the_rfc(delta + FAULT, bias, expected), "as long");
	for (size_t i = 0; i < length; i++)
		prove(digits[i] == expected[i] && is_digit(digits[i]), "the same digits");
}

/*
 * bound: any 11 octets, any bias and i
 * unwind: 12, as many digits, the longest integer that is below 2^32 and one more
 */
void an_integer_is_read_within_src(void)
{
	size_t length = any_size(0, 11);
	static char octets[11];
	const char *src = octets + sizeof octets - length, *end;
	uint32_t before = nondet_uint32(), i = before;

	for (size_t j = 0; j < sizeof octets; j++)
		octets[j] = (char)nondet_int();
	end = decode_integer(src, src + length + FAULT, any_below(BIAS_MAX + 1), &i);
	prove(end == NULL || (end > src && end <= src + length && i >= before), "an integer");
}

/* --- Code points ---------------------------------------------------------------- */

/*
 * bound: any 6 octets, any room
 * unwind: 7, the octets and one round for the end
 */
void basic_code_points_stay_in_their_storage(void)
{
	static char octets[OCTETS];
	static uint32_t code_points[OCTETS];
	size_t length = any_size(0, OCTETS), room = any_size(0, OCTETS), basic;

	for (size_t i = 0; i < OCTETS; i++)
		octets[i] = (char)nondet_int();
	basic = decode_basic(octets + OCTETS - length, length, code_points + OCTETS - room,
	                     room + FAULT);
	prove(basic == SIZE_MAX || basic == 0 || basic < length, "less than there are octets");
}

/*
 * bound: up to 6 code points, any room
 * unwind: 7, the code points and one round for the end
 */
void what_is_inserted_stays_in_its_storage(void)
{
	static uint32_t code_points[OCTETS];
	size_t room = any_size(0, OCTETS), count = any_size(0, OCTETS + 1);
	size_t at = any_size(0, count);
	uint32_t *dst = code_points + OCTETS - room, code_point = nondet_uint32();

	insert(dst, count, room + FAULT, at, code_point);
	prove(count >= room || dst[at] == code_point, "where it belongs");
}

/* Returns a label of arbitrary scalar values. */
static struct label any_label(uint32_t code_points[CODE_POINTS])
{
	for (size_t i = 0; i < CODE_POINTS; i++) {
		code_points[i] = any_below(CODE_POINT_END);
		assume(is_scalar_value(code_points[i]));
	}
	return (struct label){ code_points, NULL, any_size(0, CODE_POINTS), 0 };
}

/*
 * bound: labels of up to 4 code points, any room
 * unwind: 6, the code points and one round for the end
 */
void insertions_are_ordered_within_their_storage(void)
{
	static char octets[CODE_POINTS + 1];
	static uint32_t code_points[CODE_POINTS], insertions[CODE_POINTS];
	size_t room = any_size(0, sizeof octets);
	struct sink sink = { octets + sizeof octets - room, room + FAULT, 0 };
	struct label label = any_label(code_points);
	uint32_t count = order_short(&sink, &label, insertions);

	prove(count <= label.length, "as many as there are");
	prove(sink.length == label.length - count + (count < label.length), "the basic ones");
	for (uint32_t i = 1; i < count; i++)
		prove(insertions[i - 1] >> LEFT_BITS <= insertions[i] >> LEFT_BITS, "ascending");
}

/* --- Decoding ------------------------------------------------------------------- */

enum { LABEL = 4 };

/*
 * bound: any 4 octets, any room
 * unwind: 8, the octets, and the rounds of adapt() for a label of four
 * instead: quotient() of divide()
 */
void a_label_is_decoded_within_its_storage(void)
{
	static char octets[LABEL];
	static uint32_t code_points[LABEL];
	size_t length = any_size(0, LABEL), room = any_size(0, LABEL), count = 0;
	enum idnx_status status;

	for (size_t i = 0; i < LABEL; i++)
		octets[i] = (char)nondet_int();
	status = punycode_decode(octets + LABEL - length, length, code_points + LABEL - room,
	                         room + FAULT, &count);
	prove(status != IDNX_OK || count <= length, "no more than there are octets");
}
