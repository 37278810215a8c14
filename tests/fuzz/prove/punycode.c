/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * punycode.c, as it is for processors without SSE2.  Reading an integer and the bias: for
 * all values there are.  What moves code points: for labels of up to six, and decoding as a
 * whole: for any four octets; longer labels only take more rounds.
 *
 * No solver we tried multiplies and divides 32 bits within minutes, so for decoding as a
 * whole quotient() stands for divide(): any number that is what the comment at divide()
 * shows it to be, and static assertions hold its bounds.  Not here is the encoder as a
 * whole: that a digit is below 36, and that an integer has no more than INTEGER_MAX.
 */
#undef __SSE2__
#include "../../../libcore/punycode.c"
#include "prove.h"

/* A bias has at most so much: adapt() below. */
#define BIAS_MAX (7 * BASE)

enum { OCTETS = 6, CODE_POINTS = 4 };

/* unwind 9: a delta of 32 bits is divided by 35 at most six times */
void a_bias_is_bounded(void)
{
	uint32_t numpoints = 1 + any_below(IDNX_CODE_POINTS_MAX + 1);
	uint32_t delta = any_below(CODE_POINT_END) * numpoints;

	prove(adapt(delta, numpoints, nondet_bool()) <= BIAS_MAX, "a bias");
}

/* unwind 12: as many digits, the longest integer that is below 2^32 and one more */
void an_integer_is_read_within_src(void)
{
	size_t length = any_size(0, 11);
	static char octets[11];
	const char *src = octets + sizeof octets - length, *end;
	uint32_t before = nondet_uint32(), i = before;

	for (size_t j = 0; j < sizeof octets; j++)
		octets[j] = (char)nondet_int();
	end = decode_integer(src, src + length, any_below(BIAS_MAX + 1), &i);
	prove(end == NULL || (end > src && end <= src + length && i >= before), "an integer");
}

/* unwind 7: OCTETS, and one round for the end */
void basic_code_points_stay_in_their_storage(void)
{
	static char octets[OCTETS];
	static uint32_t code_points[OCTETS];
	size_t length = any_size(0, OCTETS), room = any_size(0, OCTETS), basic;

	for (size_t i = 0; i < OCTETS; i++)
		octets[i] = (char)nondet_int();
	basic = decode_basic(octets + OCTETS - length, length, code_points + OCTETS - room, room);
	prove(basic == SIZE_MAX || basic == 0 || basic < length, "less than there are octets");
}

/* unwind 7: OCTETS, and one round for the end */
void what_is_inserted_stays_in_its_storage(void)
{
	static uint32_t code_points[OCTETS];
	size_t room = any_size(0, OCTETS), count = any_size(0, OCTETS + 1);
	size_t at = any_size(0, count);
	uint32_t *dst = code_points + OCTETS - room, code_point = nondet_uint32();

	insert(dst, count, room, at, code_point);
	prove(count >= room || dst[at] == code_point, "where it belongs");
}

/* unwind 6: CODE_POINTS, and one round for the end */
void insertions_are_ordered_within_their_storage(void)
{
	static char octets[CODE_POINTS + 1];
	static uint32_t code_points[CODE_POINTS], insertions[CODE_POINTS];
	size_t room = any_size(0, sizeof octets);
	struct sink sink = { octets + sizeof octets - room, room, 0 };
	struct label label = { code_points, NULL, any_size(0, CODE_POINTS), 0 };
	uint32_t count;

	for (size_t i = 0; i < CODE_POINTS; i++) {
		code_points[i] = any_below(CODE_POINT_END);
		assume(is_scalar_value(code_points[i]));
	}
	count = order_short(&sink, &label, insertions);
	prove(count <= label.length, "as many as there are");
	prove(sink.length == label.length - count + (count < label.length), "the basic ones");
	for (uint32_t i = 1; i < count; i++)
		prove(insertions[i - 1] >> LEFT_BITS <= insertions[i] >> LEFT_BITS, "ascending");
}

uint32_t quotient(uint32_t x, uint32_t divisor)
{
	uint32_t quotient = nondet_uint32();

	assume(quotient <= x && (uint64_t)quotient * divisor <= x &&
	       x - quotient * divisor < divisor);
	return quotient;
}

enum { LABEL = 4 };

/* unwind 8, quotient() for divide(): LABEL, and what the bias of so few asks for */
void a_label_is_decoded_within_its_storage(void)
{
	static char octets[LABEL];
	static uint32_t code_points[LABEL];
	size_t length = any_size(0, LABEL), room = any_size(0, LABEL), count = 0;
	enum idnx_status status;

	for (size_t i = 0; i < LABEL; i++)
		octets[i] = (char)nondet_int();
	status = punycode_decode(octets + LABEL - length, length, code_points + LABEL - room,
	                         room, &count);
	prove(status != IDNX_OK || count <= length, "no more than there are octets");
}
