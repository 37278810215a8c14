/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Punycode: RFC 3492, with its names.
 *
 * The encoder does not scan the label once per distinct code point, as the loop
 * of section 6.3 does.  It takes the code points beyond ASCII in the order in
 * which that loop meets them, ascending by code point and then by position, and
 * computes each delta from the decoder's point of view (section 6.2): the
 * decoder walks through all states <n, i>, and between one insertion and the
 * next lie
 *
 *     delta = (n' - n) * (h + 1) + i' - i
 *
 * of them.  h is the number of code points handled so far, i the position after
 * the last insertion, and i' that of the new one, which is the number of handled
 * code points to its left.
 */
#include <string.h>

#include "core.h"

enum {
	BASE = 36,
	TMIN = 1,
	TMAX = 26,
	SKEW = 38,
	DAMP = 700,
	INITIAL_BIAS = 72,
	INITIAL_N = 0x80
};

#define DELIMITER      '-'
#define CODE_POINT_END 0x110000U

/* Section 6.4: no delta of a name within IDNX_CODE_POINTS_MAX can overflow. */
_Static_assert((uint64_t)CODE_POINT_END *(IDNX_CODE_POINTS_MAX + 1) < UINT32_MAX,
               "a delta fits into 32 bits");

static bool is_scalar_value(uint32_t code_point)
{
	return code_point < CODE_POINT_END && (code_point < 0xD800 || code_point > 0xDFFF);
}

/*
 * Section 6.1.  The quotient in its last line has few values: the preprocessor
 * computes them for every delta that the loop leaves.
 */
#define BIAS(d)   (BASE - TMIN + 1) * (d) / ((d) + SKEW)
#define BIAS8(d)  BIAS(d), BIAS(d + 1), BIAS(d + 2), BIAS(d + 3), \
                  BIAS(d + 4), BIAS(d + 5), BIAS(d + 6), BIAS(d + 7)
#define BIAS64(d) BIAS8(d), BIAS8(d + 8), BIAS8(d + 16), BIAS8(d + 24), \
                  BIAS8(d + 32), BIAS8(d + 40), BIAS8(d + 48), BIAS8(d + 56)

static const uint8_t biases[] = {
	BIAS64(0), BIAS64(64), BIAS64(128), BIAS64(192), BIAS64(256), BIAS64(320), BIAS64(384),
	BIAS8(448),
};

_Static_assert(sizeof biases == (BASE - TMIN) * TMAX / 2 + 1, "one for every delta");

/*
 * Division by a small number is multiplication by its reciprocal, rounded up, with 36
 * fractional bits: exact while x * divisor < 2^36.  That holds for a digit, where
 * x < CODE_POINT_END * (IDNX_CODE_POINTS_MAX + 1) < 2^31 and divisor < BASE; and for a
 * DNS label, where no delta goes past the last code point: x < 2^21 * divisor.
 */
#define RECIPROCAL(n)   ((UINT64_C(1) << 36) / (n) + 1)
#define RECIPROCAL8(n)  RECIPROCAL(n), RECIPROCAL(n + 1), RECIPROCAL(n + 2), \
                        RECIPROCAL(n + 3), RECIPROCAL(n + 4), RECIPROCAL(n + 5), \
                        RECIPROCAL(n + 6), RECIPROCAL(n + 7)

static const uint64_t reciprocals[] = {
	RECIPROCAL8(1),  RECIPROCAL8(9),  RECIPROCAL8(17), RECIPROCAL8(25),
	RECIPROCAL8(33), RECIPROCAL8(41), RECIPROCAL8(49), RECIPROCAL8(57),
};

_Static_assert((uint64_t)CODE_POINT_END *(IDNX_CODE_POINTS_MAX + 1) * (BASE - TMIN) <
                       UINT64_C(1) << 36,
               "exact for a digit");

static inline uint32_t divide(uint32_t x, uint32_t divisor)
{
	if (divisor > sizeof reciprocals / sizeof *reciprocals)
		return x / divisor;
	return (uint32_t)(x * reciprocals[divisor - 1] >> 36);
}

static inline uint32_t adapt(uint32_t delta, uint32_t numpoints, bool firsttime)
{
	const uint32_t most = sizeof biases - 1;
	uint32_t k;

	delta = firsttime ? delta / DAMP : delta / 2;
	delta += divide(delta, numpoints);
	/* No branch for the first round of the loop: it is as likely as not. */
	k = delta > most ? BASE : 0;
	delta = delta > most ? delta / (BASE - TMIN) : delta;
	for (; delta > most; k += BASE)
		delta /= BASE - TMIN;
	return k + biases[delta];
}

/* --- Encoding ------------------------------------------------------------- */

/* The destination: counts all octets, keeps those that fit. */
struct sink {
	char *dst;
	size_t size, length;
};

static void put(struct sink *sink, const char *octets, size_t length)
{
	for (size_t i = 0; i < length; i++, sink->length++)
		if (sink->length < sink->size)
			sink->dst[sink->length] = octets[i];
}

static char encode_digit(uint32_t digit)
{
	return "abcdefghijklmnopqrstuvwxyz0123456789"[digit];
}

/*
 * Section 3.3: the longest generalized variable-length integer, in digits.  At
 * worst each digit but the last stands for a power of BASE - TMAX, 10.
 */
#define INTEGER_MAX 10

/* Writes a digit that is not the last one; returns what is left of delta. */
static inline uint32_t put_digit(char *digit, uint32_t delta, uint32_t t)
{
	uint32_t quotient = divide(delta - t, BASE - t);

	*digit = encode_digit(delta - quotient * (BASE - t));
	return quotient;
}

/*
 * The thresholds are TMIN, as often as bias says, at most one in between, then TMAX.
 * Once delta is below one of them it is below all that follow.
 */
static size_t encode_integer(uint32_t delta, uint32_t bias, char digits[INTEGER_MAX])
{
	uint32_t k = BASE, t;
	size_t length = 0;

	for (; k <= bias + TMIN && delta >= TMIN; k += BASE)
		delta = put_digit(&digits[length++], delta, TMIN);
	t = k - bias;
	if (t > TMIN && t < TMAX && delta >= t)
		delta = put_digit(&digits[length++], delta, t);
	while (delta >= TMAX)
		delta = put_digit(&digits[length++], delta, TMAX);
	digits[length++] = encode_digit(delta);
	return length;
}

static void put_integer(struct sink *sink, uint32_t delta, uint32_t bias)
{
	char digits[INTEGER_MAX];

	if (sink->length + INTEGER_MAX <= sink->size)
		sink->length += encode_integer(delta, bias, sink->dst + sink->length);
	else
		put(sink, digits, encode_integer(delta, bias, digits));
}

/*
 * An insertion: code point << LEFT_BITS | position in the label.  Ascending order
 * is the order in which the decoder makes them.  Ordering them also replaces the
 * position by the number of handled code points to its left.
 */
#define LEFT_BITS 10
#define LEFT_MASK ((1U << LEFT_BITS) - 1)

_Static_assert(IDNX_CODE_POINTS_MAX <= 1 << LEFT_BITS, "a position fits into its bits");
_Static_assert((uint64_t)CODE_POINT_END << LEFT_BITS <= INT32_MAX, "and the rest, signed");

/*
 * Section 3.1: writes the basic code points; the others become insertions.  Each
 * code point is written to both places, and overwritten in the wrong one, which
 * avoids an unpredictable branch.
 */
static uint32_t segregate(struct sink *sink, const struct label *label, uint32_t *insertions)
{
	const uint32_t *code_points = label->code_points;
	size_t basic = 0, size = sink->size, length = label->length;
	char *dst = sink->dst;
	uint32_t count = 0;

	for (size_t i = 0; i < length; i++) {
		uint32_t c = code_points[i];

		if (basic < size)
			dst[basic] = (char)c;
		basic += c < INITIAL_N;
		insertions[count] = c << LEFT_BITS | (uint32_t)i;
		count = (uint32_t)(i + 1 - basic);
	}
	if (basic && basic < sink->size)
		sink->dst[basic] = DELIMITER;
	sink->length = basic + (basic > 0);
	return count;
}

/*
 * Short labels, which include all of DNS.  The rank of an insertion follows from the
 * number of those that come after it.  All code points to its left are handled before
 * it, except the insertions there that come after it.  Comparing all pairs is quadratic,
 * but the numbers are small, four are compared at a time, and there is no unpredictable
 * branch.
 */
#define SHORT 64
#define LANES 4

/* A vector of gcc and clang.  SSE2 compares signed numbers. */
typedef int32_t lanes __attribute__((vector_size(LANES * sizeof(int32_t))));

/*
 * Adds to each sum how many of four insertions are greater than one: for the first sum, those at
 * others; for each of the rest, those one further to the right.
 */
static inline void add_greater(lanes *sum, const lanes *than, const uint32_t *others)
{
	for (size_t i = 0; i < LANES; i++) {
		lanes four;

		memcpy(&four, others + i, sizeof four);
		*sum -= four > *than; /* true is -1 */
	}
}

static uint32_t order_short(struct sink *sink, const struct label *label, uint32_t *insertions)
{
	/* Zeros, which are greater than none, surround the insertions. */
	uint32_t room[LANES + SHORT + 2 * LANES], *unordered = room + LANES;
	uint32_t end = segregate(sink, label, unordered);

	memset(room, 0, LANES * sizeof *room);
	memset(unordered + end, 0, 2 * LANES * sizeof *unordered);
	for (uint32_t i = 0; i < end;) {
		const uint32_t *others = room + 1;
		lanes four, ordered, after = { 0 }, rank;

		memcpy(&four, unordered + i, sizeof four);
		for (; others <= unordered + i; others += LANES)
			add_greater(&after, &four, others);
		ordered = four - after; /* so far, those to the left */
		for (; others < unordered + end; others += LANES)
			add_greater(&after, &four, others);
		rank = (int32_t)end - 1 - after;
		for (uint32_t lane = 0; lane < LANES && i < end; lane++, i++)
			insertions[(uint32_t)rank[lane]] = (uint32_t)ordered[lane];
	}
	return end;
}

/* The handled positions, and for each word, how many are in the words before it. */
struct handled {
	uint64_t bits[IDNX_CODE_POINTS_MAX / 64];
	uint16_t before[IDNX_CODE_POINTS_MAX / 64];
};

static void handled_add(struct handled *handled, size_t position)
{
	size_t word = position / 64;

	handled->bits[word] |= UINT64_C(1) << position % 64;
	while (++word < sizeof handled->bits / sizeof *handled->bits)
		handled->before[word]++;
}

static unsigned popcount(uint64_t x)
{
	x -= x >> 1 & UINT64_C(0x5555555555555555);
	x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
	x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
	return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}

static uint32_t handled_left(const struct handled *handled, size_t position)
{
	uint64_t left = (UINT64_C(1) << position % 64) - 1;

	return handled->before[position / 64] + popcount(handled->bits[position / 64] & left);
}

/* Takes any label, in O(n log n) time. */
static uint32_t order_long(struct sink *sink, const struct label *label, uint32_t *insertions)
{
	struct handled handled = { { 0 }, { 0 } };
	uint32_t count = segregate(sink, label, insertions);

	for (size_t i = 0; i < label->length; i++)
		if (label->code_points[i] < INITIAL_N)
			handled_add(&handled, i);
	sort_keys(insertions, count, 0);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t position = insertions[i] & LEFT_MASK;

		insertions[i] += handled_left(&handled, position) - position;
		handled_add(&handled, position);
	}
	return count;
}

