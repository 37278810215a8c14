/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The pseudocode of RFC 3492 sections 6.1 to 6.3, including what it has in braces: see
 * bootstring.h.  Weights have 64 bits: unlike the checks of section 6.4, that rejects nothing
 * whose i is within maxint.
 */

#include "bootstring.h"

#include <string.h>

const struct bootstring bootstring_punycode = {
	.digits = "abcdefghijklmnopqrstuvwxyz0123456789",
	.delimiter = '-',
	.base = 36,
	.tmin = 1,
	.tmax = 26,
	.skew = 38,
	.damp = 700,
	.initial_bias = 72,
	.initial_n = 0x80,
	.maxint = UINT32_MAX,
};

static bool is_basic(uint32_t code_point)
{
	return code_point < 0x80;
}

/* --- Section 4 -------------------------------------------------------------------- */

static bool has_digits(const struct bootstring *p)
{
	if (strlen(p->digits) != p->base)
		return false;
	for (const char *digit = p->digits; *digit != '\0'; digit++)
		if (*digit == p->delimiter || strchr(digit + 1, *digit) != NULL)
			return false;
	return true;
}

bool bootstring_is_sound(const struct bootstring *p)
{
	return has_digits(p) && p->initial_n <= 0x80 && p->tmin <= p->tmax &&
	       p->tmax <= p->base - 1 && p->skew >= 1 && p->damp >= 2 &&
	       p->initial_bias % p->base <= p->base - p->tmin;
}

