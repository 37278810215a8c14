/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Bootstring as in RFC 3492 section 6, with any parameters that section 4 allows, case
 * flags (appendix A) and the interface of appendix C: what the documents need and the
 * library does not.  Slow and plain; the library is compared with it.
 */
#ifndef BOOTSTRING_H
#define BOOTSTRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Section 4.  The basic code points are ASCII. */
struct bootstring {
	const char *digits; /* for values 0 to base - 1; letters in lower case */
	char delimiter;
	uint32_t base, tmin, tmax, skew, damp, initial_bias, initial_n;
	uint32_t maxint; /* a variable's greatest value: section 6.4 */
};

/* Section 5, with variables of 32 bits. */
extern const struct bootstring bootstring_punycode;

/* Whether the parameters meet the constraints of section 4. */
bool bootstring_is_sound(const struct bootstring *parameters);

/* Section 6.1. */
uint32_t bootstring_adapt(const struct bootstring *parameters, uint32_t delta,
                          uint32_t numpoints, bool firsttime);

/*
 * Section 6.2: returns the threshold of the digit for this k; k is base for the first
 * digit.
 */
uint32_t bootstring_threshold(const struct bootstring *parameters, uint32_t k, uint32_t bias);

/* Appendix C. */
enum bootstring_status {
	BOOTSTRING_SUCCESS,
	BOOTSTRING_BAD_INPUT,
	BOOTSTRING_BIG_OUTPUT,
	BOOTSTRING_OVERFLOW,
};

/* One code point inserted: a step of the traces of sections 7.2 and 7.3. */
struct bootstring_step {
	uint32_t delta;
	const char *digits; /* its digits, and how many */
	size_t digits_length;
	uint32_t bias; /* adapted */
	uint32_t code_point;
	size_t position;      /* decoding: position of the code point inserted */
	const uint32_t *text; /* decoding: including the code point inserted */
	size_t length;
};

struct bootstring_trace {
	void (*step)(void *context, const struct bootstring_step *step);
	void *context;
};

/*
 * *output_length is the available room on entry, and the length written on return.
 * case_flags and trace may be NULL.  See appendix C.
 */
enum bootstring_status bootstring_encode(const struct bootstring *parameters,
                                         size_t input_length, const uint32_t *input,
                                         const unsigned char *case_flags, size_t *output_length,
                                         char *output, const struct bootstring_trace *trace);
enum bootstring_status bootstring_decode(const struct bootstring *parameters,
                                         size_t input_length, const char *input,
                                         size_t *output_length, uint32_t *output,
                                         unsigned char *case_flags,
                                         const struct bootstring_trace *trace);

/* Punycode of scalar values: the length of the result, or -1 if there is none or no room. */
ssize_t reference_punycode_encode(const uint32_t *input, size_t length, char *output,
                                  size_t size);
ssize_t reference_punycode_decode(const char *input, size_t length, uint32_t *output,
                                  size_t size);

#endif
