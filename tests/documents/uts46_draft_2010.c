/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The UTS #46 draft of 2010-02-04: examples, tables 1 and 2, processing, criteria.  What it
 * says of all code points is in mapping/tables.py.
 *
 * Its Lookup Processing maps the four deviations, its Display Processing keeps them.  Rows
 * name the characters that were damaged when the document was converted.
 */
#include "../common/test.h"
#include "idnx.h"
#include "reference/text.h"

#define DRAFT "UTS #46 draft of 2010 "

/* The draft's processing with today's flags. */
#define DISPLAY (IDNX_CHECK_HYPHENS | IDNX_USE_STD3_ASCII_RULES | IDNX_VERIFY_DNS_LENGTH)
#define LOOKUP  (DISPLAY | IDNX_TRANSITIONAL_PROCESSING)

static struct idnx_result to_ascii(const char *name, unsigned flags, char *ace)
{
	return idnx_to_ascii(name, strlen(name), ace, IDNX_NAME_SIZE, flags);
}

static struct idnx_result to_unicode(const char *name, unsigned flags, char *text)
{
	return idnx_to_unicode(name, strlen(name), text, IDNX_NAME_SIZE, flags);
}

static void assert_status(enum idnx_status found, enum idnx_status expected)
{
	assert_string_equal(idnx_status_code(found), idnx_status_code(expected));
}

static void assert_to_ascii(const char *name, unsigned flags, const char *expected)
{
	char ace[IDNX_NAME_SIZE];

	assert_status(to_ascii(name, flags, ace).status, IDNX_OK);
	assert_string_equal(ace, expected);
}

static void assert_to_unicode(const char *name, unsigned flags, const char *expected)
{
	char text[IDNX_NAME_SIZE];

	assert_status(to_unicode(name, flags, text).status, IDNX_OK);
	assert_string_equal(text, expected);
}

/* --- Sections 1 and 2 ------------------------------------------------------------- */

SHOWS(examples_of_idna2003, DRAFT "sections 1.1 and 1.2: Bücher.de, öbb.at")
{
	assert_to_ascii("Bücher.de", LOOKUP, "xn--bcher-kva.de");
	assert_to_unicode("xn--bcher-kva.de", DISPLAY, "bücher.de");
	assert_to_ascii("öbb.at", LOOKUP, "xn--bb-eka.at");
}

/* Of the four mappings that IDNA2008 permits, mappings 1 and 3. */
SHOWS(no_local_mapping, DRAFT "section 1.3: ÖBB.at, TÜRKIYE.com, mapped in one way only")
{
	assert_to_unicode("ÖBB.at", DISPLAY, "öbb.at");
	assert_to_unicode("TÜRKIYE.com", DISPLAY, "türkiye.com");
}

/* The ACE forms with their hyphens; the copy has "xn nxasmq6b", "xnfa-hia" ... */
static const struct {
	const char *what, *name, *lookup, *display;
} deviations[] = {
	{ "ß 00DF", "faß.de", "fass.de", "xn--fa-hia.de" },
	{ "ς 03C2 (the copy has U+00C7 for it)", "βόλος.com", "xn--nxasmq6b.com",
	  "xn--nxasmm1c.com" },
	{ "ZWJ 200D (the copy has 0DC1 0DCA 0DBB 0DBD, without it, Kannada in the results, and "
	  "760p, where the joiner stands one place later and has no effect)",
	  "ශ්\u200Dරී.com", "xn--10cl1a0b.com", "xn--10cl1a0b660p.com" },
	{ "ZWNJ 200C (the copy has lost it)", "نامه\u200Cای.com", "xn--mgba3gch31f.com",
	  "xn--mgba3gch31f060k.com" },
};

