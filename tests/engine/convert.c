/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Every status of idnx.h with its label, what each flag of UTS #46 section 4 changes,
 * IDNX_HOST_NAME, the rule of idnx.h that is not from UTS #46, and the limits IDNX_INPUT_MAX
 * and IDNX_CODE_POINTS_MAX: the names are in convert.tsv.
 */
#include <ctype.h>
#include <sys/mman.h>
#include <unistd.h>

#include "flags.h"

typedef struct idnx_result conversion(const char *src, size_t src_len, char *dst,
                                      size_t dst_size, unsigned flags);

static bool seen[IDNX_BAD_FLAGS + 1]; /* statuses */

/*
 * Also checks that a result has length + 1 octets, and that without one dst is unchanged; "..."
 * is any result.
 */
static struct idnx_result check(conversion *convert, const char *name, unsigned flags,
                                const char *status, const char *output)
{
	char dst[IDNX_NAME_SIZE + 1], expected[sizeof dst], text[50];
	bool has_output = strcmp(output, "-") != 0;
	struct idnx_result result;

	memset(dst, 0x55, sizeof dst);
	memset(expected, 0x55, sizeof expected);
	if (has_output)
		memcpy(expected, output, strlen(output) + 1);
	result = convert(name, strlen(name), dst, IDNX_NAME_SIZE, flags);
	snprintf(text, sizeof text, result.label == 0 ? "%s" : "%s %u",
	         idnx_status_code(result.status), result.label);
	assert_string_equal(text, status);
	seen[result.status] = true;
	if (strcmp(output, "...") == 0)
		return result;
	assert_int_equal(result.length, has_output ? strlen(output) : 0);
	assert_memory_equal(dst, expected, sizeof dst);
	return result;
}

static void check_to_ascii(char *column[])
{
	check(idnx_to_ascii, column[2], flags_of(column[1]), column[3], column[4]);
}

static void check_to_unicode(char *column[])
{
	check(idnx_to_unicode, column[2], flags_of(column[1]), column[3], column[4]);
}

/* Expects the same of ToUnicode as of ToASCII, except the string. */
static void check_both(char *column[])
{
	unsigned flags = flags_of(column[1]);
	char dst[IDNX_NAME_SIZE];
	struct idnx_result to_ascii = check(idnx_to_ascii, column[2], flags, column[3],
	                                    column[4]);
	struct idnx_result to_unicode = idnx_to_unicode(column[2], strlen(column[2]), dst,
	                                                sizeof dst, flags);

	assert_int_equal(to_unicode.status == IDNX_OK, to_ascii.status == IDNX_OK);
	assert_int_equal(to_unicode.label, to_ascii.label);
}

/* ToUnicode, which verifies no length of a name, reports the label. */
static void check_empty(char *column[])
{
	char dst[IDNX_NAME_SIZE];

	check_to_ascii(column);
	assert_int_equal(
		idnx_to_unicode(column[2], strlen(column[2]), dst, sizeof dst, IDNX_HOST_NAME)
			.status,
		IDNX_X4_2);
}

#define TO_ASCII(name)   TABLE_TEST(name, "tests/engine/convert.tsv", check_to_ascii)
#define TO_UNICODE(name) TABLE_TEST(name, "tests/engine/convert.tsv", check_to_unicode)
#define BOTH(name)       TABLE_TEST(name, "tests/engine/convert.tsv", check_both)

/* --- Statuses ---------------------------------------------------------------------- */

TO_ASCII(to_ascii_reports_the_first_error_and_its_label);
TO_UNICODE(to_unicode_reports_the_first_error_with_its_string);

/* The first in the order of processing, not in the order of the name. */
TO_ASCII(of_two_errors_the_first_found_wins);

/* "label counts after mapping": mapping may add and remove a full stop. */
TO_ASCII(labels_are_counted_after_mapping);

/* A C string cannot contain NUL, so it has no row. */
TEST(a_nul_is_an_error)
{
	static const char src[] = "a.\0b";
	char dst[16] = "untouched";
	struct idnx_result result = idnx_to_ascii(src, 4, dst, sizeof dst, 0);

	assert_int_equal(result.status, IDNX_BAD_UTF8);
	assert_int_equal(result.label, 2);
	assert_string_equal(dst, "untouched");
	result = idnx_to_unicode(src, 4, dst, sizeof dst, 0);
	assert_int_equal(result.status, IDNX_BAD_UTF8);
	assert_string_equal(dst, "a.\uFFFDb");
}

