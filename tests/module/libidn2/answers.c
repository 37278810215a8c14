/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The functions that return the ASCII form of a name, under each flag and each idnx.conf: a
 * non-ASCII name gets policy's answer, an ASCII name is lower-cased.
 */
#include "../../common/test.h"
#include "row.h"

#include <errno.h>
#include <wchar.h>

#include "../../common/locale.h"
#include "../../common/sources/fake.h"
#include "policy.h"

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

/* output: the ASCII form, or the reason if there is none. */
static const struct row {
	const char *what;
	int flags;
	const char *input, *code, *output;
} rows[] = {
	/* ASCII names. */
	{ "no name", 0, NULL, "IDN2_OK", NULL },
	{ "no name, wrong flags", T | NT, NULL, "IDN2_OK", NULL },
	{ "the empty name", 0, "", "IDN2_OK", "" },
	{ "the root", 0, ".", "IDN2_OK", "." },
	{ "two full stops", 0, "..", "IDN2_OK", ".." },
	{ "empty labels", 0, ".a..b.", "IDN2_OK", ".a..b." },
	{ "capitals", NT, "ABC.Example", "IDN2_OK", "abc.example" },
	{ "hyphens", NT, "-a.r3---sn-.b-", "IDN2_OK", "-a.r3---sn-.b-" },
	{ "no host name", NT, "a b/\x01", "IDN2_OK", "a b/\x01" },
	{ "an address", NT, "127.0.0.1", "IDN2_OK", "127.0.0.1" },
	{ "not Punycode", NT, "XN--0.xn--.xn--abc-", "IDN2_OK", "xn--0.xn--.xn--abc-" },
	{ "63 octets", NT, LABEL_63, "IDN2_OK", LABEL_63 },
	{ "64 octets", NT, LABEL_64, "IDN2_TOO_BIG_LABEL", NULL },
	{ "64 octets at the end", NT, "a." LABEL_64, "IDN2_TOO_BIG_LABEL", NULL },
	{ "253 octets", NT, NAME_253, "IDN2_OK", NAME_253 },
	{ "253 octets and a root dot", NT, NAME_253 ".", "IDN2_OK", NAME_253 "." },
	{ "254 octets", NT, NAME_253 "h", "IDN2_TOO_BIG_DOMAIN", NULL },

	/* Non-ASCII names: what a lookup does. */
	{ "a name", NT, "Bücher.Example", "IDN2_OK", "xn--bcher-kva.example" },
	{ "a name, no flags", 0, "Bücher.Example", "IDN2_OK", "xn--bcher-kva.example" },
	{ "decomposed", NT, "bu\u0308cher", "IDN2_OK", "xn--bcher-kva" },
	{ "a full stop", NT, "ü。example.", "IDN2_OK", "xn--tda.example." },
	{ "a deviation", NT, "faß.de", "IDN2_OK", "xn--fa-hia.de" },
	{ "an emoji", NT, "☃", "IDN2_OK", "xn--n3h" },
	{ "an underscore", NT, "_ü", "IDN2_OK", "xn--_-eha" },
	{ "an A-label beside", NT, "ü.XN--TDA", "IDN2_OK", "xn--tda.xn--tda" },
	{ "no A-label", NT, "ü.xn--0", "IDN2_INVALID_ALABEL", NULL },
	{ "no A-label, decoded", NT, "ü.xn--xn---3ra", "IDN2_INVALID_ALABEL", NULL },
	{ "no A-label, not NFC", NT, "ü.xn--a-vbb", "IDN2_INVALID_ALABEL", NULL },
	{ "no name", NT, "。", "IDN2_TOO_BIG_DOMAIN", NULL },
	{ "an empty label", NT, "ü..a", "IDN2_TOO_BIG_LABEL", NULL },
	{ "a long label", NT, "ü" LABEL_63, "IDN2_TOO_BIG_LABEL", NULL },
	{ "a long name", NT, "ü." NAME_253, "IDN2_TOO_BIG_DOMAIN", NULL },
	{ "a mark", NT, "\u0308a", "IDN2_LEADING_COMBINING", NULL },
	{ "an unassigned code point", NT, "ü\u0378", "IDN2_DISALLOWED", NULL },
	{ "ZWNJ", NT, "a\u200Cb", "IDN2_CONTEXTJ", NULL },
	{ "ZWJ", NT, "a\u200Db", "IDN2_CONTEXTJ", NULL },
	{ "a Hebrew label", NT, "\u05D0", "IDN2_OK", "xn--4db" },
	{ "B1", NT, "0a.\u05D0", "IDN2_BIDI", NULL },
	{ "B2", NT, "\u05D0a", "IDN2_BIDI", NULL },
	{ "B3", NT, "\u05D0-", "IDN2_BIDI", NULL },
	{ "B4", NT, "\u05D00\u0660\u05D0", "IDN2_BIDI", NULL },
	{ "B5", NT, "a\u05D0", "IDN2_BIDI", NULL },
	{ "B6", NT, "a-.\u05D0", "IDN2_BIDI", NULL },
	{ "a/c", NT, "a℀", "IDN2_DISALLOWED", NULL },
	{ "an address in disguise", NT, "１２７.０.０.１", "IDN2_IDNX_DISGUISE", NULL },
	{ "localhost in disguise", NT, "ｌocalhost", "IDN2_IDNX_DISGUISE", NULL },

	/* Flags that programs try after a refusal change nothing. */
	{ "a deviation, T", T, "faß.de", "IDN2_OK", "xn--fa-hia.de" },
	{ "ZWJ, T", T, "a\u200Db", "IDN2_CONTEXTJ", NULL },
	{ "an unassigned one, T", T, "ü\u0378", "IDN2_DISALLOWED", NULL },
	{ "... and allowed", T | UNASSIGNED, "ü\u0378", "IDN2_DISALLOWED", NULL },
	{ "an address, T", T | STD3, "１２７.０.０.１", "IDN2_IDNX_DISGUISE", NULL },
	{ "NFC", NFC | NT, "bu\u0308cher", "IDN2_OK", "xn--bcher-kva" },
	{ "round trip", ROUNDTRIP | NT, "ü.xn--0", "IDN2_INVALID_ALABEL", NULL },
	{ "no round trip", NO_ROUNDTRIP | NT, "ü.xn--0", "IDN2_INVALID_ALABEL", NULL },
	{ "round trip, ASCII", ROUNDTRIP, "xn--0", "IDN2_OK", "xn--0" },
	{ "no round trip, ASCII", NO_ROUNDTRIP, "xn--0", "IDN2_OK", "xn--0" },
	{ "unknown flags", NT | 0x700, "Ü", "IDN2_OK", "xn--tda" },

	/* Flags that exclude each other. */
	{ "T and NT", T | NT, "ü", "IDN2_INVALID_FLAGS", NULL },
	{ "T and NT, ASCII", T | NT, "", "IDN2_INVALID_FLAGS", NULL },
	{ "NO_TR46 and T", NO_TR46 | T, "ü", "IDN2_INVALID_FLAGS", NULL },
	{ "NO_TR46 and NT", NO_TR46 | NT, "a", "IDN2_INVALID_FLAGS", NULL },
	{ "both round trips", ROUNDTRIP | NO_ROUNDTRIP, "a", "IDN2_INVALID_FLAGS", NULL },

	/* STD3 refuses, and drops nothing. */
	{ "STD3", NT | STD3, "Bücher-1.Example", "IDN2_OK", "xn--bcher-1-n2a.example" },
	{ "STD3, ASCII", STD3, "A-0.b.", "IDN2_OK", "a-0.b." },
	{ "STD3, a service", NT | STD3, "_443._tcp.x", "IDN2_DISALLOWED", NULL },
	{ "STD3, a network", NT | STD3, "1.2.3.4/24", "IDN2_DISALLOWED", NULL },
	{ "STD3, an underscore", NT | STD3, "ü_b", "IDN2_DISALLOWED", NULL },
	{ "STD3, decoded", NT | STD3, "ü.xn--_b-wka", "IDN2_DISALLOWED", NULL },
	{ "STD3, a/c", NT | STD3, "a℀", "IDN2_DISALLOWED", NULL },

	/* Without mapping. */
	{ "NO_TR46", NO_TR46, "bücher.example", "IDN2_OK", "xn--bcher-kva.example" },
	{ "NO_TR46, ASCII", NO_TR46, "ABC.Example", "IDN2_OK", "ABC.Example" },
	{ "NO_TR46, ASCII labels", NO_TR46, "Www.bücher.XN--TDA.De.", "IDN2_OK",
	  "Www.xn--bcher-kva.XN--TDA.De." },
	{ "NO_TR46, a capital", NO_TR46, "Bücher.example", "IDN2_DISALLOWED", NULL },
	{ "NO_TR46, a capital Ü", NO_TR46, "bÜcher", "IDN2_DISALLOWED", NULL },
	{ "NO_TR46, a full stop", NO_TR46, "ü。a", "IDN2_DISALLOWED", NULL },
	{ "NO_TR46, a soft hyphen", NO_TR46, "a.b\u00ADc", "IDN2_DISALLOWED", NULL },
	{ "NO_TR46, a deviation", NO_TR46, "faß", "IDN2_OK", "xn--fa-hia" },
	{ "NO_TR46, decomposed", NO_TR46, "bu\u0308cher.A", "IDN2_NOT_NFC", NULL },
	{ "NO_TR46, NFC", NO_TR46 | NFC, "bu\u0308cher.A", "IDN2_OK", "xn--bcher-kva.A" },
	{ "NO_TR46, a capital, NFC", NO_TR46 | NFC, "bU\u0308", "IDN2_DISALLOWED", NULL },
	{ "NO_TR46, refused", NO_TR46, "a\u200Db", "IDN2_CONTEXTJ", NULL },
	{ "NO_TR46, STD3", NO_TR46 | STD3, "ü_b", "IDN2_DISALLOWED", NULL },
};

