/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What becomes of a name under a configuration: policy.c, each rule by a row.  That the
 * charset of UTF-8 asks nobody shows in an iconv_open() that counts, how often a name is
 * converted in libidnx's functions that count (ld --wrap).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dlfcn.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "../common/sources/fake.h"
#include "../common/locale.h"
#include "policy.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Where libc's own functions cannot be found, those of the program are asked: this one. */
void *dlopen(const char *file, int mode)
{
	(void)file, (void)mode;
	return NULL;
}

static unsigned converters;

iconv_t iconv_open(const char *to, const char *from)
{
	iconv_t (*next)(const char *, const char *);
	void *symbol = dlsym(RTLD_NEXT, "iconv_open");

	converters++;
	memcpy(&next, &symbol, sizeof next);
	return next(to, from);
}

static unsigned conversions;

struct idnx_result __real_idnx_to_ascii(const char *, size_t, char *, size_t, unsigned);
struct idnx_result __wrap_idnx_to_ascii(const char *, size_t, char *, size_t, unsigned);
struct idnx_result __real_idnx_to_unicode(const char *, size_t, char *, size_t, unsigned);
struct idnx_result __wrap_idnx_to_unicode(const char *, size_t, char *, size_t, unsigned);

struct idnx_result __wrap_idnx_to_ascii(const char *src, size_t src_len, char *dst,
                                        size_t dst_size, unsigned flags)
{
	conversions++;
	return __real_idnx_to_ascii(src, src_len, dst, dst_size, flags);
}

struct idnx_result __wrap_idnx_to_unicode(const char *src, size_t src_len, char *dst,
                                          size_t dst_size, unsigned flags)
{
	conversions++;
	return __real_idnx_to_unicode(src, src_len, dst, dst_size, flags);
}

/* --- To ASCII ------------------------------------------------------------------------- */

#define SECTIONS \
	"script-policy = highly-restrictive\n" \
	"exclude = .local bücher.example\n" \
	"[.de]\n" \
	"deviations = map\n" \
	"[.strasse.de]\n" \
	"deviations = keep\n" \
	"[.яндекс.example]\n" \
	"script-policy = off\n" \
	"exclude =\n"

