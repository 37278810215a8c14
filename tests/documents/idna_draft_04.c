/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * draft-ietf-idn-idna-04 of 2001-11-08: ToASCII and ToUnicode of its section 4, label by
 * label, compared with a lookup of today, with the cause of each difference.
 *
 * libidn has both, as in RFC 3490: the draft's [NAMEPREP] became RFC 3491, its [AMC-ACE-Z]
 * Punycode, its ACE prefix "xn--".  The copy lacks the ends of some lines, the heading of
 * section 4.1 and the host name www.example.com of section 2, but no rule of section 4.  Rows
 * are in drafts.tsv.
 */
#include <idna.h>

#include "idnx.h"
#include "text.h"

#define ROWS(title, check) SHOWS_ROWS(DRAFT title, "tests/documents/drafts.tsv", check)

#define DRAFT "draft-ietf-idn-idna-04 "

/* For a lookup: unassigned code points are allowed (RFC 3491 section 6). */
#define FLAGS (IDNA_ALLOW_UNASSIGNED | IDNA_USE_STD3_ASCII_RULES)

/* Returns "-" if ToASCII failed. */
static const char *ascii_of(const char *label)
{
	static char octets[63 + 1];
	const struct text text = text_of(label);

	return idna_to_ascii_4i(text.code_points, text.length, octets, FLAGS) == IDNA_SUCCESS
	               ? octets
	               : "-";
}

static void check_ascii(char *column[])
{
	assert_string_equal(ascii_of(column[0]), column[1]);
}

static void check_unicode(char *column[])
{
	const struct text text = text_of(column[0]), expected = text_of(column[1]);
	struct text got = { .length = TEXT_MAX };

	idna_to_unicode_44i(text.code_points, text.length, got.code_points, &got.length, FLAGS);
	assert_text_equal(&expected, got.code_points, got.length);
}

/* --- Section 4 -------------------------------------------------------------------- */

ROWS("section 4.1: ToASCII never alters ASCII", check_ascii);

SHOWS(host_restrictions, DRAFT "section 4.1, step 3: letters, digits, hyphen within")
{
	static const char ldh[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";

	for (char c = 1; c > 0; c++) {
		const char label[] = { 'a', c, 'b', '\0' };

		assert_string_equal(ascii_of(label), strchr(ldh, c) != NULL ? label : "-");
	}
	table_test("tests/documents/drafts.tsv", DRAFT "section 4.1, step 3: hyphens",
	           check_ascii);
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
static void check_unicode_now(char *column[])
{
	char text[IDNX_NAME_SIZE];
	struct idnx_result result = idnx_to_unicode(column[0], strlen(column[0]), text,
	                                            sizeof text, IDNX_LOOKUP);

	assert_string_equal(text, column[1]);
	assert_string_equal(idnx_status_code(result.status), column[2]);
}

ROWS("section 4.2: today it also says that there was an error", check_unicode_now);

/* "MUST NOT contain an ACE-encoded label that decodes to an ASCII label" */
ROWS("section 7: no ACE label that decodes to ASCII", check_unicode_now);

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
