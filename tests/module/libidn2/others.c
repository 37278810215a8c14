/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The other functions: registration, Punycode, words, the version. */
#include "../../common/test.h"
#include "row.h"

#include <stdbool.h>

/* libidn2's own header, with which programs are compiled, if it is installed. */
#if __has_include(<idn2.h>)
#include <idn2.h>

#define SAME(code) _Static_assert((int)LIBIDN2_##code == (int)IDN2_##code, #code);

#define CODES(X) \
	X(OK) X(MALLOC) X(NO_CODESET) X(ICONV_FAIL) X(ENCODING_ERROR) X(NFC) \
	X(PUNYCODE_BAD_INPUT) X(PUNYCODE_BIG_OUTPUT) X(PUNYCODE_OVERFLOW) X(TOO_BIG_DOMAIN) \
	X(TOO_BIG_LABEL) X(INVALID_ALABEL) X(UALABEL_MISMATCH) X(INVALID_FLAGS) X(NOT_NFC) \
	X(2HYPHEN) X(HYPHEN_STARTEND) X(LEADING_COMBINING) X(DISALLOWED) X(CONTEXTJ) \
	X(CONTEXTJ_NO_RULE) X(CONTEXTO) X(CONTEXTO_NO_RULE) X(UNASSIGNED) X(BIDI) \
	X(DOT_IN_LABEL) X(INVALID_TRANSITIONAL) X(INVALID_NONTRANSITIONAL) \
	X(ALABEL_ROUNDTRIP_FAILED) X(NFC_INPUT) X(ALABEL_ROUNDTRIP) X(TRANSITIONAL) \
	X(NONTRANSITIONAL) X(ALLOW_UNASSIGNED) X(USE_STD3_ASCII_RULES) X(NO_TR46) \
	X(NO_ALABEL_ROUNDTRIP)

CODES(SAME)

TEST(every_program_was_compiled_for_an_older_version)
{
	assert_string_equal(idn2_check_version(IDN2_VERSION), idn2_check_version(NULL));
}
#endif

TEST(versions_are_compared_by_their_numbers)
{
	static const char *const older[] = { "", "0", "0.16", "2.0.5", "2.3.3", "2.3.8",
		                             "2.10.0", "2.98.9" };
	static const char *const newer[] = { "2.100", "3", "3.0.0", "x" };

	for (size_t i = 0; i < LENGTH(older); i++)
		assert_string_equal(idn2_check_version(older[i]), "2.99.0");
	assert_string_equal(idn2_check_version("2.99.0"), "2.99.0");
	for (size_t i = 0; i < LENGTH(newer); i++)
		assert_null(idn2_check_version(newer[i]));
}

/* --- Registration ----------------------------------------------------------------- */

TEST(a_registered_label_is_ascii)
{
	static const struct {
		const char *ulabel, *alabel, *code, *output;
	} rows[] = {
		{ NULL, NULL, "IDN2_OK", NULL },
		{ "", NULL, "IDN2_OK", "" },
		{ "Abc-1", NULL, "IDN2_OK", "Abc-1" },
		{ LABEL_63, NULL, "IDN2_OK", LABEL_63 },
		{ LABEL_64, NULL, "IDN2_TOO_BIG_LABEL", NULL },
		{ "ü", NULL, "IDN2_IDNX_REGISTER", NULL },
		{ "\xfc", NULL, "IDN2_IDNX_REGISTER", NULL },
		{ "ü", "xn--tda", "IDN2_IDNX_REGISTER", NULL },
		{ NULL, "xn--tda", "IDN2_IDNX_REGISTER", NULL },
		{ "abc", "abc", "IDN2_IDNX_REGISTER", NULL },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		const uint8_t *ulabel = (const uint8_t *)rows[i].ulabel;
		const uint8_t *alabel = (const uint8_t *)rows[i].alabel;
		uint8_t *octets = (uint8_t *)untouched;
		char *output = untouched;
		int code = idn2_register_ul(rows[i].ulabel, rows[i].alabel, &output, 0);

		assert_string_equal(idn2_strerror_name(code), rows[i].code);
		assert_int_equal(idn2_register_u8(ulabel, alabel, &octets, 0), code);
		assert_int_equal(idn2_register_ul(rows[i].ulabel, rows[i].alabel, NULL, 0),
		                 code);
		assert_int_equal(idn2_register_u8(ulabel, alabel, NULL, 0), code);
		if (code != 0) {
			assert_ptr_equal(output, untouched);
			assert_ptr_equal(octets, untouched);
			continue;
		}
		if (rows[i].output != NULL) {
			assert_string_equal(output, rows[i].output);
			assert_string_equal((const char *)octets, rows[i].output);
		} else {
			assert_null(output);
			assert_null(octets);
		}
		idn2_free(output);
		idn2_free(octets);
	}
}

/* --- Punycode --------------------------------------------------------------------- */

static const struct {
	const char *text, *punycode, *code; /* of decoding; NULL: no text gives it */
} punycodes[] = {
	{ "bücher", "bcher-kva", "IDN2_OK" },
	{ "ü", "tda", "IDN2_OK" },
	{ "BüCHER", "BCHER-kva", "IDN2_OK" },
	{ "_ü", "_-eha", "IDN2_OK" },
	{ "日本語", "wgv71a119e", "IDN2_OK" },
	{ "abc", "abc-", "IDN2_PUNYCODE_BAD_INPUT" },
	{ "", "", "IDN2_PUNYCODE_BAD_INPUT" },
	{ NULL, "0", "IDN2_PUNYCODE_BAD_INPUT" },
	{ NULL, "-", "IDN2_PUNYCODE_BAD_INPUT" },
	{ NULL, "a b-tda", "IDN2_PUNYCODE_BAD_INPUT" },
	{ NULL, "\xfc-tda", "IDN2_PUNYCODE_BAD_INPUT" },
	{ NULL, "99999999", "IDN2_PUNYCODE_BAD_INPUT" },
};

