/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * policy.c: what becomes of a name under a configuration, one rule per row.  An iconv_open()
 * that counts its calls shows that UTF-8 needs no converter.  Wrappers of libidnx's functions
 * (ld --wrap) count how often a name is converted.
 */
#include <dlfcn.h>
#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "../common/names.h"
#include "../common/sources/fake.h"
#include "../common/locale.h"
#include "policy.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* If libc's own functions cannot be found, the program's are called: this one. */
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

#define JUDGE "script-policy = highly-restrictive\n"

static const char *status_of(const struct decision *decision)
{
	static const char *const words[] = {
		[POLICY_CONVERTED] = "converted", [POLICY_ASCII] = "unchanged",
		[POLICY_EXCLUDED] = "excluded",   [POLICY_NO_CONFIG] = "config",
		[POLICY_NO_CONVERTER] = "charset",
	};

	return decision->verdict == POLICY_REFUSED ? idnx_status_code(decision->result.status)
	                                           : words[decision->verdict];
}

static void check_name(char *column[])
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	fake_conf(names_conf(column));
	errno = 77;
	decision = policy_to_ascii(IDNX_CONF, column[NAMES_NAME], ace);
	assert_int_equal(errno, 77);
	assert_string_equal(status_of(&decision), column[NAMES_STATUS]);
	if (decision.verdict == POLICY_CONVERTED)
		assert_string_equal(ace, column[NAMES_ACE]);
}

TEST(each_name_has_its_verdict)
{
	assert_true(table_rows(NAMES, NULL, check_name) > 150);
}

TEST(an_empty_file_is_broken)
{
	char ace[IDNX_HOST_NAME_SIZE];

	fake_conf("");
	assert_int_equal(policy_to_ascii(IDNX_CONF, "ü", ace).verdict, POLICY_NO_CONFIG);
	assert_int_equal(policy_to_ascii(IDNX_CONF, "xn--tda", ace).verdict, POLICY_NO_CONFIG);
	assert_int_equal(policy_to_ascii(IDNX_CONF, "tda", ace).verdict, POLICY_ASCII);
}

static bool is_protection(enum idnx_status status)
{
	return status >= IDNX_MIXED_SCRIPTS && status <= IDNX_CONTAINS_PROTECTED;
}

static bool is_ascii(const char *name)
{
	while ((signed char)*name > 0)
		name++;
	return *name == '\0';
}

/* Checks what "mode = report" above all sections changes. */
static void check_report(char *column[])
{
	const char *conf = names_conf(column) != NULL ? names_conf(column) : "";
	const char *name = column[NAMES_NAME];
	char with[1024], ace[IDNX_HOST_NAME_SIZE];
	struct decision before = policy_to_ascii_under(conf, name, ace), after;
	bool is_relaxed = before.verdict == POLICY_REFUSED &&
	                  (is_ascii(name) || is_protection(before.result.status));

	snprintf(with, sizeof with, "mode = report\n%s", conf);
	after = policy_to_ascii_under(with, name, ace);
	if (is_relaxed)
		before.verdict = is_ascii(name) ? POLICY_ASCII : POLICY_CONVERTED;
	assert_int_equal(after.verdict, before.verdict);
	assert_int_equal(after.result.status, before.result.status);
	assert_int_equal(after.result.label, before.result.label);
	assert_int_equal(after.result.length, before.result.length);
	assert_true(after.is_reported == is_relaxed && after.is_logged == is_relaxed);
	assert_int_equal(policy_line(&after),
	                 policy_line(&before) + (policy_line(&before) != 0));
}

TEST(report_lets_pass_what_the_keys_of_protection_reject_and_changes_nothing_else)
{
	table_rows(NAMES, NULL, check_report);
}

