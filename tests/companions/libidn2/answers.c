/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The functions that return the ASCII form of a name, under each flag and each idnx.conf: a
 * non-ASCII name gets policy's answer, an ASCII name is lower-cased.  And those that are not
 * about names: registration, Punycode, words, the version.
 */
#include <errno.h>

#include "../../common/locale.h"
#include "../../common/sources/fake.h"
#include "row.h"

enum {
	NFC = LIBIDN2_NFC_INPUT,
	ROUNDTRIP = LIBIDN2_ALABEL_ROUNDTRIP,
	NO_ROUNDTRIP = LIBIDN2_NO_ALABEL_ROUNDTRIP,
	T = LIBIDN2_TRANSITIONAL,
	NT = LIBIDN2_NONTRANSITIONAL,
	STD3 = LIBIDN2_USE_STD3_ASCII_RULES,
	NO_TR46 = LIBIDN2_NO_TR46,
	UNASSIGNED = LIBIDN2_ALLOW_UNASSIGNED,
};

#define TABLE "tests/companions/libidn2/answers.tsv"

static int flags_of(const char *words)
{
	static const struct {
		const char *word;
		int flag;
	} flags[] = {
		{ "0", 0 },
		{ "NFC", NFC },
		{ "NO_TR46", NO_TR46 },
		{ "NT", NT },
		{ "STD3", STD3 },
		{ "T", T },
		{ "UNASSIGNED", UNASSIGNED },
		{ "0x700", 0x700 },
		{ "ROUNDTRIP", ROUNDTRIP },
		{ "NO_ROUNDTRIP", NO_ROUNDTRIP },
	};
	size_t length = strcspn(words, "|"), i = 0;

	while (strlen(flags[i].word) != length || strncmp(flags[i].word, words, length) != 0)
		assert_true(++i < LENGTH(flags));
	return flags[i].flag | (words[length] == '|' ? flags_of(words + length + 1) : 0);
}

/* Asks every function; code: what follows IDN2_. */
static void check_all(const char *conf, const char *name, int flags, const char *code,
                      const char *output)
{
	char expected[64];

	fake_conf(conf);
	snprintf(expected, sizeof expected, "IDN2_%s", code);
	for (size_t i = 0; i < LENGTH(to_ascii); i++) {
		errno = 77;
		check_call(to_ascii[i].name, to_ascii[i].function, name, flags, expected,
		           output);
		assert_int_equal(errno, 77);
	}
	fake_conf(NULL);
}

/* Columns: flags, idnx.conf, name, code, ASCII form. */
static void check_answer(char *column[])
{
	check_all(strcmp(column[1], "-") == 0 ? NULL : column[1], column[2],
	          flags_of(column[0]), column[3], column[4]);
}

TABLE_TEST(each_name_has_its_answer_by_each_function, TABLE, check_answer);

/* The code that a program gets for what becomes of a name in a lookup. */
static const char *code_of(const char *status)
{
	static const char *const codes[][2] = {
		{ "converted", "OK" }, { "unchanged", "OK" }, { "config", "IDNX_CONFIG" },
		{ "P4", "INVALID_ALABEL" }, { "V1", "INVALID_ALABEL" }, { "V2", "IDNX_HYPHENS" },
		{ "V3", "HYPHEN_STARTEND" }, { "V4", "INVALID_ALABEL" },
		{ "V6", "LEADING_COMBINING" }, { "V7", "DISALLOWED" }, { "U1", "DISALLOWED" },
		{ "C1", "CONTEXTJ" }, { "C2", "CONTEXTJ" }, { "B1", "BIDI" }, { "B2", "BIDI" },
		{ "B3", "BIDI" }, { "B4", "BIDI" }, { "B5", "BIDI" }, { "B6", "BIDI" },
		{ "A4_1", "TOO_BIG_DOMAIN" }, { "A4_2", "TOO_BIG_LABEL" },
		{ "HOST", "DISALLOWED" }, { "NUMBER", "IDNX_DISGUISE" },
		{ "LOCALHOST", "IDNX_DISGUISE" }, { "SCRIPTS", "IDNX_SCRIPTS" },
		{ "NUMBERS", "IDNX_SCRIPTS" },
	};

	for (size_t i = 0; i < LENGTH(codes); i++)
		if (strcmp(codes[i][0], status) == 0)
			return codes[i][1];
	return "IDNX_PROTECTION";
}

/*
 * An ASCII name is lower-cased.  Excluded names are in answers.tsv, since they are converted
 * here, and charsets below, since some functions know the locale's.
 */
