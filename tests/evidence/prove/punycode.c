/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * punycode.c and insertions.c.  Integers and the bias are proved for all values; the functions
 * that move code points, and decoding as a whole, for short labels.  Longer labels only take
 * more rounds.
 *
 * The encoder as a whole is proved in two steps.  First, its parts order the insertions and
 * stay in their storage.  Second, with every order and every integer that these proofs allow,
 * its loop has only deltas to which they apply.  That its deltas are those of section 6.3,
 * tests/engine/conformance/punycode.c and naive.c compare.
 *
 * No solver we tried multiplies and divides 32 bits within minutes: quotient() replaces
 * divide(), which computed.c tries with each value.
 */
#include "../../../libcore/insertions.c"
#include "../../../libcore/punycode.c"
#include "prove.h"

/* No bias is greater: see adapt() below. */
#define BIAS_MAX (7 * BASE)

/* Every delta of a label is smaller. */
#define DELTA_END (CODE_POINT_END * (IDNX_CODE_POINTS_MAX + 1))

enum { OCTETS = 6, CODE_POINTS = 4, INTEGER_MAX = 10, MOVED = 11 };

/* --- Replacements --------------------------------------------------------------- */

uint32_t quotient(uint32_t x, uint32_t divisor)
{
	uint32_t quotient = nondet_uint32();

	prove(x < (uint64_t)divisor << 21, "computed.c has this one");
	assume(quotient <= x && (uint64_t)quotient * divisor <= x &&
	       x - quotient * divisor < divisor);
	return quotient;
}

/* Replaces quotient() where it suffices that a quotient is no greater than x. */
uint32_t small_quotient(uint32_t x, uint32_t divisor)
{
	uint32_t quotient = any_below(1 << 21);

	prove(x < (uint64_t)divisor << 21, "computed.c has this one");
	assume(quotient <= x);
	return quotient;
}

/* --- Integers and biases -------------------------------------------------------- */

/*
 * 9 rounds, a delta of 32 bits is divided by 35 at most six times: any delta; small_quotient()
 * for divide()
 */
void a_bias_is_bounded(void)
{
	uint32_t numpoints = 1 + any_below(IDNX_CODE_POINTS_MAX);
	uint32_t delta = any_below(CODE_POINT_END * numpoints);

	prove(adapt(delta, numpoints, nondet_bool()) <= (FAULT ? 4 * BASE : BIAS_MAX),
	      "a bias");
}

/*
 * Section 3.3: at worst each digit but the last stands for a power of BASE - TMAX, 10.
 *
 * 11 rounds: any delta, any bias, any room, whatever came before
 */
void an_integer_of_up_to_10_digits_stays_in_its_storage(void)
{
	static char octets[2 * INTEGER_MAX + 1];
	size_t room = any_size(0, sizeof octets), before = any_size(0, DELTA_END);
	struct sink sink = { octets + sizeof octets - room, room + FAULT, before };

	put_integer(&sink, any_below(DELTA_END), any_below(BIAS_MAX + 1));
	prove(sink.length > before && sink.length - before <= INTEGER_MAX,
	      "its digits counted");
}

/*
 * 12 rounds, as many digits, the longest integer that is below 2^32 and one more: any 11
 * octets, any bias and i
 */
void an_integer_is_read_within_src(void)
{
	size_t length = any_size(0, 11);
	static char octets[11];
	const char *src = octets + sizeof octets - length, *end;
	uint32_t before = nondet_uint32(), i = before;

	any_contents(octets);
	end = decode_integer(src, src + length + FAULT, any_below(BIAS_MAX + 1), &i);
	prove(end == NULL || (end > src && end <= src + length && i >= before), "an integer");
}

/* --- Code points ---------------------------------------------------------------- */

/* 7 rounds: any 6 octets */
void basic_code_points_stay_in_their_storage(void)
{
	static char octets[OCTETS];
	static uint32_t code_points[OCTETS];
	size_t length = any_size(0, OCTETS), basic;

	any_contents(octets);
	basic = decode_basic(octets + OCTETS - length, length + FAULT,
	                     code_points + OCTETS - length);
	prove(basic == SIZE_MAX || basic == 0 || basic < length, "less than there are octets");
}

/* 12 rounds: up to 11 code points */
void what_is_moved_up_stays_in_its_storage(void)
{
	static uint32_t code_points[MOVED + 1 + PUNYCODE_SPARE];
	size_t count = any_size(0, MOVED), at = any_size(0, count), moved = any_size(at, count);
	uint32_t *dst = code_points + MOVED + FAULT - count, expected = dst[moved];

	move_up(dst + at, count - at);
	prove(moved == count || dst[moved + 1] == expected, "one place on");
}

/* Returns a label of arbitrary scalar values. */
static struct label any_label(uint32_t *code_points, size_t most)
{
	for (size_t i = 0; i < most; i++) {
		code_points[i] = any_below(CODE_POINT_END);
		assume(utf8_is_scalar_value(code_points[i]));
	}
	return (struct label){ code_points, NULL, any_size(0, most), 0 };
}