TEST(a_section_sets_mode_and_log_for_its_names)
{
	static const struct {
		const char *conf, *name;
		enum policy_verdict verdict;
		bool is_logged;
	} modes[] = {
		{ JUDGE, "xn--ypal-43d9g.de", POLICY_REFUSED, false },
		{ JUDGE "log = rejected\n", "xn--ypal-43d9g.de", POLICY_REFUSED, true },
		{ JUDGE "[.de]\nlog = rejected\n", "раypal.test", POLICY_REFUSED, false },
		{ JUDGE "[.de]\nlog = rejected\n", "раypal.de", POLICY_REFUSED, true },
		{ JUDGE "log = rejected\n[.de]\nlog = off\n", "раypal.de", POLICY_REFUSED,
		  false },
		{ JUDGE "mode = report\nlog = off\n", "раypal.de", POLICY_CONVERTED, true },
		{ JUDGE "mode = report\n[.de]\nmode = enforce\n", "раypal.de", POLICY_REFUSED,
		  false },
		{ JUDGE "[.de]\nmode = report\n", "раypal.de", POLICY_CONVERTED, true },
		{ JUDGE "[.de]\nmode = report\n", "раypal.test", POLICY_REFUSED, false },
		/* An escape hides which section it is. */
		{ JUDGE "mode = report\n[.test]\nmode = report\n", "a\\.de", POLICY_ASCII,
		  true },
		{ JUDGE "mode = report\n[.test]\nmode = enforce\n", "a\\.de", POLICY_REFUSED,
		  true },
		{ JUDGE "[.de]\nmode = report\n", "a\\.de", POLICY_REFUSED, true },
		{ "mode = report\n", "a\\.de", POLICY_ASCII, false },
		{ "mode = report\nlog = rejected\n", "ü..de", POLICY_REFUSED, false },
	};
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(modes); i++) {
		struct decision decision = policy_to_ascii_under(modes[i].conf, modes[i].name,
		                                                 ace);

		if (decision.verdict != modes[i].verdict ||
		    decision.is_logged != modes[i].is_logged)
			fail_msg("%zu: %d, %d", i, decision.verdict, decision.is_logged);
	}
}

/* Uses characters of four octets, then a form that is longer than any host name. */
TEST(the_longest_ascii_name_is_judged_and_longer_ones_are_refused)
{
	char unicode[4 * 253], ace[IDNX_HOST_NAME_SIZE];

	unicode[0] = '\0';
	for (int label = 0; label < 4; label++) {
		for (int i = 0; i < 55 - 4 * (label == 3); i++)
			strcat(unicode, "𠀀");
		strcat(unicode, label < 3 ? "." : "");
	}
	fake_conf(NULL);
	assert_int_equal(policy_to_ascii(IDNX_CONF, unicode, ace).verdict, POLICY_CONVERTED);
	assert_true(strlen(ace) > 240);
	fake_conf("script-policy = ascii-only\n");
	assert_int_equal(policy_to_ascii(IDNX_CONF, ace, unicode).verdict, POLICY_REFUSED);
	for (size_t length = 250; length < 5000; length += 7) {
		char name[5000];
		struct decision decision;

		memset(name, 'a', length);
		memcpy(name, "xn--tda.", 8);
		name[length] = '\0';
		decision = policy_to_ascii(IDNX_CONF, name, unicode);
		assert_int_equal(decision.verdict, POLICY_REFUSED);
		assert_int_equal(decision.result.status,
		                 length < IDNX_HOST_NAME_SIZE ? IDNX_MIXED_SCRIPTS : IDNX_A4_1);
	}
	for (size_t escapes = 1; escapes < 1000; escapes += 59) {
		char name[4100] = "";

		for (size_t i = 0; i < escapes; i++)
			strcat(name, "\\097");
		strcat(name, ".xn--tda");
		fake_conf(JUDGE);
		assert_int_equal(policy_to_ascii(IDNX_CONF, name, unicode).verdict,
		                 POLICY_REFUSED);
		fake_conf("ace-names = leave\n" JUDGE);
		assert_int_equal(policy_to_ascii(IDNX_CONF, name, unicode).verdict,
		                 POLICY_ASCII);
	}
}

/* Except for a mistake, which applies to all names. */
static void check_under(char *column[])
{
	const char *conf = names_conf(column);
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	decision = policy_to_ascii_under(conf != NULL ? conf : "", column[NAMES_NAME], ace);
	assert_string_equal(status_of(&decision), decision.config.status >= CONFIG_CONTROL
	                                                  ? "config"
	                                                  : column[NAMES_STATUS]);
	if (decision.verdict == POLICY_CONVERTED)
		assert_string_equal(ace, column[NAMES_ACE]);
}

TEST(a_text_decides_in_the_place_of_the_file)
{
	char *mistake[] = { "xn--tda", "scripts = nonsense", "config", "-" };

	fake_conf("nonsense");
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
	table_rows(NAMES, NULL, check_under);
	check_under(mistake);
	assert_int_equal(fake_conf_opened + fake_conf_sought, 0);
}

