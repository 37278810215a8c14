/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Punycode by the pseudocode of RFC 3492: see punycode.h.  Arithmetic is in 64 bits,
 * instead of the checks of section 6.4, which reject some encodings of long strings.  No
 * string of up to 1024 code points has an i of 2^31, and as every digit but the last is at
 * least 1, w is below 36 * i.
 */

#include "punycode.h"

#include <stdbool.h>
#include <string.h>

#define BASE         36U /* section 5 */
#define TMIN         1U
#define TMAX         26U
#define SKEW         38U
#define DAMP         700U
#define INITIAL_BIAS 72U
#define INITIAL_N    0x80U

#define LAST_CODE_POINT 0x10FFFFU

static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";

static bool is_scalar_value(uint64_t c)
{
	return c <= LAST_CODE_POINT && !(c >= 0xD800 && c <= 0xDFFF);
}

/* Section 6.1. */
static uint64_t adapt(uint64_t delta, uint64_t numpoints, bool firsttime)
{
	uint64_t k = 0;

	delta = firsttime ? delta / DAMP : delta / 2;
	delta += delta / numpoints;
	while (delta > (BASE - TMIN) * TMAX / 2) {
		delta /= BASE - TMIN;
		k += BASE;
	}
	return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static uint64_t threshold(uint64_t k, uint64_t bias)
{
	return k <= bias + TMIN ? TMIN : k >= bias + TMAX ? TMAX : k - bias;
}

/* Section 6.3. */
ssize_t reference_punycode_encode(const uint32_t *input, size_t length, char *output,
                                  size_t size)
{
	uint64_t n = INITIAL_N, delta = 0, bias = INITIAL_BIAS;
	size_t h = 0, b, out = 0;

	for (size_t j = 0; j < length; j++) {
		if (!is_scalar_value(input[j]))
			return -1;
		if (input[j] < INITIAL_N && out == size)
			return -1;
		if (input[j] < INITIAL_N)
			output[out++] = (char)input[j];
	}
	h = b = out;
	if (b > 0 && out == size)
		return -1;
	if (b > 0)
		output[out++] = '-';
	while (h < length) {
		uint64_t m = UINT64_MAX;

		for (size_t j = 0; j < length; j++)
			if (input[j] >= n && input[j] < m)
				m = input[j];
		delta += (m - n) * (h + 1);
		n = m;
		for (size_t j = 0; j < length; j++) {
			uint64_t q = delta;

			delta += input[j] < n;
			if (input[j] != n)
				continue;
			for (uint64_t k = BASE;; k += BASE) {
				uint64_t t = threshold(k, bias);

				if (out == size)
					return -1;
				if (q < t)
					break;
				output[out++] = digits[t + (q - t) % (BASE - t)];
				q = (q - t) / (BASE - t);
			}
			output[out++] = digits[q];
			bias = adapt(delta, h + 1, h == b);
			delta = 0;
			h++;
		}
		delta++;
		n++;
	}
	return (ssize_t)out;
}

/* Returns the value of a digit in either case; BASE for anything else. */
static uint64_t digit_value(char digit)
{
	const char *found;

	if (digit >= 'A' && digit <= 'Z')
		digit = (char)(digit - 'A' + 'a');
	found = digit == '\0' ? NULL : strchr(digits, digit);
	return found == NULL ? BASE : (uint64_t)(found - digits);
}

/* Section 6.2. */
ssize_t reference_punycode_decode(const char *input, size_t length, uint32_t *output,
                                  size_t size)
{
	uint64_t n = INITIAL_N, i = 0, bias = INITIAL_BIAS;
	size_t out = 0, in = 0;

	for (size_t j = 0; j < length; j++)
		if (input[j] == '-')
			in = j;
	for (; out < in; out++) {
		if ((unsigned char)input[out] >= INITIAL_N || out == size)
			return -1;
		output[out] = (unsigned char)input[out];
	}
	in += in > 0;
	while (in < length) {
		uint64_t oldi = i, w = 1;

		for (uint64_t k = BASE;; k += BASE) {
			uint64_t digit, t = threshold(k, bias);

			if (in == length || (digit = digit_value(input[in++])) == BASE)
				return -1;
			i += digit * w;
			if (i > UINT32_MAX)
				return -1;
			if (digit < t)
				break;
			w *= BASE - t;
		}
		bias = adapt(i - oldi, out + 1, oldi == 0);
		n += i / (out + 1);
		i %= out + 1;
		if (!is_scalar_value(n) || out == size)
			return -1;
		memmove(output + i + 1, output + i, (size_t)(out - i) * sizeof *output);
		output[i++] = (uint32_t)n;
		out++;
	}
	return (ssize_t)out;
}
