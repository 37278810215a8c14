/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * IDNX_INPUT_MAX and IDNX_CODE_POINTS_MAX: names just within them, names just beyond them,
 * and the slowest names.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../common/test.h"
#include "idnx.h"

static char name[2 * IDNX_INPUT_MAX];
static size_t name_len;

static void append(const char *text, size_t times)
{
	for (; times > 0; times--) {
		assert_true(name_len + strlen(text) <= sizeof name);
		memcpy(name + name_len, text, strlen(text));
		name_len += strlen(text);
	}
}

static void begin(const char *text, size_t times)
{
	name_len = 0;
	append(text, times);
}

static char dst[IDNX_NAME_SIZE];

static struct idnx_result to_ascii(unsigned flags)
{
	return idnx_to_ascii(name, name_len, dst, sizeof dst, flags);
}

static struct idnx_result to_unicode(unsigned flags)
{
	return idnx_to_unicode(name, name_len, dst, sizeof dst, flags);
}

static void assert_too_long(void)
{
	struct idnx_result result;

	strcpy(dst, "untouched");
	result = to_ascii(0);
	assert_int_equal(result.status, IDNX_TOO_LONG);
	assert_int_equal(result.label, 0);
	assert_int_equal(result.length, 0);
	assert_string_equal(dst, "untouched");
	result = to_unicode(0);
	assert_int_equal(result.status, IDNX_TOO_LONG);
	assert_int_equal(result.length, 0);
	assert_string_equal(dst, "");
}

TEST(input_of_the_most_octets_and_code_points_converts)
{
	begin("\U00020000", IDNX_CODE_POINTS_MAX);
	assert_int_equal(name_len, IDNX_INPUT_MAX);
	assert_int_equal(to_unicode(0).status, IDNX_OK);
	assert_memory_equal(dst, name, name_len);
	assert_int_equal(dst[name_len], '\0');
	assert_int_equal(to_ascii(0).status, IDNX_OK);
	assert_memory_equal(dst, "xn--", 4);
}

TEST(one_octet_more_does_not)
{
	begin("\u00AD", IDNX_INPUT_MAX / 2); /* SOFT HYPHEN, which is ignored */
	assert_int_equal(to_unicode(0).status, IDNX_OK);
	assert_string_equal(dst, "");
	append("a", 1);
	assert_too_long();
}

TEST(one_code_point_more_does_not)
{
	begin("a", IDNX_CODE_POINTS_MAX);
	assert_int_equal(to_ascii(0).status, IDNX_OK);
	assert_memory_equal(dst, name, name_len);
	append("a", 1);
	assert_too_long();
}

/* U+FDFA is 3 octets and maps to 18 code points. */
TEST(code_points_are_counted_after_mapping)
{
	begin("\uFDFA", IDNX_CODE_POINTS_MAX / 18);
	append("a", IDNX_CODE_POINTS_MAX % 18);
	assert_int_equal(to_unicode(0).status, IDNX_OK);
	append("a", 1);
	assert_too_long();
}

/* U+01D6 is u, U+0308 and U+0304; the dot below moves between them and composes. */
TEST(code_points_are_counted_after_normalization)
{
	begin("\u01D6\u0323", IDNX_CODE_POINTS_MAX / 3);
	append("a", IDNX_CODE_POINTS_MAX % 3);
	assert_int_equal(to_unicode(0).status, IDNX_OK);
	assert_memory_equal(dst, "\u1EE5\u0308\u0304", 7);
	append("a", 1);
	assert_too_long();
	begin("\u01D6\u0323", IDNX_CODE_POINTS_MAX / 2);
	assert_too_long();
}

/* The result has fewer code points than the input, the intermediate form more. */
TEST(code_points_are_counted_while_decomposed)
{
	begin("\u00FC", 1);
	append("\u0300", IDNX_CODE_POINTS_MAX - 2);
	assert_int_equal(to_unicode(0).status, IDNX_OK);
	assert_memory_equal(dst, "\u01DC\u0300", 4);
	append("\u0300", 1);
	assert_too_long();
}

