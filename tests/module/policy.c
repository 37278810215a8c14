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

#include "../common/table.h"
#include "../common/sources/fake.h"
#include "../common/locale.h"
#include "policy.h"

#define ROWS(test, check) TABLE_TEST(test, "tests/module/policy.tsv", check)

/* If libc's own functions cannot be found, the program's are called: this one. */
__attribute__((visibility("default"))) void *dlopen(const char *file, int mode)
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

#define CHECK "script-policy = highly-restrictive\n"

static const char *status_of(const struct decision *decision)
{
	static const char *const words[] = {
		[POLICY_CONVERTED] = "converted", [POLICY_UNCHANGED] = "unchanged",
		[POLICY_EXCLUDED] = "excluded",   [POLICY_NO_CONFIG] = "config",
		[POLICY_NO_CHARSET] = "charset",
	};

	return decision->action == POLICY_REJECTED ? idnx_status_code(decision->result.status)
	                                           : words[decision->action];
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
	if (decision.action == POLICY_CONVERTED)
		assert_string_equal(ace, column[NAMES_ACE]);
}

TEST(a_decoded_name_ends_with_its_last_label_whatever_that_is)
{
	static const char *const names[] = { "a", "xn--tda", "xn--tda.xn--!", "" };
	char unicode[POLICY_UNICODE_SIZE];

	for (size_t i = 0; i < LENGTH(names); i++) {
		size_t length;

		memset(unicode, 'x', sizeof unicode);
		length = policy_decode_labels(names[i], POLICY_LABELS_CHECKED, unicode);
		assert_ptr_equal(memchr(unicode, '\0', sizeof unicode), unicode + length);
	}
}

TEST(each_name_has_its_verdict)
{
	assert_true(table_rows(NAMES, NULL, check_name) > 150);
}