size_t punycode_encode(const struct label *label, char *dst, size_t dst_size,
                       uint32_t *insertions)
{
	struct sink sink = { dst, dst_size, 0 };
	uint32_t count = label->length <= SHORT ? order_short(&sink, label, insertions)
	                                        : order_long(&sink, label, insertions);
	uint32_t basic = (uint32_t)label->length - count;
	uint32_t n = INITIAL_N, i = 0, bias = INITIAL_BIAS;

	for (uint32_t next = 0; next < count; next++) {
		uint32_t m = insertions[next] >> LEFT_BITS, left = insertions[next] & LEFT_MASK;
		uint32_t numpoints = basic + next + 1;
		uint32_t delta = (m - n) * numpoints + left - i;

		put_integer(&sink, delta, bias);
		bias = adapt(delta, numpoints, next == 0);
		n = m;
		i = left + 1;
	}
	return sink.length;
}

/* --- Decoding ------------------------------------------------------------- */

/*
 * Section 5.  Returns at least BASE for anything but a digit.  Whether a letter or a number
 * comes is unpredictable, hence a table, of digits plus 1.
 */
static inline uint32_t decode_digit(char c)
{
	static const uint8_t digits[UINT8_MAX + 1] = {
		['0'] = 27, 28, 29, 30, 31, 32, 33, 34, 35, 36,
		['A'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
		14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
		['a'] = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
		14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26,
	};

	return digits[(unsigned char)c] - 1U;
}

/* Section 6.2: k - bias, clamped to TMIN and TMAX. */
static inline uint32_t threshold(int32_t k_less_bias)
{
	int32_t t = k_less_bias < TMIN ? TMIN : k_less_bias;

	return (uint32_t)(t > TMAX ? TMAX : t);
}

/*
 * Section 6.2, the inner loop: adds the integer at src to *i and returns where
 * it ends, or NULL if there is none or it overflows.  Every digit but the last
 * is at least 1, so the sum is at least the weight and overflows first.
 */
static const char *decode_integer(const char *src, const char *end, uint32_t bias, uint32_t *i)
{
	uint64_t sum = *i, weight = 1;

	for (int32_t k_less_bias = BASE - (int32_t)bias; src < end; k_less_bias += BASE) {
		uint32_t digit = decode_digit(*src++), t = threshold(k_less_bias);

		if (digit >= BASE)
			return NULL;
		sum += digit * weight;
		if (sum > UINT32_MAX)
			return NULL;
		if (digit < t) {
			*i = (uint32_t)sum;
			return src;
		}
		weight *= BASE - t;
	}
	return NULL;
}

/* Copies the basic code points; returns their number, or SIZE_MAX if one is not basic. */
static size_t decode_basic(const char *src, size_t length, uint32_t *dst, size_t capacity)
{
	size_t basic = length;

	while (basic && src[basic - 1] != DELIMITER)
		basic--;
	basic -= basic > 0;
	for (size_t i = 0; i < basic; i++) {
		if ((unsigned char)src[i] >= INITIAL_N)
			return SIZE_MAX;
		if (i < capacity)
			dst[i] = (unsigned char)src[i];
	}
	return basic;
}

/*
 * Moves count words up by one, four at a time, and four at least: memmove() branches on count,
 * which is unpredictable.  Up to four words after them move as well, so there has to be room
 * for LANES + 1 words more.
 */
static inline void move_up(uint32_t *words, size_t count)
{
	size_t at = (count + LANES - 1 + !count) / LANES * LANES;
	lanes four;

	do {
		at -= LANES;
		memcpy(&four, words + at, sizeof four);
		memcpy(words + at + 1, &four, sizeof four);
	} while (at > 0);
}

static void insert(uint32_t *dst, size_t count, size_t capacity, size_t at, uint32_t code_point)
{
	if (count >= capacity)
		return;
	if (capacity - count > LANES)
		move_up(dst + at, count - at);
	else
		memmove(dst + at + 1, dst + at, (count - at) * sizeof *dst);
	dst[at] = code_point;
}

enum idnx_status punycode_decode(const char *src, size_t length, uint32_t *dst, size_t capacity,
                                 size_t *count)
{
	const char *end = src + length;
	size_t basic = decode_basic(src, length, dst, capacity);
	uint32_t out, n = INITIAL_N, i = 0, bias = INITIAL_BIAS;

	if (basic == SIZE_MAX)
		return IDNX_P4;
	if (basic > IDNX_CODE_POINTS_MAX)
		return IDNX_TOO_LONG;
	out = (uint32_t)basic;
	for (src += basic ? basic + 1 : 0; src < end; out++, i++) {
		uint32_t old_i = i, step;

		src = decode_integer(src, end, bias, &i);
		if (!src)
			return IDNX_P4;
		if (out == IDNX_CODE_POINTS_MAX)
			return IDNX_TOO_LONG;
		if (i >= (uint64_t)CODE_POINT_END * (out + 1))
			return IDNX_P4;
		bias = adapt(i - old_i, out + 1, old_i == 0);
		step = divide(i, out + 1);
		n += step;
		i -= step * (out + 1);
		if (!is_scalar_value(n))
			return IDNX_P4;
		insert(dst, out, capacity, i, n);
	}
	*count = out;
	return IDNX_OK;
}

/* --- The public functions ------------------------------------------------- */

static bool are_scalar_values(const uint32_t *src, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!is_scalar_value(src[i]))
			return false;
	return true;
}

