/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * RFC 3492 sections 6.1 to 6.3, with the parameters of section 5: see punycode.h.  Integers have
 * 64 bits, and what leaves Unicode ends the decoder: so nothing overflows (section 6.4).
 */
#include "punycode.h"

#include <stdbool.h>
#include <string.h>

enum { BASE = 36, TMIN = 1, TMAX = 26, SKEW = 38, DAMP = 700, INITIAL_BIAS = 72 };

#define INITIAL_N 0x80U
#define UNICODE   0x110000U

static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";

static bool is_scalar_value(uint64_t code_point)
{
	return code_point < UNICODE && (code_point < 0xD800 || code_point > 0xDFFF);
}

/* --- Section 6.1 ------------------------------------------------------------------ */

static uint64_t adapt(uint64_t delta, uint64_t numpoints, bool firsttime)
{
	uint64_t k = 0;

	delta = firsttime ? delta / DAMP : delta / 2;
	delta += delta / numpoints;
	for (; delta > (BASE - TMIN) * TMAX / 2; k += BASE)
		delta /= BASE - TMIN;
	return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static uint64_t threshold(uint64_t k, uint64_t bias)
{
	return k <= bias ? TMIN : k >= bias + TMAX ? TMAX : k - bias;
}

/* --- Section 6.3 ------------------------------------------------------------------ */

struct text {
	char *octets;
	size_t length, size;
};

/* Only counts what has no room. */
static void put(struct text *text, char octet)
{
	if (text->length < text->size)
		text->octets[text->length] = octet;
	text->length++;
}

static void put_integer(struct text *text, uint64_t q, uint64_t bias)
{
	for (uint64_t k = BASE;; k += BASE) {
		uint64_t t = threshold(k, bias);

		if (q < t)
			break;
		put(text, digits[t + (q - t) % (BASE - t)]);
		q = (q - t) / (BASE - t);
	}
	put(text, digits[q]);
}

static size_t put_basic(struct text *text, const uint32_t *input, size_t length)
{
	for (size_t j = 0; j < length; j++)
		if (input[j] < INITIAL_N)
			put(text, (char)input[j]);
	return text->length;
}

static uint32_t least_from(uint64_t n, const uint32_t *input, size_t length)
{
	uint32_t m = UNICODE;

	for (size_t j = 0; j < length; j++)
		if (input[j] >= n && input[j] < m)
			m = input[j];
	return m;
}

static void put_deltas(struct text *text, const uint32_t *input, size_t length, size_t b)
{
	uint64_t n = INITIAL_N, delta = 0, bias = INITIAL_BIAS;

	for (size_t h = b; h < length; delta++, n++) {
		uint32_t m = least_from(n, input, length);

		delta += (m - n) * (h + 1);
		n = m;
		for (size_t j = 0; j < length; j++) {
			delta += input[j] < n;
			if (input[j] != n)
				continue;
			put_integer(text, delta, bias);
			bias = adapt(delta, h + 1, h == b);
			delta = 0;
			h++;
		}
	}
}

ssize_t reference_punycode_encode(const uint32_t *input, size_t length, char *output,
                                  size_t size)
{
	struct text text = { output, 0, size };
	size_t b;

	for (size_t j = 0; j < length; j++)
		if (!is_scalar_value(input[j]))
			return -1;
	b = put_basic(&text, input, length);
	if (b > 0)
		put(&text, '-');
	put_deltas(&text, input, length, b);
	return text.length <= size ? (ssize_t)text.length : -1;
}

/* --- Section 6.2 ------------------------------------------------------------------ */

static int value_of(char digit)
{
	const char *found;

	if (digit >= 'A' && digit <= 'Z')
		digit = (char)(digit - 'A' + 'a');
	found = digit == '\0' ? NULL : strchr(digits, digit);
	return found == NULL ? -1 : (int)(found - digits);
}

/* Adds the integer at *in to *i, and moves *in past it; returns false if there is none. */
static bool add_integer(uint64_t *i, uint64_t bias, const char **in, const char *end)
{
	uint64_t w = 1;

	for (uint64_t k = BASE; *in < end; k += BASE) {
		int digit = value_of(*(*in)++);
		uint64_t t = threshold(k, bias);

		if (digit < 0)
			return false;
		*i += (uint64_t)digit * w;
		if ((uint64_t)digit < t)
			return true;
		if (*i > UINT32_MAX)
			return false; /* beyond Unicode in any text of up to 3854 code points */
		w *= BASE - t;
	}
	return false;
}

/* Copies all before the last delimiter, and skips that; nothing if there is none. */
static ssize_t copy_basic(const char **in, const char *end, uint32_t *output, size_t size)
{
	size_t b = 0;

	for (size_t j = 0; *in + j < end; j++)
		b = (*in)[j] == '-' ? j : b;
	if (b > size)
		return -1;
	for (size_t j = 0; j < b; j++) {
		output[j] = (unsigned char)(*in)[j];
		if (output[j] >= INITIAL_N)
			return -1;
	}
	*in += b > 0 ? b + 1 : 0;
	return (ssize_t)b;
}

ssize_t reference_punycode_decode(const char *input, size_t length, uint32_t *output,
                                  size_t size)
{
	const char *end = input + length;
	uint64_t n = INITIAL_N, i = 0, bias = INITIAL_BIAS;
	ssize_t out = copy_basic(&input, end, output, size);

	for (; out >= 0 && input < end; out++, i++) {
		uint64_t oldi = i, count = (uint64_t)out + 1;

		if (count > size || !add_integer(&i, bias, &input, end))
			return -1;
		bias = adapt(i - oldi, count, oldi == 0);
		n += i / count;
		i %= count;
		if (!is_scalar_value(n))
			return -1;
		memmove(output + i + 1, output + i, (size_t)(count - 1 - i) * sizeof *output);
		output[i] = (uint32_t)n;
	}
	return out;
}