TEST(a_warning_is_what_browser_would_refuse)
{
	static const char mixed[] = "a.раypal.de", *const fine[] = { "bücher.de", "яндекс.рф" };
	struct idnx_judgement judgement = policy_warning(mixed, strlen(mixed));

	fake_conf("nonsense");
	assert_int_equal(judgement.status, IDNX_MIXED_SCRIPTS);
	assert_int_equal(judgement.label, 2);
	for (size_t i = 0; i < COUNT(fine); i++)
		assert_int_equal(policy_warning(fine[i], strlen(fine[i])).status, IDNX_OK);
}

TEST(a_verdict_says_where_and_by_what)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	fake_conf(JUDGE "\n[.de]\n");
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
	fake_conf("# 1\n[.de]\n\nprotect = a paypal.de\n");
	decision = policy_to_ascii(IDNX_CONF, "www.xn--ypal-43d9g.de", ace);
	assert_int_equal(decision.result.status, IDNX_READS_AS_PROTECTED);
	assert_int_equal(decision.result.label, 0);
	assert_int_equal(decision.settings.protected_line, 4);
	assert_int_equal(decision.settings.section_line, 2);
}

/* U+0BB8 U+0BCD U+0BB0 U+0BC0 is one octet of TSCII and twelve octets of UTF-8. */
TEST(a_name_that_gets_too_long_is_refused)
{
	char name[344], ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

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

TEST(an_ascii_name_reads_nothing_and_any_other_looks_once)
{
	char ace[IDNX_HOST_NAME_SIZE];

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

/* For an A-label, open() alone finds out that there is no file; lstat() is not called. */
TEST(an_a_label_opens_the_file_once_and_reads_it_if_it_restricts)
{
	static const struct {
		const char *conf, *name;
		unsigned opened, sought;
	} looks[] = {
		{ NULL, "example", 0, 0 },
		{ "protection = strict\n", "example", 0, 0 },
		{ NULL, "xn--tda", 1, 0 },
		{ "", "xn--tda", 1, 0 },
		{ "nonsense", "xn--tda", 1, 0 },
		{ "reverse = ace\n", "xn--tda", 1, 0 },
		{ "protection = strict\n", "xn--tda", 2, 1 },
		{ "ace-names = leave\n", "xn--tda", 2, 1 },
		{ "protect = a\nnonsense", "xn--tda", 2, 1 },
	};
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(looks); i++) {
		fake_conf(looks[i].conf);
		atomic_store(&fake_conf_opened, 0);
		atomic_store(&fake_conf_sought, 0);
		policy_to_ascii(IDNX_CONF, looks[i].name, ace);
		assert_int_equal(fake_conf_opened, looks[i].opened);
		assert_int_equal(fake_conf_sought, looks[i].sought);
	}
}

/* Converts once for the ASCII form, once for all suffixes, and once for each suffix. */
TEST(a_name_is_converted_once_where_there_is_no_suffix)
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
		{ "protection = off\nace-names = check\n", "ü.example", 1 },
		{ "protection = browser\n", "ü.example", 2 },
		{ "protect = a b c\n", "ü.example", 5 },
		{ "protect =\nscripts =\n", "ü.example", 1 },
		{ NULL, "example", 0 },
	};
	char ace[IDNX_HOST_NAME_SIZE];

	for (size_t i = 0; i < COUNT(files); i++) {
		fake_conf(files[i].conf);
		conversions = 0;
		policy_to_ascii(IDNX_CONF, files[i].name, ace);
		assert_int_equal(conversions, files[i].conversions);
	}
}

TEST(iconv_is_asked_for_names_of_a_charset_only)
{
	static const char *const confs[] = {
		NULL, "#", "charset = UTF-8\n", "charset = locale\nexclude = .a\n",
	};
	static const char *const names[] = { "ü.a", "\xfc.a", "a", "ü..a" };
	char ace[IDNX_HOST_NAME_SIZE];

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

/* charset: the locale's; shown: "" if the ASCII form stays. */
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
	  "b\xfc"
	  "cher.example" },
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

TEST(a_name_is_shown_if_what_is_shown_leads_back)
{
	char shown[POLICY_UNICODE_SIZE];
	size_t length;

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

/* Some fifty times U+3042 in each label: three octets of UTF-8 for each octet of Punycode. */
TEST(the_longest_name_is_shown)
{
	char unicode[760] = "", ace[IDNX_HOST_NAME_SIZE], shown[POLICY_UNICODE_SIZE];

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

/* The names of an address are subject to their own sections. */
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

TEST(names_of_an_address_are_shown_where_their_section_says_so)
{
	char shown[POLICY_UNICODE_SIZE];
	size_t length;

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

BEFORE_ALL
{
	make_locales();
}
