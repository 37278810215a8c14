/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * IDNX_HOST_NAME, the rule of idnx.h that is not from UTS #46.  Both conversions apply it:
 * ToUnicode succeeds exactly where ToASCII does, except for the root dot under
 * VerifyDnsLength.
 */
#include "../common/test.h"
#include "row.h"

#define HOST IDNX_HOST_NAME

#define X10(s)   s s s s s s s s s s
#define LABEL_63 X10("abcdef") "ghi"
#define LABEL_64 LABEL_63 "j"
#define NAME_253 LABEL_63 "." LABEL_63 "." LABEL_63 "." X10("abcdef") "g"

/* "xn--" and 59 octets of Punycode make 63: 55 letters, "-8yf" for the ü. */
#define UNICODE_63                                                                       \
	X10("abcde")                                                                     \
	"abcde"                                                                          \
	"ü"
#define ACE_63 "xn--" X10("abcde") "abcde-8yf"

/* Expects the same of ToUnicode as of ToASCII, except the string. */
static void check_both(const struct row *rows, size_t count)
{
	check_rows(idnx_to_ascii, rows, count);
	for (size_t i = 0; i < count; i++) {
		char dst[IDNX_NAME_SIZE];
		struct idnx_result result = idnx_to_unicode(
			rows[i].input, strlen(rows[i].input), dst, sizeof dst, rows[i].flags);

		assert_int_equal(result.status == IDNX_OK, rows[i].status == IDNX_OK);
		assert_int_equal(result.label, rows[i].label);
	}
}

TEST(a_label_has_letters_digits_hyphen_and_low_line_only)
{
	static const struct row rows[] = {
		{ "all of them", "_SIP-1.bücher", HOST, IDNX_OK, 0,
		  "_sip-1.xn--bcher-kva" },
		{ "a hyphen at either end", "-a-.ü", HOST, IDNX_OK, 0, "-a-.xn--tda" },
		{ "what maps to a/c", "\u2100.ü", HOST, IDNX_HOST, 1, NULL },
		{ "a full-width number sign", "a＃ü", HOST, IDNX_HOST, 1, NULL },
		{ "a full-width commercial at", "a.ü＠b", HOST, IDNX_HOST, 2, NULL },
		{ "a full-width colon", "ü：80", HOST, IDNX_HOST, 1, NULL },
		{ "a no-break space", "ü\u00A0b", HOST, IDNX_HOST, 1, NULL },
		{ "a blank in an ASCII label beside", "a b.ü", HOST, IDNX_HOST, 1, NULL },
		{ "a blank in an ASCII name", "a b", HOST, IDNX_HOST, 1, NULL },
		{ "a blank, decoded", "xn-- b-wka", HOST, IDNX_HOST, 1, NULL },
		{ "an ASCII label in upper case", "ABC", HOST, IDNX_OK, 0, "abc" },
		{ "symbols and emoji", "i❤.☃", HOST, IDNX_OK, 0, "xn--i-7iq.xn--n3h" },
	};

	check_both(rows, LENGTH(rows));
}

/* Tests all 128 characters, since the rule lists characters. */
TEST(each_ascii_character_is_judged)
{
	for (char c = 1; c > 0 && c < 0x7F; c++) {
		const char src[] = { 'a', c, '\xC3', '\xBC', '\0' };
		char dst[64];
		const char *allowed =
		        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		        "0123456789-_.";
		struct idnx_result result = idnx_to_ascii(src, strlen(src), dst, sizeof dst,
		                                          HOST);

		assert_int_equal(result.status,
		                 strchr(allowed, c) == NULL ? IDNX_HOST : IDNX_OK);
	}
}

