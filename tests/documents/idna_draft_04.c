/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * draft-ietf-idn-idna-04 of 2001-11-08: ToASCII and ToUnicode of its section 4, label by
 * label, compared with a lookup of today, with the cause of each difference.
 *
 * Its [NAMEPREP] became RFC 3491, which libidn has; its [AMC-ACE-Z] became Punycode, with
 * the same algorithm (article-punycode-longer); its ACE prefix became "xn--".  The copy
 * lacks the ends of some lines, the heading of section 4.1 and the host name
 * www.example.com of section 2, but no rule of section 4.
 */
#include <stringprep.h>

#include "../common/test.h"
#include "idnx.h"
#include "reference/bootstring.h"
#include "reference/text.h"

#define DRAFT "draft-ietf-idn-idna-04 "

static const char *ace_prefix = "xn--";

#define ACE_PREFIX_LENGTH 4

/* --- Section 4 -------------------------------------------------------------------- */

static bool is_ascii(const struct text *text)
{
	for (size_t i = 0; i < text->length; i++)
		if (text->code_points[i] >= 0x80)
			return false;
	return true;
}

static uint32_t ascii_lower(uint32_t c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* Section 5: "It MUST be recognized in a case-insensitive manner." */
static bool has_ace_prefix(const struct text *text)
{
	if (text->length < ACE_PREFIX_LENGTH)
		return false;
	for (size_t i = 0; i < ACE_PREFIX_LENGTH; i++)
		if (ascii_lower(text->code_points[i]) != (uint32_t)ace_prefix[i])
			return false;
	return true;
}

static bool matches(const struct text *one, const struct text *other)
{
	if (one->length != other->length)
		return false;
	for (size_t i = 0; i < one->length; i++)
		if (ascii_lower(one->code_points[i]) != ascii_lower(other->code_points[i]))
			return false;
	return true;
}

/* Prepares for a lookup: unassigned code points are allowed (RFC 3491 section 6). */
static bool nameprep(struct text *text)
{
	return stringprep_4i(text->code_points, &text->length, TEXT_MAX, 0,
	                     stringprep_nameprep) == STRINGPREP_OK;
}

static bool is_ldh(uint32_t c)
{
	return c == '-' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

/* Step 3. */
static bool meets_host_restrictions(const struct text *text)
{
	for (size_t i = 0; i < text->length; i++)
		if (text->code_points[i] < 0x80 && !is_ldh(text->code_points[i]))
			return false;
	return text->length == 0 ||
	       (text->code_points[0] != '-' && text->code_points[text->length - 1] != '-');
}

/* Steps 6 and 7. */
static bool encode(struct text *text)
{
	char octets[TEXT_MAX];
	size_t length = TEXT_MAX - ACE_PREFIX_LENGTH;

	if (bootstring_encode(&bootstring_punycode, text->length, text->code_points, NULL,
	                      &length, octets + ACE_PREFIX_LENGTH, NULL) != BOOTSTRING_SUCCESS)
		return false;
	memcpy(octets, ace_prefix, ACE_PREFIX_LENGTH);
	text->length = length + ACE_PREFIX_LENGTH;
	for (size_t i = 0; i < text->length; i++)
		text->code_points[i] = (unsigned char)octets[i];
	return true;
}

/* "ToASCII fails if any step of it fails." */
static bool to_ascii(struct text *text)
{
	if (!is_ascii(text) && !nameprep(text)) /* 1, 2 */
		return false;
	if (!meets_host_restrictions(text)) /* 3 */
		return false;
	if (!is_ascii(text) && (has_ace_prefix(text) || !encode(text))) /* 4, 5, 6, 7 */
		return false;
	return text->length >= 1 && text->length <= 63; /* 8 */
}

static bool decode(struct text *text)
{
	struct text decoded = { .length = TEXT_MAX };
	char octets[TEXT_MAX];

	for (size_t i = ACE_PREFIX_LENGTH; i < text->length; i++)
		octets[i - ACE_PREFIX_LENGTH] = (char)text->code_points[i];
	if (bootstring_decode(&bootstring_punycode, text->length - ACE_PREFIX_LENGTH, octets,
	                      &decoded.length, decoded.code_points, NULL,
	                      NULL) != BOOTSTRING_SUCCESS)
		return false;
	*text = decoded;
	return true;
}

/* "If any step fails, then the original input sequence is returned immediately". */
static void to_unicode(struct text *text)
{
	struct text prepared = *text, decoded, again;

	if (!is_ascii(&prepared) && !nameprep(&prepared)) /* 1, 2 */
		return;
	if (!has_ace_prefix(&prepared)) /* 3 */
		return;
	decoded = prepared;
	if (!is_ascii(&decoded) || !decode(&decoded)) /* 4, 5 */
		return;
	again = decoded;
	if (to_ascii(&again) && matches(&again, &prepared)) /* 6, 7 */
		*text = decoded;                            /* 8 */
}

/* --- Its results as UTF-8 --------------------------------------------------------- */

/* Returns NULL if ToASCII failed. */
static const char *ascii_of(const uint32_t *literal)
{
	static char octets[TEXT_MAX + 1];
	struct text text = text_of_literal(literal);

	if (!to_ascii(&text))
		return NULL;
	for (size_t i = 0; i <= text.length; i++)
		octets[i] = i < text.length ? (char)text.code_points[i] : '\0';
	return octets;
}

static void unicode_is(const uint32_t *input, const uint32_t *expected)
{
	struct text text = text_of_literal(input);
	const struct text wanted = text_of_literal(expected);

	to_unicode(&text);
	assert_text_equal(&wanted, text.code_points, text.length);
}

static void ascii_is(const uint32_t *input, const char *expected)
{
	const char *found = ascii_of(input);

	if (expected == NULL)
		assert_null(found);
	else
		assert_string_equal(found, expected);
}

/* --- Section 4.1, ToASCII --------------------------------------------------------- */

SHOWS(ascii_is_never_altered, DRAFT "section 4.1: ToASCII never alters ASCII")
{
	ascii_is(U"www", "www");
	ascii_is(U"WWW", "WWW");
	ascii_is(U"example", "example");
	ascii_is(U"XN--BCHER-KVA", "XN--BCHER-KVA");
	ascii_is(U"xn--0000h", "xn--0000h");
}

SHOWS(host_restrictions, DRAFT "section 4.1, step 3: letters, digits, hyphen within")
{
	for (uint32_t c = 1; c < 0x80; c++) {
		const uint32_t label[] = { 'a', c, 'b', 0 };

		assert_int_equal(ascii_of(label) != NULL, is_ldh(c));
	}
	ascii_is(U"-a", NULL);
	ascii_is(U"a-", NULL);
	ascii_is(U"-ü", NULL);
	ascii_is(U"ü-", NULL);
	ascii_is(U"a-b", "a-b");
}

SHOWS(no_ace_prefix, DRAFT "section 4.1, step 5: nothing begins with the prefix")
{
	ascii_is(U"xn--ü", NULL);
	ascii_is(U"XN--ü", NULL);
	ascii_is(U"xn-ü", "xn--xn--joa");
}

/* Lengths of ASCII and of Punycode; the empty label fails, too. */
SHOWS(one_to_63, DRAFT "section 4.1, step 8: 1 to 63")
{
	uint32_t label[100] = { 0 };
	size_t longest[2] = { 0, 0 };

	ascii_is(U"", NULL);
	for (size_t first = 0; first < 2; first++)
		for (size_t i = 0; i < 90; i++) {
			const char *ascii;

			label[i] = i == 0 && first == 1 ? U'ü' : U'a';
			label[i + 1] = 0;
			ascii = ascii_of(label);
			if (ascii != NULL && strlen(ascii) > longest[first])
				longest[first] = strlen(ascii);
		}
	assert_int_equal(longest[0], 63);
	assert_int_equal(longest[1], 63);
}

/* --- Section 4.2, ToUnicode ------------------------------------------------------- */

SHOWS(to_unicode_decodes, DRAFT "section 4.2: ToUnicode decodes")
{
	unicode_is(U"xn--bcher-kva", U"bücher");
	unicode_is(U"XN--BCHER-kva", U"BüCHER");
	unicode_is(U"ｘｎ--bcher-kva", U"bücher");
}

SHOWS(to_unicode_never_fails, DRAFT "section 4.2: ToUnicode never fails, it returns its input")
{
	static const uint32_t *const unchanged[] = {
		U"bücher",                        /* not in ACE form */
		U"BÜCHER",                        /* not in ACE form, so not prepared */
		U"www",           U"xn--9",       /* does not decode */
		U"xn--ü",         U"xn--London-", /* ToASCII gives London */
		U"xn--Bcher-2ya", U"xn--u-ccb",   /* not prepared: ToASCII gives xn--tda */
		U"xn--a_b-eha",                   /* ToASCII fails */
	};

	for (size_t i = 0; i < LENGTH(unchanged); i++)
		unicode_is(unchanged[i], unchanged[i]);
}

/* Today's ToUnicode reports that there was an error, along with what it could convert. */
SHOWS(to_unicode_today, DRAFT "section 4.2: today it also says that there was an error")
{
	char text[IDNX_NAME_SIZE];

	assert_int_equal(idnx_to_unicode("BÜCHER.xn--9", strlen("BÜCHER.xn--9"), text,
	                                 sizeof text, IDNX_LOOKUP)
	                         .status,
	                 IDNX_P4);
	assert_string_equal(text, "bücher.xn--9");
}

/* --- Section 5 -------------------------------------------------------------------- */

/* "jk--r3c2a-qc902xs" in the draft is only an illustration: it is no Punycode. */
SHOWS(another_prefix, DRAFT "section 5: another prefix, in either case")
{
	ace_prefix = "jk--";
	ascii_is(U"bücher", "jk--bcher-kva");
	unicode_is(U"JK--bcher-kva", U"bücher");
	unicode_is(U"xn--bcher-kva", U"xn--bcher-kva");
	unicode_is(U"jk--r3c2a-qc902xs", U"jk--r3c2a-qc902xs");
	ace_prefix = "xn--";
}

/* --- Section 7 -------------------------------------------------------------------- */

/* "MUST NOT contain an ACE-encoded label that decodes to an ASCII label" */
SHOWS(no_ace_of_ascii, DRAFT "section 7: no ACE label that decodes to ASCII")
{
	char ace[IDNX_HOST_NAME_SIZE];

	unicode_is(U"xn--London-", U"xn--London-");
	assert_int_equal(idnx_to_ascii("ü.xn--London-", strlen("ü.xn--London-"), ace,
	                               sizeof ace, IDNX_LOOKUP)
	                         .status,
	                 IDNX_P4);
}

/* --- ToASCII then and now --------------------------------------------------------- */

static const struct {
	const char *made_by;
	const uint32_t *literal;
	const char *label, *draft; /* NULL: fails */
	const char *lookup;        /* NULL: refused, with the status */
	enum idnx_status status;
} differences[] = {
	{ "nothing", U"BÜCHER", "BÜCHER", "xn--bcher-kva", "xn--bcher-kva", IDNX_OK },
	{ "nothing", U"☃", "☃", "xn--n3h", "xn--n3h", IDNX_OK },
	{ "nothing: circled letters become ASCII", U"ⓦⓦⓦ", "ⓦⓦⓦ", "www", "www", IDNX_OK },
	{ "nothing: RFC 3454 section 6, today RFC 5893", U"א1a", "א1a", NULL, NULL, IDNX_B2 },
	{ "nothing: a/c is no host name", U"℀", "℀", NULL, NULL, IDNX_HOST },
	{ "UTS #46 section 4, Map: ASCII, too (the module never sees an ASCII name)", U"WWW",
	  "WWW", "WWW", "www", IDNX_OK },
	{ "IDNA2008: deviations are kept", U"faß", "faß", "fass", "xn--fa-hia", IDNX_OK },
	{ "IDNA2008: deviations are kept", U"βόλος", "βόλος", "xn--nxasmq6b", "xn--nxasmm1c",
	  IDNX_OK },
	{ "RFC 5892 appendix A: joiners need a context", U"a\u200Db", "a\u200Db", "ab", NULL,
	  IDNX_C2 },
	{ "RFC 5892 appendix A: and have one", U"نامه\u200Cای", "نامه\u200Cای",
	  "xn--mgba3gch31f", "xn--mgba3gch31f060k", IDNX_OK },
	{ "UTS #46 since Unicode 16: the capital maps to what it got in Unicode 5.0", U"\u2132",
	  "\u2132", "xn--f3g", "xn--73g", IDNX_OK },
	{ "RFC 5891: unassigned code points are refused", U"\u0378", "\u0378", "xn--zva", NULL,
	  IDNX_V7 },
	{ "UTS #46: a decoded label is judged", U"xn--u-ccb", "xn--u-ccb", "xn--u-ccb", NULL,
	  IDNX_V1 },
	{ "UTS #46: hyphens at the ends are an option, off as in browsers", U"-ü", "-ü", NULL,
	  "xn----eha", IDNX_OK },
	{ "the hosts of today: an underscore", U"_sip", "_sip", NULL, "_sip", IDNX_OK },
	{ "the URL standard: a last label that is a number", U"１２７", "１２７", "127", NULL,
	  IDNX_NUMBER },
};

SHOWS(then_and_now, DRAFT "section 4.1: then and now, and what made each difference")
{
	for (size_t i = 0; i < LENGTH(differences); i++) {
		char ace[IDNX_HOST_NAME_SIZE] = "";
		struct idnx_result result = idnx_to_ascii(differences[i].label,
		                                          strlen(differences[i].label), ace,
		                                          sizeof ace, IDNX_LOOKUP);

		print_message("# %s: %s\n", differences[i].label, differences[i].made_by);
		ascii_is(differences[i].literal, differences[i].draft);
		assert_string_equal(idnx_status_code(result.status),
		                    idnx_status_code(differences[i].status));
		if (differences[i].lookup != NULL)
			assert_string_equal(ace, differences[i].lookup);
	}
}
