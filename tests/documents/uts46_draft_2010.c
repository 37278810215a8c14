/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The UTS #46 draft of 2010-02-04: examples, tables 1 and 2, processing, criteria.  What it
 * says of all code points is in mapping/tables.py.
 *
 * Its Lookup Processing maps the four deviations, its Display Processing keeps them.  Rows, in
 * drafts.tsv, name the characters that were damaged when the document was converted.
 */
#include "../engine/flags.h"
#include "text.h"

#define DRAFT "UTS #46 draft of 2010 "

#define ROWS(title) SHOWS_ROWS(DRAFT title, "tests/documents/drafts.tsv", check_row)

static void check_row(char *column[])
{
	char got[IDNX_NAME_SIZE] = "-", status[50];
	struct idnx_result result = (*column[0] == 'A' ? idnx_to_ascii : idnx_to_unicode)(
		column[2], strlen(column[2]), got, sizeof got, flags_of(column[1]));

	snprintf(status, sizeof status, result.label == 0 ? "%s" : "%s %u",
	         idnx_status_code(result.status), result.label);
	assert_string_equal(status, column[3]);
	assert_string_equal(got, column[4]);
}

/* --- Sections 1 and 2 ------------------------------------------------------------- */

ROWS("sections 1.1 and 1.2: Bücher.de, öbb.at");
ROWS("section 1.3: ÖBB.at, TÜRKIYE.com, mapped in one way only");
ROWS("section 1.3.1, table 1: four deviations, looked up and displayed");
ROWS("section 1.3.1: sparkasse-gießen.de, two places");
ROWS("section 2: symbols are allowed");
ROWS("section 2.1: display reveals googIe, and keeps deviations");
ROWS("section 2.3: four label separators");

/* --- Section 4 -------------------------------------------------------------------- */

static void assert_status(enum idnx_status found, enum idnx_status expected)
{
	assert_string_equal(idnx_status_code(found), idnx_status_code(expected));
}

static struct idnx_result to_unicode(const char *name, char *text)
{
	return idnx_to_unicode(name, strlen(name), text, IDNX_NAME_SIZE, LOOKUP_2010);
}

/* The columns of table 2 that change the string: steps 1, 2 and 3. */
#define STEP(number) (1U << (number))

static void note_step(void *context, const struct idnx_explanation *explanation)
{
	static const unsigned steps[] = {
		[IDNX_STEP_KEPT] = 0,          [IDNX_STEP_MAPPED] = STEP(1),
		[IDNX_STEP_IGNORED] = STEP(1), [IDNX_STEP_NORMALIZED] = STEP(2),
		[IDNX_STEP_DECODED] = STEP(3), [IDNX_STEP_BROKEN] = 0,
		[IDNX_STEP_ENCODED] = 0,
	};
	unsigned *seen = context;

	*seen |= steps[explanation->step];
}

/* What the steps make of the string, and the error of step 4, if any. */
static const struct row {
	const char *what, *input, *output;
	unsigned changing;
	enum idnx_status status;
} rows[] = {
	{ "maps uppercase and eszett", "Bloß.de", "bloss.de", STEP(1), IDNX_OK },
	{ "normalizes u + umlaut", "u\u0308.com", "ü.com", STEP(2), IDNX_OK },
	{ "xn--tda = ü (\"xntda.com\" in the copy)", "xn--tda.com", "ü.com", STEP(3), IDNX_OK },
	{ "xn--u-ccb = u + umlaut (\"xnu- ccb.com\")", "xn--u-ccb.com", "u\u0308.com", STEP(3),
	  IDNX_V1 },
	{ "⒈ is disallowed (\"a 1. com\")", "a⒈com", "a⒈com", 0, IDNX_V7 },
	{ "xn--a-ecp = a⒈ (\"xna- ecp.ru\")", "xn--a-ecp.ru", "a⒈.ru", STEP(3), IDNX_V7 },
	{ "invalid Punycode (\"xna.pt\"): by RFC 3492 it is U+0080, which is disallowed",
	  "xn--a.pt", "\xC2\x80.pt", STEP(3), IDNX_V7 },
	{ "mapping full width characters", "日本語。ＪＰ", "日本語.jp", STEP(1), IDNX_OK },
	{ "post Unicode 3.2 character (□ in the copy, for the U+2615 of table 4)", "\u2615.us",
	  "\u2615.us", 0, IDNX_OK },
};

SHOWS(table_2, DRAFT "section 4, table 2: every row")
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		char text[IDNX_NAME_SIZE], ace[IDNX_NAME_SIZE];
		unsigned changing = 0;

		print_message("# %s\n", rows[i].what);
		assert_status(to_unicode(rows[i].input, text).status, rows[i].status);
		assert_string_equal(text, rows[i].output);
		assert_status(idnx_explain(rows[i].input, strlen(rows[i].input), ace,
		                           sizeof ace, LOOKUP_2010, note_step, &changing)
		                      .status,
		              rows[i].status);
		assert_int_equal(changing, rows[i].changing);
	}
}

/* "reapplying the processing to the output will make no further changes" */
SHOWS(idempotence, DRAFT "section 4: processing is idempotent")
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		char once[IDNX_NAME_SIZE], twice[IDNX_NAME_SIZE], ace[IDNX_NAME_SIZE];

		print_message("# %s\n", rows[i].what);
		if (to_unicode(rows[i].input, once).status != IDNX_OK)
			continue;
		assert_status(to_unicode(once, twice).status, IDNX_OK);
		assert_string_equal(twice, once);
		assert_status(
			idnx_to_ascii(once, strlen(once), ace, sizeof ace, LOOKUP_2010).status,
			IDNX_OK);
		assert_status(to_unicode(ace, twice).status, IDNX_OK);
		assert_string_equal(twice, once);
	}
}

ROWS("section 4: processing is not idempotent beside an error");
ROWS("section 4: beside an error the string is converted all the same");
ROWS("section 4, ToASCII: an error gives no name to look up");
ROWS("section 4, ToASCII: lengths on request");
ROWS("section 4, ToASCII: ASCII other than letters, digits, hyphen");
ROWS("section 5: the rows of its example, in today's engine");
ROWS("section 6, criterion 1: at least one code point");
ROWS("section 6, criterion 2: no hyphens in places 3 and 4");
ROWS("section 6, criterion 3: no hyphen at either end");
ROWS("section 6, criterion 4: normalization form C");
ROWS("section 6, criterion 5: no full stop");
ROWS("section 6, criterion 6: valid, or deviation for display");
ROWS("section 6, criterion 7: no combining mark first");
ROWS("section 6: right-to-left and joiners");