TEST(lengths_are_those_of_the_ascii_form)
{
	static const struct row rows[] = {
		{ "63 octets in a label", LABEL_63 ".ü", HOST, IDNX_OK, 0,
		  LABEL_63 ".xn--tda" },
		{ "64", "ü." LABEL_64, HOST, IDNX_A4_2, 2, NULL },
		{ "63 once encoded", UNICODE_63, HOST, IDNX_OK, 0, ACE_63 },
		{ "64 once encoded", "a" UNICODE_63, HOST, IDNX_A4_2, 1, NULL },
		{ "64 in an ASCII name", LABEL_64, HOST, IDNX_A4_2, 1, NULL },
		{ "253 octets", NAME_253, HOST, IDNX_OK, 0, NAME_253 },
		{ "253 and the root dot", NAME_253 ".", HOST, IDNX_OK, 0, NAME_253 "." },
		{ "254", NAME_253 "h", HOST, IDNX_A4_1, 0, NULL },
		{ "254 and the root dot", NAME_253 "h.", HOST, IDNX_A4_1, 0, NULL },
		{ "an empty label at the beginning", ".ü", HOST, IDNX_A4_2, 1, NULL },
		{ "an empty label within", "ü..a", HOST, IDNX_A4_2, 2, NULL },
		{ "an empty label before the root", "ü..", HOST, IDNX_A4_2, 2, NULL },
		{ "a root dot", "ü.", HOST, IDNX_OK, 0, "xn--tda." },
		{ "an ideographic root dot", "ü。", HOST, IDNX_OK, 0, "xn--tda." },
		{ "a label of ignored characters", "a.\u00AD.b", HOST, IDNX_A4_2, 2,
		  NULL },
	};

	check_both(rows, LENGTH(rows));
}

/* ToUnicode, which verifies no length of a name, reports the label (X4_2). */
TEST(a_name_of_no_octets_has_a_wrong_length)
{
	static const struct row rows[] = {
		{ "an empty name", "", HOST, IDNX_A4_1, 0, NULL },
		{ "the root alone", ".", HOST, IDNX_A4_1, 0, NULL },
		{ "ignored characters", "\u00AD", HOST, IDNX_A4_1, 0, NULL },
	};

	check_rows(idnx_to_ascii, rows, LENGTH(rows));
	for (size_t i = 0; i < LENGTH(rows); i++) {
		char dst[IDNX_NAME_SIZE];

		assert_int_equal(idnx_to_unicode(rows[i].input, strlen(rows[i].input), dst,
		                                 sizeof dst, HOST)
		                         .status,
		                 IDNX_X4_2);
	}
}

TEST(under_verify_dns_length_only_to_ascii_refuses_the_root_dot)
{
	const unsigned both = HOST | IDNX_VERIFY_DNS_LENGTH;
	const struct row to_ascii = { "ToASCII", "ü.", both, IDNX_A4_2, 2, NULL };
	const struct row to_unicode = { "ToUnicode", "xn--tda.", both, IDNX_OK, 0, "ü." };

	check_row(idnx_to_ascii, &to_ascii);
	check_row(idnx_to_unicode, &to_unicode);
}

