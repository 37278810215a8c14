/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What idnx.h says of idnx_read() and idnx_reads_as().  conformance/skeletons.c has the
 * skeletons of UTS #39 by a reference.  The rows are in reading.tsv.
 */
#include "../common/table.h"
#include "idnx.h"
#include "utf8.h"

static enum idnx_status read_name(const char *name, struct idnx_reading *reading)
{
	return idnx_read(name, strlen(name), reading);
}

/* --- Rows ---------------------------------------------------------------------- */

static size_t encode(const struct idnx_reading *reading, char *octets)
{
	char *end = octets;

	for (size_t i = 0; i < reading->length; i++)
		end = utf8_put(end, reading->code_points[i]);
	return (size_t)(end - octets);
}

static void check_reading(char *column[])
{
	struct idnx_reading reading;
	char octets[4 * IDNX_READING_MAX + 1];

	assert_int_equal(read_name(column[1], &reading), IDNX_OK);
	octets[encode(&reading, octets)] = '\0';
	assert_string_equal(octets, column[2]);
}

static void check_status(char *column[])
{
	struct idnx_reading reading;
	enum idnx_status status = read_name(column[1], &reading);

	assert_string_equal(idnx_status_code(status), column[2]);
	assert_true((reading.length > 0) == (status == IDNX_OK));
	assert_true(reading.length <= IDNX_READING_MAX);
}

static void check_other(char *column[])
{
	static const char *const likenesses[] = { "unlike", "ASCII", "disguise" };
	struct idnx_reading reading;
	enum idnx_likeness likeness;

	assert_int_equal(read_name(column[1], &reading), IDNX_OK);
	likeness = idnx_reads_as(&reading, column[2], strlen(column[2]));
	assert_true(likeness == IDNX_UNLIKE ||
	            idnx_letter_pairs(column[2], strlen(column[2]), &reading.pairs, NULL));
	if (strcmp(column[3], "yes") == 0 || strcmp(column[3], "no") == 0)
		assert_string_equal(likeness == IDNX_UNLIKE ? "no" : "yes", column[3]);
	else
		assert_string_equal(likenesses[likeness], column[3]);
}

static void check_word(char *column[])
{
	static const char *const containments[] = { "no", "yes", "part", "label" };
	const char *name = column[1], *word = column[2];
	enum idnx_containment containment;
	struct idnx_reading reading;

	assert_int_equal(read_name(name, &reading), IDNX_OK);
	containment = idnx_contains(&reading, name, strlen(name), word, strlen(word));
	assert_string_equal(containments[containment], column[3]);
	assert_true(containment == IDNX_CONTAINS_NOT ||
	            idnx_letter_pairs(word, strlen(word), &reading.pairs, NULL));
}

#define ROWS(name, check) TABLE_TEST(name, "tests/engine/reading.tsv", check)

ROWS(a_name_reads_as_its_skeletons_and_our_shapes_say, check_reading);
ROWS(a_name_that_cannot_be_read_has_a_status, check_status);
ROWS(a_name_reads_as_another_one, check_other);
ROWS(what_is_like_another_name_is_ascii_or_in_disguise, check_other);
ROWS(a_name_contains_a_word_in_disguise, check_word);
TABLE_END("tests/engine/reading.tsv");

TEST(no_octet_after_the_name_is_read)
{
	struct idnx_reading reading;

	assert_int_equal(idnx_read("a.\0b", 4, &reading), IDNX_BAD_UTF8);
	assert_int_equal(reading.length, 0);
	assert_int_equal(idnx_read(NULL, 0, &reading), IDNX_OK);
	assert_int_equal(idnx_read("pа", 1, &reading), IDNX_OK);
	assert_int_equal(reading.length, 1);
}

/* --- Of everything ------------------------------------------------------------------ */

/*
 * Returns whether a reading of one character consists of ASCII, Latin letters and marks.  A
 * full stop would begin another label when it is read again.
 */
static bool is_latin(const struct idnx_reading *reading)
{
	for (size_t i = 0; i < reading->length; i++)
		if (reading->code_points[i] >= 0x370 || reading->code_points[i] == '.')
			return false;
	return reading->length > 0;
}

/* "M", the prototype of some characters, is "m" in lower case, which reads as "rn". */
TEST(a_latin_reading_read_again_is_itself)
{
	unsigned read = 0, wrong = 0;

	for (uint32_t c = 0x80; c < 0x110000; c++) {
		struct idnx_reading reading, again;
		char octets[4 * IDNX_READING_MAX];
		size_t length;

		if (c - 0xD800 < 0x800)
			continue;
		length = (size_t)(utf8_put(octets, c) - octets);
		if (idnx_read(octets, length, &reading))
			continue;
		length = encode(&reading, octets);
		if (!is_latin(&reading))
			continue;
		assert_int_equal(idnx_read(octets, length, &again), IDNX_OK);
		read++;
		if (again.length == reading.length &&
		    memcmp(again.code_points, reading.code_points,
		           reading.length * sizeof *reading.code_points) == 0)
			continue;
		print_message("# U+%04X\n", (unsigned)c);
		wrong++;
	}
	print_message("# note: %u characters have such a reading\n", read);
	assert_true(read > 2000);
	assert_int_equal(wrong, 0);
}

TEST(no_octet_after_the_other_name_is_read)
{
	struct idnx_reading reading;

	assert_int_equal(read_name("google.com", &reading), IDNX_OK);
	assert_int_not_equal(idnx_reads_as(&reading, "com.au", 3), 0);
	assert_int_equal(idnx_reads_as(&reading, "com\xC3", 4), 0);
	assert_int_equal(idnx_reads_as(&reading, NULL, 0), 0);
}

/* After an error the reading is empty. */
TEST(what_was_not_read_reads_as_nothing)
{
	static const char *const others[] = { "a", "com", "é", "", "." };
	struct idnx_reading reading;

	assert_int_equal(read_name("com.\xFF", &reading), IDNX_BAD_UTF8);
	for (size_t i = 0; i < LENGTH(others); i++)
		assert_int_equal(idnx_reads_as(&reading, others[i], strlen(others[i])), 0);
}