static void check_rows(void)
{
	fake_conf(NULL);
	for (size_t i = 0; i < COUNT(rows); i++)
		for (size_t j = 0; j < COUNT(to_ascii); j++) {
			char what[128];

			snprintf(what, sizeof what, "%s: %s", to_ascii[j].name, rows[i].what);
			check_call(what, to_ascii[j].function, rows[i].input, rows[i].flags,
			           rows[i].code, rows[i].output);
		}
}

TEST(each_name_has_its_answer_by_each_function)
{
	check_rows();
}

TEST(and_the_same_in_a_utf8_locale)
{
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	check_rows();
	setlocale(LC_CTYPE, "C");
}

#define ESCAPES "\\097\\097\\097\\097\\097\\097\\097\\097\\097\\097"

#define SECTIONS                                      \
	"script-policy = highly-restrictive\n"        \
	"CheckHyphens = true\n"                       \
	"exclude = .local\n"                          \
	"[.de]\n"                                     \
	"deviations = map\n"

#define JUDGE                                         \
	"script-policy = highly-restrictive\n"        \
	"protect = apple.example\n"                   \
	"exclude = .local\n"

static const struct {
	const char *conf;
	struct row row;
} configured[] = {
	{ SECTIONS,
	  { "one script", NT, "яндекс.example", "IDN2_OK", "xn--d1acpjx3f.example" } },
	{ SECTIONS, { "two scripts", NT, "раypal.de", "IDN2_IDNX_SCRIPTS", NULL } },
	{ SECTIONS, { "two scripts, T", T, "раypal.de", "IDN2_IDNX_SCRIPTS", NULL } },
	{ SECTIONS, { "two number systems", NT, "1१.de", "IDN2_IDNX_SCRIPTS", NULL } },
	{ SECTIONS, { "a deviation", NT, "faß.de", "IDN2_OK", "fass.de" } },
	{ SECTIONS, { "a deviation, NO_TR46", NO_TR46, "faß.de", "IDN2_DISALLOWED", NULL } },
	{ SECTIONS, { "another section", T, "faß.example", "IDN2_OK", "xn--fa-hia.example" } },
	{ SECTIONS, { "V2", NT, "ab--ü.example", "IDN2_IDNX_HYPHENS", NULL } },
	{ SECTIONS, { "V3", NT, "ü-.example", "IDN2_HYPHEN_STARTEND", NULL } },
	{ SECTIONS, { "V2, ASCII", NT, "AB--c.example", "IDN2_OK", "ab--c.example" } },
	{ SECTIONS, { "excluded", NT, "Drücker.local", "IDN2_OK", "xn--drcker-4ya.local" } },
	{ SECTIONS,
	  { "excluded, by defaults", NT, "раypal.local", "IDN2_OK", "xn--ypal-43d9g.local" } },
	{ SECTIONS, { "excluded, refused", NT, "a\u200Db.local", "IDN2_CONTEXTJ", NULL } },
	{ SECTIONS,
	  { "excluded, NO_TR46", NO_TR46, "Drücker.local", "IDN2_DISALLOWED", NULL } },
	{ JUDGE, { "ACE, two scripts", NT, "Xn--ypal-43d9g.de", "IDN2_IDNX_SCRIPTS", NULL } },
	{ JUDGE, { "ACE, two scripts, T", T, "xn--ypal-43d9g.de", "IDN2_IDNX_SCRIPTS", NULL } },
	{ JUDGE, { "ACE, NO_TR46", NO_TR46, "xn--ypal-43d9g.de", "IDN2_IDNX_SCRIPTS", NULL } },
	{ JUDGE,
	  { "ACE, protected", NT, "xn--80ak6aa92e.example", "IDN2_IDNX_PROTECTION", NULL } },
	{ JUDGE, { "protected", NT, "аррӏе.example", "IDN2_IDNX_PROTECTION", NULL } },
	{ JUDGE,
	  { "ACE, excluded", NT, "xn--ypal-43d9g.local", "IDN2_OK", "xn--ypal-43d9g.local" } },
	{ JUDGE,
	  { "ACE, one script", NT, "XN--BCHER-KVA.example", "IDN2_OK",
	    "xn--bcher-kva.example" } },
	{ JUDGE,
	  { "ACE, NO_TR46, one script", NO_TR46, "Xn--Bcher-Kva.example", "IDN2_OK",
	    "Xn--Bcher-Kva.example" } },
	{ JUDGE,
	  { "ACE, with an escape", NT, "\\120n--ypal-43d9g.de", "IDN2_DISALLOWED", NULL } },
	{ JUDGE,
	  { "ACE, an escaped hyphen", NO_TR46, "xn-\\-ypal-43d9g.de", "IDN2_DISALLOWED",
	    NULL } },
	{ JUDGE, { "many escapes", NT, ESCAPES ESCAPES ".a", "IDN2_TOO_BIG_LABEL", NULL } },
	{ "ace-names = leave\n" JUDGE,
	  { "ACE, left", NT, "\\xn--ypal-43d9g.de", "IDN2_OK", "\\xn--ypal-43d9g.de" } },
	{ SECTIONS,
	  { "ACE, any restriction", NT, "xn--ypal-43d9g.de", "IDN2_IDNX_SCRIPTS", NULL } },
	{ JUDGE,
	  { "ACE, no Punycode", NT, "xn--0.xn--.example", "IDN2_OK", "xn--0.xn--.example" } },
	{ JUDGE,
	  { "ACE, a long label", NT, "xn--ypal-43d9g." LABEL_64, "IDN2_TOO_BIG_LABEL", NULL } },
	{ JUDGE,
	  { "ACE, a long name", NT, "xn--ypal-43d9g." NAME_253, "IDN2_TOO_BIG_DOMAIN", NULL } },
	{ JUDGE "nonsense",
	  { "ACE, a broken file", NT, "xn--bcher-kva.de", "IDN2_IDNX_CONFIG", NULL } },
	{ JUDGE "nonsense",
	  { "ASCII, a broken file", NT, "bcher-kva.de", "IDN2_OK", "bcher-kva.de" } },
	{ "repertoire = idna2008\n",
	  { "a symbol", NT, "☃.example", "IDN2_IDNX_PROTECTION", NULL } },
	{ "scripts = Latin\n",
	  { "a script", NT, "яндекс.example", "IDN2_IDNX_PROTECTION", NULL } },
	{ "protection = browser\n",
	  { "a look-alike", NT, "аррӏе.com", "IDN2_IDNX_PROTECTION", NULL } },
	{ "UseSTD3ASCIIRules = true\n", { "U1", NT, "ü_b", "IDN2_DISALLOWED", NULL } },
	{ "UseSTD3ASCIIRules = true\n", { "U1, ASCII", NT, "_tcp", "IDN2_OK", "_tcp" } },
	{ "CheckBidi = false\n", { "B1", NT, "0a.\u05D0", "IDN2_OK", "0a.xn--4db" } },
	{ "", { "an empty file", NT, "ü", "IDN2_IDNX_CONFIG", NULL } },
	{ "nonsense", { "a broken file", NT, "ü", "IDN2_IDNX_CONFIG", NULL } },
	{ "nonsense", { "a broken file, T", T | STD3, "ü", "IDN2_IDNX_CONFIG", NULL } },
	{ "nonsense", { "a broken file, NO_TR46", NO_TR46, "ü", "IDN2_IDNX_CONFIG", NULL } },
	{ "nonsense", { "a broken file, ASCII", NT, "A", "IDN2_OK", "a" } },
};

