/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Punycode: the results are those of the loops of RFC 3492 (tests/common/reference/), and
 * converting a result back gives the input.
 */
#include "../common/reference/punycode.h"
#include "common/fuzz.h"
#include "idnx.h"

/* One code point over the maximum is enough to detect it. */
#define ROOM (IDNX_CODE_POINTS_MAX + 1)

/* More than 1024 code points ever need: no delta has more than 10 digits. */
#define TEXT_SIZE (10 * ROOM)

/* --- Decoding, and encoding what was decoded -------------------------------- */

static char small_letter(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Compares digits in any case, basic code points exactly. */
static bool is_same_punycode(const char *src, const char *encoded, size_t length)
{
	size_t basic = length;

	while (basic > 0 && src[basic - 1] != '-')
		basic--;
	for (size_t i = 0; i < length; i++)
		if (encoded[i] != (i < basic ? src[i] : small_letter(src[i])))
			return false;
	return true;
}

static void check_encodes_back(const char *src, size_t src_len, const uint32_t *decoded,
                               size_t count)
{
	char *dst = untouched(src_len + 1);
	struct idnx_result result = idnx_punycode_encode(decoded, count, dst, src_len);

	promise(result.status == IDNX_NO_SPACE && result.length == src_len &&
	                is_untouched(dst, src_len),
	        "NO_SPACE says what is needed");
	result = idnx_punycode_encode(decoded, count, dst, src_len + 1);
	promise(result.status == IDNX_OK && result.length == src_len && dst[src_len] == '\0' &&
	                is_same_punycode(src, dst, src_len),
	        "encoding gives back what was decoded");
	free(dst);
}

static void check_decoded(const char *src, size_t src_len, const uint32_t *want,
                          size_t want_len)
{
	uint32_t *got = allocate(want_len * sizeof *got);
	struct idnx_result result = idnx_punycode_decode(src, src_len, got, want_len);

	promise(result.status == IDNX_OK && result.length == want_len &&
	                (want_len == 0 || memcmp(got, want, want_len * sizeof *got) == 0),
	        "decoding is that of the RFC");
	if (want_len > 0) {
		result = idnx_punycode_decode(src, src_len, got, want_len - 1);
		promise(result.status == IDNX_NO_SPACE && result.length == want_len,
		        "NO_SPACE says what is needed");
	}
	free(got);
	check_encodes_back(src, src_len, want, want_len);
}

static void decode(struct input input)
{
	static uint32_t want[IDNX_INPUT_MAX];
	char *src = copy_of(input.next, input.left);
	ssize_t want_len = reference_punycode_decode(src, input.left, want, IDNX_INPUT_MAX);
	struct idnx_result result = idnx_punycode_decode(src, input.left, NULL, 0);

	if (input.left > IDNX_INPUT_MAX || want_len > IDNX_CODE_POINTS_MAX)
		promise(result.status == IDNX_TOO_LONG, "too long is TOO_LONG");
	else if (want_len >= 0)
		check_decoded(src, input.left, want, (size_t)want_len);
	else if (input.left <= IDNX_CODE_POINTS_MAX)
		promise(result.status == IDNX_P4, "what is no Punycode is P4");
	else
		promise(result.status == IDNX_P4 || result.status == IDNX_TOO_LONG,
		        "what is no Punycode is P4, or too long before that shows");
	free(src);
}

/* --- Encoding, and decoding what was encoded -------------------------------- */

static void check_decodes_back(const char *src, size_t src_len, const uint32_t *label,
                               size_t count)
{
	uint32_t *got = allocate(count * sizeof *got);
	struct idnx_result result = idnx_punycode_decode(src, src_len, got, count);

	if (src_len > IDNX_INPUT_MAX)
		promise(result.status == IDNX_TOO_LONG, "too long is TOO_LONG");
	else
		promise(result.status == IDNX_OK && result.length == count &&
		                (count == 0 || memcmp(got, label, count * sizeof *got) == 0),
		        "decoding gives back what was encoded");
	free(got);
}

static void check_encoded(const uint32_t *label, size_t count, const char *want,
                          size_t want_len)
{
	char *dst = untouched(want_len + 1);
	struct idnx_result result = idnx_punycode_encode(label, count, dst, want_len + 1);

	promise(result.status == IDNX_OK && result.length == want_len &&
	                memcmp(dst, want, want_len) == 0 && dst[want_len] == '\0',
	        "encoding is that of the RFC");
	check_decodes_back(dst, want_len, label, count);
	free(dst);
}

/* Takes a code point up to U+FFFF from two octets, or any from three, even an invalid one. */
static uint32_t take_code_point(struct input *input, unsigned octets)
{
	uint32_t code_point = take_number(input);

	return octets == 2 ? code_point : code_point << 8 | take_octet(input);
}

static void encode(struct input input, unsigned octets)
{
	static char want[TEXT_SIZE];
	size_t count = input.left / octets;
	uint32_t *label = allocate(count * sizeof *label);
	struct idnx_result result;
	ssize_t want_len;

	for (size_t i = 0; i < count; i++)
		label[i] = take_code_point(&input, octets);
	result = idnx_punycode_encode(label, count, NULL, 0);
	want_len = count < ROOM ? reference_punycode_encode(label, count, want, sizeof want)
	                        : 0;
	if (count > IDNX_CODE_POINTS_MAX)
		promise(result.status == IDNX_TOO_LONG, "too many are TOO_LONG");
	else if (want_len < 0)
		promise(result.status == IDNX_A3, "what is no scalar value is A3");
	else
		check_encoded(label, count, want, (size_t)want_len);
	free(label);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input input = { data, size };
	unsigned way = take_octet(&input) % 3;

	if (way == 0)
		decode(input);
	else
		encode(input, way + 1);
	return 0;
}