SHOWS(table_1, DRAFT "section 1.3.1, table 1: four deviations, looked up and displayed")
{
	for (size_t i = 0; i < LENGTH(deviations); i++) {
		print_message("# %s\n", deviations[i].what);
		assert_to_ascii(deviations[i].name, LOOKUP, deviations[i].lookup);
		assert_to_ascii(deviations[i].name, DISPLAY, deviations[i].display);
		assert_to_unicode(deviations[i].display, DISPLAY, deviations[i].name);
	}
}

/* The copy repeats gießen where the original must have had giessen. */
SHOWS(sparkasse, DRAFT "section 1.3.1: sparkasse-gießen.de, two places")
{
	assert_to_ascii("www.sparkasse-gießen.de", LOOKUP, "www.sparkasse-giessen.de");
	assert_to_ascii("www.sparkasse-gießen.de", DISPLAY, "www.xn--sparkasse-gieen-2ib.de");
}

/* "http://d.com" in the copy had a symbol that is lost; symbols are allowed. */
SHOWS(symbols, DRAFT "section 2: symbols are allowed")
{
	assert_to_ascii("☃.net", LOOKUP, "xn--n3h.net");
}

/* Section 2.1: "a capital I in place of the L" */
SHOWS(display_reveals, DRAFT "section 2.1: display reveals googIe, and keeps deviations")
{
	assert_to_unicode("googIe.com", DISPLAY, "googie.com");
	assert_to_unicode("faß.de", DISPLAY, "faß.de");
	assert_to_unicode("faß.de", LOOKUP, "fass.de");
}

SHOWS(label_separators, DRAFT "section 2.3: four label separators")
{
	static const char *const separators[] = { ".", "\uFF0E", "\u3002", "\uFF61" };
	char name[64];

	for (size_t i = 0; i < LENGTH(separators); i++) {
		snprintf(name, sizeof name, "bücher%sde", separators[i]);
		assert_to_ascii(name, LOOKUP, "xn--bcher-kva.de");
	}
}

/* --- Section 4 -------------------------------------------------------------------- */

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
		assert_status(to_unicode(rows[i].input, LOOKUP, text).status, rows[i].status);
		assert_string_equal(text, rows[i].output);
		assert_status(idnx_explain(rows[i].input, strlen(rows[i].input), ace,
		                           sizeof ace, LOOKUP, note_step, &changing)
		                      .status,
		              rows[i].status);
		assert_int_equal(changing, rows[i].changing);
	}
}

/* "reapplying the processing to the output will make no further changes" */
SHOWS(idempotence, DRAFT "section 4: processing is idempotent")
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		char once[IDNX_NAME_SIZE], twice[IDNX_NAME_SIZE];

		print_message("# %s\n", rows[i].what);
		if (to_unicode(rows[i].input, LOOKUP, once).status != IDNX_OK)
			continue;
		assert_to_unicode(once, LOOKUP, once);
		assert_status(to_ascii(once, LOOKUP, twice).status, IDNX_OK);
		assert_to_unicode(twice, LOOKUP, once);
	}
}

/*
 * Not with an error: a second round composes what cannot stay in NFC.  The sentence says
 * valid "does record that there was an error": it must be "does not".
 */
SHOWS(no_idempotence_beside_an_error,
      DRAFT "section 4: processing is not idempotent beside an error")
{
	char once[IDNX_NAME_SIZE], twice[IDNX_NAME_SIZE];

	assert_status(to_unicode("xn--u-ccb.com", LOOKUP, once).status, IDNX_V1);
	assert_status(to_unicode(once, LOOKUP, twice).status, IDNX_OK);
	assert_string_equal(twice, "ü.com");
}

/* "Even if an error occurs, the conversion of the string is performed as much as is possible."
 */
SHOWS(as_much_as_possible,
      DRAFT "section 4: beside an error the string is converted all the same")
{
	char text[IDNX_NAME_SIZE];

	assert_status(to_unicode("BÜCHER.A⒈.xn--9.xn--tda.ÖBB", DISPLAY, text).status, IDNX_V7);
	assert_string_equal(text, "bücher.a⒈.xn--9.ü.öbb");
}

