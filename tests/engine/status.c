/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Every status of idnx.h: a name that gets it, the label at fault, its code and its phrase.
 */
#include "../common/test.h"
#include "row.h"

#include <stdbool.h>

#define UTS46                                                                            \
	(IDNX_CHECK_HYPHENS | IDNX_CHECK_BIDI | IDNX_CHECK_JOINERS |                     \
	 IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH)

#define X10(s)   s s s s s s s s s s
#define LABEL_63 X10("abcdef") "ghi"
#define LABEL_64 LABEL_63 "j"
#define NAME_253 LABEL_63 "." LABEL_63 "." LABEL_63 "." X10("abcdef") "g"

static const struct row to_ascii_rows[] = {
	{ "a name", "Bücher.example", UTS46, IDNX_OK, 0, "xn--bcher-kva.example" },
	{ "not Punycode", "a.xn--0", 0, IDNX_P4, 2, NULL },
	{ "not ASCII after xn--", "xn--ü.a", 0, IDNX_P4, 1, NULL },
	{ "nothing after xn--", "xn--", 0, IDNX_P4, 1, NULL },
	{ "Punycode of ASCII alone", "a.b.xn--abc-", 0, IDNX_P4, 3, NULL },
	{ "a and U+0300, decoded", "xn--a-vbb", 0, IDNX_V1, 1, NULL },
	{ "two hyphens in places 3 and 4", "ab--ü", IDNX_CHECK_HYPHENS, IDNX_V2, 1,
	  NULL },
	{ "a hyphen at the beginning", "a.-ü", IDNX_CHECK_HYPHENS, IDNX_V3, 2, NULL },
	{ "a hyphen at the end", "ü-", IDNX_CHECK_HYPHENS, IDNX_V3, 1, NULL },
	{ "xn--ü encoded once more", "xn--xn---3ra", 0, IDNX_V4, 1, NULL },
	{ "a mark at the beginning", "a.\u0308a", 0, IDNX_V6, 2, NULL },
	{ "a mark at the beginning, decoded", "xn--a-bcb", 0, IDNX_V6, 1, NULL },
	{ "an unassigned code point", "a\u0378", 0, IDNX_V7, 1, NULL },
	{ "an unassigned code point, decoded", "xn--a-qib", 0, IDNX_V7, 1, NULL },
	{ "a private use code point", "ü.\uE000", 0, IDNX_V7, 2, NULL },
	{ "a low line", "ü_b", IDNX_USE_STD3_ASCII_RULES, IDNX_U1, 1, NULL },
	{ "a low line, decoded", "xn--_b-wka", IDNX_USE_STD3_ASCII_RULES, IDNX_U1, 1,
	  NULL },
	{ "ZWNJ between a and b", "a\u200Cb", IDNX_CHECK_JOINERS, IDNX_C1, 1, NULL },
	{ "ZWJ between a and b", "a.a\u200Db", IDNX_CHECK_JOINERS, IDNX_C2, 2, NULL },
	{ "a digit first", "0a.\u05D0", IDNX_CHECK_BIDI, IDNX_B1, 1, NULL },
	{ "Hebrew, then Latin", "\u05D0a", IDNX_CHECK_BIDI, IDNX_B2, 1, NULL },
	{ "Hebrew, then a hyphen", "a.\u05D0-", IDNX_CHECK_BIDI, IDNX_B3, 2, NULL },
	{ "digits of both kinds", "\u05D00\u0660\u05D0", IDNX_CHECK_BIDI, IDNX_B4, 1,
	  NULL },
	{ "Latin, then Hebrew", "a\u05D0", IDNX_CHECK_BIDI, IDNX_B5, 1, NULL },
	{ "Latin, then a hyphen", "a-.\u05D0", IDNX_CHECK_BIDI, IDNX_B6, 1, NULL },
	{ "254 octets", NAME_253 "h", IDNX_VERIFY_DNS_LENGTH, IDNX_A4_1, 0, NULL },
	{ "64 octets in a label", "a." LABEL_64, IDNX_VERIFY_DNS_LENGTH, IDNX_A4_2, 2,
	  NULL },
	{ "an empty label", "a..b", IDNX_VERIFY_DNS_LENGTH, IDNX_A4_2, 2, NULL },
	{ "the root's label", "a.", IDNX_VERIFY_DNS_LENGTH, IDNX_A4_2, 2, NULL },
	{ "an octet FF", "a.b.\xFF", 0, IDNX_BAD_UTF8, 3, NULL },
	{ "a blank", "ü b", IDNX_HOST_NAME, IDNX_HOST, 1, NULL },
	{ "full-width digits", "a.７", IDNX_HOST_NAME, IDNX_NUMBER, 2, NULL },
	{ "localhost in full width", "ｌocalhost", IDNX_HOST_NAME, IDNX_LOCALHOST, 1,
	  NULL },
	{ "1025 code points", X10(X10(X10("a"))) X10("a") X10("a") "aaaaa", 0,
	  IDNX_TOO_LONG, 0, NULL },
	{ "an unknown flag", "a", 0x400, IDNX_BAD_FLAGS, 0, NULL },
};