/* Tries every size: if it is too small, neither the buffer nor the length is written. */
static void check_encoding(const char *text, const char *punycode)
{
	uint32_t points[POINTS_MAX];
	size_t count = code_points_of(text, points), length = strlen(punycode);

	for (size_t space = 0; space <= length + 2; space++) {
		char output[32] = "#", again[32] = "#";
		size_t found = space, found_again = space;
		int code = idn2_punycode_encode(points, count, output, &found);

		assert_int_equal(code, space < length ? LIBIDN2_PUNYCODE_BIG_OUTPUT : 0);
		assert_int_equal(_idn2_punycode_encode(count, points, &found_again, again),
		                 code);
		assert_int_equal(found, code == 0 ? length : space);
		assert_int_equal(found_again, found);
		assert_memory_equal(output, code == 0 ? punycode : "#", code == 0 ? length : 1);
		assert_memory_equal(again, output, sizeof output);
	}
}

static void check_decoding(const char *punycode, const char *text)
{
	uint32_t points[POINTS_MAX];
	size_t count = code_points_of(text, points), length = strlen(punycode);

	for (size_t space = 0; space <= count + 2; space++) {
		uint32_t output[32] = { 0 }, again[32] = { 0 };
		size_t found = space, found_again = space;
		int code = idn2_punycode_decode(punycode, length, output, &found);

		assert_int_equal(code, space < count ? LIBIDN2_PUNYCODE_BIG_OUTPUT : 0);
		assert_int_equal(_idn2_punycode_decode(length, punycode, &found_again, again),
		                 code);
		assert_int_equal(found, code == 0 ? count : space);
		assert_int_equal(found_again, found);
		assert_int_equal(output[space], 0);
		if (code == 0)
			assert_memory_equal(output, points, count * sizeof *output);
	}
}

TEST(punycode_has_any_space_and_is_not_ended)
{
	for (size_t i = 0; i < LENGTH(punycodes); i++) {
		uint32_t output[32];
		size_t space = LENGTH(output);

		if (punycodes[i].text != NULL)
			check_encoding(punycodes[i].text, punycodes[i].punycode);
		if (strcmp(punycodes[i].code, "IDN2_OK") == 0) {
			check_decoding(punycodes[i].punycode, punycodes[i].text);
			continue;
		}
		assert_int_equal(idn2_punycode_decode(punycodes[i].punycode,
		                                      strlen(punycodes[i].punycode), output,
		                                      &space),
		                 LIBIDN2_PUNYCODE_BAD_INPUT);
		assert_int_equal(space, LENGTH(output));
	}
}

TEST(what_is_no_code_point_is_not_encoded)
{
	static const uint32_t wrong[] = { 0xD800, 0xDFFF, 0x110000, UINT32_MAX };
	static uint32_t many[1025];
	static char output[8 * 1025];
	size_t space = sizeof output;

	for (size_t i = 0; i < LENGTH(wrong); i++)
		assert_int_equal(idn2_punycode_encode(&wrong[i], 1, output, &space),
		                 LIBIDN2_PUNYCODE_BAD_INPUT);
	for (size_t i = 0; i < LENGTH(many); i++)
		many[i] = i % 2 == 0 ? 0x10FFFF : 0x80; /* the longest encodings */
	assert_int_equal(idn2_punycode_encode(many, LENGTH(many), output, &space),
	                 LIBIDN2_PUNYCODE_OVERFLOW);
	assert_int_equal(space, sizeof output);
	assert_int_equal(idn2_punycode_encode(many, LENGTH(many) - 1, output, &space), 0);
	assert_true(space < sizeof output);
}

/* --- Words ------------------------------------------------------------------------ */

static const int codes[] = {
	0, -100, -101, -102, -200, -201, -202, -203, -204, -205, -206, -207, -208, -209, -300,
	-301, -302, -303, -304, -305, -306, -307, -308, -309, -310, -311, -312, -313, -314,
	-4600, -4601, -4602, -4603, -4604, -4605,
};

TEST(every_code_has_a_name_and_words)
{
	for (size_t i = 0; i < LENGTH(codes); i++) {
		const char *name = idn2_strerror_name(codes[i]);

		assert_memory_equal(name, "IDN2_", 5);
		assert_string_not_equal(name, "IDN2_UNKNOWN");
		assert_true(strlen(idn2_strerror(codes[i])) > 7);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(name, idn2_strerror_name(codes[j]));
	}
}

TEST(every_other_code_is_unknown)
{
	for (int code = -5000; code < 100; code++) {
		bool is_known = false;

		for (size_t i = 0; i < LENGTH(codes); i++)
			is_known |= codes[i] == code;
		assert_int_equal(strcmp(idn2_strerror_name(code), "IDN2_UNKNOWN") != 0,
		                 is_known);
		assert_non_null(idn2_strerror(code));
	}
}

TEST(free_takes_null)
{
	idn2_free(NULL);
}