struct idnx_result idnx_punycode_encode(const uint32_t *src, size_t src_len, char *dst,
                                        size_t dst_size)
{
	uint32_t insertions[IDNX_CODE_POINTS_MAX];
	struct label label = { src, NULL, src_len, 0 };
	size_t length;

	if (src_len > IDNX_CODE_POINTS_MAX)
		return (struct idnx_result){ IDNX_TOO_LONG, 0, 0 };
	if (!are_scalar_values(src, src_len))
		return (struct idnx_result){ IDNX_A3, 0, 0 };
	/* Count first: dst stays untouched if it is too small. */
	length = punycode_encode(&label, dst, 0, insertions);
	if (length >= dst_size)
		return (struct idnx_result){ IDNX_NO_SPACE, 0, length };
	punycode_encode(&label, dst, dst_size, insertions);
	dst[length] = '\0';
	return (struct idnx_result){ IDNX_OK, 0, length };
}

struct idnx_result idnx_punycode_decode(const char *src, size_t src_len, uint32_t *dst,
                                        size_t dst_len)
{
	struct idnx_result result = { IDNX_TOO_LONG, 0, 0 };

	if (src_len <= IDNX_INPUT_MAX)
		result.status = punycode_decode(src_len ? src : "", src_len, dst, dst_len,
		                                &result.length);
	if (result.status == IDNX_OK && result.length > dst_len)
		result.status = IDNX_NO_SPACE;
	return result;
}