/* U+113C5 decomposes into two code points; the quick check only says Maybe. */
TEST(ace_code_points_are_counted_while_decomposed)
{
	uint32_t label[601] = { 'q' };

	begin("q", 1);
	append("\U000113C5", IDNX_CODE_POINTS_MAX / 2 + 1);
	assert_too_long();

	for (size_t i = 1; i < LENGTH(label); i++)
		label[i] = 0x113C5;
	begin("xn--", 1);
	name_len += idnx_punycode_encode(label, LENGTH(label), name + name_len,
	                                 sizeof name - name_len)
	                    .length;
	assert_true(name_len < IDNX_CODE_POINTS_MAX);
	assert_too_long();
}

TEST(replacements_are_counted_too)
{
	begin("\xFF", IDNX_CODE_POINTS_MAX);
	assert_int_equal(to_unicode(0).status, IDNX_BAD_UTF8);
	assert_int_equal(strlen(dst), 3 * IDNX_CODE_POINTS_MAX);
	append("\xFF", 1);
	assert_too_long();
}

TEST(nothing_of_longer_input_is_read)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *forbidden = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char octets[2] = "x";

	assert_ptr_not_equal(forbidden, MAP_FAILED);
	assert_int_equal(idnx_to_ascii(forbidden, IDNX_INPUT_MAX + 1, octets, 2, 0).status,
	                 IDNX_TOO_LONG);
	assert_int_equal(idnx_to_unicode(forbidden, SIZE_MAX, octets, 2, 0).status,
	                 IDNX_TOO_LONG);
	munmap(forbidden, size);
}

/*
 * U+30000 has 4 octets, and 8 as an ACE label.  With full stops 440 of them have 3960, which
 * leaves 136 octets.  The other names end with a long label: only the last label could be
 * written beyond the storage.
 */
TEST(an_ascii_form_as_long_as_the_storage_converts)
{
	static const struct {
		const char *what;
		size_t first_labels;
		const char *last, *rest;
		size_t rest_times;
		enum idnx_status status;
	} rows[] = {
		{ "4096 octets, the last label ASCII", 440, "", "a", 136, IDNX_OK },
		{ "4097", 440, "", "a", 137, IDNX_TOO_LONG },
		{ "4096, the last label not", 440, "ü", "a", 128, IDNX_OK },
		{ "4097", 440, "ü", "a", 129, IDNX_TOO_LONG },
		{ "4096, a full stop the last", 454, "aaaaaaaaa", ".", 1, IDNX_OK },
		{ "4097", 454, "aaaaaaaaaa", ".", 1, IDNX_TOO_LONG },
		{ "4096, then a label", 454, "aaaaaaaaa", ".a", 1, IDNX_TOO_LONG },
		{ "4096, then a long label", 454, "aaaaaaaaaa.", "a", 100, IDNX_TOO_LONG },
		{ "4095, then 100 of ASCII", 455, "", "a", 100, IDNX_TOO_LONG },
		{ "4095, then 100 code points", 455, "", "ü", 100, IDNX_TOO_LONG },
		{ "4086, then 100 code points", 454, "", "ü", 100, IDNX_TOO_LONG },
		{ "4095, then 51 labels", 455, "a", ".ü", 50, IDNX_TOO_LONG },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct idnx_result result;

		print_message("# %s\n", rows[i].what);
		begin("\U00030000.", rows[i].first_labels);
		append(rows[i].last, 1);
		append(rows[i].rest, rows[i].rest_times);
		result = to_ascii(0);
		assert_int_equal(result.status, rows[i].status);
		assert_int_equal(result.length, result.status == IDNX_OK ? IDNX_INPUT_MAX : 0);
		assert_int_equal(to_unicode(0).status, IDNX_OK);
	}
}