static void check_name(char *column[])
{
	const char *conf = names_conf(column), *status = column[NAMES_STATUS];
	char *ace = column[NAMES_ACE], lower[1024];

	if (strcmp(status, "excluded") == 0 || strcmp(status, "UTF8") == 0 ||
	    (conf != NULL && strstr(conf, "charset =") != NULL))
		return;
	if (strcmp(status, "unchanged") == 0) {
		strcpy(ace = lower, column[NAMES_NAME]);
		for (char *c = ace; *c != '\0'; c++)
			*c = (char)(*c >= 'A' && *c <= 'Z' ? *c | 0x20 : *c);
	}
	check_all(conf, column[NAMES_NAME], NT, code_of(status), ace);
}

TEST(each_name_has_the_answer_of_a_lookup)
{
	table_rows(NAMES, NULL, check_name);
	check_all(NULL, NULL, 0, "OK", NULL);
	check_all(NULL, NULL, T | NT, "OK", NULL);
}

TEST(and_the_same_in_a_utf8_locale)
{
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	table_rows(NAMES, NULL, check_name);
	table_rows(TABLE, "each_name_has_its_answer_by_each_function", check_answer);
	setlocale(LC_CTYPE, "C");
}

TEST(an_ascii_name_reads_no_file)
{
	unsigned sought = atomic_load(&fake_conf_sought);

	check_call("ASCII", idn2_lookup_ul, "Example", NT, "IDN2_OK", "example");
	assert_int_equal(atomic_load(&fake_conf_sought), sought);
}

/* --- Charsets ------------------------------------------------------------------- */

/*
 * Columns: locale, idnx.conf, name, code of a function that expects UTF-8, code of one that
 * uses the locale's charset, ASCII form.  With NO_TR46 as well, since no name is mapped.
 */
static void check_charset(char *column[])
{
	static text_function *const functions[] = { lookup_u8, idn2_to_ascii_8z, idn2_lookup_ul,
		                                    idn2_to_ascii_lz };

	fake_conf(strcmp(column[1], "-") == 0 ? NULL : column[1]);
	use_charset(column[0]);
	for (size_t i = 0; i < LENGTH(functions); i++) {
		char code[64];

		snprintf(code, sizeof code, "IDN2_%s", column[i < 2 ? 3 : 4]);
		check_call(column[2], functions[i], column[2], NT, code, column[5]);
		check_call(column[2], functions[i], column[2], NO_TR46, code, column[5]);
	}
	fake_conf(NULL);
	setlocale(LC_CTYPE, "C");
}

TABLE_TEST(what_is_not_utf8_is_in_the_charset_of_idnx_conf_or_the_locale, TABLE, check_charset);

/* --- Sizes ---------------------------------------------------------------------- */

static int to_label(const char *name, char *output, int flags)
{
	uint32_t points[POINTS_MAX];

	return idn2_to_ascii_4i(points, code_points_of(name, points), output, flags);
}

TEST(a_label_has_64_octets)
{
	char output[65];

	memset(output, '#', sizeof output);
	assert_int_equal(to_label("Bücher", output, NT), 0);
	assert_string_equal(output, "xn--bcher-kva");
	assert_int_equal(output[14], '#');
	assert_int_equal(to_label(LABEL_63, output, NT), 0);
	assert_string_equal(output, LABEL_63);
	assert_int_equal(output[64], '#');
	assert_int_equal(to_label(X10("a.b.c."), output, NT), 0);
	assert_int_equal(strlen(output), 60);
	assert_int_equal(to_label("ü", NULL, NT), 0);
	assert_int_equal(idn2_to_ascii_4i(NULL, 7, output, T | NT), 0);
	assert_string_equal(output, "");
}

TEST(what_is_no_label_leaves_its_place)
{
	char output[64] = "#";

	assert_int_equal(to_label(LABEL_64, output, NT), LIBIDN2_TOO_BIG_LABEL);
	assert_int_equal(to_label(X10("a.b.c.d."), output, NT), LIBIDN2_TOO_BIG_LABEL);
	assert_int_equal(to_label("a\u200Db", output, T), LIBIDN2_CONTEXTJ);
	assert_int_equal(to_label("a", output, T | NT), LIBIDN2_INVALID_FLAGS);
	assert_string_equal(output, "#");
}