TEST(idnx_conf_decides)
{
	for (size_t i = 0; i < COUNT(configured); i++)
		for (size_t j = 0; j < COUNT(to_ascii); j++) {
			const struct row *row = &configured[i].row;

			fake_conf(configured[i].conf);
			errno = 77;
			check_call(row->what, to_ascii[j].function, row->input, row->flags,
			           row->code, row->output);
			assert_int_equal(errno, 77);
		}
	fake_conf(NULL);
}

TEST(an_ascii_name_reads_no_file)
{
	unsigned sought = atomic_load(&fake_conf_sought);

	check_call("ASCII", idn2_lookup_ul, "Example", NT, "IDN2_OK", "example");
	assert_int_equal(atomic_load(&fake_conf_sought), sought);
}

/* --- Charsets ------------------------------------------------------------------- */

#define LATIN "b\xfc" "cher.example"
#define ACE   "xn--bcher-kva.example"

/* code_8: of a function that expects UTF-8; code_l: of one that uses the locale's charset. */
static const struct {
	const char *what, *locale, *conf, *input;
	const char *code_8, *code_l, *output;
} charsets[] = {
	{ "UTF-8 in C", "C", NULL, "bücher.example", "IDN2_OK", "IDN2_OK", ACE },
	{ "UTF-8 in ISO-8859-1", "ISO-8859-1", NULL, "bücher.example", "IDN2_OK", "IDN2_OK",
	  ACE },
	{ "not ASCII in C", "C", NULL, LATIN, "IDN2_ENCODING_ERROR", "IDN2_ICONV_FAIL", NULL },
	{ "ISO-8859-1", "ISO-8859-1", NULL, LATIN, "IDN2_ENCODING_ERROR", "IDN2_OK", ACE },
	{ "in UTF-8", "UTF-8", NULL, LATIN, "IDN2_ENCODING_ERROR", "IDN2_ICONV_FAIL", NULL },
	{ "not in EUC-JP", "EUC-JP", NULL, "\xc6", "IDN2_ENCODING_ERROR", "IDN2_ICONV_FAIL",
	  NULL },
	{ "refused once decoded", "ISO-8859-1", NULL, "\xb9.\xb2", "IDN2_ENCODING_ERROR",
	  "IDN2_IDNX_DISGUISE", NULL },
	{ "by idnx.conf", "C", "charset = ISO-8859-1\n", LATIN, "IDN2_OK", "IDN2_OK", ACE },
	{ "by the locale, says idnx.conf", "ISO-8859-1", "charset = locale\n", LATIN, "IDN2_OK",
	  "IDN2_OK", ACE },
	{ "idnx.conf before the locale", "ISO-8859-1", "charset = EUC-JP\n", "\xfc.example",
	  "IDN2_ENCODING_ERROR", "IDN2_ENCODING_ERROR", NULL },
	{ "no such charset", "ISO-8859-1", "charset = KLINGON\n", LATIN, "IDN2_NO_CODESET",
	  "IDN2_NO_CODESET", NULL },
	{ "a broken file", "ISO-8859-1", "nonsense", LATIN, "IDN2_IDNX_CONFIG",
	  "IDN2_IDNX_CONFIG", NULL },
	{ "excluded", "ISO-8859-1", "exclude = .example\n", LATIN, "IDN2_ENCODING_ERROR",
	  "IDN2_OK", ACE },
	{ "excluded, decoded by idnx.conf", "C",
	  "charset = ISO-8859-1\nexclude = .b\u00FCcher.example\n", LATIN, "IDN2_OK", "IDN2_OK",
	  ACE },
	{ "excluded once decoded", "ISO-8859-1", "exclude = .b\u00FCcher.example\n", LATIN,
	  "IDN2_ENCODING_ERROR", "IDN2_OK", ACE },
};

