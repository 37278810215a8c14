/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What idnx.h promises about src and dst: every size of dst from 0 up, a canary around the
 * output, conversion in place, and that a converted name converts to itself.
 */
#include <stdbool.h>
#include <string.h>

#include "../common/test.h"
#include "idnx.h"

typedef struct idnx_result conversion(const char *src, size_t src_len, char *dst,
                                      size_t dst_size, unsigned flags);

static const struct {
	const char *input, *ascii, *unicode;
} names[] = {
	{ "", "", "" },
	{ "a", "a", "a" },
	{ "\u00AD", "", "" },
	{ "Bücher.Example", "xn--bcher-kva.example", "bücher.example" },
	{ "xn--bcher-kva", "xn--bcher-kva", "bücher" },
	{ "\uFDFA", "xn--   -oze6dh5a3fcaccnvdrg0a", "صلى الله عليه وسلم" },
	{ "☃.i❤.ws.", "xn--n3h.xn--i-7iq.ws.", "☃.i❤.ws." },
	{ "\U00020000。\u1100\u1161", "xn--j50i.xn--o39a", "\U00020000.가" },
	{ "ＸＮ－－ＴＤＡ", "xn--tda", "ü" },
};

enum { MARGIN = 8, ROOM = 128 };

/* A dst between two margins that must not change. */
struct guarded {
	char before[MARGIN], dst[ROOM], after[MARGIN];
};

static void check_size(conversion *convert, const char *src, const char *expected,
                       size_t dst_size)
{
	struct guarded got, want;
	size_t length = strlen(expected);
	bool fits = length < dst_size;
	struct idnx_result result;

	memset(&got, 0x55, sizeof got);
	memset(&want, 0x55, sizeof want);
	if (fits)
		memcpy(want.dst, expected, length + 1);
	result = convert(src, strlen(src), dst_size == 0 ? NULL : got.dst, dst_size, 0);
	assert_int_equal(result.status, fits ? IDNX_OK : IDNX_NO_SPACE);
	assert_int_equal(result.label, 0);
	assert_int_equal(result.length, length);
	assert_memory_equal(&got, &want, sizeof got);
}

TEST(too_small_a_buffer_stays_untouched_and_the_need_is_exact)
{
	for (size_t i = 0; i < LENGTH(names); i++) {
		for (size_t size = 0; size <= strlen(names[i].ascii) + 2; size++)
			check_size(idnx_to_ascii, names[i].input, names[i].ascii, size);
		for (size_t size = 0; size <= strlen(names[i].unicode) + 2; size++)
			check_size(idnx_to_unicode, names[i].input, names[i].unicode, size);
	}
}

static void check_in_place(conversion *convert, const char *src, const char *expected)
{
	char got[ROOM], want[ROOM];
	struct idnx_result result;

	memset(got, 0x55, sizeof got);
	memset(want, 0x55, sizeof want);
	memcpy(got, src, strlen(src));
	memcpy(want, src, strlen(src));
	memcpy(want, expected, strlen(expected) + 1);
	result = convert(got, strlen(src), got, sizeof got, 0);
	assert_int_equal(result.status, IDNX_OK);
	assert_memory_equal(got, want, sizeof got);
}

TEST(dst_may_be_src)
{
	for (size_t i = 0; i < LENGTH(names); i++) {
		check_in_place(idnx_to_ascii, names[i].input, names[i].ascii);
		check_in_place(idnx_to_unicode, names[i].input, names[i].unicode);
	}
}