TEST(code_points_end_at_their_number_or_a_zero)
{
	uint32_t points[] = { 0xDC, 'B', 0, 'c' };
	char *output;

	for (size_t length = 0; length <= 4; length++) {
		static const char *const expected[] = { "", "xn--tda", "xn--b-dha", "xn--b-dha",
			                                "xn--b-dha" };

		assert_int_equal(idn2_to_ascii_4i2(points, length, &output, NT), 0);
		assert_string_equal(output, expected[length]);
		idn2_free(output);
	}
}

TEST(what_is_no_code_point_is_rejected)
{
	static const uint32_t wrong[] = { 0xD800, 0xDFFF, 0x110000, UINT32_MAX };
	char *output = untouched;

	for (size_t i = 0; i < LENGTH(wrong); i++) {
		uint32_t points[] = { 'a', wrong[i], 0 };

		assert_int_equal(idn2_to_ascii_4z(points, &output, NT), LIBIDN2_ENCODING_ERROR);
		assert_int_equal(idn2_to_ascii_4i2(points, 2, &output, NT),
		                 LIBIDN2_ENCODING_ERROR);
	}
	assert_ptr_equal(output, untouched);
}

/* Names as long as the longest that is read, and longer. */
TEST(a_name_of_any_length_is_rejected_or_converted)
{
	static char name[3 * 4096 + 1];

	for (size_t length = 200; length < sizeof name; length += 97)
		for (size_t j = 0; j < 4; j++) {
			char *output = untouched;
			int code;

			memset(name, j % 2 == 0 ? 'a' : '.', length);
			memcpy(name, "ü", 2);
			name[length] = '\0';
			code = to_ascii[j].function(name, &output, NT);
			assert_true(code == LIBIDN2_TOO_BIG_DOMAIN ||
			            code == LIBIDN2_TOO_BIG_LABEL);
			assert_ptr_equal(output, untouched);
		}
}

/* --- Versions ------------------------------------------------------------------- */

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

static const char *text_or_null(const char *column)
{
	return strcmp(column, "-") == 0 ? NULL : column;
}

/* Columns: Unicode label and ASCII label ("-": NULL), code, result. */
static void check_registration(char *column[])
{
	const char *ulabel = text_or_null(column[0]), *alabel = text_or_null(column[1]);
	const uint8_t *u = (const uint8_t *)ulabel, *a = (const uint8_t *)alabel;
	uint8_t *octets = (uint8_t *)untouched;
	char *output = untouched, expected[64];
	int code = idn2_register_ul(ulabel, alabel, &output, 0);

	snprintf(expected, sizeof expected, "IDN2_%s", column[2]);
	assert_string_equal(idn2_strerror_name(code), expected);
	assert_int_equal(idn2_register_u8(u, a, &octets, 0), code);
	assert_int_equal(idn2_register_ul(ulabel, alabel, NULL, 0), code);
	assert_int_equal(idn2_register_u8(u, a, NULL, 0), code);
	if (code != 0) {
		assert_ptr_equal(output, untouched);
		assert_ptr_equal(octets, untouched);
		return;
	}
	assert_string_equal(output != NULL ? output : "-", column[3]);
	assert_string_equal(octets != NULL ? (const char *)octets : "-", column[3]);
	idn2_free(output);
	idn2_free(octets);
}

TABLE_TEST(a_registered_label_is_ascii, TABLE, check_registration);

/* --- Punycode --------------------------------------------------------------------- */

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

/* Columns: text ("-": none gives it), Punycode, whether it is decoded. */
static void check_punycode(char *column[])
{
	uint32_t output[32];
	size_t space = LENGTH(output);

	if (text_or_null(column[0]) != NULL)
		check_encoding(column[0], column[1]);
	if (strcmp(column[2], "decoded") == 0) {
		check_decoding(column[1], column[0]);
		return;
	}
	assert_int_equal(idn2_punycode_decode(column[1], strlen(column[1]), output, &space),
	                 LIBIDN2_PUNYCODE_BAD_INPUT);
	assert_int_equal(space, LENGTH(output));
}

TABLE_TEST(punycode_has_any_space_and_is_not_ended, TABLE, check_punycode);

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

TEST(every_other_code_is_unknown_and_null_is_freed)
{
	idn2_free(NULL);
	for (int code = -5000; code < 100; code++) {
		bool is_known = false;

		for (size_t i = 0; i < LENGTH(codes); i++)
			is_known |= codes[i] == code;
		assert_int_equal(strcmp(idn2_strerror_name(code), "IDN2_UNKNOWN") != 0,
		                 is_known);
		assert_non_null(idn2_strerror(code));
	}
}

BEFORE_ALL
{
	make_locales();
}