static const char codes[] =
	"OK P4 V1 V2 V3 V4 V6 V7 U1 C1 C2 B1 B2 B3 B4 B5 B6 A3 A4_1 A4_2 X4_2 UTF8 HOST NUMBER "
	"LOCALHOST SCRIPTS NUMBERS IDNA2008 IDENTIFIER MARKS OTHER_SCRIPT READS_AS_ASCII "
	"LONE_LETTER FOREIGN_LETTER PUNCTUATION OUT_OF_PLACE PROTECTED PROTECTED_WORD TOO_LONG "
	"NO_SPACE FLAGS ";

/*
 * A row above, except A3, which punycode.c tests, NO_SPACE, which buffers.c tests, and the
 * statuses of idnx_check(), which check.c tests.
 */
TEST(every_status_has_a_row_its_code_and_a_phrase_of_its_own)
{
	char text[sizeof codes] = "";

	for (unsigned i = 0; i <= IDNX_BAD_FLAGS; i++) {
		enum idnx_status status = (enum idnx_status)i;
		const char *phrase = idnx_status_text(status);

		strcat(strcat(text, idnx_status_code(status)), " ");
		assert_true(strlen(phrase) > 3);
		for (unsigned j = 0; j < i; j++)
			assert_string_not_equal(phrase, idnx_status_text((enum idnx_status)j));
		assert_true(
			seen[i] || status == IDNX_A3 || status == IDNX_NO_SPACE ||
			(status >= IDNX_MIXED_SCRIPTS && status <= IDNX_CONTAINS_PROTECTED));
	}
	assert_string_equal(text, codes);
}

TEST(an_unknown_status_still_has_words)
{
	static const int rows[] = { IDNX_BAD_FLAGS + 1, 1000, -1 };

	for (size_t i = 0; i < LENGTH(rows); i++) {
		assert_non_null(idnx_status_text((enum idnx_status)rows[i]));
		assert_non_null(idnx_status_code((enum idnx_status)rows[i]));
	}
}

TEST(versions_are_known)
{
	unsigned part[3];
	int end = 0;

	assert_int_equal(sscanf(idnx_unicode_version(), "%2u.%1u.%1u%n", &part[0], &part[1],
	                        &part[2], &end),
	                 3);
	assert_int_equal(end, strlen(idnx_unicode_version()));
	assert_true(strspn(idnx_version(), "0123456789.") == strlen(idnx_version()));
	assert_non_null(strchr(idnx_version(), '.'));
}

/* --- Flags of UTS #46: the same name with and without each ---------------------------- */

TO_ASCII(transitional_processing_maps_the_deviations);
TO_ASCII(invalid_punycode_may_be_ignored);
TO_ASCII(hyphens_are_checked_only_on_request);
TO_ASCII(joiners_are_checked_only_on_request);
TO_ASCII(bidi_is_checked_only_on_request);

/* U+2260 decomposes into ASCII and a mark, but is not ASCII: the rules do not apply. */
TO_ASCII(std3_rules_see_only_ascii);

TEST(each_unknown_flag_is_an_error_and_all_known_ones_are_none)
{
	for (unsigned flag = IDNX_ASCII_AS_IS << 1; flag != 0; flag <<= 1) {
		check(idnx_to_ascii, "a", flag, "FLAGS", "-");
		check(idnx_to_unicode, "a", flag | IDNX_LOOKUP, "FLAGS", "");
	}
	check(idnx_to_ascii, "bücher", 0x7FF, "OK", "xn--bcher-kva");
}

/* --- IDNX_ASCII_AS_IS -------------------------------------------------------------------- */

/* The columns are those of ToUnicode; ToASCII gives the name in lower case. */
static void check_as_is(char *column[])
{
	char lower[IDNX_NAME_SIZE];
	size_t length = strlen(column[2]);

	for (size_t i = 0; i <= length; i++)
		lower[i] = (char)tolower((unsigned char)column[2][i]);
	check(idnx_to_ascii, column[2], flags_of(column[1]), "OK", lower);
	check_to_unicode(column);
}

TABLE_TEST(ascii_is_as_it_is, "tests/engine/convert.tsv", check_as_is);
TO_ASCII(of_ascii_as_it_is_characters_and_lengths_are_checked);
TO_UNICODE(if_a_rule_is_broken_to_unicode_gives_the_input_back);

TEST(a_nul_is_an_error_in_ascii_as_it_is)
{
	char dst[16];

	assert_int_equal(idnx_to_ascii("a\0b", 3, dst, sizeof dst, IDNX_URL).status,
	                 IDNX_BAD_UTF8);
}