/* The "ends in a number" checker of https://url.spec.whatwg.org/#host-parsing. */
TEST(the_last_label_is_no_number)
{
	static const struct row rows[] = {
		{ "a digit", "ü.７", HOST, IDNX_NUMBER, 2, NULL },
		{ "digits", "ü.127", HOST, IDNX_NUMBER, 2, NULL },
		{ "no octal digit", "ü.08", HOST, IDNX_NUMBER, 2, NULL },
		{ "hexadecimal", "ü.0x7f", HOST, IDNX_NUMBER, 2, NULL },
		{ "hexadecimal in upper case", "ü.0X7F", HOST, IDNX_NUMBER, 2, NULL },
		{ "hexadecimal without digits", "ü.0x", HOST, IDNX_NUMBER, 2, NULL },
		{ "before a root dot", "ü.0x7f.", HOST, IDNX_NUMBER, 2, NULL },
		{ "alone, before a root dot", "１。", HOST, IDNX_NUMBER, 1, NULL },
		{ "an address in disguise", "１２７.０.０.１", HOST, IDNX_NUMBER, 4,
		  NULL },
		{ "another", "①②⑦.⓪.⓪.①", HOST, IDNX_NUMBER, 4, NULL },
		{ "a third", "0x7f。1", HOST, IDNX_NUMBER, 2, NULL },
		{ "a soft hyphen in a number", "1\u00AD2", HOST, IDNX_NUMBER, 1, NULL },
		{ "a letter among the digits", "ü.0x7g", HOST, IDNX_OK, 0,
		  "xn--tda.0x7g" },
		{ "hexadecimal without 0x", "ü.7f", HOST, IDNX_OK, 0, "xn--tda.7f" },
		{ "x alone", "ü.x", HOST, IDNX_OK, 0, "xn--tda.x" },
		{ "10x7", "ü.10x7", HOST, IDNX_OK, 0, "xn--tda.10x7" },
		{ "a sign", "ü.-7", HOST, IDNX_OK, 0, "xn--tda.-7" },
		{ "a number elsewhere", "7.ü", HOST, IDNX_OK, 0, "7.xn--tda" },
		{ "without the flag", "ü.７", 0, IDNX_OK, 0, "xn--tda.7" },
	};

	check_both(rows, LENGTH(rows));
}

TEST(the_last_label_is_not_localhost)
{
	static const struct row rows[] = {
		{ "in full width", "ｌｏｃａｌｈｏｓｔ", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "in upper case, beside another label", "ü.LOCALHOST", HOST,
		  IDNX_LOCALHOST, 2, NULL },
		{ "before a root dot", "ⓛocalhost.", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "with a soft hyphen", "local\u00ADhost", HOST, IDNX_LOCALHOST, 1,
		  NULL },
		{ "as a part", "ü.localhost1", HOST, IDNX_OK, 0, "xn--tda.localhost1" },
		{ "as an end", "ü.alocalhost", HOST, IDNX_OK, 0, "xn--tda.alocalhost" },
		{ "elsewhere", "localhost.ü", HOST, IDNX_OK, 0, "localhost.xn--tda" },
		{ "without the flag", "ü.localhost", 0, IDNX_OK, 0, "xn--tda.localhost" },
	};

	check_both(rows, LENGTH(rows));
}

TEST(the_name_does_not_mean_this_machine)
{
	static const struct row rows[] = {
		{ "RFC 6761", "ｌocalhost", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "Fedora's name with a domain", "ｌocalhost.localdomain", HOST,
		  IDNX_LOCALHOST, 0, NULL },
		{ "... in the domain", "LOCALHOST.ＬＯＣＡＬＤＯＭＡＩＮ.", HOST,
		  IDNX_LOCALHOST, 0, NULL },
		{ "systemd's below it", "ü.localhost.localdomain", HOST, IDNX_LOCALHOST, 0,
		  NULL },
		{ "Fedora's for IPv4", "ｌocalhost4", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "... with its digit in disguise", "localhost④", HOST, IDNX_LOCALHOST, 1,
		  NULL },
		{ "... and a domain", "localhost4。localdomain4", HOST, IDNX_LOCALHOST, 0,
		  NULL },
		{ "Fedora's for IPv6", "ｌocalhost6.", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "... and a domain", "ｌocalhost6.localdomain6.", HOST, IDNX_LOCALHOST, 0,
		  NULL },
		{ "Debian's", "ip６-localhost", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "Debian's other", "ip6-ｌoopback", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "openSUSE's", "ipｖ6-localhost", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "openSUSE's other", "IPv6-Ｌoopback", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "systemd's outbound address", "＿outbound", HOST, IDNX_LOCALHOST, 1,
		  NULL },
		{ "systemd's stub", "_localdnsｓtub", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "systemd's proxy", "_localdnsｐroxy", HOST, IDNX_LOCALHOST, 1, NULL },
		{ "a domain alone", "ｌocaldomain", HOST, IDNX_OK, 0, "localdomain" },
		{ "below Fedora's", "ü.localhost4", HOST, IDNX_OK, 0, "xn--tda.localhost4" },
		{ "below Debian's", "ü.ip6-localhost", HOST, IDNX_OK, 0,
		  "xn--tda.ip6-localhost" },
		{ "a longer label", "ａlocalhost.localdomain", HOST, IDNX_OK, 0,
		  "alocalhost.localdomain" },
		{ "another domain", "ｌocalhost4.example", HOST, IDNX_OK, 0,
		  "localhost4.example" },
		{ "another digit", "ｌocalhost4.localdomain6", HOST, IDNX_OK, 0,
		  "localhost4.localdomain6" },
		{ "without the flag", "ｌocalhost4", 0, IDNX_OK, 0, "localhost4" },
	};

	check_both(rows, LENGTH(rows));
}

