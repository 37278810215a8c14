/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What each flag of UTS #46 section 4 changes: the same name with and without it. */

#include "../common/test.h"
#include "row.h"

TEST(transitional_processing_maps_the_deviations)
{
	static const struct row rows[] = {
		{ "ß stays", "faß.de", 0, IDNX_OK, 0, "xn--fa-hia.de" },
		{ "ß becomes ss", "faß.de", IDNX_TRANSITIONAL_PROCESSING, IDNX_OK, 0,
		  "fass.de" },
		{ "ẞ becomes ß", "FAẞ.de", 0, IDNX_OK, 0, "xn--fa-hia.de" },
		{ "ẞ becomes ss", "FAẞ.de", IDNX_TRANSITIONAL_PROCESSING, IDNX_OK, 0,
		  "fass.de" },
		{ "ς stays", "βόλος", 0, IDNX_OK, 0, "xn--nxasmm1c" },
		{ "ς becomes σ", "βόλος", IDNX_TRANSITIONAL_PROCESSING, IDNX_OK, 0,
		  "xn--nxasmq6b" },
		{ "ZWJ stays", "\u0DC1\u0DCA\u200D\u0DBB\u0DD3", IDNX_CHECK_JOINERS,
		  IDNX_OK, 0, "xn--10cl1a0b660p" },
		{ "ZWJ goes", "\u0DC1\u0DCA\u200D\u0DBB\u0DD3",
		  IDNX_CHECK_JOINERS | IDNX_TRANSITIONAL_PROCESSING, IDNX_OK, 0,
		  "xn--10cl1a0b" },
		{ "ZWNJ stays", "\u0646\u0627\u0645\u0647\u200C\u0627\u06CC",
		  IDNX_CHECK_JOINERS, IDNX_OK, 0, "xn--mgba3gch31f060k" },
		{ "ZWNJ goes", "\u0646\u0627\u0645\u0647\u200C\u0627\u06CC",
		  IDNX_CHECK_JOINERS | IDNX_TRANSITIONAL_PROCESSING, IDNX_OK, 0,
		  "xn--mgba3gch31f" },
		{ "an ACE label keeps its ß", "xn--fa-hia.de",
		  IDNX_TRANSITIONAL_PROCESSING, IDNX_OK, 0, "xn--fa-hia.de" },
		{ "and its ZWJ", "xn--10cl1a0b660p",
		  IDNX_CHECK_JOINERS | IDNX_TRANSITIONAL_PROCESSING, IDNX_OK, 0,
		  "xn--10cl1a0b660p" },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

TEST(invalid_punycode_may_be_ignored)
{
	const unsigned ignore = IDNX_IGNORE_INVALID_PUNYCODE;
	const struct row rows[] = {
		{ "refused without the flag", "xn--0.ü", 0, IDNX_P4, 1, NULL },
		{ "kept with it", "xn--0.ü", ignore, IDNX_OK, 0, "xn--0.xn--tda" },
		{ "lower case, as mapped", "XN--0", ignore, IDNX_OK, 0, "xn--0" },
		{ "an integer that does not end", "xn--bcher-kv", ignore, IDNX_OK, 0,
		  "xn--bcher-kv" },
		{ "not ASCII: still an error", "xn--ü", ignore, IDNX_P4, 1, NULL },
		{ "decodable but empty: still an error", "xn--", ignore, IDNX_P4, 1,
		  NULL },
		{ "decodable to ASCII: still an error", "xn--abc-", ignore, IDNX_P4, 1,
		  NULL },
		{ "decodable but invalid: still an error", "xn--a-bcb", ignore, IDNX_V6,
		  1, NULL },
		{ "no way around the host name rule", "xn--0 .ü", ignore | IDNX_HOST_NAME,
		  IDNX_HOST, 1, NULL },
		{ "nor around UseSTD3ASCIIRules", "xn--＃０９⑭_",
		  ignore | IDNX_USE_STD3_ASCII_RULES, IDNX_U1, 1, NULL },
		{ "kept with both", "xn--0", ignore | IDNX_USE_STD3_ASCII_RULES, IDNX_OK,
		  0, "xn--0" },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

TEST(hyphens_are_checked_only_on_request)
{
	static const struct row rows[] = {
		{ "-- in places 3 and 4", "ab--ü", 0, IDNX_OK, 0, "xn--ab---3ra" },
		{ "at the beginning", "-ü", 0, IDNX_OK, 0, "xn----eha" },
		{ "at the end", "ü-", 0, IDNX_OK, 0, "xn----dha" },
		{ "-- elsewhere", "a--ü", IDNX_CHECK_HYPHENS, IDNX_OK, 0, "xn--a---joa" },
		{ "ASCII labels, too", "r3---sn", IDNX_CHECK_HYPHENS, IDNX_V2, 1, NULL },
		{ "xn-- once decoded is V2 then", "xn--xn---3ra", IDNX_CHECK_HYPHENS,
		  IDNX_V2, 1, NULL },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

TEST(joiners_are_checked_only_on_request)
{
	static const struct row rows[] = {
		{ "ZWNJ between a and b", "a\u200Cb", 0, IDNX_OK, 0, "xn--ab-j1t" },
		{ "after a virama", "\u0915\u094D\u200C", IDNX_CHECK_JOINERS, IDNX_OK, 0,
		  "xn--11b6iv14e" },
		{ "ZWJ after a virama", "\u0915\u094D\u200D", IDNX_CHECK_JOINERS, IDNX_OK,
		  0, "xn--11b6iy14e" },
		{ "ZWJ where ZWNJ might be", "\u0647\u200D\u0627", IDNX_CHECK_JOINERS,
		  IDNX_C2, 1, NULL },
		{ "ZWNJ at the end", "\u0647\u200C", IDNX_CHECK_JOINERS, IDNX_C1, 1,
		  NULL },
		{ "ZWNJ at the beginning", "\u200C\u0647", IDNX_CHECK_JOINERS, IDNX_C1, 1,
		  NULL },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

TEST(bidi_is_checked_only_on_request)
{
	static const struct row rows[] = {
		{ "Latin, then Hebrew", "a\u05D0", 0, IDNX_OK, 0, "xn--a-0hc" },
		{ "a digit first, in no Bidi domain name", "0a.ü", IDNX_CHECK_BIDI,
		  IDNX_OK, 0, "0a.xn--tda" },
		{ "an empty label in a Bidi domain name", "\u05D0..\u05D0",
		  IDNX_CHECK_BIDI, IDNX_OK, 0, "xn--4db..xn--4db" },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

/* U+2260 decomposes into ASCII and a mark, but is not ASCII: the rules do not apply. */
TEST(std3_rules_see_only_ascii)
{
	const unsigned std3 = IDNX_USE_STD3_ASCII_RULES;
	const struct row rows[] = {
		{ "any ASCII without the flag", "a b/ü", 0, IDNX_OK, 0, "xn--a b/-3ra" },
		{ "a blank", "a b", std3, IDNX_U1, 1, NULL },
		{ "DEL", "a\x7F", std3, IDNX_U1, 1, NULL },
		{ "what maps to a solidus", "\u2100", std3, IDNX_U1, 1, NULL },
		{ "letters, digits and hyphen", "A-z.0-9", std3, IDNX_OK, 0, "a-z.0-9" },
		{ "NOT EQUAL TO", "a\u2260", std3, IDNX_OK, 0, "xn--a-ufo" },
		{ "= and a slash over it", "a=\u0338", std3, IDNX_OK, 0, "xn--a-ufo" },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
}

TEST(each_unknown_flag_is_an_error)
{
	for (unsigned flag = IDNX_HOST_NO_ADDRESS << 1; flag != 0; flag <<= 1) {
		const struct row to_ascii = { "alone", "a", flag, IDNX_BAD_FLAGS, 0, NULL };
		const struct row to_unicode = {
			"beside known ones", "a", flag | IDNX_LOOKUP, IDNX_BAD_FLAGS, 0, "" };

		check_row(idnx_to_ascii, &to_ascii);
		check_row(idnx_to_unicode, &to_unicode);
	}
}

TEST(all_known_flags_together_are_no_error)
{
	const struct row row = {
		.what = "all",
		.input = "bücher",
		.flags = 0x3FF,
		.output = "xn--bcher-kva",
	};

	check_row(idnx_to_ascii, &row);
}