/* With NO_TR46 as well, since none of these names is mapped. */
TEST(what_is_not_utf8_is_in_the_charset_of_idnx_conf_or_the_locale)
{
	for (size_t i = 0; i < 2 * COUNT(charsets); i++) {
		int flags = i % 2 == 0 ? NT : NO_TR46;
		const char *what = charsets[i / 2].what, *input = charsets[i / 2].input;
		const char *output = charsets[i / 2].output;

		fake_conf(charsets[i / 2].conf);
		use_charset(charsets[i / 2].locale);
		check_call(what, lookup_u8, input, flags, charsets[i / 2].code_8, output);
		check_call(what, idn2_to_ascii_8z, input, flags, charsets[i / 2].code_8,
		           output);
		check_call(what, idn2_lookup_ul, input, flags, charsets[i / 2].code_l, output);
		check_call(what, idn2_to_ascii_lz, input, flags, charsets[i / 2].code_l,
		           output);
	}
	fake_conf(NULL);
	setlocale(LC_CTYPE, "C");
}

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

TEST(what_is_no_code_point_is_refused)
{
	static const uint32_t wrong[] = { 0xD800, 0xDFFF, 0x110000, UINT32_MAX };
	char *output = untouched;

	for (size_t i = 0; i < COUNT(wrong); i++) {
		uint32_t points[] = { 'a', wrong[i], 0 };

		assert_int_equal(idn2_to_ascii_4z(points, &output, NT), LIBIDN2_ENCODING_ERROR);
		assert_int_equal(idn2_to_ascii_4i2(points, 2, &output, NT),
		                 LIBIDN2_ENCODING_ERROR);
	}
	assert_ptr_equal(output, untouched);
}