/* 512 labels of one Han character have 2560 octets, and 4607 as ACE labels. */
TEST(a_result_beyond_the_storage_is_too_long)
{
	struct idnx_result result;

	begin("\U00020000.", IDNX_CODE_POINTS_MAX / 2 - 1);
	append("\U00020000", 1);
	strcpy(dst, "untouched");
	result = to_ascii(0);
	assert_int_equal(result.status, IDNX_TOO_LONG);
	assert_string_equal(dst, "untouched");
	result = to_unicode(0);
	assert_int_equal(result.status, IDNX_OK);
	assert_memory_equal(dst, name, name_len);
}

/* Under VerifyDnsLength the same name breaks a rule of DNS, which is reported first. */
TEST(a_result_beyond_the_storage_is_too_long_for_dns_first)
{
	struct idnx_result result;

	begin("\U00020000.", IDNX_CODE_POINTS_MAX / 2 - 1);
	append("\U00020000", 1);
	assert_int_equal(to_ascii(IDNX_VERIFY_DNS_LENGTH).status, IDNX_A4_1);
	assert_int_equal(to_ascii(IDNX_HOST_NAME).status, IDNX_A4_1);
	result = to_unicode(IDNX_HOST_NAME);
	assert_int_equal(result.status, IDNX_A4_1);
	assert_int_equal(result.length, name_len);
}

TEST(marks_in_reverse_order_are_put_in_order)
{
	const size_t half = IDNX_CODE_POINTS_MAX / 2;

	begin("q", 1); /* composes with neither */
	append("\u0300", half - 1);
	append("\u0316", half);
	assert_int_equal(to_unicode(0).status, IDNX_OK);
	begin("q", 1);
	append("\u0316", half);
	append("\u0300", half - 1);
	assert_int_equal(strlen(dst), name_len);
	assert_memory_equal(dst, name, name_len);
}

TEST(marks_of_many_classes_in_reverse_order_end)
{
	/* Combining classes 234, 233, 232, 230, 228, 220, 202, 10, 9, 8, 7, 1. */
	static const char *const marks[] = {
		"\u035D", "\u035C", "\u0315", "\u0301", "\u302B", "\u0316",
		"\u0327", "\u05B0", "\u094D", "\u3099", "\u093C", "\u0334",
	};

	begin("q", 1);
	for (size_t i = 0; i < LENGTH(marks); i++)
		append(marks[i], IDNX_CODE_POINTS_MAX / LENGTH(marks));
	assert_int_equal(to_unicode(0).status, IDNX_OK);
	assert_memory_equal(dst, "q\u0334\u0334", 5);
	assert_string_equal(dst + name_len - 4, "\u035D\u035D");
}

TEST(a_label_of_many_different_code_points_encodes)
{
	begin("", 0);
	for (uint32_t c = 0x4E00 + IDNX_CODE_POINTS_MAX; c > 0x4E00; c--) {
		const char han[] = { (char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 0x3F)),
			             (char)(0x80 | (c & 0x3F)), '\0' };

		append(han, 1);
	}
	assert_int_equal(to_ascii(0).status, IDNX_OK);
}

TEST(a_long_ace_label_ends)
{
	begin("xn--", 1);
	append("a", IDNX_CODE_POINTS_MAX - 4); /* each is one more U+0080 */
	assert_int_equal(to_ascii(0).status, IDNX_V7);
	assert_int_equal(to_unicode(0).length, 2 * (IDNX_CODE_POINTS_MAX - 4));
}

TEST(many_labels_end)
{
	static const char *const labels[] = { ".", "xn--a.", "\u0378.", "\u05D0.", "xn--tda." };

	for (size_t i = 0; i < LENGTH(labels); i++) {
		begin("", 0);
		while (name_len + strlen(labels[i]) <= IDNX_CODE_POINTS_MAX)
			append(labels[i], 1);
		to_ascii(IDNX_LOOKUP);
		assert_int_not_equal(to_unicode(IDNX_LOOKUP).status, IDNX_OK);
		assert_int_not_equal(dst[0], '\0');
	}
}