/* --- IDNX_HOST_NAME -------------------------------------------------------------------- */

BOTH(a_label_has_letters_digits_hyphen_and_low_line_only);

/* Tests all 128 characters, since the rule lists characters. */
TEST(each_ascii_character_is_checked)
{
	static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				      "0123456789-_.";

	for (char c = 1; c > 0 && c < 0x7F; c++) {
		const char src[] = { 'a', c, '\xC3', '\xBC', '\0' };
		char dst[64];
		struct idnx_result result = idnx_to_ascii(src, strlen(src), dst, sizeof dst,
		                                          IDNX_HOST_NAME);

		assert_int_equal(result.status,
		                 strchr(allowed, c) == NULL ? IDNX_HOST : IDNX_OK);
	}
}

BOTH(lengths_are_those_of_the_ascii_form);
TABLE_TEST(a_name_of_no_octets_has_a_wrong_length, "tests/engine/convert.tsv", check_empty);

TEST(under_verify_dns_length_only_to_ascii_rejects_the_root_dot)
{
	const unsigned both = IDNX_HOST_NAME | IDNX_VERIFY_DNS_LENGTH;

	check(idnx_to_ascii, "ü.", both, "A4_2 2", "-");
	check(idnx_to_unicode, "xn--tda.", both, "OK", "ü.");
}

/* The "ends in a number" checker of https://url.spec.whatwg.org/#host-parsing. */
BOTH(the_last_label_is_no_number);
BOTH(the_last_label_is_not_localhost);
BOTH(the_name_does_not_mean_this_machine);
BOTH(pure_ascii_may_end_in_both);
BOTH(each_rule_can_be_asked_for_by_itself);

TEST(every_result_fits_into_the_storage_the_header_names)
{
	char name[IDNX_HOST_NAME_SIZE - 1];
	char dst[IDNX_HOST_NAME_SIZE];
	struct idnx_result result;

	for (size_t i = 0; i < sizeof name; i++)
		name[i] = i % 64 == 63 || i + 1 == sizeof name ? '.' : 'a';
	result = idnx_to_ascii(name, sizeof name, dst, sizeof dst, IDNX_HOST_NAME);
	assert_int_equal(result.status, IDNX_OK);
	assert_int_equal(result.length + 1, IDNX_HOST_NAME_SIZE);
}

/* --- Limits ----------------------------------------------------------------------------- */

/* Writes "xn--*1 a*1023" as a name; other text is kept. */
static const char *whole(char name[TABLE_TEXT], const char *parts)
{
	size_t length = 0;
	char *rest;

	for (; strchr(parts, '*') != NULL; parts = rest + (*rest == ' ')) {
		size_t part = strcspn(parts, "*");
		unsigned long times = strtoul(parts + part + 1, &rest, 10);

		for (; times > 0; times--, length += part)
			memcpy(name + length, parts, part);
	}
	strcpy(name + length, parts);
	return name;
}

static void check_limits(char *column[])
{
	static char name[TABLE_TEXT], ascii[TABLE_TEXT], unicode[TABLE_TEXT];
	unsigned flags = flags_of(column[1]);

	whole(name, column[0]);
	check(idnx_to_ascii, name, flags, column[2], whole(ascii, column[3]));
	check(idnx_to_unicode, name, flags, column[4], whole(unicode, column[5]));
}

TABLE_TEST(names_at_the_limits_convert_or_are_too_long, "tests/engine/convert.tsv",
           check_limits);

TEST(a_label_of_many_different_code_points_encodes)
{
	char name[3 * IDNX_CODE_POINTS_MAX], dst[IDNX_NAME_SIZE];

	for (uint32_t i = 0; i < IDNX_CODE_POINTS_MAX; i++)
		table_encode(name + 3 * i, 0x4E00 + IDNX_CODE_POINTS_MAX - i);
	assert_int_equal(idnx_to_ascii(name, sizeof name, dst, sizeof dst, 0).status, IDNX_OK);
}

TEST(nothing_of_longer_input_is_read)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *forbidden = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	volatile size_t all = SIZE_MAX; /* compilers know that no object is that large */
	char octets[2] = "x";

	assert_ptr_not_equal(forbidden, MAP_FAILED);
	assert_int_equal(idnx_to_ascii(forbidden, IDNX_INPUT_MAX + 1, octets, 2, 0).status,
	                 IDNX_TOO_LONG);
	assert_int_equal(idnx_to_unicode(forbidden, all, octets, 2, 0).status, IDNX_TOO_LONG);
	munmap(forbidden, size);
}

TABLE_END("tests/engine/convert.tsv");