/* "If an error was recorded, then the operation failed, and no DNS lookup should be done." */
SHOWS(to_ascii_fails, DRAFT "section 4, ToASCII: an error gives no name to look up")
{
	char ace[IDNX_NAME_SIZE] = "as it was";

	assert_status(to_ascii("BÜCHER.A⒈.de", LOOKUP, ace).status, IDNX_V7);
	assert_string_equal(ace, "as it was");
}

/* "checking for length restrictions, etc." is an option; a lookup uses it. */
SHOWS(lengths_on_request, DRAFT "section 4, ToASCII: lengths on request")
{
	char name[128] = "ü", ace[IDNX_NAME_SIZE];

	memset(name + strlen(name), 'a', 80);
	assert_status(to_ascii(name, 0, ace).status, IDNX_OK);
	assert_status(to_ascii(name, IDNX_VERIFY_DNS_LENGTH, ace).status, IDNX_A4_2);
	assert_status(to_ascii(name, IDNX_LOOKUP, ace).status, IDNX_A4_2);
}

/*
 * "non-LDH ASCII characters will be rejected regardless of whether this option is chosen":
 * since version 6.0 this is an option, UseSTD3ASCIIRules; a lookup accepts what hosts have.
 */
SHOWS(ascii_other_than_ldh,
      DRAFT "section 4, ToASCII: ASCII other than letters, digits, hyphen")
{
	char ace[IDNX_NAME_SIZE];

	assert_status(to_ascii("a_b.ü", LOOKUP, ace).status, IDNX_U1);
	assert_status(to_ascii("a b.ü", LOOKUP, ace).status, IDNX_U1);
	assert_to_ascii("a_b.ü", IDNX_LOOKUP, "a_b.xn--tda");
	assert_status(to_ascii("a b.ü", IDNX_LOOKUP, ace).status, IDNX_HOST);
}

/* --- Section 5: what its example says, today -------------------------------------- */

SHOWS(mapping_table, DRAFT "section 5: the rows of its example, in today's engine")
{
	char text[IDNX_NAME_SIZE];

	assert_to_unicode("a-b", DISPLAY, "a-b");
	assert_to_unicode("A", DISPLAY, "a");
	assert_to_unicode("a\u00ADb", DISPLAY, "ab");
	assert_to_unicode("ß", LOOKUP, "ss");
	assert_status(to_unicode("a,b", DISPLAY, text).status, IDNX_U1);
}

/* --- Section 6: the criteria ------------------------------------------------------ */

struct criterion {
	const char *input;
	unsigned flags;
	enum idnx_status status;
	unsigned label;
};

/* Checks the rule that a label must meet; the rows end with an empty one. */
static void check_criterion(const struct criterion *row)
{
	for (; row->input != NULL; row++) {
		char ace[IDNX_NAME_SIZE];
		struct idnx_result result = to_ascii(row->input, row->flags, ace);

		print_message("# %s\n", row->input);
		assert_status(result.status, row->status);
		assert_int_equal(result.label, row->label);
	}
}

