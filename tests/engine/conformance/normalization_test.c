/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Every row of NormalizationTest.txt as far as it concerns NFC, and the code points not
 * listed there.  Also tests ToUnicode with what it does not map.
 */
#include "../../common/test.h"
#include "nfc.h"

#include <unistr.h>

#include "../../common/reference/idna_table.h"

/* Whether UTS #46 maps none of these code points to another. */
static bool stays_when_mapped(const struct sequence *sequence)
{
	for (size_t i = 0; i < sequence->length; i++) {
		enum idna_status status = idna_table_row(sequence->code_points[i])->status;

		if (status == IDNA_MAPPED || status == IDNA_IGNORED)
			return false;
	}
	return true;
}

/* ToUnicode keeps disallowed code points in its string. */
static bool to_unicode_is(const struct sequence *from, const struct sequence *expected)
{
	char src[4 * SEQUENCE_MAX], want[4 * SEQUENCE_MAX], got[4 * SEQUENCE_MAX + 1];
	size_t src_len = sizeof src, want_len = sizeof want;
	struct idnx_result result;

	assert_non_null(u32_to_u8(from->code_points, from->length, (uint8_t *)src, &src_len));
	assert_non_null(
		u32_to_u8(expected->code_points, expected->length, (uint8_t *)want, &want_len));
	result = idnx_to_unicode(src, src_len, got, sizeof got, 0);
	return result.length == want_len && memcmp(got, want, want_len) == 0;
}

/* The columns of NormalizationTest.txt. */
enum { C1, C2, C3, C4, C5, COLUMNS };

static const struct {
	int from, expected;
} invariants[] = {
	{ C1, C2 }, { C2, C2 }, { C3, C2 }, { C4, C4 }, { C5, C4 },
};

static bool row_holds(const struct sequence column[COLUMNS])
{
	for (size_t i = 0; i < sizeof invariants / sizeof *invariants; i++) {
		const struct sequence *from = &column[invariants[i].from];
		const struct sequence *expected = &column[invariants[i].expected];

		if (!nfc_is(from, expected))
			return false;
		if (stays_when_mapped(from) && !to_unicode_is(from, expected))
			return false;
	}
	return true;
}

static bool listed_in_part_1[UNICODE_CODE_POINTS];

static void read_row(struct unicode_file *file, struct sequence column[COLUMNS])
{
	assert_true(file->fields >= COLUMNS);
	for (int c = 0; c < COLUMNS; c++)
		column[c].length = unicode_sequence(file->field[c], column[c].code_points,
		                                    SEQUENCE_MAX);
}

TEST(every_row_of_normalization_test_holds)
{
	struct sequence column[COLUMNS];
	struct unicode_file file;
	unsigned rows = 0, wrong = 0;
	bool part_1 = false;

	unicode_file_open(&file, "NormalizationTest.txt");
	while (unicode_file_row(&file)) {
		if (strncmp(file.field[0], "@Part", 5) == 0) {
			part_1 = strcmp(file.field[0], "@Part1") == 0;
			continue;
		}
		read_row(&file, column);
		rows++;
		if (part_1)
			listed_in_part_1[column[C1].code_points[0]] = true;
		if (!row_holds(column) && wrong++ < 20)
			print_message("# the row of %s\n", file.field[0]);
	}
	unicode_file_close(&file);
	print_message("# %u of %u rows differ\n", wrong, rows);
	assert_true(rows > 0 && wrong == 0);
}

TEST(code_points_not_in_part_1_are_their_own_nfc)
{
	unsigned wrong = 0;

	for (uint32_t c = 0; c < UNICODE_CODE_POINTS; c++) {
		const struct sequence alone = {.length = 1, .code_points = {c}};

		if (!listed_in_part_1[c] && !nfc_is(&alone, &alone) && wrong++ < 20)
			print_message("# U+%04X changes\n", c);
	}
	assert_int_equal(wrong, 0);
}

BEFORE_ALL
{
	static const char *const files[] = {
		"NormalizationTest.txt",
		"IdnaMappingTable.txt",
		NULL,
	};

	unicode_files_or_skip("normalization_test", files);
	idna_table_read();
}