TEST(an_empty_file_is_broken)
{
	char ace[IDNX_HOST_NAME_SIZE];

	fake_conf("");
	assert_int_equal(policy_to_ascii(IDNX_CONF, "ü", ace).action, POLICY_NO_CONFIG);
	assert_int_equal(policy_to_ascii(IDNX_CONF, "xn--tda", ace).action, POLICY_NO_CONFIG);
	assert_int_equal(policy_to_ascii(IDNX_CONF, "tda", ace).action, POLICY_UNCHANGED);
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

/* Checks what a global "mode = report" changes. */
static void check_report(char *column[])
{
	const char *conf = names_conf(column) != NULL ? names_conf(column) : "";
	const char *name = column[NAMES_NAME];
	char with[1024], ace[IDNX_HOST_NAME_SIZE];
	struct decision before = policy_to_ascii_under(conf, name, ace), after;
	bool is_relaxed = before.action == POLICY_REJECTED &&
	                  (is_ascii(name) || is_protection(before.result.status));

	snprintf(with, sizeof with, "mode = report\n%s", conf);
	after = policy_to_ascii_under(with, name, ace);
	if (is_relaxed)
		before.action = is_ascii(name) ? POLICY_UNCHANGED : POLICY_CONVERTED;
	assert_int_equal(after.action, before.action);
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

/* Sets the file of column 0; "-": there is none. */
static void set_conf(char *column[])
{
	fake_conf(strcmp(column[0], "-") == 0 ? NULL : column[0]);
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
}

/* Columns: idnx.conf, name, status, and whether it is logged. */
static void check_mode(char *column[])
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision = policy_to_ascii_under(column[0], column[1], ace);

	assert_string_equal(status_of(&decision), column[2]);
	assert_string_equal(decision.is_logged ? "logged" : "", column[3]);
}

ROWS(a_section_sets_mode_and_log_for_its_names, check_mode);

TEST(a_name_longer_than_any_is_rejected)
{
	char unicode[IDNX_HOST_NAME_SIZE];

	fake_conf("script-policy = ascii-only\n");
	for (size_t length = 250; length < 5000; length += 7) {
		char name[5000];
		struct decision decision;

		memset(name, 'a', length);
		memcpy(name, "xn--tda.", 8);
		name[length] = '\0';
		decision = policy_to_ascii(IDNX_CONF, name, unicode);
		assert_int_equal(decision.action, POLICY_REJECTED);
		assert_int_equal(decision.result.status,
		                 length < IDNX_HOST_NAME_SIZE ? IDNX_MIXED_SCRIPTS : IDNX_A4_1);
	}
	for (size_t escapes = 1; escapes < 1000; escapes += 59) {
		char name[4100] = "";

		for (size_t i = 0; i < escapes; i++)
			strcat(name, "\\097");
		strcat(name, ".xn--tda");
		fake_conf(CHECK);
		assert_int_equal(policy_to_ascii(IDNX_CONF, name, unicode).action,
		                 POLICY_REJECTED);
		fake_conf("ace-names = leave\n" CHECK);
		assert_int_equal(policy_to_ascii(IDNX_CONF, name, unicode).action,
		                 POLICY_UNCHANGED);
	}
}

/* Except for an error, which applies to all names. */
static void check_under(char *column[])
{
	const char *conf = names_conf(column);
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	decision = policy_to_ascii_under(conf != NULL ? conf : "", column[NAMES_NAME], ace);
	assert_string_equal(status_of(&decision), decision.config.status >= CONFIG_CONTROL
	                                                  ? "config"
	                                                  : column[NAMES_STATUS]);
	if (decision.action == POLICY_CONVERTED)
		assert_string_equal(ace, column[NAMES_ACE]);
}

TEST(a_text_decides_in_the_place_of_the_file)
{
	char *error[] = { "xn--tda", "scripts = nonsense", "config", "-" };

	fake_conf("nonsense");
	atomic_store(&fake_conf_opened, 0);
	atomic_store(&fake_conf_sought, 0);
	table_rows(NAMES, NULL, check_under);
	check_under(error);
	assert_int_equal(fake_conf_opened + fake_conf_sought, 0);
}

TEST(a_warning_is_what_browser_would_reject)
{
	static const char mixed[] = "a.раypal.de", *const fine[] = { "bücher.de", "яндекс.рф" };
	struct idnx_finding finding = policy_warning(mixed, strlen(mixed));

	fake_conf("nonsense");
	assert_int_equal(finding.status, IDNX_MIXED_SCRIPTS);
	assert_int_equal(finding.label, 2);
	for (size_t i = 0; i < LENGTH(fine); i++)
		assert_int_equal(policy_warning(fine[i], strlen(fine[i])).status, IDNX_OK);
}

TEST(a_verdict_says_where_and_by_what)
{
	char ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	fake_conf(CHECK "\n[.de]\n");
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
	assert_int_equal(decision.settings.listed.protected_lines[MATCH_READS], 4);
	assert_int_equal(decision.settings.section_line, 2);
}

/* U+0BB8 U+0BCD U+0BB0 U+0BC0 is one octet of TSCII and twelve octets of UTF-8. */
TEST(a_name_that_gets_too_long_is_rejected)
{
	char name[344], ace[IDNX_HOST_NAME_SIZE];
	struct decision decision;

	memset(name, '\x82', 342);
	name[342] = '\0';
	fake_conf("charset = TSCII\n");
	decision = policy_to_ascii(IDNX_CONF, name, ace);
	assert_int_equal(decision.action, POLICY_REJECTED);
	assert_int_equal(decision.charset, CHARSET_TOO_LONG);
	name[4] = '\0';
	decision = policy_to_ascii(IDNX_CONF, name, ace);
	assert_int_equal(decision.action, POLICY_CONVERTED);
}

/* Columns: idnx.conf, name, how often the file is opened and looked for. */
static void check_looks(char *column[])
{
	char ace[IDNX_HOST_NAME_SIZE];

	set_conf(column);
	policy_to_ascii(IDNX_CONF, column[1], ace);
	assert_int_equal(fake_conf_opened, strtoul(column[2], NULL, 10));
	assert_int_equal(fake_conf_sought, strtoul(column[3], NULL, 10));
}

ROWS(an_a_label_looks_for_the_file_and_opens_it_once, check_looks);

/*
 * Converts once for the ASCII form, once for all suffixes and checks, and once for each suffix.
 */
static void check_conversions(char *column[])
{
	char ace[IDNX_HOST_NAME_SIZE];

	set_conf(column);
	conversions = 0;
	policy_to_ascii(IDNX_CONF, column[1], ace);
	assert_int_equal(conversions, strtoul(column[2], NULL, 10));
}

ROWS(a_name_is_converted_once_and_brought_into_form_once, check_conversions);

TEST(iconv_is_asked_for_names_of_a_charset_only)
{
	static const char *const confs[] = {
		NULL, "#", "charset = UTF-8\n", "charset = locale\nexclude = .a\n",
	};
	static const char *const names[] = { "ü.a", "\xfc.a", "a", "ü..a" };
	char ace[IDNX_HOST_NAME_SIZE];

	converters = 0;
	for (size_t i = 0; i < LENGTH(confs) * LENGTH(names); i++) {
		fake_conf(confs[i / LENGTH(names)]);
		policy_to_ascii(IDNX_CONF, names[i % LENGTH(names)], ace);
	}
	assert_int_equal(converters, 0);
	policy_to_ascii(IDNX_CONF, "\xfc.b", ace);
	assert_int_equal(converters, 1);
}

/* --- To Unicode ----------------------------------------------------------------------- */

/* Columns: idnx.conf, ASCII form, what is shown (nothing: the same), the locale's charset. */
static void check_shown(char *column[])
{
	char shown[POLICY_UNICODE_SIZE] = "";

	set_conf(column);
	use_charset(column[3]);
	errno = 77;
	assert_int_equal(policy_to_unicode(IDNX_CONF, column[1], POLICY_FOUND_BY_NAME, shown),
	                 strlen(column[2]));
	assert_int_equal(errno, 77);
	if (*column[2] != '\0')
		assert_string_equal(shown, column[2]);
}

ROWS(a_name_is_shown_if_what_is_shown_leads_back, check_shown);

/*
 * The names of an address are subject to their own sections.  Columns: idnx.conf, ASCII form,
 * what is shown, whether any name may be shown.
 */
static void check_reverse(char *column[])
{
	char shown[POLICY_UNICODE_SIZE];

	set_conf(column);
	use_charset("C");
	assert_int_equal(policy_shows_reverse(IDNX_CONF), *column[3] == '1');
	assert_int_equal(
		policy_to_unicode(IDNX_CONF, column[1], POLICY_FOUND_BY_ADDRESS, shown),
		strlen(column[2]));
	if (*column[2] != '\0')
		assert_string_equal(shown, column[2]);
}

ROWS(names_of_an_address_are_shown_where_their_section_says_so, check_reverse);

BEFORE_ALL
{
	make_locales();
}
