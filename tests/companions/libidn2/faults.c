/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The library in a program without memory or descriptors, or in an odd locale: it returns an
 * error code or the right answer.  On error it does not write the result, and it leaks nothing.
 */
#undef _FORTIFY_SOURCE
#include "row.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../../common/sources/fake.h"
#include "../../common/left.h"
#include "../../common/stack.h"

#ifndef SANITIZED
#include "../../common/failing_heap.h"
#include "../../common/locale.h"

/* --- Memory --------------------------------------------------------------------- */

static int register_ul(const char *input, char **output, int flags)
{
	return idn2_register_ul(input, NULL, output, flags);
}

/* converts: needs iconv, which itself allocates memory. */
static const struct {
	const char *name;
	text_function *function;
	const char *input, *locale;
	bool converts;
} calls[] = {
	{ "lookup_u8", lookup_u8, "bücher", "C", false },
	{ "lookup_u8, ASCII", lookup_u8, "Buch", "C", false },
	{ "lookup_ul", idn2_lookup_ul, "bücher", "C", false },
	{ "lookup_ul, ISO-8859-1", idn2_lookup_ul,
	  "b\xfc"
	  "cher",
	  "ISO-8859-1", true },
	{ "to_ascii_lz, ISO-8859-1", idn2_to_ascii_lz,
	  "b\xfc"
	  "cher",
	  "ISO-8859-1", true },
	{ "to_ascii_8z", idn2_to_ascii_8z, "bücher", "C", false },
	{ "to_ascii_4z", to_ascii_4z, "bücher", "C", false },
	{ "to_ascii_4i2", to_ascii_4i2, "bücher", "C", false },
	{ "register_ul", register_ul, "buch", "C", false },
	{ "to_unicode_8z8z", idn2_to_unicode_8z8z, "xn--tda", "C", false },
	{ "to_unicode_8z4z", to_unicode_8z4z, "xn--tda", "C", false },
	{ "to_unicode_4z4z", to_unicode_4z4z, "xn--tda", "C", false },
	{ "to_unicode_8zlz", idn2_to_unicode_8zlz, "xn--tda", "ISO-8859-1", true },
	{ "to_unicode_lzlz", idn2_to_unicode_lzlz, "xn--tda", "ISO-8859-1", true },
	{ "to_unicode_lzlz, ISO-8859-1", idn2_to_unicode_lzlz, "\xfc", "ISO-8859-1", true },
};

/* Makes the k-th allocation fail; returns whether there was one. */
static bool fails_cleanly(size_t i, unsigned which)
{
	char *output = untouched;
	long before = atomic_load(&heap.alive), left;
	int code;

	heap.which = which;
	heap.seen = 0;
	heap.armed = true;
	code = calls[i].function(calls[i].input, &output, 0);
	heap.armed = false;
	if (code == 0)
		free(output);
	else if (output != untouched)
		fail_msg("%s: touched", calls[i].name);
	if (code != 0 && code != LIBIDN2_MALLOC && !calls[i].converts)
		fail_msg("%s: %s", calls[i].name, idn2_strerror_name(code));
	left = atomic_load(&heap.alive) - before;
	if (left != 0)
		fail_msg("%s: %ld blocks are left", calls[i].name, left);
	if (heap.seen < which && code != 0)
		fail_msg("%s: %s with all memory", calls[i].name, idn2_strerror_name(code));
	return heap.seen >= which;
}

TEST(without_memory_nothing_is_touched_and_nothing_is_left)
{
	for (size_t i = 0; i < LENGTH(calls); i++) {
		unsigned which = 1;
		char *output;

		/* Memory that iconv keeps after a first conversion does not count. */
		use_charset(calls[i].locale);
		for (int warm = 0; warm < 2; warm++)
			if (calls[i].function(calls[i].input, &output, 0) == 0)
				free(output);
		while (fails_cleanly(i, which))
			which++;
		assert_true(which > 1);
	}
	setlocale(LC_CTYPE, "C");
}

TEST(punycode_and_a_label_take_no_memory)
{
	uint32_t points[POINTS_MAX];
	char output[64];
	size_t count = code_points_of("bücher", points), space = sizeof output;

	heap.which = heap.seen = 0;
	heap.armed = true;
	assert_int_equal(idn2_punycode_encode(points, count, output, &space), 0);
	assert_int_equal(idn2_to_ascii_4i(points, count, output, 0), 0);
	assert_int_equal(idn2_lookup_u8((const uint8_t *)"bücher", NULL, 0), 0);
	heap.armed = false;
	assert_int_equal(heap.seen, 0);
}

/* --- Descriptors ------------------------------------------------------------------ */

static void with_descriptors(rlim_t count, void (*check)(void))
{
	struct rlimit before, none;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = before;
	none.rlim_cur = count;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	check();
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
}

static void names_convert(void)
{
	check_call("no file", idn2_lookup_ul, "Bücher", 0, "IDN2_OK", "xn--bcher-kva");
	check_call("decoding", idn2_to_unicode_8z8z, "xn--tda", 0, "IDN2_OK", "ü");
}