/* --- Digits, in either case ------------------------------------------------------- */

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool is_flagged(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Returns the digit-value, or base if there is none. */
static uint32_t digit_value(const struct bootstring *p, char c)
{
	const char *found = c == '\0' ? NULL : strchr(p->digits, lower(c));

	return found == NULL ? p->base : (uint32_t)(found - p->digits);
}

static char digit_of(const struct bootstring *p, uint32_t value, bool flag)
{
	return flag ? upper(p->digits[value]) : p->digits[value];
}

/* --- Section 6.1 ------------------------------------------------------------------ */

uint32_t bootstring_adapt(const struct bootstring *p, uint32_t delta, uint32_t numpoints,
                          bool firsttime)
{
	uint32_t k = 0;

	delta = firsttime ? delta / p->damp : delta / 2;
	delta += delta / numpoints;
	while (delta > (p->base - p->tmin) * p->tmax / 2) {
		delta /= p->base - p->tmin;
		k += p->base;
	}
	return k + (p->base - p->tmin + 1) * delta / (delta + p->skew);
}

uint32_t bootstring_threshold(const struct bootstring *p, uint32_t k, uint32_t bias)
{
	return k <= bias + p->tmin ? p->tmin : k >= bias + p->tmax ? p->tmax : k - bias;
}

static void report(const struct bootstring_trace *trace, const struct bootstring_step *step)
{
	if (trace != NULL)
		trace->step(trace->context, step);
}

/* --- Section 6.3 ------------------------------------------------------------------ */

struct encoder {
	const struct bootstring *p;
	uint32_t n, delta, bias;
	size_t h, b; /* code points handled, and how many are basic */
	char *octets;
	size_t length, room;
	bool full;
};

static void put(struct encoder *encoder, char c)
{
	if (encoder->length == encoder->room)
		encoder->full = true;
	else
		encoder->octets[encoder->length++] = c;
}

/* Copies the basic code points. */
static void put_basic(struct encoder *encoder, const uint32_t *input, size_t length,
                      const unsigned char *case_flags)
{
	for (size_t j = 0; j < length; j++) {
		char c = (char)input[j];

		if (!is_basic(input[j]))
			continue;
		if (case_flags != NULL)
			c = case_flags[j] ? upper(c) : lower(c);
		put(encoder, c);
		encoder->b++;
	}
	if (encoder->b > 0)
		put(encoder, encoder->p->delimiter);
}

/* Section 3.3. */
static void put_integer(struct encoder *encoder, uint32_t q, bool flag)
{
	const struct bootstring *p = encoder->p;

	for (uint32_t k = p->base;; k += p->base) {
		uint32_t t = bootstring_threshold(p, k, encoder->bias);

		if (q < t)
			break;
		put(encoder, digit_of(p, t + (q - t) % (p->base - t), false));
		q = (q - t) / (p->base - t);
	}
	put(encoder, digit_of(p, q, flag));
}

static void put_delta(struct encoder *encoder, bool flag, const struct bootstring_trace *trace)
{
	size_t begin = encoder->length;

	put_integer(encoder, encoder->delta, flag);
	encoder->h++;
	encoder->bias = bootstring_adapt(encoder->p, encoder->delta, (uint32_t)encoder->h,
	                                 encoder->h == encoder->b + 1);
	report(trace, &(struct bootstring_step){
			      .delta = encoder->delta,
			      .digits = encoder->octets + begin,
			      .digits_length = encoder->length - begin,
			      .bias = encoder->bias,
			      .code_point = encoder->n,
		      });
	encoder->delta = 0;
}

/* Advances to the minimum non-basic code point >= n, which exists; false: overflow. */
static bool advance(struct encoder *encoder, const uint32_t *input, size_t length)
{
	uint32_t m = UINT32_MAX, factor = (uint32_t)encoder->h + 1;

	for (size_t j = 0; j < length; j++)
		if (!is_basic(input[j]) && input[j] >= encoder->n && input[j] < m)
			m = input[j];
	if (m > encoder->p->maxint ||
	    m - encoder->n > (encoder->p->maxint - encoder->delta) / factor)
		return false;
	encoder->delta += (m - encoder->n) * factor;
	encoder->n = m;
	return true;
}

enum bootstring_status bootstring_encode(const struct bootstring *p, size_t input_length,
                                         const uint32_t *input, const unsigned char *case_flags,
                                         size_t *output_length, char *output,
                                         const struct bootstring_trace *trace)
{
	struct encoder encoder = {
		.p = p,
		.n = p->initial_n,
		.bias = p->initial_bias,
		.octets = output,
		.room = *output_length,
	};

	put_basic(&encoder, input, input_length, case_flags);
	encoder.h = encoder.b;
	for (; encoder.h < input_length; encoder.delta++, encoder.n++) {
		if (!advance(&encoder, input, input_length))
			return BOOTSTRING_OVERFLOW;
		for (size_t j = 0; j < input_length; j++) {
			if ((input[j] < encoder.n || is_basic(input[j])) &&
			    encoder.delta++ == p->maxint)
				return BOOTSTRING_OVERFLOW;
			if (input[j] == encoder.n)
				put_delta(&encoder, case_flags != NULL && case_flags[j], trace);
		}
	}
	*output_length = encoder.length;
	return encoder.full ? BOOTSTRING_BIG_OUTPUT : BOOTSTRING_SUCCESS;
}

/* --- Section 6.2 ------------------------------------------------------------------ */

struct decoder {
	const struct bootstring *p;
	const char *input;
	size_t in, input_length;
	uint32_t n, i, bias;
	uint32_t *text;
	unsigned char *case_flags;
	size_t out, room;
};

/* Adds a generalized variable-length integer (section 3.3) to i. */
static enum bootstring_status add_integer(struct decoder *decoder)
{
	const struct bootstring *p = decoder->p;
	uint64_t w = 1;

	for (uint32_t k = p->base;; k += p->base) {
		uint32_t digit, t = bootstring_threshold(p, k, decoder->bias);

		if (decoder->in == decoder->input_length)
			return BOOTSTRING_BAD_INPUT;
		digit = digit_value(p, decoder->input[decoder->in++]);
		if (digit == p->base)
			return BOOTSTRING_BAD_INPUT;
		if (digit > (p->maxint - decoder->i) / w)
			return BOOTSTRING_OVERFLOW;
		decoder->i += (uint32_t)(digit * w);
		if (digit < t)
			return BOOTSTRING_SUCCESS;
		if (w <= p->maxint)
			w *= p->base - t;
	}
}

/* Copies all before the last delimiter, and skips that; nothing if there is none. */
static enum bootstring_status copy_literal(struct decoder *decoder)
{
	const char *input = decoder->input;
	size_t b = 0;

	for (size_t j = 0; j < decoder->input_length; j++)
		if (input[j] == decoder->p->delimiter)
			b = j;
	if (b > decoder->room)
		return BOOTSTRING_BIG_OUTPUT;
	for (; decoder->out < b; decoder->out++) {
		if (!is_basic((unsigned char)input[decoder->out]))
			return BOOTSTRING_BAD_INPUT;
		decoder->text[decoder->out] = (unsigned char)input[decoder->out];
		if (decoder->case_flags != NULL)
			decoder->case_flags[decoder->out] = is_flagged(input[decoder->out]);
	}
	decoder->in = b > 0 ? b + 1 : 0;
	return BOOTSTRING_SUCCESS;
}

/* Inserts n at i, with the flag of the last digit. */
static void insert(struct decoder *decoder)
{
	size_t at = decoder->i, after = decoder->out - at;
	unsigned char *flags = decoder->case_flags;

	memmove(decoder->text + at + 1, decoder->text + at, after * sizeof *decoder->text);
	decoder->text[at] = decoder->n;
	if (flags != NULL) {
		memmove(flags + at + 1, flags + at, after);
		flags[at] = is_flagged(decoder->input[decoder->in - 1]);
	}
	decoder->out++;
}

/* Takes one delta, which sets n and i to those of the code point it inserts. */
static enum bootstring_status take_delta(struct decoder *decoder,
                                         const struct bootstring_trace *trace)
{
	uint32_t oldi = decoder->i, length = (uint32_t)decoder->out + 1;
	size_t begin = decoder->in;
	struct bootstring_step step;
	enum bootstring_status status = add_integer(decoder);

	if (status != BOOTSTRING_SUCCESS)
		return status;
	step.delta = decoder->i - oldi;
	decoder->bias = bootstring_adapt(decoder->p, step.delta, length, oldi == 0);
	if (decoder->i / length > decoder->p->maxint - decoder->n)
		return BOOTSTRING_OVERFLOW;
	decoder->n += decoder->i / length;
	decoder->i %= length;
	if (is_basic(decoder->n))
		return BOOTSTRING_BAD_INPUT;
	if (decoder->out == decoder->room)
		return BOOTSTRING_BIG_OUTPUT;
	insert(decoder);
	step.digits = decoder->input + begin;
	step.digits_length = decoder->in - begin;
	step.bias = decoder->bias;
	step.code_point = decoder->n;
	step.position = decoder->i;
	step.text = decoder->text;
	step.length = decoder->out;
	report(trace, &step);
	return BOOTSTRING_SUCCESS;
}

enum bootstring_status bootstring_decode(const struct bootstring *p, size_t input_length,
                                         const char *input, size_t *output_length,
                                         uint32_t *output, unsigned char *case_flags,
                                         const struct bootstring_trace *trace)
{
	struct decoder decoder = {
		.p = p,
		.input = input,
		.input_length = input_length,
		.n = p->initial_n,
		.bias = p->initial_bias,
		.text = output,
		.case_flags = case_flags,
		.room = *output_length,
	};
	enum bootstring_status status = copy_literal(&decoder);

	while (status == BOOTSTRING_SUCCESS && decoder.in < input_length) {
		status = take_delta(&decoder, trace);
		decoder.i++;
	}
	*output_length = decoder.out;
	return status;
}

/* --- Section 5 -------------------------------------------------------------------- */

static bool are_scalar_values(const uint32_t *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (text[i] > 0x10FFFF || (text[i] >= 0xD800 && text[i] <= 0xDFFF))
			return false;
	return true;
}

ssize_t reference_punycode_encode(const uint32_t *input, size_t length, char *output,
                                  size_t size)
{
	if (!are_scalar_values(input, length) ||
	    bootstring_encode(&bootstring_punycode, length, input, NULL, &size, output, NULL) !=
	            BOOTSTRING_SUCCESS)
		return -1;
	return (ssize_t)size;
}

ssize_t reference_punycode_decode(const char *input, size_t length, uint32_t *output,
                                  size_t size)
{
	if (bootstring_decode(&bootstring_punycode, length, input, &size, output, NULL, NULL) !=
	            BOOTSTRING_SUCCESS ||
	    !are_scalar_values(output, size))
		return -1;
	return (ssize_t)size;
}