static const struct row to_unicode_rows[] = {
	{ "a name", "XN--Bcher-KVA.example", UTS46, IDNX_OK, 0, "bücher.example" },
	{ "not Punycode", "a.xn--0", 0, IDNX_P4, 2, "a.xn--0" },
	{ "not ASCII after xn--", "xn--ü.xn--tda", 0, IDNX_P4, 1, "xn--ü.ü" },
	{ "nothing after xn--", "a.xn--", 0, IDNX_P4, 2, "a." },
	{ "Punycode of ASCII alone", "xn--abc-", 0, IDNX_P4, 1, "abc" },
	{ "a and U+0300, decoded", "xn--a-vbb", 0, IDNX_V1, 1, "a\u0300" },
	{ "xn--ü encoded once more", "xn--xn---3ra", 0, IDNX_V4, 1, "xn--ü" },
	{ "an unassigned code point", "A\u0378", 0, IDNX_V7, 1, "a\u0378" },
	{ "an empty label", "a..b", IDNX_VERIFY_DNS_LENGTH, IDNX_X4_2, 2, "a..b" },
	{ "an empty label before the root", "a..", IDNX_VERIFY_DNS_LENGTH, IDNX_X4_2, 2,
	  "a.." },
	{ "an empty name", "", IDNX_VERIFY_DNS_LENGTH, IDNX_X4_2, 1, "" },
	{ "a name of ignored characters", "\u00AD", IDNX_VERIFY_DNS_LENGTH, IDNX_X4_2, 1,
	  "" },
	{ "the root alone", ".", IDNX_VERIFY_DNS_LENGTH, IDNX_X4_2, 1, "." },
	{ "a root dot", "a.", IDNX_VERIFY_DNS_LENGTH, IDNX_OK, 0, "a." },
	{ "empty labels without that flag", "..a.", 0, IDNX_OK, 0, "..a." },
	{ "no length counts here", LABEL_64, UTS46, IDNX_OK, 0, LABEL_64 },
	{ "an octet FF", "A\xFF.b", 0, IDNX_BAD_UTF8, 1, "a\uFFFD.b" },
	{ "1025 code points", X10(X10(X10("a"))) X10("a") X10("a") "aaaaa", 0,
	  IDNX_TOO_LONG, 0, "" },
	{ "an unknown flag", "a", 0x400, IDNX_BAD_FLAGS, 0, "" },
};

TEST(to_ascii_reports_the_first_error_and_its_label)
{
	check_rows(idnx_to_ascii, to_ascii_rows, LENGTH(to_ascii_rows));
}

TEST(to_unicode_reports_the_first_error_with_its_string)
{
	check_rows(idnx_to_unicode, to_unicode_rows, LENGTH(to_unicode_rows));
}