/* text: the ASCII form, or why there is none. */
static const struct {
	const char *what, *conf, *name;
	enum policy_verdict verdict;
	const char *text;
} rows[] = {
	{ "no file", NULL, "bücher.example", POLICY_CONVERTED, "xn--bcher-kva.example" },
	{ "an empty file", "", "bücher.example", POLICY_NO_CONFIG, "" },
	{ "a comment", "#", "bücher.example", POLICY_CONVERTED, "xn--bcher-kva.example" },
	{ "an ASCII name", "nonsense", "example", POLICY_ASCII, "" },
	{ "a broken file", "nonsense", "bücher.example", POLICY_NO_CONFIG, "" },
	{ "a broken file, not a name", "nonsense", "ü..", POLICY_NO_CONFIG, "" },
	{ "not a name", "#", "ü..a", POLICY_REFUSED, "A4_2" },
	{ "not a name, of one script", SECTIONS, "ü..a", POLICY_REFUSED, "A4_2" },
	{ "not UTF-8", "#", "b\xfc" "cher.example", POLICY_REFUSED, "UTF8" },

	{ "flags", "CheckHyphens = true\n", "-ü", POLICY_REFUSED, "V3" },
	{ "other flags", "CheckBidi = false\n", "0à.א", POLICY_CONVERTED, "xn--0-sfa.xn--4db" },
	{ "a section", SECTIONS, "faß.de", POLICY_CONVERTED, "fass.de" },
	{ "the longer section", SECTIONS, "faß.strasse.de.", POLICY_CONVERTED,
	  "xn--fa-hia.strasse.de." },
	{ "its own name, not mapped", SECTIONS, "faß.straße.de", POLICY_CONVERTED,
	  "fass.strasse.de" },
	{ "no section", SECTIONS, "faß.example", POLICY_CONVERTED, "xn--fa-hia.example" },

	{ "excluded", SECTIONS, "drücker.local", POLICY_EXCLUDED, "" },
	{ "excluded itself", SECTIONS, "BU\xcc\x88" "CHER.example.", POLICY_EXCLUDED, "" },
	{ "excluded in its ASCII form", SECTIONS, "ü.XN--BCHER-KVA.example",
	  POLICY_EXCLUDED, "" },
	{ "excluded, not a name", SECTIONS, "ü..local", POLICY_EXCLUDED, "" },
	{ "excluded, not UTF-8", SECTIONS, "\xfc.local", POLICY_EXCLUDED, "" },
	{ "not excluded", SECTIONS, "bücher.local.example", POLICY_CONVERTED,
	  "xn--bcher-kva.local.example" },

	{ "one script", SECTIONS, "яндекс.de", POLICY_CONVERTED, "xn--d1acpjx3f.de" },
	{ "two scripts", SECTIONS, "раypal.de", POLICY_REFUSED, "SCRIPTS" },
	{ "two scripts, spelt in ASCII", SECTIONS, "ü.xn--ypal-43d9g.de", POLICY_REFUSED,
	  "SCRIPTS" },
	{ "two number systems", SECTIONS, "1१.de", POLICY_REFUSED, "NUMBERS" },
	{ "two scripts where they may", SECTIONS, "раypal.яндекс.example", POLICY_CONVERTED,
	  "xn--ypal-43d9g.xn--d1acpjx3f.example" },

	{ "a charset", "charset = ISO-8859-1\n", "b\xfc" "cher.example", POLICY_CONVERTED,
	  "xn--bcher-kva.example" },
	{ "UTF-8 comes first", "charset = ISO-8859-1\n", "\xc3\xbc.example", POLICY_CONVERTED,
	  "xn--tda.example" },
	{ "mixed, so not UTF-8", "charset = ISO-8859-1\n", "\xc3\xbc\xfc", POLICY_CONVERTED,
	  "xn--14-ria6hu33p" },
	{ "no character of the charset", "charset = EUC-JP\n", "\xc6", POLICY_REFUSED, "UTF8" },
	{ "no such charset", "charset = KLINGON\n", "\xfc", POLICY_NO_CONVERTER, "" },
	{ "no such charset, UTF-8", "charset = KLINGON\n", "ü", POLICY_CONVERTED, "xn--tda" },
	{ "a stateful charset", "charset = ISO-2022-JP\n", "\xfc", POLICY_NO_CONVERTER, "" },
	{ "a full stop in disguise", "charset = ISIRI-3342\n", "127\xa6" "0.0.1",
	  POLICY_REFUSED, "UTF8" },
	{ "a NUL in disguise", "charset = ISIRI-3342\n", "\xc1\x80.a", POLICY_REFUSED, "UTF8" },
	{ "a section of a decoded name", "charset = ISO-8859-1\n[.bücher.example]\n"
	  "deviations = map\n", "fa\xdf.b\xfc" "cher.example", POLICY_CONVERTED,
	  "fass.xn--bcher-kva.example" },
	{ "a decoded name is excluded", "charset = ISO-8859-1\nexclude = bücher.example\n",
	  "b\xfc" "cher.example", POLICY_EXCLUDED, "" },
	{ "an excluded one is not decoded", "charset = KLINGON\nexclude = .local\n",
	  "b\xfc" "cher.local", POLICY_EXCLUDED, "" },
};

static const char *text_of(const struct decision *decision, const char *ace)
{
	if (decision->verdict == POLICY_CONVERTED)
		return ace;
	return decision->verdict == POLICY_REFUSED ? idnx_status_code(decision->result.status) : "";
}

static void each_name_has_its_verdict(void **state)
{
	char ace[IDNX_HOST_NAME_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct decision decision;

		fake_conf(rows[i].conf);
		errno = 77;
		decision = policy_to_ascii(IDNX_CONF, rows[i].name, ace);
		if (decision.verdict != rows[i].verdict ||
		    strcmp(text_of(&decision, ace), rows[i].text) != 0)
			fail_msg("%s: %d, %s", rows[i].what, decision.verdict,
			         text_of(&decision, ace));
		assert_int_equal(errno, 77);
	}
}

static void a_verdict_says_where_and_by_what(void **state)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	(void)state;
	fake_conf(SECTIONS);
	decision = policy_to_ascii(IDNX_CONF, "a.раypal.de", ace);
	assert_int_equal(decision.result.label, 2);
	assert_int_equal(decision.settings.section_line, 3);
	assert_int_equal(decision.charset, CHARSET_NOT_ASKED);
	fake_conf("charset = ISO-8859-1\n\nnonsense\n");
	decision = policy_to_ascii(IDNX_CONF, "ü", ace);
	assert_int_equal(decision.config.line, 3);
	fake_conf("charset = ISO-8859-1\n");
	decision = policy_to_ascii(IDNX_CONF, "\xfc", ace);
	assert_int_equal(decision.charset, CHARSET_OK);
	fake_conf("charset = UTF-16\n");
	decision = policy_to_ascii(IDNX_CONF, "\xfc", ace);
	assert_int_equal(decision.charset, CHARSET_UNSUITABLE);
}