TEST(pure_ascii_may_end_in_both)
{
	static const struct row rows[] = {
		{ "an address", "127.0.0.1", HOST, IDNX_OK, 0, "127.0.0.1" },
		{ "hexadecimal", "0X7F", HOST, IDNX_OK, 0, "0x7f" },
		{ "localhost", "a.Localhost.", HOST, IDNX_OK, 0, "a.localhost." },
		{ "Debian's name of it", "ip6-localhost", HOST, IDNX_OK, 0,
		  "ip6-localhost" },
		{ "Fedora's", "Localhost.Localdomain", HOST, IDNX_OK, 0,
		  "localhost.localdomain" },
		{ "a name in ACE", "xn--tda.7", HOST, IDNX_OK, 0, "xn--tda.7" },
	};

	check_both(rows, LENGTH(rows));
}

TEST(each_rule_can_be_asked_for_by_itself)
{
	static const struct row rows[] = {
		{ "characters: a blank", "ü b", IDNX_HOST_CHARACTERS, IDNX_HOST, 1, NULL },
		{ "no lengths", "ü..b", IDNX_HOST_CHARACTERS, IDNX_OK, 0, "xn--tda..b" },
		{ "no address", "７", IDNX_HOST_CHARACTERS, IDNX_OK, 0, "7" },
		{ "lengths: an empty label", "ü..b", IDNX_HOST_LENGTHS, IDNX_A4_2, 2, NULL },
		{ "the root dot", "ü.", IDNX_HOST_LENGTHS, IDNX_OK, 0, "xn--tda." },
		{ "64 octets", LABEL_64, IDNX_HOST_LENGTHS, IDNX_A4_2, 1, NULL },
		{ "no characters", "ü!", IDNX_HOST_LENGTHS, IDNX_OK, 0, "xn--!-dha" },
		{ "no address", "７", IDNX_HOST_LENGTHS, IDNX_OK, 0, "7" },
		{ "addresses", "７", IDNX_HOST_NO_ADDRESS, IDNX_NUMBER, 1, NULL },
		{ "localhost", "ｌocalhost", IDNX_HOST_NO_ADDRESS, IDNX_LOCALHOST, 1, NULL },
		{ "in ASCII", "7", IDNX_HOST_NO_ADDRESS, IDNX_OK, 0, "7" },
		{ "no characters", "ü!", IDNX_HOST_NO_ADDRESS, IDNX_OK, 0, "xn--!-dha" },
		{ "no lengths", "ü..b", IDNX_HOST_NO_ADDRESS, IDNX_OK, 0, "xn--tda..b" },
	};

	check_both(rows, LENGTH(rows));
}

TEST(every_result_fits_into_the_storage_the_header_names)
{
	char dst[IDNX_HOST_NAME_SIZE];
	struct idnx_result result = idnx_to_ascii(NAME_253 ".", strlen(NAME_253 "."), dst,
	                                          sizeof dst, HOST);

	assert_int_equal(result.status, IDNX_OK);
	assert_int_equal(result.length + 1, IDNX_HOST_NAME_SIZE);
}