#define CRITERION(rows, title)                                                                 \
	SHOWS(rows##_holds, title)                                                             \
	{                                                                                      \
		check_criterion(rows);                                                         \
	}

/* Today a matter of VerifyDnsLength; a lookup sets it, except for a root dot. */
static struct criterion not_empty[] = {
	{ "a..ü", LOOKUP, IDNX_A4_2, 2 },
	{ ".ü", LOOKUP, IDNX_A4_2, 1 },
	{ "\u00AD.ü", LOOKUP, IDNX_A4_2, 1 },
	{ "a..ü", IDNX_LOOKUP, IDNX_A4_2, 2 },
	{ "a..ü", 0, IDNX_OK, 0 },
	{ 0 },
};
CRITERION(not_empty, DRAFT "section 6, criterion 1: at least one code point")

/* Today a matter of CheckHyphens; a lookup does not set it. */
static struct criterion hyphens_3_4[] = {
	{ "ab--ü.de", LOOKUP, IDNX_V2, 1 },
	{ "de.üb--", LOOKUP, IDNX_V2, 2 },
	{ "a--ü.de", LOOKUP, IDNX_OK, 0 },
	{ "ab--ü.de", IDNX_LOOKUP, IDNX_OK, 0 },
	{ 0 },
};
CRITERION(hyphens_3_4, DRAFT "section 6, criterion 2: no hyphens in places 3 and 4")
static struct criterion hyphens_at_ends[] = {
	{ "-ü.de", LOOKUP, IDNX_V3, 1 },
	{ "de.ü-", LOOKUP, IDNX_V3, 2 },
	{ "ü-b.de", LOOKUP, IDNX_OK, 0 },
	{ "-ü.de", IDNX_LOOKUP, IDNX_OK, 0 },
	{ 0 },
};
CRITERION(hyphens_at_ends, DRAFT "section 6, criterion 3: no hyphen at either end")

/* Only what came as Punycode can break this rule (section 4.1). */
static struct criterion normalized[] = {
	{ "xn--u-ccb.com", LOOKUP, IDNX_V1, 1 },
	{ "u\u0308.com", LOOKUP, IDNX_OK, 0 },
	{ "xn--u-ccb.com", IDNX_LOOKUP, IDNX_V1, 1 },
	{ 0 },
};
CRITERION(normalized, DRAFT "section 6, criterion 4: normalization form C")

/* Cannot be broken: what seems to break it is two labels, the second one invalid. */
static struct criterion no_full_stop[] = {
	{ "xn--tda.-tda", LOOKUP, IDNX_V3, 2 },
	{ 0 },
};
CRITERION(no_full_stop, DRAFT "section 6, criterion 5: no full stop")

/* Today a decoded label is validated as for display, whatever the processing. */
static struct criterion statuses[] = {
	{ "de.a⒈", LOOKUP, IDNX_V7, 2 },
	{ "a\uFFFD.de", DISPLAY, IDNX_V7, 1 },
	{ "faß.de", DISPLAY, IDNX_OK, 0 },
	{ "faß.de", LOOKUP, IDNX_OK, 0 },
	{ "xn--fa-hia.de", DISPLAY, IDNX_OK, 0 },
	{ "xn--fa-hia.de", LOOKUP, IDNX_OK, 0 },
	{ 0 },
};
CRITERION(statuses, DRAFT "section 6, criterion 6: valid, or deviation for display")
static struct criterion no_mark_first[] = {
	{ "\u0308u.com", LOOKUP, IDNX_V6, 1 },
	{ "com.\u0903", LOOKUP, IDNX_V6, 2 },
	{ "com.\u20DDa", LOOKUP, IDNX_V6, 2 },
	{ "u\u0308.com", LOOKUP, IDNX_OK, 0 },
	{ 0 },
};
CRITERION(no_mark_first, DRAFT "section 6, criterion 7: no combining mark first")

/* "In addition, the label should meet" what are today CheckBidi and CheckJoiners. */
static struct criterion recommended[] = {
	{ "א1a.de", LOOKUP, IDNX_OK, 0 },
	{ "א1a.de", LOOKUP | IDNX_CHECK_BIDI, IDNX_B2, 1 },
	{ "א1a.de", IDNX_LOOKUP, IDNX_B2, 1 },
	{ "a\u200Db.de", DISPLAY, IDNX_OK, 0 },
	{ "a\u200Db.de", DISPLAY | IDNX_CHECK_JOINERS, IDNX_C2, 1 },
	{ "a\u200Db.de", IDNX_LOOKUP, IDNX_C2, 1 },
	{ 0 },
};
CRITERION(recommended, DRAFT "section 6: right-to-left and joiners")