static void no_name_converts(void)
{
	check_call("a file", idn2_lookup_ul, "bücher", 0, "IDN2_IDNX_CONFIG", NULL);
	check_call("a file, T", lookup_u8, "bücher", LIBIDN2_TRANSITIONAL, "IDN2_IDNX_CONFIG",
	           NULL);
	check_call("a file, ASCII", idn2_lookup_ul, "Buch", 0, "IDN2_OK", "buch");
}

/* Without the test's file, which is in memory: the machine's file must be opened. */
TEST(an_idnx_conf_that_cannot_be_opened_is_one_that_is_broken)
{
	fake_conf(NULL);
	with_descriptors(0, names_convert);
	fake_conf("deviations = map\n");
	with_descriptors(0, no_name_converts);
	fake_conf(NULL);
}

TEST(no_descriptor_is_left_open)
{
	static const char *const confs[] = { NULL, "", "nonsense", "charset = EUC-JP\n" };
	long before = descriptors();

	use_charset("ISO-8859-1");
	for (size_t i = 0; i < LENGTH(confs); i++) {
		fake_conf(confs[i]);
		for (size_t j = 0; j < LENGTH(calls); j++) {
			char *output;

			if (calls[j].function(calls[j].input, &output, 0) == 0)
				free(output);
		}
	}
	fake_conf(NULL);
	setlocale(LC_CTYPE, "C");
	assert_int_equal(descriptors(), before);
}

/* --- Locales ---------------------------------------------------------------------- */

/* Each is stateful or no superset of ASCII.  A libc may lack some of them. */
TEST(an_odd_charset_is_not_used)
{
	static const char *const charsets[] = { "ISO-2022-JP", "EBCDIC-US", "UTF-7" };
	char *output = untouched;

	for (size_t i = 0; i < LENGTH(charsets); i++) {
		make_locale(charsets[i]);
		if (setlocale(LC_CTYPE, charsets[i]) == NULL)
			continue;
		check_call(charsets[i], idn2_lookup_ul, "ü", 0, "IDN2_OK", "xn--tda");
		assert_int_not_equal(idn2_lookup_ul("b\xfc"
		                                    "cher",
		                                    &output, 0),
		                     0);
		assert_ptr_equal(output, untouched);
		check_call(charsets[i], idn2_to_unicode_8zlz, "xn--tda", 0,
		           "IDN2_ENCODING_ERROR", NULL);
	}
	setlocale(LC_CTYPE, "C");
}

TEST(in_a_turkish_locale_a_small_i_is_a_small_i)
{
	if (setlocale(LC_ALL, "tr_TR.UTF-8") == NULL)
		print_message("# note: no Turkish locale here\n");
	check_call("Turkish", idn2_lookup_ul, "EXAMPLE.INFO", 0, "IDN2_OK", "example.info");
	check_call("Turkish", idn2_to_unicode_8z8z, "XN--TDA.I", 0, "IDN2_OK", "ü.I");
	setlocale(LC_ALL, "C");
}

/* --- Stack ---------------------------------------------------------------------- */

/* With and without an idnx.conf; the second needs much of it. */
static const char *const confs[] = {
	NULL,
	"charset = ISO-8859-1\nprotection = strict\nscripts = Latin Greek\n"
	"protect = bucher.com \u1e9b\u0323.example\n"
	"[.\u1e9b\u0323.example]\nprotection = browser\n",
};

static const char *const names[] = {
	"B\u00fccher.example", "b\u00fccher.\u1e9b\u0323.example", "xn--bcher-kva.example",
	("b\xfc" "cher.example"), "example",
};

struct call {
	const char *name;
	int flags;
};

static void *call_here(void *what)
{
	const struct call *call = what;
	char *output = NULL;

	if (call != NULL && idn2_lookup_ul(call->name, &output, call->flags) == 0)
		free(output);
	return NULL;
}

/* Less than an eighth: no name has got beyond the first steps, whatever the compiler is. */
static void check_stack(const char *conf, int flags, size_t stated)
{
	size_t most = 0, without = stack_used_by(call_here, NULL);

	fake_conf(conf);
	for (size_t i = 0; i < LENGTH(names); i++) {
		struct call call = { names[i], flags };
		size_t used;

		call_here(&call); /* what iconv loads does not count */
		used = stack_used_by(call_here, &call) - without;
		most = used > most ? used : most;
	}
	fake_conf(NULL);
	if (most < stated / 8 || most > stated)
		fail_msg("%zu octets, %zu are stated", most, stated);
}

TEST(a_call_takes_no_more_stack_than_documented)
{
	check_stack(confs[0], LIBIDN2_NONTRANSITIONAL, 16 * 1024);
	check_stack(confs[0], LIBIDN2_NO_TR46, 28 * 1024);
	check_stack(confs[1], LIBIDN2_NONTRANSITIONAL, 40 * 1024);
	check_stack(confs[1], LIBIDN2_NO_TR46, 40 * 1024);
}

BEFORE_ALL
{
	make_locales();
}

#else

BEFORE_ALL
{
	test_skip_all("libidn2/faults", "a sanitizer has a heap of its own");
}

#endif
