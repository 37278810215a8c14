/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Punycode alone, which libidn2 exports under two names: that of idnx.h with other types.
 * Input to decode must consist of letters, digits, hyphens and underscores, and encode more
 * than ASCII.
 */
#include <stdbool.h>
#include <string.h>

#include "ascii_text.h"
#include "idnx.h"
#include "libidn2.h"

/* The most digits of base 36 that a code point takes: 36^7 is more than any delta. */
#define DIGITS_MAX ((size_t)7)

int idn2_punycode_encode(const uint32_t *input, size_t input_length, char *output,
                         size_t *output_length)
{
	char punycode[DIGITS_MAX * IDNX_CODE_POINTS_MAX + sizeof "-"];
	struct idnx_result result = idnx_punycode_encode(input, input_length, punycode,
	                                                 sizeof punycode);

	if (result.status == IDNX_TOO_LONG)
		return LIBIDN2_PUNYCODE_OVERFLOW;
	if (result.status != IDNX_OK)
		return LIBIDN2_PUNYCODE_BAD_INPUT;
	if (result.length > *output_length)
		return LIBIDN2_PUNYCODE_BIG_OUTPUT;
	memcpy(output, punycode, result.length);
	*output_length = result.length;
	return LIBIDN2_OK;
}

static bool is_punycode(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!ascii_is_ldh(text[i]) && text[i] != '_')
			return false;
	return length > 0 && text[length - 1] != '-';
}

int idn2_punycode_decode(const char *input, size_t input_length, uint32_t *output,
                         size_t *output_length)
{
	struct idnx_result result;

	if (!is_punycode(input, input_length))
		return LIBIDN2_PUNYCODE_BAD_INPUT;
	result = idnx_punycode_decode(input, input_length, output, *output_length);
	if (result.status == IDNX_NO_SPACE || result.status == IDNX_TOO_LONG)
		return LIBIDN2_PUNYCODE_BIG_OUTPUT;
	if (result.status != IDNX_OK)
		return LIBIDN2_PUNYCODE_BAD_INPUT;
	*output_length = result.length;
	return LIBIDN2_OK;
}

int _idn2_punycode_encode(size_t input_length, const uint32_t *input, size_t *output_length,
                          char *output)
{
	return idn2_punycode_encode(input, input_length, output, output_length);
}

int _idn2_punycode_decode(size_t input_length, const char *input, size_t *output_length,
                          uint32_t *output)
{
	return idn2_punycode_decode(input, input_length, output, output_length);
}
