/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The UTS #46 draft of 2010-02-04: examples, tables 1 and 2, processing, criteria.
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

/* The columns of table 2 that change the string: steps 1, 2 and 3. */
static void note_step(void *context, const struct idnx_explanation *explanation)
{
	static const char steps[] = {
		[IDNX_STEP_MAPPED] = '1',     [IDNX_STEP_IGNORED] = '1',
		[IDNX_STEP_NORMALIZED] = '2', [IDNX_STEP_DECODED] = '3',
		[IDNX_STEP_ENCODED] = 0,
	};
	char *changing = context;

	if (steps[explanation->step] != 0)
		*changing = steps[explanation->step];
}

/* "reapplying the processing to the output will make no further changes" */
static void check_idempotence(const char *once)
{
	char twice[IDNX_NAME_SIZE], ace[IDNX_NAME_SIZE];

	idnx_to_unicode(once, strlen(once), twice, sizeof twice, LOOKUP_2010);
	assert_string_equal(twice, once);
	assert_true(idnx_to_ascii(once, strlen(once), ace, sizeof ace, LOOKUP_2010).status !=
	            IDNX_NO_SPACE);
	idnx_to_unicode(ace, strlen(ace), twice, sizeof twice, LOOKUP_2010);
	assert_string_equal(twice, once);
}

/* What the steps make of the string, the step that changes it, and the error of step 4. */
static void check_table_2(char *column[])
{
	char text[IDNX_NAME_SIZE], ace[IDNX_NAME_SIZE], changing[] = "-";
	const char *name = column[1];
	struct idnx_result explained, result;

	result = idnx_to_unicode(name, strlen(name), text, sizeof text, LOOKUP_2010);
	explained = idnx_explain(name, strlen(name), ace, sizeof ace, LOOKUP_2010, note_step,
	                         changing);
	assert_string_equal(text, column[2]);
	assert_string_equal(changing, column[3]);
	assert_string_equal(idnx_status_code(result.status), column[4]);
	assert_string_equal(idnx_status_code(explained.status), column[4]);
	if (result.status == IDNX_OK)
		check_idempotence(text);
}

SHOWS_ROWS(DRAFT "section 4, table 2: every row, and that processing is idempotent",
           "tests/documents/drafts.tsv", check_table_2);
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