/* The first in the order of processing, not in the order of the name. */
TEST(of_two_errors_the_first_found_wins)
{
	static const struct row rows[] = {
		{ "V7 in label 1, U1 in label 2", "\u0378.a_b", UTS46, IDNX_V7, 1, NULL },
		{ "U1 in label 1, V7 in label 2", "a_b.\u0378", UTS46, IDNX_U1, 1, NULL },
		{ "V3 and V7 in one label", "-\u0378", UTS46, IDNX_V3, 1, NULL },
		{ "V2 and V3 in one label", "-a--\u0378", UTS46, IDNX_V2, 1, NULL },
		{ "V2 and V3 in four characters", "üb--", UTS46, IDNX_V2, 1, NULL },
		{ "UTF8 in label 2, V7 in label 1", "\u0378.\xFF", UTS46, IDNX_BAD_UTF8, 2,
		  NULL },
		{ "B1 in label 1, V7 in label 2", "0.\u05D0\u0378", UTS46, IDNX_V7, 2,
		  NULL },
		{ "A4_2 in label 1, V7 in label 2", LABEL_64 ".\u0378", UTS46, IDNX_V7, 2,
		  NULL },
		{ "A4_2 in a label, A4_1", NAME_253 "." LABEL_64, UTS46, IDNX_A4_1, 0,
		  NULL },
		{ "... of a name in Unicode", NAME_253 ".ü" LABEL_64, UTS46, IDNX_A4_1, 0,
		  NULL },
		{ "A4_2 in an empty label, A4_1", NAME_253 "..h", UTS46, IDNX_A4_1, 0, NULL },
		{ "A4_2 and A4_1 of no octet", "", UTS46, IDNX_A4_1, 0, NULL },
		{ "... of the root", ".", UTS46, IDNX_A4_1, 0, NULL },
		{ "A4_1, LOCALHOST", NAME_253 ".ｌocalhost", IDNX_LOOKUP, IDNX_A4_1, 0, NULL },
		{ "A4_2, LOCALHOST", LABEL_64 ".ｌocalhost", IDNX_LOOKUP, IDNX_A4_2, 1, NULL },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

/* "label counts after mapping": mapping may add and remove a full stop. */
TEST(labels_are_counted_after_mapping)
{
	static const struct row rows[] = {
		{ "an ideographic full stop", "a。\u0378", 0, IDNX_V7, 2, NULL },
		{ "a half-width one", "a.b｡\u0378", 0, IDNX_V7, 3, NULL },
		{ "a soft hyphen alone is an empty label", "\u00AD.\u0378", 0, IDNX_V7, 2,
		  NULL },
		{ "UTF8 after a mapped full stop", "a。b。\xFF", 0, IDNX_BAD_UTF8, 3, NULL },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

/* A C string cannot contain NUL, so it has no row. */
TEST(a_nul_is_an_error)
{
	static const char src[] = "a.\0b";
	char dst[16] = "untouched";
	struct idnx_result result = idnx_to_ascii(src, 4, dst, sizeof dst, 0);

	assert_int_equal(result.status, IDNX_BAD_UTF8);
	assert_int_equal(result.label, 2);
	assert_string_equal(dst, "untouched");
	result = idnx_to_unicode(src, 4, dst, sizeof dst, 0);
	assert_int_equal(result.status, IDNX_BAD_UTF8);
	assert_string_equal(dst, "a.\uFFFDb");
}

static const char *const codes[] = {
	[IDNX_OK] = "OK",
	[IDNX_P4] = "P4",
	[IDNX_V1] = "V1",
	[IDNX_V2] = "V2",
	[IDNX_V3] = "V3",
	[IDNX_V4] = "V4",
	[IDNX_V6] = "V6",
	[IDNX_V7] = "V7",
	[IDNX_U1] = "U1",
	[IDNX_C1] = "C1",
	[IDNX_C2] = "C2",
	[IDNX_B1] = "B1",
	[IDNX_B2] = "B2",
	[IDNX_B3] = "B3",
	[IDNX_B4] = "B4",
	[IDNX_B5] = "B5",
	[IDNX_B6] = "B6",
	[IDNX_A3] = "A3",
	[IDNX_A4_1] = "A4_1",
	[IDNX_A4_2] = "A4_2",
	[IDNX_X4_2] = "X4_2",
	[IDNX_BAD_UTF8] = "UTF8",
	[IDNX_HOST] = "HOST",
	[IDNX_NUMBER] = "NUMBER",
	[IDNX_LOCALHOST] = "LOCALHOST",
	[IDNX_MIXED_SCRIPTS] = "SCRIPTS",
	[IDNX_MIXED_NUMBERS] = "NUMBERS",
	[IDNX_NOT_IDNA2008] = "IDNA2008",
	[IDNX_NOT_IDENTIFIER] = "IDENTIFIER",
	[IDNX_UNLIKELY_MARK] = "MARKS",
	[IDNX_OTHER_SCRIPT] = "OTHER_SCRIPT",
	[IDNX_READS_AS_ASCII] = "READS_AS_ASCII",
	[IDNX_LONE_LETTER] = "LONE_LETTER",
	[IDNX_FOREIGN_LETTER] = "FOREIGN_LETTER",
	[IDNX_READS_AS_PUNCTUATION] = "PUNCTUATION",
	[IDNX_OUT_OF_PLACE] = "OUT_OF_PLACE",
	[IDNX_READS_AS_PROTECTED] = "PROTECTED",
	[IDNX_CONTAINS_PROTECTED] = "PROTECTED_WORD",
	[IDNX_TOO_LONG] = "TOO_LONG",
	[IDNX_NO_SPACE] = "NO_SPACE",
	[IDNX_BAD_FLAGS] = "FLAGS",
};

/*
 * Except A3, which punycode.c tests, NO_SPACE, which buffers.c tests, and the statuses of
 * idnx_judge(), which judge.c tests.
 */
TEST(every_status_has_a_row_above)
{
	bool seen[LENGTH(codes)] = { [IDNX_A3] = true, [IDNX_NO_SPACE] = true };

	for (int i = IDNX_MIXED_SCRIPTS; i <= IDNX_CONTAINS_PROTECTED; i++)
		seen[i] = true;
	for (size_t i = 0; i < LENGTH(to_ascii_rows); i++)
		seen[to_ascii_rows[i].status] = true;
	for (size_t i = 0; i < LENGTH(to_unicode_rows); i++)
		seen[to_unicode_rows[i].status] = true;
	for (size_t i = 0; i < LENGTH(codes); i++)
		if (!seen[i])
			fail_msg("%s has none", codes[i]);
}

TEST(every_status_has_its_code_and_a_phrase_of_its_own)
{
	for (size_t i = 0; i < LENGTH(codes); i++) {
		const char *phrase = idnx_status_text((enum idnx_status)i);

		assert_string_equal(idnx_status_code((enum idnx_status)i), codes[i]);
		assert_true(strlen(phrase) > 3);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(phrase, idnx_status_text((enum idnx_status)j));
	}
}

TEST(an_unknown_status_still_has_words)
{
	static const int rows[] = { IDNX_BAD_FLAGS + 1, 1000, -1 };

	for (size_t i = 0; i < LENGTH(rows); i++) {
		assert_non_null(idnx_status_text((enum idnx_status)rows[i]));
		assert_non_null(idnx_status_code((enum idnx_status)rows[i]));
	}
}

TEST(versions_are_known)
{
	unsigned part[3];
	int end = 0;

	assert_int_equal(sscanf(idnx_unicode_version(), "%2u.%1u.%1u%n", &part[0], &part[1],
	                        &part[2], &end),
	                 3);
	assert_int_equal(end, strlen(idnx_unicode_version()));
	assert_true(strspn(idnx_version(), "0123456789.") == strlen(idnx_version()));
	assert_non_null(strchr(idnx_version(), '.'));
}