/* Names as long as the longest that is read, and longer. */
TEST(a_name_of_any_length_is_refused_or_converted)
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

/* Compares the answer to each label with policy's own. */
TEST(every_code_point_has_the_answer_of_policy)
{
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	for (uint32_t c = 0x80; c <= 0x10FFFF; c += c < 0x30000 ? 1 : 61) {
		uint32_t points[] = { 'a', c, 'b', '.', 'c', 0 };
		char name[16], ace[IDNX_HOST_NAME_SIZE], *output = untouched;
		size_t length = (size_t)snprintf(name, sizeof name, "a%lcb.c", (wint_t)c);
		struct decision decision;
		int code = idn2_to_ascii_4z(points, &output, NT);

		if (c >= 0xD800 && c <= 0xDFFF)
			continue;
		assert_true(length >= 6 && length < sizeof name);
		decision = policy_to_ascii(IDNX_CONF, name, ace);
		if ((code == 0) != (decision.verdict == POLICY_CONVERTED) ||
		    (code == 0 && strcmp(output, ace) != 0))
			fail_msg("U+%04X: %s", (unsigned)c, idn2_strerror_name(code));
		if (code == 0)
			free(output);
	}
	setlocale(LC_CTYPE, "C");
}

BEFORE_ALL
{
	make_locales();
}