/* U+0BB8 U+0BCD U+0BB0 U+0BC0 is one octet of TSCII and twelve of UTF-8. */
static void a_name_that_gets_too_long_is_refused(void **state)
{
	char name[344], ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	(void)state;
	memset(name, '\x82', 342);
	name[342] = '\0';
	fake_conf("charset = TSCII\n");
	decision = policy_to_ascii(IDNX_CONF, name, ace);
	assert_int_equal(decision.verdict, POLICY_REFUSED);
	assert_int_equal(decision.charset, CHARSET_TOO_LONG);
	name[4] = '\0';
	decision = policy_to_ascii(IDNX_CONF, name, ace);
	assert_int_equal(decision.verdict, POLICY_CONVERTED);
}

static void an_ascii_name_reads_nothing_and_any_other_looks_once(void **state)
{
	char ace[IDNX_HOST_NAME_SIZE];

	(void)state;
	fake_conf(NULL);
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
	policy_to_ascii(IDNX_CONF, "example", ace);
	assert_int_equal(fake_conf_sought, 0);
	policy_to_ascii(IDNX_CONF, "ü", ace);
	assert_int_equal(fake_conf_sought, 1);
	policy_to_ascii(IDNX_CONF, "\xfc", ace);
	assert_int_equal(fake_conf_sought, 2);
	assert_int_equal(fake_conf_opened, 0);
}

/* One conversion of the name for its ASCII form, one for all suffixes, one of each suffix. */
static void a_name_is_converted_once_where_there_is_no_suffix(void **state)
{
	static const struct {
		const char *conf, *name;
		unsigned conversions;
	} files[] = {
		{ NULL, "ü.example", 1 },
		{ NULL, "ü..", 1 },
		{ "#", "ü.example", 1 },
		{ "CheckHyphens = true\nexclude =\n", "ü.example", 1 },
		{ "nonsense", "ü.example", 0 },
		{ "[.de]\n", "ü.example", 3 },
		{ "exclude = .de .test\n[.at]\n[.example]\n", "ü.example", 6 },
		{ "exclude = .example\n", "ü.example", 2 },
		{ NULL, "example", 0 },
	};
	char ace[IDNX_HOST_NAME_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT(files); i++) {
		fake_conf(files[i].conf);
		conversions = 0;
		policy_to_ascii(IDNX_CONF, files[i].name, ace);
		assert_int_equal(conversions, files[i].conversions);
	}
}

static void iconv_is_asked_for_names_of_a_charset_only(void **state)
{
	static const char *const confs[] = {
		NULL, "#", "charset = UTF-8\n", "charset = locale\nexclude = .a\n",
	};
	static const char *const names[] = { "ü.a", "\xfc.a", "a", "ü..a" };
	char ace[IDNX_HOST_NAME_SIZE];

	(void)state;
	converters = 0;
	for (size_t i = 0; i < COUNT(confs) * COUNT(names); i++) {
		fake_conf(confs[i / COUNT(names)]);
		policy_to_ascii(IDNX_CONF, names[i % COUNT(names)], ace);
	}
	assert_int_equal(converters, 0);
	policy_to_ascii(IDNX_CONF, "\xfc.b", ace);
	assert_int_equal(converters, 1);
}

/* --- To Unicode ----------------------------------------------------------------------- */

/* charset: of the locale; shown: "" if the ASCII form stays. */
static const struct {
	const char *what, *conf, *charset, *ace, *shown;
} answers[] = {
	{ "a name", "#", "C", "xn--bcher-kva.example", "bücher.example" },
	{ "a root dot", "#", "C", "xn--bcher-kva.example.", "bücher.example." },
	{ "upper case", "#", "C", "WWW.XN--BCHER-KVA.Example", "www.bücher.example" },
	{ "ASCII", "#", "C", "WWW.example", "" },
	{ "not ASCII", "#", "C", "bücher.example", "" },
	{ "not Punycode", "#", "C", "xn--0000h.example", "" },
	{ "not the only spelling", "#", "C", "xn--Bcher-Kva.xn--abc-", "" },
	{ "no name", "#", "C", "xn--bcher-kva.example.-_ ", "" },
	{ "excluded", "exclude = .local", "C", "xn--bcher-kva.local", "" },
	{ "mapped", "deviations = map", "C", "xn--fa-hia.example", "" },
	{ "mapped, from upper case", "deviations = map", "C", "WWW.xn--fa-hia.example", "" },
	{ "mapped elsewhere", "[.de]\ndeviations = map", "C", "xn--fa-hia.example",
	  "faß.example" },
	{ "of two scripts", "script-policy = single-script", "C", "xn--ypal-43d9g.example",
	  "" },
	{ "an empty file", "", "C", "xn--bcher-kva.example", "" },
	{ "a broken file", "nonsense", "C", "xn--bcher-kva.example", "" },

	{ "a charset", "charset = ISO-8859-1", "ISO-8859-1", "xn--bcher-kva.example",
	  "bücher.example" },
	{ "the locale's", "charset = locale", "ISO-8859-1", "xn--bcher-kva.example",
	  "b\xfc" "cher.example" },
	{ "no place", "charset = locale", "ISO-8859-1", "xn--d1acpjx3f.example", "" },
	{ "a place", "charset = locale", "KOI8-R", "xn--d1acpjx3f.example",
	  "\xd1\xce\xc4\xc5\xcb\xd3.example" },
	{ "two octets each", "charset = locale", "EUC-JP", "xn--wgv71a119e.example",
	  "\xc6\xfc\xcb\xdc\xb8\xec.example" },
	{ "none in C", "charset = locale", "C", "xn--bcher-kva.example", "" },
	{ "it would be another name in UTF-8", "charset = locale", "ISO-8859-1",
	  "xn--ubaa4k.example", "" },
	{ "it is not where it is EUC-JP", "charset = locale", "EUC-JP", "xn--ubaa4k.example",
	  "" },
};

