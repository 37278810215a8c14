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
 * of them: h is the number of code points handled so far, i the place behind
 * the last insertion, i' that of the new one, which is the number of handled
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

/* Section 6.4: no delta of a name within our bound can overflow. */
_Static_assert((uint64_t)CODE_POINT_END * (IDNX_CODE_POINTS_MAX + 1) < UINT32_MAX,
               "a delta fits into 32 bits");

static bool is_scalar_value(uint32_t code_point)
{
	return code_point < CODE_POINT_END && (code_point < 0xD800 || code_point > 0xDFFF);
}

/* Section 6.1 */
static uint32_t adapt(uint32_t delta, uint32_t numpoints, bool firsttime)
{
	uint32_t k = 0;

	delta /= firsttime ? DAMP : 2;
	delta += delta / numpoints;
	for (; delta > (BASE - TMIN) * TMAX / 2; k += BASE)
		delta /= BASE - TMIN;
	return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static uint32_t threshold(uint32_t k, uint32_t bias)
{
	if (k <= bias + TMIN)
		return TMIN;
	return k >= bias + TMAX ? TMAX : k - bias;
}

/* --- Encoding ------------------------------------------------------------- */

/* A key orders the insertions: code point << POSITION_BITS | position. */
#define POSITION_BITS 10
#define POSITION_MASK ((1U << POSITION_BITS) - 1)

_Static_assert(IDNX_CODE_POINTS_MAX <= 1 << POSITION_BITS, "a position fits into a key");
_Static_assert((uint64_t)CODE_POINT_END << POSITION_BITS <= UINT32_MAX, "and so does the rest");

/* Where the result goes: counts all octets, keeps those that fit. */
struct sink {
	char *dst;
	size_t size, length;
};

static void put(struct sink *sink, char c)
{
	if (sink->length < sink->size)
		sink->dst[sink->length] = c;
	sink->length++;
}

/* The positions handled so far: a set that can tell how many are below one. */
#define WORD_BITS 64
#define WORDS     (IDNX_CODE_POINTS_MAX / WORD_BITS)

struct handled {
	size_t words; /* as many as the label needs: most often one */
	uint64_t bits[WORDS];
	uint16_t below[WORDS]; /* how many are in the words before */
};

static void handled_init(struct handled *handled, size_t positions)
{
	handled->words = (positions + WORD_BITS - 1) / WORD_BITS;
	for (size_t word = 0; word < handled->words; word++) {
		handled->bits[word] = 0;
		handled->below[word] = 0;
	}
}

static void handled_add(struct handled *handled, size_t position)
{
	size_t word = position / WORD_BITS;

	handled->bits[word] |= UINT64_C(1) << position % WORD_BITS;
	while (++word < handled->words)
		handled->below[word]++;
}

static unsigned popcount(uint64_t x)
{
	x -= x >> 1 & UINT64_C(0x5555555555555555);
	x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
	x = (x + (x >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
	return (unsigned)(x * UINT64_C(0x0101010101010101) >> 56);
}

static uint32_t handled_below(const struct handled *handled, size_t position)
{
	size_t word = position / WORD_BITS;
	uint64_t below = (UINT64_C(1) << position % WORD_BITS) - 1;

	return handled->below[word] + popcount(handled->bits[word] & below);
}

static char encode_digit(uint32_t digit)
{
	return "abcdefghijklmnopqrstuvwxyz0123456789"[digit];
}

/* Section 3.3: delta as a generalized variable-length integer. */
static void put_delta(struct sink *sink, uint32_t delta, uint32_t bias)
{
	for (uint32_t k = BASE;; k += BASE) {
		uint32_t t = threshold(k, bias);

		if (delta < t)
			break;
		put(sink, encode_digit(t + (delta - t) % (BASE - t)));
		delta = (delta - t) / (BASE - t);
	}
	put(sink, encode_digit(delta));
}

/* Section 3.1: the basic code points first; the others become keys. */
static size_t segregate(struct sink *sink, const struct label *label,
                        struct handled *handled, uint32_t *keys)
{
	size_t key_count = 0;

	for (size_t i = 0; i < label->length; i++) {
		uint32_t c = label->code_points[i];

		if (c < INITIAL_N) {
			put(sink, (char)c);
			handled_add(handled, i);
		} else {
			keys[key_count++] = c << POSITION_BITS | (uint32_t)i;
		}
	}
	if (key_count < label->length)
		put(sink, DELIMITER);
	return key_count;
}

size_t punycode_encode(const struct label *label, char *dst, size_t dst_size, uint32_t *keys)
{
	struct sink sink = { dst, dst_size, 0 };
	struct handled handled;
	uint32_t key_count, basic, n = INITIAL_N, i = 0, bias = INITIAL_BIAS;

	handled_init(&handled, label->length);
	key_count = (uint32_t)segregate(&sink, label, &handled, keys);
	basic = (uint32_t)label->length - key_count;
	sort_keys(keys, key_count, 0);

	for (uint32_t next = 0; next < key_count; next++) {
		uint32_t m = keys[next] >> POSITION_BITS, position = keys[next] & POSITION_MASK;
		uint32_t h = basic + next, left = handled_below(&handled, position);
		uint32_t delta = (m - n) * (h + 1) + left - i;

		put_delta(&sink, delta, bias);
		bias = adapt(delta, h + 1, next == 0);
		handled_add(&handled, position);
		n = m;
		i = left + 1;
	}
	return sink.length;
}

/* --- Decoding ------------------------------------------------------------- */

/* Section 5; BASE for what is no digit. */
static uint32_t decode_digit(char c)
{
	uint32_t letter = ((unsigned char)c | 0x20U) - 'a', number = (unsigned char)c - '0';

	if (letter < 26)
		return letter;
	return number < 10 ? 26 + number : BASE;
}

/*
 * Section 6.2, the inner loop: adds an integer at *src to *i and returns where
 * it ends, or NULL if there is none or it overflows.
 */
static const char *decode_delta(const char *src, const char *end, uint32_t bias, uint32_t *i)
{
	uint32_t weight = 1;

	for (uint32_t k = BASE; src < end; k += BASE) {
		uint32_t digit = decode_digit(*src++), t = threshold(k, bias);

		if (digit == BASE || digit > (UINT32_MAX - *i) / weight)
			return NULL;
		*i += digit * weight;
		if (digit < t)
			return src;
		if (weight > UINT32_MAX / (BASE - t))
			return NULL;
		weight *= BASE - t;
	}
	return NULL;
}

/* Copies the basic code points; returns their number, SIZE_MAX: not all are. */
static size_t decode_basic(const char *src, size_t length, uint32_t *dst, size_t room)
{
	size_t basic = length;

	while (basic && src[basic - 1] != DELIMITER)
		basic--;
	basic -= basic > 0;
	for (size_t i = 0; i < basic; i++) {
		if ((unsigned char)src[i] >= INITIAL_N)
			return SIZE_MAX;
		if (i < room)
			dst[i] = (unsigned char)src[i];
	}
	return basic;
}

static void insert(uint32_t *dst, size_t count, size_t room, size_t at, uint32_t code_point)
{
	if (count >= room)
		return;
	memmove(dst + at + 1, dst + at, (count - at) * sizeof *dst);
	dst[at] = code_point;
}

enum idnx_status punycode_decode(const char *src, size_t length, uint32_t *dst, size_t room,
                                 size_t *count)
{
	const char *end = src + length;
	size_t basic = decode_basic(src, length, dst, room);
	uint32_t out, n = INITIAL_N, i = 0, bias = INITIAL_BIAS;

	if (basic == SIZE_MAX)
		return IDNX_P4;
	if (basic > IDNX_CODE_POINTS_MAX)
		return IDNX_TOO_LONG;
	out = (uint32_t)basic;
	for (src += basic ? basic + 1 : 0; src < end; out++, i++) {
		uint32_t old_i = i;

		src = decode_delta(src, end, bias, &i);
		if (!src)
			return IDNX_P4;
		if (out == IDNX_CODE_POINTS_MAX)
			return IDNX_TOO_LONG;
		bias = adapt(i - old_i, out + 1, old_i == 0);
		if (i / (out + 1) > CODE_POINT_END - n)
			return IDNX_P4;
		n += i / (out + 1);
		i %= out + 1;
		if (!is_scalar_value(n))
			return IDNX_P4;
		insert(dst, out, room, i, n);
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
	uint32_t keys[IDNX_CODE_POINTS_MAX];
	struct label label = { src, NULL, src_len, 0 };
	struct idnx_result result = { IDNX_OK, 0, 0 };

	if (src_len > IDNX_CODE_POINTS_MAX)
		result.status = IDNX_TOO_LONG;
	else if (!are_scalar_values(src, src_len))
		result.status = IDNX_A3;
	if (result.status != IDNX_OK)
		return result;

	/* Counted first, since dst is to stay untouched where it is too small. */
	result.length = punycode_encode(&label, dst, 0, keys);
	if (result.length >= dst_size) {
		result.status = IDNX_NO_SPACE;
		return result;
	}
	punycode_encode(&label, dst, dst_size, keys);
	dst[result.length] = '\0';
	return result;
}

struct idnx_result idnx_punycode_decode(const char *src, size_t src_len, uint32_t *dst,
                                        size_t dst_len)
{
	struct idnx_result result = { IDNX_TOO_LONG, 0, 0 };

	if (src_len <= IDNX_INPUT_MAX)
		result.status = punycode_decode(src, src_len, dst, dst_len, &result.length);
	if (result.status == IDNX_OK && result.length > dst_len)
		result.status = IDNX_NO_SPACE;
	return result;
}