TEST(a_rejected_name_stays_in_place_as_it_was)
{
	static const struct {
		const char *what, *input;
		size_t size;
		enum idnx_status status;
	} rows[] = {
		{ "rejected in its last label", "Ü.xn--0", 64, IDNX_P4 },
		{ "rejected for its length", "Ü..a", 64, IDNX_A4_2 },
		{ "ill-formed", "Ü.\xFF", 64, IDNX_BAD_UTF8 },
		{ "too long for the buffer", "Ü", 3, IDNX_NO_SPACE },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		char got[64], want[64];
		struct idnx_result result;

		print_message("# %s\n", rows[i].what);
		memset(got, 0x55, sizeof got);
		strcpy(got, rows[i].input);
		memcpy(want, got, sizeof want);
		result = idnx_to_ascii(got, strlen(got), got, rows[i].size,
		                       IDNX_VERIFY_DNS_LENGTH);
		assert_int_equal(result.status, rows[i].status);
		assert_memory_equal(got, want, sizeof got);
	}
}

TEST(src_needs_no_nul_and_is_read_no_further_than_its_length)
{
	static const char src[] = { 'a', '\xC3', '\xBC', 'b' };
	char dst[16];
	struct idnx_result result = idnx_to_ascii(src, 3, dst, sizeof dst, 0);

	assert_int_equal(result.status, IDNX_OK);
	assert_string_equal(dst, "xn--a-eha");
	result = idnx_to_unicode(src, 2, dst, sizeof dst, 0);
	assert_int_equal(result.status, IDNX_BAD_UTF8);
	assert_string_equal(dst, "a\uFFFD");
}

/* Counts labels: the name becomes one label, and no character is reported. */
static void count(void *context, const struct idnx_explanation *told)
{
	assert_int_equal(told->step, IDNX_STEP_ENCODED);
	*(unsigned *)context += 1;
}

static void assert_empty(struct idnx_result result, const char *dst)
{
	assert_int_equal(result.status, IDNX_OK);
	assert_int_equal(result.length, 0);
	assert_string_equal(dst, "");
}

/* An empty name may be NULL: it is not dereferenced, and no offset is added to it. */
TEST(an_empty_name_may_be_null)
{
	char ascii[2] = "x", unicode[2] = "x", explained[2] = "x", punycode[2] = "x";
	uint32_t code_point;
	unsigned steps = 0;

	assert_empty(idnx_to_ascii(NULL, 0, ascii, 2, 0), ascii);
	assert_empty(idnx_to_unicode(NULL, 0, unicode, 2, 0), unicode);
	assert_empty(idnx_explain(NULL, 0, explained, 2, 0, count, &steps), explained);
	assert_int_equal(steps, 1);
	assert_empty(idnx_punycode_encode(NULL, 0, punycode, 2), punycode);
	assert_empty(idnx_punycode_decode(NULL, 0, &code_point, 1), "");
}

TEST(a_string_with_an_error_also_needs_room)
{
	for (size_t size = 0; size < 10; size++) {
		char dst[16];
		struct idnx_result result;

		memset(dst, 0x55, sizeof dst);
		result = idnx_to_unicode("A\xFF.xn--0", 8, dst, size, 0);
		assert_int_equal(result.status, IDNX_NO_SPACE);
		assert_int_equal(result.length, strlen("a\uFFFD.xn--0"));
		for (size_t i = 0; i < sizeof dst; i++)
			assert_int_equal(dst[i], 0x55);
	}
}

/* A dst of size 0 is too small even for an empty string with an error. */
TEST(no_string_fits_into_no_room)
{
	static char src[IDNX_INPUT_MAX + 1];
	struct idnx_result result = idnx_to_unicode(src, sizeof src, NULL, 0, 0);

	assert_int_equal(result.status, IDNX_NO_SPACE);
	assert_int_equal(result.length, 0);
}

TEST(each_form_converts_to_itself_and_to_the_other)
{
	for (size_t i = 0; i < LENGTH(names); i++) {
		check_in_place(idnx_to_ascii, names[i].ascii, names[i].ascii);
		check_in_place(idnx_to_ascii, names[i].unicode, names[i].ascii);
		check_in_place(idnx_to_unicode, names[i].ascii, names[i].unicode);
		check_in_place(idnx_to_unicode, names[i].unicode, names[i].unicode);
	}
}