static void a_name_is_shown_if_what_is_shown_leads_back(void **state)
{
	char shown[POLICY_UNICODE_SIZE];
	size_t length;

	(void)state;
	for (size_t i = 0; i < COUNT(answers); i++) {
		fake_conf(answers[i].conf);
		use_charset(answers[i].charset);
		errno = 77;
		length = policy_to_unicode(IDNX_CONF, answers[i].ace, shown);
		if (length != strlen(answers[i].shown) ||
		    (length > 0 && strcmp(shown, answers[i].shown) != 0))
			fail_msg("%s: %zu octets", answers[i].what, length);
		assert_int_equal(errno, 77);
	}
}

/* Some fifty times U+3042 in each label: three octets of UTF-8 for one of Punycode. */
static void the_longest_name_is_shown(void **state)
{
	char unicode[760] = "", ace[IDNX_HOST_NAME_SIZE], shown[POLICY_UNICODE_SIZE];

	(void)state;
	fake_conf("#");
	for (int label = 0; label < 4; label++) {
		for (int i = 0; i < (label < 3 ? 56 : 54); i++)
			strcat(unicode, "あ");
		strcat(unicode, label < 3 ? "." : "");
	}
	assert_int_equal(policy_to_ascii(IDNX_CONF, unicode, ace).verdict, POLICY_CONVERTED);
	assert_int_equal(policy_to_unicode(IDNX_CONF, ace, shown), strlen(unicode));
	assert_string_equal(shown, unicode);
}

/* What an address has for names, their own sections decide. */
static const struct {
	const char *conf, *ace;
	bool somewhere;
	const char *shown;
} reverses[] = {
	{ NULL, "xn--bcher-kva.example", false, "" },
	{ "reverse = ace", "xn--bcher-kva.example", false, "" },
	{ "reverse = unicode", "xn--bcher-kva.example", true, "bücher.example" },
	{ "reverse = unicode\n[.example]\nreverse = ace", "xn--bcher-kva.example", true, "" },
	{ "[.example]\nreverse = unicode", "xn--bcher-kva.example", true, "bücher.example" },
	{ "[.bücher.example]\nreverse = unicode", "xn--bcher-kva.example", true,
	  "bücher.example" },
	{ "[.example]\nreverse = unicode", "xn--bcher-kva.test", true, "" },
	{ "reverse = unicode\nnonsense", "xn--bcher-kva.example", false, "" },
	{ "reverse = unicode\nexclude = .example", "xn--bcher-kva.example", true, "" },
};

static void names_of_an_address_are_shown_where_their_section_says_so(void **state)
{
	char shown[POLICY_UNICODE_SIZE];
	size_t length;

	(void)state;
	use_charset("C");
	for (size_t i = 0; i < COUNT(reverses); i++) {
		fake_conf(reverses[i].conf);
		assert_int_equal(policy_shows_reverse(IDNX_CONF), reverses[i].somewhere);
		length = policy_reverse_to_unicode(IDNX_CONF, reverses[i].ace, shown);
		assert_int_equal(length, strlen(reverses[i].shown));
		if (length > 0)
			assert_string_equal(shown, reverses[i].shown);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_name_has_its_verdict),
		cmocka_unit_test(a_verdict_says_where_and_by_what),
		cmocka_unit_test(a_name_that_gets_too_long_is_refused),
		cmocka_unit_test(an_ascii_name_reads_nothing_and_any_other_looks_once),
		cmocka_unit_test(a_name_is_converted_once_where_there_is_no_suffix),
		cmocka_unit_test(iconv_is_asked_for_names_of_a_charset_only),
		cmocka_unit_test(a_name_is_shown_if_what_is_shown_leads_back),
		cmocka_unit_test(the_longest_name_is_shown),
		cmocka_unit_test(names_of_an_address_are_shown_where_their_section_says_so),
	};

	return cmocka_run_group_tests(tests, make_locales, remove_locales);
}
