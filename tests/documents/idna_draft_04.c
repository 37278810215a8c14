/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * draft-ietf-idn-idna-04 of 2001-11-08: ToASCII and ToUnicode of its section 4, label by
 * label, compared with a lookup of today, with the cause of each difference.
 *
 * Its [NAMEPREP] became RFC 3491, which libidn has; its [AMC-ACE-Z] became Punycode, with
 * the same algorithm (article-punycode-longer); its ACE prefix became "xn--".  The copy
 * lacks the ends of some lines, the heading of section 4.1 and the host name
 * www.example.com of section 2, but no rule of section 4.  Rows are in drafts.tsv.
 */
#include <stringprep.h>

#include "../common/reference/bootstring.h"
#include "idnx.h"
#include "text.h"

#define ROWS(title, check) SHOWS_ROWS(DRAFT title, "tests/documents/drafts.tsv", check)

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

/* Returns "-" if ToASCII failed. */
static const char *ascii_of(const char *label)
{
	static char octets[TEXT_MAX + 1];
	struct text text = text_of_utf8(label);

	if (!to_ascii(&text))
		return "-";
	for (size_t i = 0; i < text.length; i++)
		octets[i] = (char)text.code_points[i];
	octets[text.length] = '\0';
	return octets;
}

static void check_ascii(char *column[])
{
	assert_string_equal(ascii_of(column[0]), column[1]);
}

static void unicode_is(const char *label, const char *expected)
{
	struct text text = text_of_utf8(label);
	const struct text wanted = text_of_utf8(expected);

	to_unicode(&text);
	assert_text_equal(&wanted, text.code_points, text.length);
}

static void check_unicode(char *column[])
{
	unicode_is(column[0], column[1]);
}

/* --- Section 4 -------------------------------------------------------------------- */

ROWS("section 4.1: ToASCII never alters ASCII", check_ascii);

SHOWS(host_restrictions, DRAFT "section 4.1, step 3: letters, digits, hyphen within")
{
	for (char c = 1; c > 0; c++) {
		const char label[] = { 'a', c, 'b', '\0' };

		assert_string_equal(ascii_of(label), is_ldh((unsigned char)c) ? label : "-");
	}
	assert_string_equal(ascii_of("-a"), "-");
	assert_string_equal(ascii_of("a-"), "-");
	assert_string_equal(ascii_of("-ü"), "-");
	assert_string_equal(ascii_of("ü-"), "-");
	assert_string_equal(ascii_of("a-b"), "a-b");
}

ROWS("section 4.1, step 5: nothing begins with the prefix", check_ascii);

/* Returns the length of the longest ASCII form of a label that begins so, and goes on with a. */
static size_t longest_of(const char *first)
{
	char label[100];
	size_t longest = 0;

	strcpy(label, first);
	while (strlen(label) < 90) {
		size_t length = strlen(ascii_of(label));

		longest = length > longest ? length : longest;
		strcat(label, "a");
	}
	return longest;
}

/* Lengths of ASCII and of Punycode; the empty label fails, too. */
SHOWS(one_to_63, DRAFT "section 4.1, step 8: 1 to 63")
{
	assert_string_equal(ascii_of(""), "-");
	assert_int_equal(longest_of("a"), 63);
	assert_int_equal(longest_of("ü"), 63);
}

ROWS("section 4.2: ToUnicode decodes", check_unicode);
ROWS("section 4.2: ToUnicode never fails, it returns its input", check_unicode);

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

/* --- Sections 5 and 7 --------------------------------------------------------------- */

/* "jk--r3c2a-qc902xs" in the draft is only an illustration: it is no Punycode. */
SHOWS(another_prefix, DRAFT "section 5: another prefix, in either case")
{
	ace_prefix = "jk--";
	assert_string_equal(ascii_of("bücher"), "jk--bcher-kva");
	unicode_is("JK--bcher-kva", "bücher");
	unicode_is("xn--bcher-kva", "xn--bcher-kva");
	unicode_is("jk--r3c2a-qc902xs", "jk--r3c2a-qc902xs");
	ace_prefix = "xn--";
}

/* "MUST NOT contain an ACE-encoded label that decodes to an ASCII label" */
SHOWS(no_ace_of_ascii, DRAFT "section 7: no ACE label that decodes to ASCII")
{
	char ace[IDNX_HOST_NAME_SIZE];

	unicode_is("xn--London-", "xn--London-");
	assert_int_equal(idnx_to_ascii("ü.xn--London-", strlen("ü.xn--London-"), ace,
	                               sizeof ace, IDNX_LOOKUP)
	                         .status,
	                 IDNX_P4);
}

/* --- ToASCII then and now --------------------------------------------------------- */

static void check_then_and_now(char *column[])
{
	char ace[IDNX_HOST_NAME_SIZE] = "-";
	struct idnx_result result = idnx_to_ascii(column[1], strlen(column[1]), ace, sizeof ace,
	                                          IDNX_LOOKUP);

	assert_string_equal(ascii_of(column[1]), column[2]);
	assert_string_equal(ace, column[3]);
	assert_string_equal(idnx_status_code(result.status), column[4]);
}

ROWS("section 4.1: then and now, and what made each difference", check_then_and_now);