static void prove_order(const struct label *label, const uint32_t *insertions, uint32_t count)
{
	prove(count <= label->length, "as many as there are");
	for (uint32_t i = 0; i < count; i++) {
		prove(insertions[i] >> LEFT_BITS >= INITIAL_N, "not basic");
		prove(insertions[i] >> LEFT_BITS < CODE_POINT_END, "a code point");
		prove((insertions[i] & LEFT_MASK) <= label->length - count + i,
		      "as many to the left");
		prove(i == 0 || insertions[i - 1] < insertions[i], "ascending");
	}
}

/* 6 rounds: labels of up to 4 code points, any room */
void insertions_are_ordered_within_their_storage(void)
{
	static char octets[CODE_POINTS];
	static uint32_t code_points[CODE_POINTS], insertions[CODE_POINTS];
	size_t room = any_size(0, sizeof octets);
	struct label label = any_label(code_points, CODE_POINTS);
	uint32_t count = order_short(&label, octets + sizeof octets - room, room + FAULT,
	                             insertions);

	prove_order(&label, insertions, count);
}

/* What sort.c is proved to do. */
void sort_keys(uint32_t *keys, size_t count, unsigned shift)
{
	prove(shift == 0 && __CPROVER_w_ok(keys, count * sizeof *keys), "keys");
	for (size_t i = 1; i < count; i++)
		for (size_t at = i; at > 0 && keys[at - 1] > keys[at]; at--) {
			uint32_t key = keys[at];

			keys[at] = keys[at - 1];
			keys[at - 1] = key;
		}
}

/* 6 rounds: labels of up to 4 code points, any room */
void insertions_of_any_label_are_ordered_within_their_storage(void)
{
	static char octets[CODE_POINTS];
	static uint32_t code_points[CODE_POINTS], insertions[CODE_POINTS];
	size_t room = any_size(0, sizeof octets);
	struct label label = any_label(code_points, CODE_POINTS);
	uint32_t count = order_long(&label, octets + sizeof octets - room, room + FAULT,
	                            insertions);

	prove_order(&label, insertions, count);
}

/* --- Encoding ------------------------------------------------------------------- */

enum { INSERTIONS = 2 };

/* Replaces insertions_of(): whatever is proved of its parts above. */
uint32_t any_order(const struct label *label, char *dst, size_t size, uint32_t *insertions)
{
	uint32_t count = (uint32_t)any_size(0, INSERTIONS), basic;

	(void)dst, (void)size;
	assume(count <= label->length);
	basic = (uint32_t)label->length - count;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t left = any_below(basic + i + 1 + FAULT * BASE);

		insertions[i] = (INITIAL_N + any_below(CODE_POINT_END - INITIAL_N))
		                        << LEFT_BITS |
		                left;
		assume(i == 0 || insertions[i - 1] < insertions[i]);
	}
	return count;
}

static size_t counted;

/* Replaces put_integer(): counts any number of digits that is proved above. */
void any_put(struct sink *sink, uint32_t delta, uint32_t bias)
{
	size_t length = any_size(1, INTEGER_MAX);

	prove(delta < DELTA_END && bias <= BIAS_MAX, "an integer");
	sink->length += length;
	counted += length;
}

/* Replaces adapt(): returns any bias that is proved above. */
uint32_t any_bias(uint32_t delta, uint32_t numpoints, bool firsttime)
{
	(void)firsttime;
	prove(numpoints >= 1 && numpoints <= IDNX_CODE_POINTS_MAX, "code points");
	prove(delta < CODE_POINT_END * numpoints, "none past the last code point");
	return any_below(BIAS_MAX + 1);
}

/*
 * From one round to the next, the loop carries only the last insertion, the number of code
 * points and the bias.  So each round is a second round, of a label with fewer insertions and
 * more basic code points.
 *
 * 4 rounds: labels of up to 1024 code points, 2 rounds; any_order() for insertions_of(),
 * any_put() for put_integer(), any_bias() for adapt()
 */
void a_label_has_only_deltas_that_fit(void)
{
	static uint32_t insertions[INSERTIONS];
	static char octets[1];
	struct label label = { NULL, NULL, any_size(0, IDNX_CODE_POINTS_MAX), 0 };
	size_t length = punycode_encode(&label, octets, sizeof octets, insertions);

	prove(length >= counted, "counted");
	prove(length - counted <= label.length + 1, "with the basic code points");
}

/* --- Decoding ------------------------------------------------------------------- */

enum { LABEL = 4 };

/* Replaces move_up(), which moves code points that decoding never reads. */
void any_move(uint32_t *code_points, size_t count)
{
	prove(__CPROVER_w_ok(code_points, (count + 1 + PUNYCODE_SPARE) * sizeof *code_points),
	      "a place in dst");
}

/*
 * 8 rounds, the octets, and the rounds of adapt() for a label of four: any 4 octets; quotient()
 * for divide(), any_move() for move_up()
 */
void a_label_is_decoded_within_its_storage(void)
{
	static char octets[LABEL];
	static uint32_t code_points[LABEL + PUNYCODE_SPARE];
	size_t length = any_size(0, LABEL), count = 0;
	enum idnx_status status;

	any_contents(octets);
	status = punycode_decode(octets + LABEL - length, length + FAULT,
	                         code_points + LABEL - length, &count);
	prove(status != IDNX_OK || count <= length, "no more than there are octets");
}
